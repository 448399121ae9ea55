// NumPy's file format .npy, version 1.0, for arrays of 32-bit floats.
#pragma once

#include <string>

#include "cli/study/encoded.h"

namespace tabiya {

// The bytes of the file: its magic, a header that is a Python dictionary, the numbers.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
std::string npy_file(const Tensor&);

}  // namespace tabiya
