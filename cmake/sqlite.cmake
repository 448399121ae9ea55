# Sets TABIYA_SQLITE to what server links for its database: the archive in the portable program, so
# that it stays one file.

find_path(SQLITE_INCLUDE sqlite3.h REQUIRED)
if(TABIYA_PORTABLE)
  find_library(SQLITE_LIBRARY libsqlite3.a REQUIRED)
  # What the archive itself needs.
  set(TABIYA_SQLITE ${SQLITE_LIBRARY} m ${CMAKE_DL_LIBS})
else()
  find_library(SQLITE_LIBRARY sqlite3 REQUIRED)
  set(TABIYA_SQLITE ${SQLITE_LIBRARY})
endif()
mark_as_advanced(SQLITE_INCLUDE SQLITE_LIBRARY)
