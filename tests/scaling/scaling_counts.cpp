// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Compares the messages that the protocols send per rank and per node with formulas. Arguments are
// the number of ranks and the ranks per node. Prints a line for each protocol; with a third
// argument it also writes JSON into that file, from which bench/scaling_model.py makes its tables.
// With many ranks it leaves out slow cases, unless a fourth argument asks for all.
#include "ranks.hpp"

#include "base/counters.hpp"
#include "epoch/epoch_active.hpp"
#include "epoch/epoch_fence.hpp"
#include "epoch/epoch_object.hpp"
#include "epoch/epoch_passive.hpp"
#include "remote/progress.hpp"
#include "remote/rma.hpp"
#include "sync/lock.hpp"
#include "sync/notify.hpp"
#include "team/barrier.hpp"
#include "team/collective.hpp"
#include "team/pairwise.hpp"
#include "team/team_create.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace arauto::simulation {
namespace {

using core::this_rank;

constexpr int kSkipped = 77;
constexpr uint64_t kWord = 8;

int g_failures = 0;

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            ++g_failures;                                                                          \
            std::fprintf(stderr, "scaling_counts.cpp:%d: not so: %s (%s)\n", __LINE__, #condition, \
                         last_error());                                                            \
        }                                                                                          \
    } while (false)

uint64_t ceil_log2(int count) noexcept {
    uint64_t rounds = 0;
    while ((int64_t{1} << rounds) < count) {
        ++rounds;
    }
    return rounds;
}

/// The most that one protocol may send.
struct Bound {
    uint64_t rank_messages;
    uint64_t node_messages;
    uint64_t node_bytes;
    uint64_t rank_round_trips;
};

class Report {
  public:
    Report(const Shape& shape, const char* file) : shape_(shape) {
        if (file != nullptr) {
            json_.open(file);
            json_ << "{\"ranks\": " << shape.ranks << ", \"per_node\": " << shape.per_node
                  << ", \"protocols\": {";
        }
        std::printf("%d ranks on %d nodes; the most that one rank or node sent\n%-34s %9s %9s %11s "
                    "%11s  %s\n",
                    shape.ranks, shape.nodes(), "", "rank", "node", "node bytes", "round trips",
                    "bounds");
    }
    ~Report() {
        if (json_.is_open()) {
            json_ << "}}\n";
        }
    }
    Report(const Report&) = delete;
    Report& operator=(const Report&) = delete;

    void add(const char* name, const Most& most, const Bound& bound) {
        const Traffic& rank = most.of_rank;
        const Traffic& node = most.of_node;
        const bool holds = rank.messages <= bound.rank_messages &&
                           node.messages <= bound.node_messages && node.bytes <= bound.node_bytes &&
                           rank.round_trips <= bound.rank_round_trips;
        std::printf("%-34s %9llu %9llu %11llu %11llu  %llu, %llu, %llu, %llu%s\n", name,
                    number(rank.messages), number(node.messages), number(node.bytes),
                    number(rank.round_trips), number(bound.rank_messages),
                    number(bound.node_messages), number(bound.node_bytes),
                    number(bound.rank_round_trips), holds ? "" : "  EXCEEDED");
        g_failures += holds ? 0 : 1;
        if (json_.is_open()) {
            json_ << (is_first_ ? "" : ", ") << '"' << name
                  << "\": {\"rank_messages\": " << rank.messages
                  << ", \"node_messages\": " << node.messages << ", \"node_bytes\": " << node.bytes
                  << ", \"rank_round_trips\": " << rank.round_trips
                  << ", \"node_received\": " << node.received
                  << ", \"node_bytes_received\": " << node.bytes_received << "}";
            is_first_ = false;
        }
    }
    /// At least one node must send something, or the count proves nothing.
    void add_busy(const char* name, const Most& most, const Bound& bound) {
        add(name, most, bound);
        EXPECT(shape_.nodes() == 1 || most.messages > 0);
    }

  private:
    static unsigned long long number(uint64_t value) noexcept { return value; }

    const Shape shape_;
    std::ofstream json_;
    bool is_first_ = true;
};

/// State of the ranks between two protocols; each writes its own.
struct Kept {
    core::Segment* segment;
    core::Slots slots;
    core::Lock lock;
    core::Epochs* epochs;
};

/// Ranks lie on a torus of one row to a node, or as square as their number allows.
struct Torus {
    int width;
    int height;
    explicit Torus(const Shape& shape) : width(1), height(1) {
        for (int w = 1; w * w <= shape.ranks; ++w) {
            if (shape.ranks % w == 0) {
                height = w;
            }
        }
        width = shape.ranks / height;
    }
    [[nodiscard]] std::array<int, 4> neighbours(int rank) const noexcept {
        const int x = rank % width;
        const int y = rank / width;
        return {y * width + (x + 1) % width, y * width + (x + width - 1) % width,
                (y + 1) % height * width + x, (y + height - 1) % height * width + x};
    }
    /// Without doubles and the rank itself, as halo exchanges name partners.
    [[nodiscard]] std::vector<int> partners(int rank) const {
        const std::array<int, 4> all = neighbours(rank);
        std::vector<int> result(all.begin(), all.end());
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        std::erase(result, rank);
        return result;
    }
};

/// How many neighbours of any rank are on other nodes, at most; and of all ranks of a node.
struct FarNeighbours {
    uint64_t of_rank = 0;
    uint64_t of_node = 0;
    FarNeighbours(const Shape& shape, const Torus& torus) {
        std::vector<uint64_t> nodes(static_cast<size_t>(shape.nodes()));
        for (int rank = 0; rank < shape.ranks; ++rank) {
            const std::vector<int> partners = torus.partners(rank);
            const auto far = static_cast<uint64_t>(
                std::count_if(partners.begin(), partners.end(), [&](int other) {
                    return other / shape.per_node != rank / shape.per_node;
                }));
            of_rank = std::max(of_rank, far);
            nodes[static_cast<size_t>(rank / shape.per_node)] += far;
        }
        for (const uint64_t far : nodes) {
            of_node = std::max(of_node, far);
        }
    }
};

class Protocols {
  public:
    Protocols(Ranks& ranks, Report& report, bool is_whole)
        : is_whole_(is_whole), ranks_(ranks), report_(report), shape_(ranks.shape()),
          rounds_(ceil_log2(ranks.shape().nodes())), torus_(ranks.shape()),
          far_(ranks.shape(), torus_), kept_(static_cast<size_t>(ranks.shape().ranks)) {}

    void run_all();

  private:
    void allocate();
    void barriers(const char* name);
    void allreduce(size_t bytes, const char* name);
    void sync_images();
    void notified_halo(size_t bytes, const char* name);
    void flush(const char* name);
    void locks();
    void contended_lock();
    void broadcast();
    void gathers();
    void long_sum();
    void fences();
    void posts_and_starts(uint64_t words, const char* name);
    void epoch_locks();
    void lock_next(int rank, bool is_exclusive);
    void lock_all(int rank);

    Kept& kept(int rank) { return kept_[static_cast<size_t>(rank)]; }
    /// The bound for an exchange of so many bytes between node leaders.
    [[nodiscard]] Bound exchange_bound(size_t bytes) const {
        const uint64_t parts = bytes <= core::kExchangeInline ? 1 : 2;
        return {rounds_ * parts, rounds_ * parts, rounds_ * (bytes + 2 * kWord), 0};
    }

    const bool is_whole_; // whatever it takes
    Ranks& ranks_;
    Report& report_;
    const Shape shape_;
    const uint64_t rounds_;
    const Torus torus_;
    const FarNeighbours far_;
    std::vector<Kept> kept_;
};

constexpr size_t kLong = size_t{16} << 10; // more than goes without a ticket
constexpr int kAllMax = 4096; // ranks: of more, what takes much memory or time is left out
constexpr int kEpochsMax = 16384; // likewise: epochs take 80 KiB of each rank's heap
constexpr int kSquareMax = 256; // likewise: what all nodes read from all

void Protocols::allocate() {
    constexpr size_t kProposal = 32; // what members send each other of sizes and offsets
    const size_t bytes = 8 * kLong;
    const Most most = ranks_.run("allocate", [&](int rank) {
        EXPECT(core::allocate_segment(*this_rank().world, bytes, &kept(rank).segment, "test") >= 0);
    });
    report_.add_busy("allocate", most, exchange_bound(kProposal));
    // One piece of memory for all of it: each allocation is an exchange of all ranks.
    const auto part = [&](const Kept& mine, size_t from, size_t part_bytes) {
        return new core::Segment{mine.segment->offset + from, part_bytes, mine.segment->team};
    };
    for (Kept& mine : kept_) {
        mine.slots = {part(mine, bytes - 512, sizeof(core::SlotCell)), 1};
        mine.lock = {part(mine, bytes - 64, sizeof(core::LockCell)), 1};
    }
    for (int rank = 0; rank < shape_.ranks; ++rank) {
        EXPECT(kept(rank).segment->offset == kept(0).segment->offset);
    }
}

void Protocols::barriers(const char* name) {
    int inside = 0;
    const Most most = ranks_.run(name, [&](int) {
        ++inside;
        EXPECT(core::barrier(*this_rank().world, "test") >= 0);
        EXPECT(inside == shape_.ranks);
    });
    report_.add_busy(name, most, {rounds_, rounds_, rounds_ * kWord, 0});
}

void Protocols::allreduce(size_t bytes, const char* name) {
    const size_t count = bytes / sizeof(int64_t);
    const int64_t sum = int64_t{shape_.ranks} * (shape_.ranks - 1) / 2;
    const Most most = ranks_.run(name, [&](int rank) {
        std::array<int64_t, core::kExchangeBytes / sizeof(int64_t)> data{};
        data.fill(rank);
        const core::Reduction what{
            .call = "test",
            .data = reinterpret_cast<std::byte*>(data.data()),
            .count = count,
            .element_bytes = sizeof(int64_t),
            .combine = core::builtin_combine(ARAUTO_INT64, ARAUTO_SUM),
            .context = nullptr,
            .root = ARAUTO_ALL_RANKS,
            .kind = 1,
        };
        EXPECT(core::reduce(*this_rank().world, what) >= 0);
        EXPECT(data[0] == sum && data[count - 1] == sum);
    });
    report_.add_busy(name, most, exchange_bound(bytes));
}

void Protocols::sync_images() {
    const Most most = ranks_.run("sync images, 4 neighbours", [&](int rank) {
        EXPECT(core::sync_with(torus_.partners(rank), "test") >= 0);
    });
    report_.add_busy("sync images, 4 neighbours", most,
                     {far_.of_rank, far_.of_node, far_.of_node * kWord, 0});
}

void Protocols::notified_halo(size_t bytes, const char* name) {
    const bool is_short = bytes <= ranks_.wire().unticketed_bytes_max();
    const Most most = ranks_.run(name, [&](int rank) {
        Kept& mine = kept(rank);
        const std::vector<int> partners = torus_.partners(rank);
        std::vector<std::byte> data(bytes, static_cast<std::byte>(rank % 251));
        const uint64_t halo = mine.segment->offset;
        for (const int partner : partners) {
            const std::vector<int> theirs = torus_.partners(partner);
            const auto index = static_cast<uint64_t>(std::find(theirs.begin(), theirs.end(), rank) -
                                                     theirs.begin());
            EXPECT(core::put_and_post({partner, transport::Space::heap, halo + index * bytes},
                                      data.data(), bytes, mine.slots.offset_of(0)) >= 0);
        }
        EXPECT(core::wait_slot(mine.slots.offset_of(0), partners.size(), "test") >= 0);
        const std::byte* const got = this_rank().heap(rank) + halo;
        for (size_t index = 0; index < partners.size(); ++index) {
            EXPECT(got[index * bytes] == static_cast<std::byte>(partners[index] % 251) &&
                   got[index * bytes + bytes - 1] == got[index * bytes]);
        }
    });
    // One message carries data and notification; long data are waited for first.
    const uint64_t parts = is_short ? 1 : 2;
    report_.add_busy(name, most,
                     {far_.of_rank * parts, far_.of_node * parts, far_.of_node * (bytes + kWord),
                      is_short ? 0 : far_.of_rank});
}

/// To know that notified puts have come, as every barrier and unlock must, takes one question to
/// each rank that they went to.
void Protocols::flush(const char* name) {
    const Most most = ranks_.run(name, [](int) { core::flush_all(); });
    report_.add(name, most, {far_.of_rank, far_.of_node, 0, far_.of_rank});
}

/// Each rank takes the lock of one on the next node, which nobody else wants.
void Protocols::locks() {
    constexpr uint64_t kTrips = 2; // join, leave
    constexpr uint64_t kStores = 2; // of the holder
    const auto ranks = static_cast<uint64_t>(std::min(shape_.per_node, shape_.ranks));
    const Most most = ranks_.run("lock + unlock", [&](int rank) {
        const int owner = (rank + shape_.per_node) % shape_.ranks;
        EXPECT(core::acquire_lock(kept(rank).lock, owner, 0) >= 0);
        EXPECT(core::release_lock(kept(rank).lock, owner, 0) >= 0);
    });
    const uint64_t messages = kTrips + kStores;
    report_.add_busy("lock + unlock", most,
                     {messages, messages * ranks, messages * ranks * kWord, kTrips});
}

/// Ranks of many nodes want the lock of rank 0: a waiting rank looks at its own memory alone. Only
/// the number of lost races to join depends on the number of rivals, and is at most that number.
void Protocols::contended_lock() {
    constexpr int kRivalsMax = 32;
    const int rivals = std::min(shape_.nodes(), kRivalsMax);
    int64_t sum = 0;
    const Most most = ranks_.run("lock + unlock, contended", [&](int rank) {
        if (rank % shape_.per_node != 0 || rank / shape_.per_node >= rivals) {
            return;
        }
        EXPECT(core::acquire_lock(kept(rank).lock, 0, 0) >= 0);
        const int64_t before = sum;
        this_rank().network->serve(); // give the others a chance to be wrong
        sum = before + 1;
        EXPECT(core::release_lock(kept(rank).lock, 0, 0) >= 0);
    });
    EXPECT(sum == rivals);
    const uint64_t trips = 2 + static_cast<uint64_t>(rivals);
    const uint64_t messages = trips + 4; // holder twice, to the predecessor, to the successor
    report_.add("lock + unlock, contended", most, {messages, messages, messages * kWord, trips});
}

/// Long data are read at their root once for each other node: an exchange, two barriers, a read.
void Protocols::broadcast() {
    const Most most = ranks_.run("broadcast of 16 KiB", [&](int rank) {
        std::vector<std::byte> data(kLong, static_cast<std::byte>(rank == 1 ? 7 : 0));
        EXPECT(core::broadcast(*this_rank().world, data.data(), kLong, 1) >= 0);
        EXPECT(data[kLong - 1] == std::byte{7});
    });
    const uint64_t rounds = 3 * rounds_;
    report_.add("broadcast of 16 KiB", most,
                {rounds + 1, rounds + 1, rounds_ * 4 * kWord + kLong, 1});
}

/// Gathers something of every member: once for each node, in rounds.
void Protocols::gathers() {
    const auto all = static_cast<uint64_t>(shape_.ranks);
    // With many ranks all write to one address, since each gets the same data.
    std::vector<int64_t> of_all(static_cast<size_t>(shape_.ranks));
    Most most = ranks_.run("allgather of 8 B", [&](int rank) {
        std::vector<int64_t> own(shape_.ranks <= kAllMax ? of_all.size() : 0);
        std::vector<int64_t>& got = shape_.ranks <= kAllMax ? own : of_all;
        const int64_t mine = rank;
        EXPECT(core::allgather(*this_rank().world, reinterpret_cast<const std::byte*>(&mine),
                               sizeof mine, reinterpret_cast<std::byte*>(got.data())) >= 0);
        int64_t expected = 0;
        EXPECT(std::all_of(got.begin(), got.end(), [&](int64_t one) { return one == expected++; }));
    });
    // An exchange, two barriers, an offer and a read for each round.
    report_.add_busy("allgather of 8 B", most,
                     {5 * rounds_, 5 * rounds_, all * kWord + 8 * rounds_ * kWord, rounds_});
    most = ranks_.run("team split", [&](int rank) {
        core::Team* half = nullptr;
        EXPECT(core::split_team(*this_rank().world, rank % 2, rank, &half) >= 0);
        EXPECT(half->size == (shape_.ranks + 1 - rank % 2) / 2 && half->to_world(0) == rank % 2 &&
               half->to_world(half->rank) == rank);
    });
    // Two exchanges and two barriers; of everybody 16 B. Where the halves differ in size, two more
    // exchanges agree on one.
    const uint64_t steps = shape_.ranks % 2 == 0 ? 6 : 8;
    report_.add_busy(
        "team split", most,
        {steps * rounds_, steps * rounds_, all * 2 * kWord + 4 * steps * rounds_ * kWord, rounds_});
}

/// Reads from every node, so that the cost grows with the job: not more than once from each.
void Protocols::long_sum() {
    const auto ranks = static_cast<uint64_t>(std::min(shape_.per_node, shape_.ranks));
    const Most most = ranks_.run("sum of 16 KiB", [&](int rank) {
        std::vector<int64_t> data(kLong / sizeof(int64_t), rank);
        const core::Reduction what{.call = "test",
                                   .data = reinterpret_cast<std::byte*>(data.data()),
                                   .count = data.size(),
                                   .element_bytes = sizeof(int64_t),
                                   .combine = core::builtin_combine(ARAUTO_INT64, ARAUTO_SUM),
                                   .context = nullptr,
                                   .root = ARAUTO_ALL_RANKS,
                                   .kind = 1};
        EXPECT(core::reduce(*this_rank().world, what) >= 0);
        EXPECT(data.back() == int64_t{shape_.ranks} * (shape_.ranks - 1) / 2);
    });
    // Each node reads once what each other has, a share by each of its ranks.
    const auto others = static_cast<uint64_t>(shape_.nodes() - 1);
    report_.add("sum of 16 KiB", most,
                {4 * rounds_ + 2 * others, 4 * rounds_ + 2 * others * ranks,
                 rounds_ * 5 * kWord + others * kLong, 2 * others});
}

/// A fence that closes an epoch, and opens one: as a barrier.
void Protocols::fences() {
    ranks_.run("create epochs", [&](int rank) {
        EXPECT(core::create_epochs(*this_rank().world, &kept(rank).epochs, "test") >= 0);
        EXPECT(core::fence(*kept(rank).epochs, {false, true}, nullptr) >= 0);
    });
    // The first has opened without waiting: what it has announced late comes within the second.
    ranks_.run("second fence", [&](int rank) {
        EXPECT(core::fence(*kept(rank).epochs, {true, true}, nullptr) >= 0);
    });
    int inside = 0;
    const Most most = ranks_.run("fence", [&](int rank) {
        ++inside;
        EXPECT(core::fence(*kept(rank).epochs, {true, true}, nullptr) >= 0);
        EXPECT(inside == shape_.ranks);
    });
    report_.add_busy("fence", most, {rounds_, rounds_, rounds_ * kWord, 0});
    ranks_.run("last fence", [&](int rank) {
        EXPECT(core::fence(*kept(rank).epochs, {true, false}, nullptr) >= 0);
    });
}

/// MPI's post, start, complete and wait with four neighbours, each of whom gets so many words.
void Protocols::posts_and_starts(uint64_t words, const char* name) {
    const Most most = ranks_.run(name, [&](int rank) {
        core::Epochs& epochs = *kept(rank).epochs;
        const std::vector<int> partners = torus_.partners(rank);
        const core::RankList list{partners.data(), static_cast<int>(partners.size())};
        EXPECT(core::open_post(epochs, list) >= 0);
        EXPECT(core::open_start(epochs, list, false) >= 0);
        uint64_t value = static_cast<uint64_t>(rank);
        for (const int partner : partners) {
            for (uint64_t word = 0; word < words; ++word) {
                EXPECT(core::move(core::Direction::put,
                                  {partner, transport::Space::heap,
                                   kept(rank).segment->offset + word * sizeof value},
                                  reinterpret_cast<std::byte*>(&value), sizeof value) >= 0);
            }
        }
        EXPECT(core::close_start(epochs, nullptr) >= 0);
        EXPECT(core::close_post(epochs, nullptr) >= 0);
    });
    const uint64_t told = 2 + words; // granted, done
    report_.add_busy(name, most,
                     {told * far_.of_rank, told * far_.of_node, told * far_.of_node * kWord, 0});
}

/// Locks of a rank of the next node, which nobody else wants; all do it at a time. An exclusive one
/// asks the gate of the first rank, too, and lock_all that alone.
void Protocols::epoch_locks() {
    constexpr Bound kShared{4, 4, 4 * kWord, 2}; // ticket, turn; let in the next, leave
    constexpr Bound kExclusive{7, 7, 7 * kWord, 4}; // gate, ticket, two turns; leave all
    constexpr Bound kAll{2, 2, 2 * kWord, 1}; // enter and leave the gate
    const auto of_node = [&](Bound bound) {
        const auto ranks = static_cast<uint64_t>(std::min(shape_.per_node, shape_.ranks));
        return Bound{bound.rank_messages, bound.node_messages * ranks, bound.node_bytes * ranks,
                     bound.rank_round_trips};
    };
    const Most shared =
        ranks_.run("epoch of a shared lock", [&](int rank) { lock_next(rank, false); });
    report_.add_busy("epoch of a shared lock", shared, of_node(kShared));
    const Most exclusive =
        ranks_.run("epoch of an exclusive lock", [&](int rank) { lock_next(rank, true); });
    report_.add_busy("epoch of an exclusive lock", exclusive, of_node(kExclusive));
    const Most all = ranks_.run("lock_all", [&](int rank) { lock_all(rank); });
    report_.add_busy("lock_all", all, of_node(kAll));
}

void Protocols::lock_next(int rank, bool is_exclusive) {
    core::Epochs& epochs = *kept(rank).epochs;
    const int owner = (rank + shape_.per_node) % shape_.ranks;
    EXPECT(core::open_lock(epochs, {owner, is_exclusive, false}, nullptr) >= 0);
    EXPECT(core::close_lock(epochs, owner, nullptr) >= 0);
}

void Protocols::lock_all(int rank) {
    core::Epochs& epochs = *kept(rank).epochs;
    EXPECT(core::open_lock_all(epochs, false, nullptr) >= 0);
    EXPECT(core::close_lock_all(epochs, nullptr) >= 0);
}

void Protocols::run_all() {
    const bool takes_all = shape_.ranks <= kAllMax || is_whole_;
    allocate();
    barriers("barrier");
    allreduce(8, "allreduce of 8 B");
    if (takes_all) {
        allreduce(core::kExchangeBytes, "allreduce of 2 KiB");
    }
    sync_images();
    notified_halo(8, "notified halo of 8 B");
    flush("flush after the halo of 8 B");
    locks();
    contended_lock();
    if (shape_.ranks <= kEpochsMax || is_whole_) {
        fences();
        posts_and_starts(0, "PSCW, 4 neighbours");
    }
    if (takes_all) {
        posts_and_starts(1, "PSCW, a put of 8 B to each");
        flush("flush after PSCW");
        epoch_locks();
        gathers();
        if (shape_.ranks <= kSquareMax) {
            long_sum();
        }
        barriers("barrier, after all that");
        notified_halo(kLong, "notified halo of 16 KiB");
        flush("flush after the halo of 16 KiB");
        broadcast();
    }
}

/// Free for the taking, as the kernel sees it.
uint64_t available_bytes() {
    std::ifstream info("/proc/meminfo");
    std::string name;
    uint64_t kib = 0;
    while (info >> name >> kib) {
        if (name == "MemAvailable:") {
            return kib << 10;
        }
        info.ignore(64, '\n');
    }
    return 0;
}

} // namespace
} // namespace arauto::simulation

int main(int count, char** words) {
    using namespace arauto::simulation;
    const Shape shape{count > 1 ? std::atoi(words[1]) : 0, count > 2 ? std::atoi(words[2]) : 0};
    if (shape.ranks < 2 || shape.ranks > 65536 || shape.per_node < 1) {
        std::fprintf(stderr, "usage: scaling_counts RANKS PER_NODE [FILE.json [whole]], with 2 to "
                             "65536 ranks\n");
        return 2;
    }
    constexpr uint64_t kBytesOfRank = 180 << 10; // stack, heap and page tables that it touches
    if (available_bytes() < static_cast<uint64_t>(shape.ranks) * kBytesOfRank) {
        std::printf(
            "SKIPPED: %d simulated ranks take about %llu MiB of memory, and %llu are free\n",
            shape.ranks,
            static_cast<unsigned long long>(static_cast<uint64_t>(shape.ranks) * kBytesOfRank >>
                                            20),
            static_cast<unsigned long long>(available_bytes() >> 20));
        return kSkipped;
    }
    {
        Ranks ranks(shape);
        Report report(shape, count > 3 ? words[3] : nullptr);
        Protocols(ranks, report, count > 4).run_all();
    }
    std::fflush(nullptr);
    return g_failures == 0 ? 0 : 1;
}
