// JSON as this module reads and writes it. Only .cpp files and headers of this module include it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace tabiya::server {

// What comes in: keys are found quickly however many there are, so a hostile object costs nothing.
using JsonIn = nlohmann::json;
// What goes out: fields stay in the order they were written in, which is for people.
using Json = nlohmann::ordered_json;

// Never throws: bytes that are no UTF-8 become U+FFFD.
inline std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tabiya::server
