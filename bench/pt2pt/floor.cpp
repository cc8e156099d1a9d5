// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The floor under every figure, measured with nothing of ours: what this machine takes to hand a
// flag from core to core, to copy, to add atomically, and to let processes meet at a futex.
// Prints lines "name bytes value": nanoseconds, for memcpy GB/s. For futex_barrier, `bytes` is the
// number of processes.
//
//   floor SECONDS-PER-CASE IMAGES [largest size in bytes]
#include "read_all.h"

#include <atomic>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <initializer_list>
#include <linux/futex.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

double now() {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct alignas(64) Line {
    std::atomic<int64_t> value;
};

struct Shared {
    Line ping;
    Line pong;
    alignas(64) std::atomic<int32_t> arrived;
    alignas(64) std::atomic<uint32_t> generation;
};

Shared* shared() {
    static auto* memory = static_cast<Shared*>(
        mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    return memory;
}

/// As fork(). Ends the program, and with it its children, when the system allows no more processes.
pid_t fork_or_end() {
    const pid_t child = fork();
    if (child < 0) {
        std::perror("floor: fork");
        std::exit(1);
    }
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    }
    return child;
}

/// Runs `work` until `seconds` have passed, and returns nanoseconds per call.
template <typename Work> double time_ns(double seconds, int calls, Work work) {
    work();
    const double start = now();
    double end = start;
    long done = 0;
    while (end - start < seconds) {
        for (int i = 0; i < calls; ++i) {
            work();
        }
        done += calls;
        end = now();
    }
    return (end - start) / static_cast<double>(done) * 1e9;
}

/// Gives way at times: two processes with real-time priority on one core would wait for ever.
void await(const std::atomic<int64_t>& flag, int64_t value) {
    for (long look = 1; flag.load(std::memory_order_acquire) < value; ++look) {
        if (look % 100000 == 0) {
            sched_yield();
        }
    }
}

/// Two processes hand something to and fro, `rounds` times.
/// @param send  called with the flag of the other and the number of the round
/// @param receive  with one's own
/// @return nanoseconds for one hand-over
template <typename Send, typename Receive>
double handover_ns(int64_t rounds, Send send, Receive receive) {
    Shared& s = *shared();
    s.ping.value = 0;
    s.pong.value = 0;
    const pid_t child = fork_or_end();
    if (child == 0) {
        for (int64_t i = 1; i <= rounds; ++i) {
            receive(s.ping.value, i);
            send(s.pong.value, i);
        }
        _exit(0);
    }
    double start = 0;
    for (int64_t i = 1; i <= rounds; ++i) {
        if (i == rounds / 10 + 1) {
            start = now();
        }
        send(s.ping.value, i);
        receive(s.pong.value, i);
    }
    const double ns = (now() - start) * 1e9 / static_cast<double>(rounds - rounds / 10) / 2;
    waitpid(child, nullptr, 0);
    return ns;
}

void flag_handover(double seconds) {
    const auto raise = [](std::atomic<int64_t>& flag, int64_t round) {
        flag.store(round, std::memory_order_release);
    };
    const auto rounds = static_cast<int64_t>(seconds / 400e-9);
    std::printf("flag_handover 8 %.2f\n", handover_ns(rounds, raise, await));
}

/// Bytes are copied into memory of the other process, a flag is raised behind them, and the other
/// looks at them: what a put with its notification cannot do without.
/// @param look  its result is the round's number: that of the last word, where all others are 0
template <typename Look>
void copy_handover(const char* name, double seconds, size_t bytes, Look look) {
    const size_t words = bytes / sizeof(int64_t);
    auto* const memory = static_cast<int64_t*>(
        mmap(nullptr, 2 * bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    std::vector<int64_t> local(words, 0);
    const auto part_of = [&](const std::atomic<int64_t>& flag) {
        return &flag == &shared()->ping.value ? memory : memory + words;
    };
    const auto send = [&](std::atomic<int64_t>& flag, int64_t round) {
        local[words - 1] = round;
        std::memcpy(part_of(flag), local.data(), bytes);
        flag.store(round, std::memory_order_release);
    };
    const auto receive = [&](std::atomic<int64_t>& flag, int64_t round) {
        await(flag, round);
        if (look(part_of(flag), words) != round) {
            std::abort();
        }
    };
    const double about_s = 400e-9 + 1e-10 * static_cast<double>(bytes);
    const auto rounds = static_cast<int64_t>(seconds / about_s);
    std::printf("%s %zu %.2f\n", name, bytes, handover_ns(rounds + 20, send, receive));
    munmap(memory, 2 * bytes);
}

int64_t last_of(const int64_t* words, size_t count) {
    return static_cast<const volatile int64_t*>(words)[count - 1];
}

void copies(double seconds, size_t largest) {
    std::vector<char> source(largest, 1);
    std::vector<char> target(largest, 2);
    std::vector<size_t> sizes{65536, size_t{1} << 20}; // those of messages
    for (size_t bytes = 8; bytes <= largest; bytes *= 8) {
        sizes.push_back(bytes);
    }
    for (const size_t bytes : sizes) {
        if (bytes > largest) {
            continue;
        }
        const int calls = bytes < 65536 ? 1000 : 4;
        const double ns = time_ns(seconds, calls, [&] {
            std::memcpy(target.data(), source.data(), bytes);
            asm volatile("" : : "r"(target.data()) : "memory");
        });
        std::printf("memcpy %zu %.4f\n", bytes, static_cast<double>(bytes) / ns);
    }
}

/// 512 real(8), every second one, as a compiled loop copies them.
void strided(double seconds) {
    std::vector<double> source(512, 1.0);
    std::vector<double> target(1024, 2.0);
    std::printf("strided_loop 4096 %.2f\n", time_ns(seconds, 1000, [&] {
                    double* to = target.data();
                    const double* from = source.data();
                    for (int i = 0; i < 512; ++i) {
                        to[2 * i] = from[i];
                    }
                    asm volatile("" : : "r"(to) : "memory");
                }));
    std::vector<int> index(512);
    for (int i = 0; i < 512; ++i) {
        index[static_cast<size_t>(i)] = (i * 37) % 512;
    }
    std::printf("vector_loop 4096 %.2f\n", time_ns(seconds, 1000, [&] {
                    double* to = target.data();
                    const double* from = source.data();
                    for (int i = 0; i < 512; ++i) {
                        to[index[static_cast<size_t>(i)]] = from[i];
                    }
                    asm volatile("" : : "r"(to) : "memory");
                }));
}

void atomics(double seconds) {
    alignas(64) static std::atomic<int32_t> count;
    static Line cell;
    std::printf("xadd 4 %.2f\n", time_ns(seconds, 1000, [] { count.fetch_add(1); }));
    std::printf("lock_pair 8 %.2f\n", time_ns(seconds, 1000, [] {
                    int64_t free = 0;
                    cell.value.store(0, std::memory_order_relaxed);
                    cell.value.compare_exchange_strong(free, 1);
                    cell.value.exchange(0);
                }));
}

void pass_futex_barrier(Shared& s, int processes) {
    const uint32_t generation = s.generation.load();
    if (s.arrived.fetch_add(1) + 1 == processes) {
        s.arrived.store(0);
        s.generation.fetch_add(1);
        syscall(SYS_futex, &s.generation, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
        return;
    }
    while (s.generation.load() == generation) {
        syscall(SYS_futex, &s.generation, FUTEX_WAIT, generation, nullptr, nullptr, 0);
    }
}

void futex_barrier(double seconds, int processes) {
    Shared& s = *shared();
    s.arrived = 0;
    const int rounds = static_cast<int>(seconds / 20e-6) + 10;
    for (int i = 1; i < processes; ++i) {
        if (fork_or_end() == 0) {
            for (int round = 0; round < rounds; ++round) {
                pass_futex_barrier(s, processes);
            }
            _exit(0);
        }
    }
    const double start = now();
    for (int round = 0; round < rounds; ++round) {
        pass_futex_barrier(s, processes);
    }
    std::printf("futex_barrier %d %.2f\n", processes, (now() - start) * 1e9 / rounds);
    while (wait(nullptr) > 0) {
    }
}

} // namespace

int main(int count, char** words) {
    const double seconds = count > 1 ? std::atof(words[1]) : 0.05;
    const int processes = count > 2 ? std::atoi(words[2]) : 2;
    const size_t largest = count > 3 ? static_cast<size_t>(std::atoll(words[3])) : size_t{16} << 20;
    futex_barrier(seconds, processes);
    if (processes == 2) {
        flag_handover(seconds);
        for (const size_t bytes : {size_t{512}, size_t{4096}, size_t{65536}, size_t{1} << 20}) {
            if (bytes <= largest) {
                copy_handover("copy_handover", seconds, bytes, last_of);
            }
        }
        for (const size_t bytes : std::initializer_list<size_t> READ_SIZES) {
            if (bytes <= largest) {
                copy_handover("read_handover", seconds, bytes, sum_of);
            }
        }
        copies(seconds, largest);
        strided(seconds);
        atomics(seconds);
    }
    return 0;
}
