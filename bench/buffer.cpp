// Buffers and pages against what others offer for the same work: libevent's evbuffer, Asio's
// streambuf, a plain array (`flat`: the limit), a plain list of free blocks, and malloc.
#include "leat/buffer/adaptive_buffer.hpp"

#include <malloc.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <tuple>

#include "buffer/evbuffer_queue.hpp"
#include "buffer/page_relay.hpp"
#include "buffer/page_sources.hpp"
#include "buffer/queues.hpp"
#include "buffer/streambuf_queue.hpp"
#include "comparison.hpp"

namespace leat::bench {
namespace {

constexpr double million = 1e6;
constexpr std::size_t record_bytes = 100;
/// Records that are queued before they are drained: some pages full.
constexpr std::size_t records_queued = 256;
constexpr std::size_t text_bytes = std::size_t{1} << 20U;
constexpr std::size_t line_bytes = 80;
/// What one read of a socket may bring.
constexpr std::size_t received_bytes = 4'000;
constexpr std::size_t pages_at_a_time = 32;
/// Never reached: else malloc, with nothing else in its heap, would give its pages to the system
/// and ask for them again in each round.
constexpr int malloc_trim_threshold_bytes = 1 << 30;

void expect(bool holds) {
    if (!holds) {
        std::fputs("bench_buffer: a workload gave a wrong result\n", stderr);
        std::abort();
    }
}

/// Writes as a socket would: piece by piece.
template <class Queue>
void receive(Queue& queue, std::span<const std::byte> bytes) {
    queue.reset();
    while (!bytes.empty()) {
        const auto piece = bytes.first(std::min(bytes.size(), received_bytes));
        queue.write(piece);
        bytes = bytes.subspan(piece.size());
    }
}

/// Seconds that `work` takes when nothing disturbs it: the fastest of many runs, each behind a run
/// of `prepare`, which does not count.
template <class Prepare, class Work>
double fastest(int runs, Prepare&& prepare, Work&& work) {
    double time = std::numeric_limits<double>::max();
    for (int run = 0; run < runs; ++run) {
        prepare();
        time = std::min(time, seconds(work));
    }
    return time;
}

/// Millions of records per second, each written and read.
template <class Queue>
double record_write_drain(int runs) {
    constexpr int rounds = 20;
    Queue queue;
    std::array<std::byte, record_bytes> record;
    std::array<std::byte, record_bytes> drained;
    record.fill(std::byte{'r'});
    const auto write_and_drain = [&] {
        for (int round = 0; round < rounds; ++round) {
            for (std::size_t i = 0; i < records_queued; ++i) {
                keep(record);
                queue.write(record);
            }
            for (std::size_t i = 0; i < records_queued; ++i) {
                queue.read(drained);
                keep(drained);
            }
            queue.reset();
        }
    };
    const double time = fastest(runs, [&] { drained = {}; }, write_and_drain);
    expect(drained == record);
    return rounds * double{records_queued} / time / million;
}

/// GB per second of a text whose only line end is at its end.
template <class Queue>
double find_crlf(int runs) {
    const std::string text = std::string(text_bytes - 2, 'x') + "\r\n";
    Queue queue;
    receive(queue, std::as_bytes(std::span(text)));
    std::size_t found = 0;
    const double time = fastest(runs, [&] { keep(queue); }, [&] { found = queue.before_crlf(); });
    expect(found == text_bytes - 2);
    return double{text_bytes} / time / 1e9;
}

/// Millions of lines per second, each found and dropped.
template <class Queue>
double take_lines(int runs) {
    constexpr std::size_t lines = text_bytes / line_bytes;
    std::string text;
    for (std::size_t i = 0; i < lines; ++i) {
        text += std::string(line_bytes - 2, 'x') + "\r\n";
    }
    Queue queue;
    std::size_t bytes = 0;
    const auto fill = [&] {
        receive(queue, std::as_bytes(std::span(text)));
        bytes = 0;
    };
    const double time = fastest(runs, fill, [&] {
        for (std::size_t i = 0; i < lines; ++i) {
            const std::size_t line = queue.before_crlf();
            queue.drop(line + 2);
            bytes += line;
        }
    });
    expect(bytes == lines * (line_bytes - 2));
    return double{lines} / time / million;
}

using Fields = WireTuple<u8, u16, u32, u64>;

struct ByRecord {
    template <class Queue>
    static std::uint64_t sum(Queue& queue) {
        const auto [a, b, c, d] = queue.template number<Fields>();
        return a + b + c + d;
    }
};

struct OneByOne {
    template <class Queue>
    static std::uint64_t sum(Queue& queue) {
        std::uint64_t sum = queue.template number<u8>();
        sum += queue.template number<u16>();
        sum += queue.template number<u32>();
        return sum + queue.template number<u64>();
    }
};

/// Millions of integers per second, in records of four of one to eight bytes, in network order.
template <class Queue, class Way>
double decode_integers(int runs) {
    constexpr std::size_t records = text_bytes / Fields::bytes;
    constexpr std::size_t integers = std::tuple_size_v<Fields::value_type> * records;
    AdaptiveBuffer source;
    std::uint64_t expected = 0;
    for (std::uint64_t i = 0; i < records; ++i) {
        const auto [a, b, c, d] = std::tuple(i & 0xFFU, 3 * i & 0xFFFFU, 5 * i, 7 * i);
        source.write<Fields>({a, b, c, d});
        expected += a + b + c + d;
    }
    const std::string bytes = source.to_string();
    Queue queue;
    std::uint64_t sum = 0;
    const auto fill = [&] {
        receive(queue, std::as_bytes(std::span(bytes)));
        sum = 0;
    };
    const double time = fastest(runs, fill, [&] {
        for (std::size_t i = 0; i < records; ++i) {
            sum += Way::sum(queue);
        }
        keep(sum);
    });
    expect(sum == expected);
    return double{integers} / time / million;
}

/// Millions of pages per second, each taken and given back on one thread.
template <class Pages>
double page_alloc_free(int runs) {
    constexpr int rounds = 1'000;
    Pages source;
    std::array<typename Pages::Handle, pages_at_a_time> pages;
    const auto take_and_give_back = [&] {
        for (int round = 0; round < rounds; ++round) {
            for (auto& page : pages) {
                page = source.take();
            }
            keep(pages);
            for (auto page : pages) {
                source.give_back(page);
            }
        }
    };
    const double time = fastest(runs, [] {}, take_and_give_back);
    return rounds * double{pages_at_a_time} / time / million;
}

/// Millions of pages per second, each taken on one thread and given back on another.
template <class Pages>
double page_return_cross_thread(std::chrono::milliseconds duration) {
    return PageRelay<Pages>::run(duration) / million;
}

void compare_queues(Comparison& comparison) {
    const int runs = comparison.quick() ? 20 : 300;
    const auto compare = [&](const char* id, const char* unit, auto sample) {
        comparison.metric(id, unit, Better::higher, [&] { return sample(LeatQueue()); },
                          {{"evbuffer", [&] { return sample(EvbufferQueue()); }},
                           {"streambuf", [&] { return sample(StreambufQueue()); }},
                           {"flat", [&] { return sample(FlatQueue()); }}});
    };
    compare("record_write_drain", "M/s",
            [&]<class Queue>(const Queue&) { return record_write_drain<Queue>(runs); });
    compare("find_crlf", "GB/s", [&]<class Queue>(const Queue&) { return find_crlf<Queue>(runs); });
    compare("take_lines", "M/s",
            [&]<class Queue>(const Queue&) { return take_lines<Queue>(runs); });
    compare("decode_integers", "M/s",
            [&]<class Queue>(const Queue&) { return decode_integers<Queue, ByRecord>(runs); });
    compare("decode_integers_one_by_one", "M/s",
            [&]<class Queue>(const Queue&) { return decode_integers<Queue, OneByOne>(runs); });
}

void compare_pages(Comparison& comparison) {
    mallopt(M_TRIM_THRESHOLD, malloc_trim_threshold_bytes);
    const int runs = comparison.quick() ? 20 : 300;
    const std::chrono::milliseconds relay(comparison.quick() ? 20 : 300);
    comparison.metric("page_alloc_free", "M/s", Better::higher,
                      [&] { return page_alloc_free<LeatPages>(runs); },
                      {{"freelist", [&] { return page_alloc_free<FreelistPages>(runs); }},
                       {"malloc", [&] { return page_alloc_free<MallocPages>(runs); }}});
    comparison.metric("page_return_cross_thread", "M/s", Better::higher,
                      [&] { return page_return_cross_thread<LeatPages>(relay); },
                      {{"malloc", [&] { return page_return_cross_thread<MallocPages>(relay); }}});
}

}  // namespace
}  // namespace leat::bench

int main(int argc, char** argv) {
    leat::bench::Comparison comparison("buffer", argc, argv);
    leat::bench::compare_queues(comparison);
    leat::bench::compare_pages(comparison);
    return comparison.finish();
}
