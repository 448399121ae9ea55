// The bytes of an ONNX file ⇄ the classes generated from the format's description.
//
// This is the format alone; what a network's inputs and outputs mean is network_shape.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace onnx_file {  // generated at build time; see cmake/onnx_file.cmake
class ModelProto;
}

namespace tabiya {

// The format itself cannot hold twice as much.
inline constexpr std::size_t kLongestOnnxFile = std::size_t{1} << 30;

// The whole file, read at once: what happens to the file later does not matter. Errors name it.
Result<std::vector<std::byte>> read_onnx_file(const std::filesystem::path&);

// Takes anything. The error is the end of a sentence that began with the file's name.
//
// Refused are also files that are whole, but of which the weights are elsewhere (we would have to
// trust their paths), and those whose weights do not fit the checksum among the metadata.
Result<std::unique_ptr<onnx_file::ModelProto>> parse_onnx(std::span<const std::byte>);

// With the checksum of its weights among the metadata.
std::vector<std::byte> onnx_bytes(onnx_file::ModelProto);

// Metadata: texts by name, of which ONNX files have as many as one likes.
std::string_view metadata(const onnx_file::ModelProto&, std::string_view key);  // empty: none
void put_metadata(onnx_file::ModelProto&, std::string_view key, std::string_view value);

namespace metadata_key {
inline constexpr std::string_view kInput = "tabiya.input";
inline constexpr std::string_view kPolicy = "tabiya.policy";
inline constexpr std::string_view kValue = "tabiya.value";
inline constexpr std::string_view kValueKind = "tabiya.value_kind";
inline constexpr std::string_view kHistory = "tabiya.history";
inline constexpr std::string_view kNetwork = "tabiya.network";
inline constexpr std::string_view kChecksum = "tabiya.checksum";
}  // namespace metadata_key

}  // namespace tabiya
