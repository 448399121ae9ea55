# Makes the target onnxruntime::onnxruntime if ONNX Runtime is there: the one ONNXRUNTIME_ROOT points
# to, the system's, or the one ./run has fetched, in this order. scripts/onnxruntime.sh decides alike
# whether to fetch.

if(DEFINED ENV{ONNXRUNTIME_ROOT})
  set(ONNXRUNTIME_ROOT $ENV{ONNXRUNTIME_ROOT})
endif()
find_package(onnxruntime CONFIG QUIET HINTS ${ONNXRUNTIME_ROOT})
if(TARGET onnxruntime::onnxruntime)
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
endif()
