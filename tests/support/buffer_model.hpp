#pragma once

#include <array>
#include <cstdint>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "choices.hpp"
#include "leat/buffer/adaptive_buffer.hpp"
#include "leat/buffer/byte_set.hpp"

namespace leat::testing {

/// Two `AdaptiveBuffer`s, each next to the `std::string` of what it must hold. A step does one
/// operation on both sides and compares what can be seen. All of the public functions take part;
/// sizes are such that they often end at, or just around, a page border.
///
/// A difference is thrown as a `std::logic_error` that names place and operation.
class BufferModel {
public:
    explicit BufferModel(Choices& choices);
    BufferModel(const BufferModel&) = delete;
    BufferModel& operator=(const BufferModel&) = delete;
    ~BufferModel();

    void step();
    /// Drops both buffers; then all pages must be back, and all external memory released.
    void finish();

private:
    struct Twin {
        AdaptiveBuffer buffer;
        std::string bytes;
        /// For each byte, whether it came from external memory, which cannot be overwritten.
        std::string is_external;
        std::uint64_t reader_offset = 0;
    };
    struct Operation {
        const char* name;
        void (BufferModel::*run)();
    };

    // buffer_model.cpp
    void require(bool holds, std::source_location place = std::source_location::current()) const;
    void check(const Twin& twin) const;
    void appended(std::string_view text, char is_external = 0);
    void consumed(std::size_t bytes);
    [[nodiscard]] std::size_t some_size();
    [[nodiscard]] std::string_view some_text(std::size_t bytes);
    [[nodiscard]] std::size_t some_count();
    [[nodiscard]] std::size_t some_place();
    [[nodiscard]] std::string_view front(std::size_t bytes) const;
    Twin& other() { return twins_[1 - current_]; }
    static const std::vector<Operation>& operations();

    // buffer_model_numbers.cpp
    template <class T>
    void write_number();
    template <class T>
    void read_number();
    template <class T>
    void access_number();
    template <class... Types>
    void do_to_one_of();
    void number();
    void varint();
    void decimal();
    void hex_number();
    void floating();
    void http_date();

    // buffer_model_bytes.cpp
    void write();
    void fill();
    void approach_border();
    void read();
    void read_string();
    void skip();
    void skip_to_border();
    void get();
    void set();
    void view();
    void contiguous();
    void commit_one_piece();
    void commit_iovecs();
    void readable_iovecs();

    // buffer_model_pages.cpp
    void split();
    void extend();
    void extend_by_part();
    void extend_by_external();
    void compact();
    void move();
    void clear();
    void forward_cursor();
    void backward_cursor();

    // buffer_model_search.cpp
    [[nodiscard]] SearchWindow some_window();
    [[nodiscard]] std::string some_needle();
    [[nodiscard]] ByteSet some_set();
    template <class Find>
    void check_search(ByteQueue::BytesBefore found, SearchWindow window, Find find) const;
    void search_byte();
    void search_text();
    void search_ignoring_case();
    void search_set();
    void search_range();
    void next();
    void skip_if_next();
    void skip_while();

    Choices& choices_;
    /// External memory that was not released yet.
    std::size_t external_ = 0;
    std::array<Twin, 2> twins_;
    std::size_t current_ = 0;
    Twin* twin_ = twins_.data();
    const char* operation_ = "none";
    std::uint64_t steps_ = 0;
    std::size_t pages_before_;
};

}  // namespace leat::testing
