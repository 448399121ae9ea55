// What can be asked for over HTTP below /api/v1/, and its answers.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <string>

namespace tabiya::server {

class Rooms;

// Its body is already limited.
struct ApiRequest {
  std::string method;
  std::string path;  // without the query, still with /api/v1/
  std::string body;
};

struct ApiAnswer {
  int status = 200;
  std::string content_type;  // empty: no body
  std::string body;
};

// Called once, at once or later, on the home thread; never after the one who was asked is gone.
// With an exception, which is a mistake of ours, there is no answer.
using ApiAnswered = std::function<void(const std::exception_ptr&, ApiAnswer)>;

// All calls come from the home thread.
class Api {
 public:
  explicit Api(Rooms&);  // which must outlive it
  ~Api();
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  void answer(ApiRequest, ApiAnswered);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tabiya::server
