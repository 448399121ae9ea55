# Makes the target tabiya_torch if libtorch is there (Debian: libtorch-dev), and says so if not.
#
# Not by find_package(Torch): that sets flags for everybody, and looks for protobuf, which is not
# libtorch's business here. Headers are found as the system's, so that their warnings are not ours.
# Programs that are given away or searched for errors go without it: it is 500 MB, and not ours.

find_path(TORCH_INCLUDE torch/torch.h PATH_SUFFIXES torch/csrc/api/include)
find_library(TORCH_LIBRARY torch)
find_library(TORCH_CPU_LIBRARY torch_cpu)
find_library(C10_LIBRARY c10)
mark_as_advanced(TORCH_INCLUDE TORCH_LIBRARY TORCH_CPU_LIBRARY C10_LIBRARY)

if(TABIYA_PORTABLE OR TABIYA_SANITIZE OR TABIYA_FUZZ)
elseif(TORCH_INCLUDE AND TORCH_LIBRARY AND TORCH_CPU_LIBRARY AND C10_LIBRARY)
  add_library(tabiya_torch INTERFACE)
  target_include_directories(tabiya_torch SYSTEM INTERFACE ${TORCH_INCLUDE})
  target_link_libraries(tabiya_torch INTERFACE ${TORCH_LIBRARY} ${TORCH_CPU_LIBRARY} ${C10_LIBRARY})
else()
  message(STATUS "No tabiya train az: libtorch is not installed (apt-get install libtorch-dev)")
endif()

# The program that `tabiya train az` starts, beside tabiya itself. Its module is not one of those that
# every test links: only these files see libtorch, and only through PRIVATE links.
function(tabiya_training_program)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/train/az/torch/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  add_library(tabiya_train_az_torch STATIC ${sources})
  target_link_libraries(tabiya_train_az_torch PUBLIC tabiya_flags tabiya_train_az
                        PRIVATE tabiya_strict tabiya_torch)
  add_executable(tabiya-train-az ${PROJECT_SOURCE_DIR}/src/train/az/torch/main.cpp)
  target_link_libraries(tabiya-train-az PRIVATE tabiya_train_az_torch tabiya_strict)
  add_dependencies(tabiya tabiya-train-az)
endfunction()
