// Splits standard input into lines, as a protocol decoder does with what comes from a socket:
// received straight into pages, searched across their borders, and burnt as it is read.
//
//     printf 'GET / HTTP/1.1\r\nHost: here\r\n' | frames

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "leat/buffer/adaptive_buffer.hpp"

namespace {

constexpr const char* sample = "GET / HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n";

// False at the end of the input.
bool receive(leat::AdaptiveBuffer& in) {
    std::array<iovec, 4> room;
    const std::size_t parts = in.writable_iovecs(room, 16 * 1024);
    const ssize_t bytes = readv(STDIN_FILENO, room.data(), static_cast<int>(parts));
    in.commit(static_cast<std::uint64_t>(std::max<ssize_t>(bytes, 0)));
    return bytes > 0;
}

void print_frame(int number, const std::string& frame) {
    std::printf("%4d  %6zu bytes  %.40s\n", number, frame.size(), frame.c_str());
}

// Takes every complete line off; what is left waits for more.
void take_frames(leat::AdaptiveBuffer& in, int& number) {
    while (const auto length = in.bytes_before('\n')) {
        std::string frame = in.read_string(*length);
        in.skip(1);
        if (frame.ends_with('\r')) {
            frame.pop_back();
        }
        print_frame(++number, frame);
    }
}

}  // namespace

int main() {
    leat::AdaptiveBuffer in;
    int number = 0;
    if (isatty(STDIN_FILENO) != 0) {
        std::puts("No input: this is a sample. Try it with `| frames` behind a command.");
        in.write(sample);
    } else {
        while (receive(in)) {
            take_frames(in, number);
        }
    }
    take_frames(in, number);
    if (!in.empty()) {
        print_frame(++number, in.read_string(in.readable_bytes()));
    }
    const auto pages = leat::PagePool::statistics();
    std::printf("%d frames; at most %zu pages of %zu bytes in use at a time, %zu now\n", number,
                pages.high_water, pages.block_bytes, pages.in_use);
}
