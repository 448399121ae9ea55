// Values as JSON, and back, by lists of their fields: whatever is written under a name is read
// under the same.
//
// A type either has a function each_field(value, visit), which calls visit(name, member) for each
// field, or a to_json() and from_json() of its own. Reading throws JsonIn::exception where the JSON
// is not what was written: for what we have stored ourselves, behind one catch.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "chess/values.h"
#include "server/json.h"
#include "server/protocol.h"

namespace tabiya::server {

// The one type from outside of this namespace that is a field.
Json to_json(const WrittenScore&);
void from_json(const JsonIn&, WrittenScore&);

template <class T, class Of>
concept SameAs = std::same_as<std::remove_const_t<T>, Of>;

// Types that leave out what is empty, for they are mostly so.
template <class T>
inline constexpr bool kLeavesOut = false;

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template <class T>
inline constexpr bool kIsList = false;
template <class T>
inline constexpr bool kIsList<std::vector<T>> = true;
template <class T>
inline constexpr bool kCanBeEmpty = kIsOptional<T> || kIsList<T> || std::same_as<T, std::string>;

template <class T>
bool is_empty(const T& value) {
  if constexpr (kIsOptional<T>)
    return !value;
  else if constexpr (kCanBeEmpty<T>)
    return value.empty();
  else
    return false;
}

// Throws JsonIn::exception for an unknown word.
template <class E>
E word_in(const JsonIn& json) {
  if (const auto found = from_word<E>(json.get_ref<const std::string&>())) return *found;
  throw JsonIn::other_error::create(600, "unknown word", &json);
}

template <class T>
Json json_of(const T& value);
template <class T>
void read_value(const JsonIn&, T&);

template <class T>
void add_fields(Json& object, const T& value) {
  each_field(value, [&object](const char* name, const auto& member) {
    if (!kLeavesOut<T> || !is_empty(member)) object[name] = json_of(member);
  });
}

// An optional field that is left out is nothing.
template <class T>
void read_fields(const JsonIn& object, T& value) {
  each_field(value, [&object]<class Member>(const char* name, Member& member) {
    constexpr bool may_be_left_out = kIsOptional<Member> || (kLeavesOut<T> && kCanBeEmpty<Member>);
    if (!may_be_left_out || object.contains(name)) read_value(object.at(name), member);
  });
}

template <class T>
Json json_of(const T& value) {
  if constexpr (kIsOptional<T>) {
    return value ? json_of(*value) : Json(nullptr);
  } else if constexpr (kIsList<T>) {
    Json list = Json::array();
    for (const auto& each : value) list.push_back(json_of(each));
    return list;
  } else if constexpr (std::same_as<T, Milliseconds>) {
    return value.count();
  } else if constexpr (std::is_enum_v<T>) {
    return text(value);
  } else if constexpr (std::is_arithmetic_v<T> || std::same_as<T, std::string>) {
    return value;
  } else if constexpr (requires { to_json(value); }) {
    return to_json(value);
  } else {
    Json object = Json::object();
    add_fields(object, value);
    return object;
  }
}

template <class T>
void read_value(const JsonIn& json, T& value) {
  if constexpr (kIsOptional<T>) {
    if (!json.is_null()) read_value(json, value.emplace());
  } else if constexpr (kIsList<T>) {
    for (const JsonIn& each : json) read_value(each, value.emplace_back());
  } else if constexpr (std::same_as<T, Milliseconds>) {
    value = Milliseconds(json.get<std::int64_t>());
  } else if constexpr (std::is_enum_v<T>) {
    value = word_in<T>(json);
  } else if constexpr (std::is_arithmetic_v<T> || std::same_as<T, std::string>) {
    value = json.get<T>();
  } else if constexpr (requires { from_json(json, value); }) {
    from_json(json, value);
  } else {
    read_fields(json, value);
  }
}

}  // namespace tabiya::server
