// Includes every public header at once, and proves that none of them brings in a third party: each
// of these libraries defines one of these macros.
#include <all_headers.hpp>

#if defined(ASIO_VERSION) || defined(BOOST_VERSION) || defined(OPENSSL_VERSION_NUMBER)
#error "a public header includes Asio, Boost or OpenSSL"
#endif
#if defined(ZLIB_VERSION) || defined(ZSTD_VERSION_NUMBER) || defined(LIBDEFLATE_VERSION_STRING) || \
    defined(BROTLI_DEFAULT_QUALITY)
#error "a public header includes a compression library"
#endif
#if defined(LLHTTP_VERSION_MAJOR) || defined(NGHTTP2_VERSION) || defined(NGHTTP2_PROTO_VERSION_ID)
#error "a public header includes llhttp or nghttp2"
#endif
#if defined(LIB_URING_H) || defined(ARES_VERSION) || defined(SPDLOG_VERSION) || defined(FMT_VERSION)
#error "a public header includes liburing, c-ares, spdlog or fmt"
#endif
#if defined(GTEST_API_) || defined(BENCHMARK_BENCHMARK_H_)
#error "a public header includes GoogleTest or Google Benchmark"
#endif

int main() {
}
