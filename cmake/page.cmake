# Lists the files of the page (web/dist) for src/server/http/built_in_page.cpp, which compiles them into
# the program. ./run builds the page; without it the program shows a page that says so.
#
# The names of the files change with their contents, and Ninja looks for new ones before each build.

file(GLOB_RECURSE page_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/dist/*)
list(SORT page_files)
set(listed "")
set(number 0)
foreach(file IN LISTS page_files)
  cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/web/dist OUTPUT_VARIABLE name)
  string(APPEND listed "TABIYA_PAGE_FILE(${number}, \"/${name}\", \"${file}\")\n")
  math(EXPR number "${number} + 1")
endforeach()
set(page_list ${PROJECT_BINARY_DIR}/generated/page_files.inc)
file(CONFIGURE OUTPUT ${page_list} CONTENT "${listed}" @ONLY)
if(NOT page_files)
  message(STATUS "No page in tabiya serve: web/dist is not built (./run builds it)")
endif()

set(built_in_page ${PROJECT_SOURCE_DIR}/src/server/http/built_in_page.cpp)
set_property(SOURCE ${built_in_page} APPEND PROPERTY COMPILE_DEFINITIONS
             TABIYA_PAGE_FILES="${page_list}")
set_property(SOURCE ${built_in_page} APPEND PROPERTY OBJECT_DEPENDS "${page_list};${page_files}")
