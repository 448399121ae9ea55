# Makes the target onnxruntime::onnxruntime if ONNX Runtime is there: the one ONNXRUNTIME_ROOT points
# to, the system's, or the one ./run has fetched, in this order. scripts/onnxruntime.sh decides alike
# whether to fetch.
#
# The program is not linked with it, but loads it when it is needed. For that it has the target
# tabiya_onnxruntime_headers, which is empty where there is no ONNX Runtime to compile against: then
# the program can do all but run ONNX networks.

add_library(tabiya_onnxruntime_headers INTERFACE)

# library: where the program looks for it besides in the usual places.
function(tabiya_use_onnxruntime_headers include library)
  target_include_directories(tabiya_onnxruntime_headers SYSTEM INTERFACE ${include})
  target_compile_definitions(tabiya_onnxruntime_headers INTERFACE TABIYA_HAS_ONNXRUNTIME)
  set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/inference/onnx_library.cpp APPEND PROPERTY
               COMPILE_DEFINITIONS TABIYA_ONNXRUNTIME_LIBRARY="${library}")
endfunction()

if(DEFINED ENV{ONNXRUNTIME_ROOT})
  set(ONNXRUNTIME_ROOT $ENV{ONNXRUNTIME_ROOT})
endif()
find_package(onnxruntime CONFIG QUIET HINTS ${ONNXRUNTIME_ROOT})
if(TARGET onnxruntime::onnxruntime)
  get_target_property(include onnxruntime::onnxruntime INTERFACE_INCLUDE_DIRECTORIES)
  tabiya_use_onnxruntime_headers("${include}" $<TARGET_FILE:onnxruntime::onnxruntime>)
  return()
endif()

set(fetched ${PROJECT_SOURCE_DIR}/third_party/onnxruntime)
find_path(ONNXRUNTIME_INCLUDE onnxruntime_cxx_api.h
  HINTS ${ONNXRUNTIME_ROOT} PATHS ${fetched}
  PATH_SUFFIXES include onnxruntime include/onnxruntime onnxruntime/core/session
                include/onnxruntime/core/session)
find_library(ONNXRUNTIME_LIBRARY onnxruntime
  HINTS ${ONNXRUNTIME_ROOT} PATHS ${fetched} PATH_SUFFIXES lib)
mark_as_advanced(ONNXRUNTIME_INCLUDE ONNXRUNTIME_LIBRARY)

if(ONNXRUNTIME_INCLUDE AND ONNXRUNTIME_LIBRARY)
  add_library(onnxruntime::onnxruntime SHARED IMPORTED)
  set_target_properties(onnxruntime::onnxruntime PROPERTIES
    IMPORTED_LOCATION ${ONNXRUNTIME_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${ONNXRUNTIME_INCLUDE})
  tabiya_use_onnxruntime_headers(${ONNXRUNTIME_INCLUDE} ${ONNXRUNTIME_LIBRARY})
endif()
