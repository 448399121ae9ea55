# tabiya_module(<name> [DEPENDS <module>...] [LIBRARIES <target>...] [FOLDERS <folder>...])
#
# Makes the target tabiya_<name> from src/<name>/*.cpp (a slash in the name becomes an underscore),
# with FOLDERS also from folders in it that are no modules of their own.
# A module without .cpp files is a header-only target. src/cli/main.cpp is the program, not the
# module, so that tests can link the module.
function(tabiya_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;LIBRARIES;FOLDERS")
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  foreach(folder IN LISTS arg_FOLDERS)
    file(GLOB more CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/${folder}/*.cpp)
    list(APPEND sources ${more})
  endforeach()
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  tabiya_module_variant("" "${name}" "${sources}" "${arg_DEPENDS}" "${arg_LIBRARIES}")
  if(TABIYA_PORTABLE)
    tabiya_module_variant("_v3" "${name}" "${sources}" "${arg_DEPENDS}" "${arg_LIBRARIES}")
  endif()
endfunction()

# One compilation of a module. The portable build has two of each, told apart by the suffix.
function(tabiya_module_variant suffix name sources depends libraries)
  string(REPLACE "/" "_" target "tabiya_${name}${suffix}")
  set(links tabiya_flags${suffix} ${libraries})
  foreach(module IN LISTS depends)
    string(REPLACE "/" "_" module "tabiya_${module}${suffix}")
    list(APPEND links ${module})
  endforeach()
  if(sources)
    add_library(${target} STATIC ${sources})
    target_link_libraries(${target} PUBLIC ${links} PRIVATE tabiya_strict)
  else()
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE ${links})
  endif()
  set_property(GLOBAL APPEND PROPERTY TABIYA_MODULES${suffix} ${target})
  set_property(GLOBAL APPEND PROPERTY TABIYA_LIBRARIES ${libraries})
endfunction()

# tabiya_program(<target> <source> <module>): the executable in the top of the build folder.
function(tabiya_program target source module)
  if(TABIYA_PORTABLE)
    tabiya_portable_program(${target} ${source})
  else()
    add_executable(${target} ${source})
    target_link_libraries(${target} PRIVATE tabiya_${module})
  endif()
  target_link_libraries(${target} PRIVATE tabiya_strict)
endfunction()
