# Sets TABIYA_ZSTD to what dataset links for compression: the archive in the portable program, so
# that it stays one file.

find_path(ZSTD_INCLUDE zstd.h REQUIRED)
if(TABIYA_PORTABLE)
  find_library(ZSTD_LIBRARY libzstd.a REQUIRED)
else()
  find_library(ZSTD_LIBRARY zstd REQUIRED)
endif()
set(TABIYA_ZSTD ${ZSTD_LIBRARY})
mark_as_advanced(ZSTD_INCLUDE ZSTD_LIBRARY)
