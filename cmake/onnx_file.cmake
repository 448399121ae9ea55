# Makes the target tabiya_onnx_file: classes that hold, read and write ONNX files, generated from the
# description of the format that Debian's libonnx-dev brings.
#
# Debian's own classes are a shared library. The portable program has to be one file, and libtorch
# brings the same classes under the same names; so ours are generated into a package of their own.
# They are compiled once, for the oldest processor, and not by our rules: the code is not ours.

find_program(PROTOC protoc REQUIRED)
find_file(ONNX_PROTO onnx/onnx.proto REQUIRED)
find_path(PROTOBUF_INCLUDE google/protobuf/message_lite.h REQUIRED)
if(TABIYA_PORTABLE)
  find_library(PROTOBUF_LITE_ARCHIVE libprotobuf-lite.a REQUIRED)
  set(protobuf_lite ${PROTOBUF_LITE_ARCHIVE})
else()
  find_library(PROTOBUF_LITE protobuf-lite REQUIRED)
  set(protobuf_lite ${PROTOBUF_LITE})
endif()
mark_as_advanced(PROTOC ONNX_PROTO PROTOBUF_INCLUDE PROTOBUF_LITE PROTOBUF_LITE_ARCHIVE)

set(generated ${PROJECT_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${generated})
file(READ ${ONNX_PROTO} description)
string(REPLACE "\npackage onnx;" "\npackage onnx_file;" description "${description}")
if(NOT description MATCHES "optimize_for = LITE_RUNTIME")
  string(APPEND description "\noption optimize_for = LITE_RUNTIME;\n")
endif()
file(CONFIGURE OUTPUT ${generated}/onnx_file.proto CONTENT "${description}" @ONLY)

# Now, not while building: clang-tidy reads the header without a build.
if(${generated}/onnx_file.proto IS_NEWER_THAN ${generated}/onnx_file.pb.cc)
  execute_process(
    COMMAND ${PROTOC} --cpp_out=${generated} --proto_path=${generated} onnx_file.proto
    COMMAND_ERROR_IS_FATAL ANY)
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ONNX_PROTO})

add_library(tabiya_onnx_file STATIC ${generated}/onnx_file.pb.cc ${generated}/onnx_file.pb.h)
target_include_directories(tabiya_onnx_file SYSTEM PUBLIC ${generated} ${PROTOBUF_INCLUDE})
target_link_libraries(tabiya_onnx_file PUBLIC ${protobuf_lite} Threads::Threads)
target_compile_options(tabiya_onnx_file PRIVATE -w)
