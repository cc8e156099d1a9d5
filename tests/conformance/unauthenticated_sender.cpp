// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A process that is not part of the job, and does not know its secret, sends to its open ports all
// that it can. It must not change the job's memory or disturb the communication of its ranks, and
// the attacked rank reports it once. Run with two ranks; rank 0 keeps the attacker, which is forked
// before any network exists and learns nothing but an address.
#include "base/clock.hpp"
#include "boot/join.hpp"
#include "transport/ofi/ofi.hpp"
#include "transport/ofi/remote_data.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <netinet/in.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace arauto; // NOLINT: the test is about these
using namespace arauto::transport; // NOLINT
using namespace arauto::transport::ofi; // NOLINT

constexpr uint64_t kNames = 4096; // offsets in each heap
constexpr uint64_t kBarrier = 64;
constexpr uint64_t kWatched = uint64_t{1} << 20; // memory that nobody of the job touches
constexpr uint64_t kWatchedBytes = uint64_t{1} << 20;
constexpr uint64_t kUsed = uint64_t{4} << 20;
constexpr size_t kHeapBytes = size_t{8} << 20;
constexpr int64_t kAttackNs = 1'500'000'000; // at most, in each of three ways
constexpr int64_t kLingerNs = 300'000'000; // until what was sent has arrived

boot::Job g_job;
int g_error = 2; // where the error output really goes

void require(bool ok, const char* what) {
    if (!ok) {
        dprintf(g_error, "rank %d: %s (%s)\n", g_job.rank, what, last_error());
        _exit(1);
    }
}

/// The attacker's own endpoint.
struct Attacker {
    Fabric fabric;
    fi_addr_t victim = FI_ADDR_UNSPEC;
    int64_t end = 0;

    void advance() {
        fi_cq_data_entry entry;
        if (fi_cq_read(fabric.queue(), &entry, 1) == -FI_EAVAIL) {
            fi_cq_err_entry error{};
            fi_cq_readerr(fabric.queue(), &error, 0);
        }
    }
    /// Tries until the network takes it, or some time has passed; it may have cut the attacker off.
    template <typename Call> void attempt(Call call) {
        while (call() == -FI_EAGAIN && now_ns() < end) {
            advance();
        }
        advance();
    }
};

Header plausible() {
    Header header{};
    header.source = 0;
    header.owner = 1;
    header.verb = Verb::put;
    return header;
}

void send_messages(Attacker& attacker) {
    static std::vector<std::byte> bytes(2 * kMessageBytes, std::byte{0x5a});
    // For good: the network may have some of them still when this returns.
    auto& messages = *new std::vector<std::vector<std::byte>>;
    for (const size_t length :
         {size_t{1}, size_t{47}, size_t{48}, kSmallBytes, kMessageBytes, 2 * kMessageBytes}) {
        messages.emplace_back(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(length));
    }
    for (const Verb verb :
         {Verb::put, Verb::get, Verb::atomic, Verb::active_message, Verb::reply, Verb::dismissal}) {
        Header header = plausible();
        header.verb = verb;
        header.token = verb == Verb::get ? 0x1234567890abcdef : 0;
        header.pieces = 1;
        header.has_word = 1;
        header.bytes = 64;
        std::vector<std::byte>& message = messages.emplace_back(bytes);
        message.resize(sizeof header + sizeof(Piece) + sizeof(Word) + header.bytes);
        const Piece piece{kWatched, header.bytes};
        std::memcpy(message.data(), &header, sizeof header);
        std::memcpy(message.data() + sizeof header, &piece, sizeof piece);
        header.pieces = UINT32_MAX; // and one that promises more than there is
        header.bytes = UINT32_MAX;
        std::vector<std::byte>& wild = messages.emplace_back(message);
        std::memcpy(wild.data(), &header, sizeof header);
    }
    for (const auto& message : messages) {
        attacker.attempt([&] {
            return fi_send(attacker.fabric.endpoint(), message.data(), message.size(), nullptr,
                           attacker.victim, nullptr);
        });
        // The same bytes, with immediate data that look like a notification.
        attacker.attempt([&] {
            return fi_senddata(attacker.fabric.endpoint(), message.data(), message.size(), nullptr,
                               kWatched / kSlotUnit, attacker.victim, nullptr);
        });
    }
    attacker.attempt([&] {
        return fi_injectdata(attacker.fabric.endpoint(), bytes.data(), 0, kWatched / kSlotUnit + 1,
                             attacker.victim);
    });
}

void access_memory(Attacker& attacker, bool is_empty) {
    static std::byte local[64];
    const size_t bytes = is_empty ? 0 : sizeof local;
    for (const uint64_t key : {uint64_t{0}, uint64_t{1}, uint64_t{2}, uint64_t{1} << 40}) {
        for (const uint64_t address : {uint64_t{0}, kWatched}) {
            attacker.attempt([&] {
                return fi_writedata(attacker.fabric.endpoint(), local, bytes, nullptr,
                                    kWatched / kSlotUnit + 2, attacker.victim, address, key,
                                    nullptr);
            });
            attacker.attempt([&] {
                return fi_write(attacker.fabric.endpoint(), local, bytes, nullptr, attacker.victim,
                                address, key, nullptr);
            });
            attacker.attempt([&] {
                return fi_read(attacker.fabric.endpoint(), local, bytes, nullptr, attacker.victim,
                               address, key, nullptr);
            });
        }
    }
}

/// Connections that are taken back at once, as members themselves make them to a silent one.
void probe_often(std::span<const std::byte> victim) {
    os::LivenessProbe probe;
    for (int opened = 0; opened < 1000;) {
        const os::ListenerState state = probe.at(victim);
        require(state != os::ListenerState::closed, "a living rank's listener is closed");
        opened += state == os::ListenerState::open ? 1 : 0;
    }
}

/// Bytes that are no protocol at all, and connections that say nothing.
void send_noise(const sockaddr_in& victim) {
    for (int i = 0; i < 40; ++i) {
        const int stream = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(stream, reinterpret_cast<const sockaddr*>(&victim), sizeof victim) != 0) {
            close(stream);
            continue;
        }
        if (i % 2 == 0) {
            unsigned char noise[4096];
            for (size_t at = 0; at < sizeof noise; ++at) {
                noise[at] = static_cast<unsigned char>(i % 4 == 0 ? rand() : 0xff);
            }
            static_cast<void>(send(stream, noise, sizeof noise, MSG_NOSIGNAL));
            close(stream);
        } // the others stay open
    }
}

/// Everything, each through an opening of its own, since the victim may close it.
[[noreturn]] void attack(const Ofi::Name& name) {
    for (int way = 0; way < 3; ++way) {
        auto& attacker = *new Attacker;
        if (attacker.fabric.open(1) < 0 ||
            attacker.fabric.insert(name.endpoint, &attacker.victim) < 0) {
            std::fprintf(stderr, "the attacker cannot open the network: %s\n", last_error());
            _exit(1);
        }
        attacker.end = now_ns() + kAttackNs;
        if (way == 0) {
            send_messages(attacker);
        } else {
            access_memory(attacker, way == 2);
        }
        for (const int64_t end = now_ns() + kLingerNs; now_ns() < end;) {
            attacker.advance();
        }
    }
    sockaddr_in listener{};
    std::memcpy(&listener, name.endpoint, sizeof listener);
    if (listener.sin_family == AF_INET) {
        probe_often({name.endpoint, name.bytes});
        send_noise(listener);
    }
    std::printf("the unauthenticated sender has tried everything\n");
    std::fflush(stdout);
    _exit(0);
}

bool look_up(void*, int peer, Ofi::Name* name_out) {
    std::memcpy(name_out, g_job.heap(peer) + kNames, sizeof *name_out);
    return true;
}

void barrier(Network& network) {
    static int64_t turn = 0;
    ++turn;
    auto* counter = reinterpret_cast<std::atomic<int64_t>*>(g_job.heap(0) + kBarrier);
    counter->fetch_add(1);
    while (counter->load() < turn * g_job.size) {
        network.serve();
        sched_yield();
    }
}

std::atomic<uint64_t>& arrived() {
    return *reinterpret_cast<std::atomic<uint64_t>*>(g_job.heap(g_job.rank) + kUsed);
}

/// The job goes on with its work, puts with a notification. @return how many so far
uint64_t work(Network& network, int rounds) {
    const int peer = 1 - g_job.rank;
    static uint64_t expected = 0;
    for (int i = 0; i < rounds; ++i) {
        uint64_t value = ++expected;
        const Signal one{AtomicOp::add, 8, kUsed, 1};
        Posted posted{Outcome::again, ARAUTO_OK};
        while (posted.outcome == Outcome::again) {
            network.serve();
            posted =
                network.post({Kind::put, {peer, Space::heap, kUsed + 64}, &value, 8, {}, 0, &one});
        }
        require(posted.outcome == Outcome::done, "a notified put in the middle of an attack");
        while (arrived().load() < expected) {
            network.serve();
            sched_yield();
        }
    }
    return expected;
}

int count_lines(int file) {
    char text[4096];
    const ssize_t bytes = pread(file, text, sizeof text, 0);
    std::fprintf(stdout, "%.*s", static_cast<int>(bytes), text);
    return static_cast<int>(std::count(text, text + bytes, '\n'));
}

} // namespace

/// For the sanitizer of leaks: a connection that libfabric has not made up its mind about is known
/// to the kernel alone (epoll), and some of the attacker's are under way when this ends.
extern "C" [[gnu::visibility("default")]] const char*
__lsan_default_suppressions() { // NOLINT: its name is the sanitizer's
    return "leak:libfabric.so";
}

int main() {
    const Result<boot::Job> job = boot::join_or_start();
    require(job.ok(), "the job begins");
    g_job = job.value;
    g_job.secret[0] = 0xfedcba9876543210; // in the field it is random, and the launcher's
    require(g_job.size == 2, "there are two ranks");
    int told[2];
    require(pipe(told) == 0, "a pipe");
    if (g_job.rank == 0 && fork() == 0) {
        close(told[1]); // so that it reads no more when its rank has ended
        Ofi::Name name{};
        if (read(told[0], &name, sizeof name) != sizeof name) {
            _exit(1);
        }
        attack(name);
    }
    const int said = memfd_create("said", 0);
    g_error = dup(2);
    if (g_job.rank == 1) {
        dup2(said, 2);
    }
    static Network* network; // lives until the process ends, as the runtime's does
    {
        const Result<Ofi*> made = Ofi::make({g_job, kHeapBytes, nullptr, look_up, nullptr});
        require(made.ok(), "libfabric opens");
        std::memcpy(g_job.heap(g_job.rank) + kNames, &made.value->name(), sizeof(Ofi::Name));
        network = made.value;
    }
    std::byte* const watched = g_job.heap(g_job.rank) + kWatched;
    std::memset(watched, 0x33, kWatchedBytes);
    barrier(*network);
    work(*network, 10);
    if (g_job.rank == 0) {
        require(write(told[1], g_job.heap(1) + kNames, sizeof(Ofi::Name)) == sizeof(Ofi::Name),
                "the attacker is told the address");
    }
    int status = 0;
    for (bool is_over = false; !is_over;) {
        work(*network, 10);
        auto* over = reinterpret_cast<std::atomic<int64_t>*>(g_job.heap(0) + kBarrier + 64);
        if (g_job.rank == 0 && waitpid(-1, &status, WNOHANG) > 0) {
            require(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the attacker has tried");
            over->store(1);
        }
        barrier(*network);
        is_over = over->load() != 0;
        barrier(*network);
    }
    const uint64_t sent = work(*network, 100);
    barrier(*network);
    require(arrived().load() == sent, "no notification more than were sent");
    require(std::all_of(watched, watched + kWatchedBytes,
                        [](std::byte each) { return each == std::byte{0x33}; }),
            "memory that nobody of the job has touched is as it was");
    require(network->next_lost() < 0 && network->dismissed_by() < 0, "no rank was given up");
    barrier(*network);
    if (g_job.rank == 1) {
        dup2(g_error, 2);
        require(count_lines(said) == 1, "the attacked rank has said so, once");
    }
    g_job.self().state.store(boot::ImageState::stopped);
    return 0;
}
