// NumPy's file format .npy, version 1.0, for arrays of 32-bit floats.
#pragma once

#include <string>

#include "cli/study/encoded.h"

namespace tabiya {

// What comes before the numbers: magic, version, and a Python dictionary. Always 128 bytes, so that
// it can be written again when the number of elements is known. The shape is the inside of a tuple,
// as Python writes it: "3, 8, 8", or "5," for one dimension.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
std::string npy_header(const std::string& shape);

// A whole file.
std::string npy_file(const Tensor&);

}  // namespace tabiya
