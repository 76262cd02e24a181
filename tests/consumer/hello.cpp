#include <cstdio>
#include <leat/buffer/adaptive_buffer.hpp>

// Prints every complete line and leaves the beginning of the next one where it is.
void print_lines(leat::AdaptiveBuffer& in) {
    while (const auto length = in.bytes_before("\r\n")) {
        std::printf("%s\n", in.read_string(*length).c_str());
        in.skip(2);
    }
}

int main() {
    leat::AdaptiveBuffer in;
    in.write("GET / HTTP/1.1\r\nHost: exam");
    print_lines(in);
    in.write("ple.org\r\n");
    print_lines(in);
}
