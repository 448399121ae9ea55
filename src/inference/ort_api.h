// ONNX Runtime's C++ interface, for the files of this module that speak to it.
//
// Without TABIYA_HAS_ONNXRUNTIME there were no headers to compile against; those files then say so
// at run time. The interface finds the library's functions through one pointer of its own, which
// OnnxLibrary fills in when it has loaded the library.
#pragma once

#ifdef TABIYA_HAS_ONNXRUNTIME
#define ORT_API_MANUAL_INIT
#include <onnxruntime_cxx_api.h>
#undef ORT_API_MANUAL_INIT
#include <onnxruntime_session_options_config_keys.h>
#else
namespace Ort {
struct Env {};
}  // namespace Ort
#endif
