// An array of numbers that begins on a cache line, as vector code likes it.
//
// Its length is fixed when it is made; its elements begin as zero.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace tabiya {

template <class T>
  requires std::is_trivially_copyable_v<T>
class AlignedArray {
 public:
  static constexpr std::size_t kAlignment = 64;

  AlignedArray() = default;
  explicit AlignedArray(std::size_t size) : data_(allocated(size)), size_(size) {
    if (size > 0) std::memset(data_.get(), 0, size * sizeof(T));
  }
  explicit AlignedArray(std::span<const T> values)
      : data_(allocated(values.size())), size_(values.size()) {
    if (!values.empty()) std::memcpy(data_.get(), values.data(), values.size_bytes());
  }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  std::span<T> span() { return {data(), size_}; }
  std::span<const T> span() const { return {data(), size_}; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  struct Release {
    void operator()(T* memory) const { ::operator delete[](memory, std::align_val_t{kAlignment}); }
  };

  static T* allocated(std::size_t size) {
    return static_cast<T*>(::operator new[](size * sizeof(T), std::align_val_t{kAlignment}));
  }

  std::unique_ptr<T[], Release> data_;
  std::size_t size_ = 0;
};

}  // namespace tabiya
