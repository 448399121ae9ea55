# Sets TABIYA_LIBEDIT to what repl links for editing lines. The portable program takes the archives,
# with what they need in turn, so that it stays one file.

find_path(LIBEDIT_INCLUDE histedit.h REQUIRED)
if(TABIYA_PORTABLE)
  set(TABIYA_LIBEDIT "")
  foreach(name edit tinfo bsd md)
    find_library(LIBEDIT_${name}_ARCHIVE lib${name}.a REQUIRED)
    mark_as_advanced(LIBEDIT_${name}_ARCHIVE)
    list(APPEND TABIYA_LIBEDIT ${LIBEDIT_${name}_ARCHIVE})
  endforeach()
else()
  find_library(LIBEDIT_LIBRARY edit REQUIRED)
  set(TABIYA_LIBEDIT ${LIBEDIT_LIBRARY})
endif()
mark_as_advanced(LIBEDIT_INCLUDE LIBEDIT_LIBRARY)
