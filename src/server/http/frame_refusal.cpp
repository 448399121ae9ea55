#include "server/http/frame_refusal.h"

#include <nlohmann/json.hpp>

namespace tabiya::http {

std::string too_many_answer(std::string_view frame) {
  const auto message = nlohmann::json::parse(frame, nullptr, false);
  nlohmann::ordered_json answer{{"type", "error"}, {"for", nullptr}};
  if (message.is_object()) {
    const auto id = message.find("id");
    if (id != message.end() && id->is_number_integer()) answer["for"] = *id;
  }
  answer["error"] = {{"code", "too_many"}, {"message", "too many requests at once; slow down"}};
  return answer.dump();
}

}  // namespace tabiya::http
