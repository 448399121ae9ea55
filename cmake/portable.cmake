# One file to give away: it starts on every x86-64-v2 processor (2009 and later) and runs code for
# x86-64-v3 (AVX2, BMI2; 2013 and later) where the processor has it.
#
# All of Tabiya is inside namespace tabiya, so each module can be compiled twice: as it is, for v2,
# and with the namespace renamed to tabiya_v3, for v3. Both sets go into one executable, and main()
# asks the processor which run() to call. No function needs an attribute, no call a pointer, and
# the compiler optimises each set as a whole.
#
# Two things are shared by both sets and must never be v3 code:
#  - Templates and inline functions of libraries (std::vector<int>::push_back) have one name in
#    both sets, and the linker keeps the first copy it meets. So the v2 set comes first in the link
#    order, joined into one object file. There is no link-time optimisation here, because it would
#    give up that order.
#  - Constructors of namespace-scope objects run before main(), so also on old processors. CLI11
#    has such objects. The v3 set is therefore joined too, and its .init_array renamed to
#    tabiya_v3_init; main() calls those constructors only after it has chosen v3.

target_compile_options(tabiya_flags INTERFACE -march=x86-64-v2)
target_compile_definitions(tabiya_flags INTERFACE TABIYA_CPU="x86-64-v2")
target_link_options(tabiya_flags INTERFACE -static-libstdc++ -static-libgcc)

add_library(tabiya_flags_v3 INTERFACE)
target_include_directories(tabiya_flags_v3 INTERFACE ${PROJECT_SOURCE_DIR}/src)
get_target_property(shared_options tabiya_flags INTERFACE_COMPILE_OPTIONS)
list(TRANSFORM shared_options REPLACE "^-march=.*" "-march=x86-64-v3")
target_compile_options(tabiya_flags_v3 INTERFACE ${shared_options})
# TABIYA_NO_PEXT: v3 processors have PEXT, but the first two generations of AMD's Zen have it in
# slow microcode, and nobody knows here on which one the program will run.
target_compile_definitions(tabiya_flags_v3 INTERFACE
  tabiya=tabiya_v3 TABIYA_NO_PEXT TABIYA_CPU="x86-64-v3")

add_library(tabiya_fmt STATIC cmake/fmt.cpp)
target_link_libraries(tabiya_fmt PRIVATE tabiya_flags)
set(TABIYA_FMT tabiya_fmt)

# Joins the modules of one set into one object file.
function(tabiya_join output suffix)
  get_property(modules GLOBAL PROPERTY TABIYA_MODULES${suffix})
  set(archives "")
  foreach(module IN LISTS modules)
    get_target_property(type ${module} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      list(APPEND archives $<TARGET_FILE:${module}>)
    endif()
  endforeach()
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_LINKER} -r --whole-archive ${archives} -o ${output}
    ${ARGN}
    DEPENDS ${archives} VERBATIM)
endfunction()

# Object files are linked in the order they are named, which CMake does not promise for libraries.
function(tabiya_portable_program target source)
  set(v2 ${PROJECT_BINARY_DIR}/${target}_v2.o)
  set(v3 ${PROJECT_BINARY_DIR}/${target}_v3.o)
  tabiya_join(${v2} "")
  tabiya_join(${v3} "_v3"
    COMMAND ${CMAKE_OBJCOPY} --rename-section .init_array=tabiya_v3_init ${v3})
  add_executable(${target} ${source} ${v2} ${v3})
  get_property(libraries GLOBAL PROPERTY TABIYA_LIBRARIES)
  target_link_libraries(${target} PRIVATE tabiya_flags ${libraries})
  target_compile_definitions(${target} PRIVATE TABIYA_PORTABLE)
endfunction()
