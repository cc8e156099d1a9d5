// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The memory that a process keeps for each rank that it knows, and for each that it uses. Two jobs
// of simulated ranks, a node each, do the same with the same neighbours; one is much larger. The
// difference must be within the bound of bytes for each further rank:
//
//     scaling_memory KNOWN USED BYTES
#include "../../frontends/coarray/target_bindings.hpp"
#include "ranks.hpp"

#include "sync/lock.hpp"
#include "sync/notify.hpp"
#include "team/barrier.hpp"
#include "team/pairwise.hpp"

#include <cstdio>
#include <cstdlib>

namespace arauto::simulation {
namespace {

int g_failures = 0;

void must(Status status) {
    if (status < 0) {
        ++g_failures;
        std::fprintf(stderr, "scaling_memory: %s\n", last_error());
    }
}

struct Kept {
    size_t heap;
    size_t own;
    size_t peers;
};

/// The memory that gfortran's coarrays add in a program that puts to images, one of which has
/// attached an event: the tables of frontends/coarray/target_bindings.cpp. Those that it puts to
/// lie as far from each other as can be.
size_t coarray_bytes(int known, int used) {
    coarray::ByImage<coarray::KnownTarget> targets;
    coarray::ByImage<const coarray::TargetBindings*> newest;
    for (int i = 0; i < used; ++i) {
        const int rank = i * (known / used) + 1;
        if (targets.make(rank, known + 1) == nullptr || newest.make(rank, known + 1) == nullptr) {
            ++g_failures;
        }
    }
    const size_t bytes = targets.bytes() + newest.bytes();
    targets.clear();
    newest.clear();
    return bytes;
}

Kept measure(const Ranks& ranks) {
    return {ranks.heap_bytes_of(0), ranks.private_bytes_of(0), ranks.lookups_of(0)};
}

struct Stages {
    Kept idle; // after init
    Kept synchronised; // and a barrier, and memory that all have
    Kept used; // and what it does with each of its neighbours
};

/// Rank 0 meets, locks, notifies and is notified by the `used` ranks after it.
Stages walk(int known, int used) {
    Ranks ranks({known + 1, 1});
    Stages stages{};
    stages.idle = measure(ranks);
    core::Slots slots;
    core::Lock lock;
    ranks.run("meet", [&](int) {
        core::Segment* segment = nullptr;
        must(core::allocate_segment(*core::this_rank().world, sizeof(core::SlotCell), &segment,
                                    "test"));
        slots = {segment, 1};
        must(core::allocate_segment(*core::this_rank().world, sizeof(core::LockCell), &segment,
                                    "test"));
        lock = {segment, 1};
        must(core::barrier(*core::this_rank().world, "test"));
    });
    stages.synchronised = measure(ranks);
    std::vector<int> neighbours;
    for (int rank = 1; rank <= used; ++rank) {
        neighbours.push_back(rank);
    }
    ranks.run("use", [&](int rank) {
        if (rank > used) {
            return;
        }
        const std::vector<int> first{0};
        const std::vector<int>& others = rank == 0 ? neighbours : first;
        for (const int other : others) {
            core::post_slot(other, slots.offset_of(0));
            must(core::acquire_lock(lock, other, 0));
            must(core::release_lock(lock, other, 0));
        }
        must(core::wait_slot(slots.offset_of(0), others.size(), "test"));
        must(core::sync_with(others, "test"));
    });
    stages.used = measure(ranks);
    return stages;
}

void print(const char* what, const Stages& stages) {
    for (const auto& [name, kept] :
         {std::pair{"idle", stages.idle}, std::pair{"synchronised", stages.synchronised},
          std::pair{"used", stages.used}}) {
        std::printf("%-26s %-5s %8zu B of its heap, %7zu B of its own, %3zu peers\n", what, name,
                    kept.heap, kept.own, kept.peers);
    }
}

} // namespace
} // namespace arauto::simulation

int main(int count, char** words) {
    using namespace arauto::simulation;
    if (count != 4) {
        std::fprintf(stderr, "usage: scaling_memory KNOWN USED BYTES\n");
        return 2;
    }
    const int known = std::atoi(words[1]);
    const int used = std::atoi(words[2]);
    const auto bytes_max = static_cast<size_t>(std::atoll(words[3]));
    const Stages few = walk(used, used);
    const Stages many = walk(known, used);
    print("knows only what it uses", few);
    print("knows many", many);
    const size_t runtime = many.used.heap + many.used.own - few.used.heap - few.used.own;
    const size_t coarrays = coarray_bytes(known, used) - coarray_bytes(used, used);
    const size_t more = runtime + coarrays;
    std::printf("%d known instead of %d: %zu B more (%zu of the runtime, %zu of coarrays), at most "
                "%zu are allowed\n",
                known, used, more, runtime, coarrays, bytes_max);
    std::fflush(nullptr);
    return g_failures == 0 && more <= bytes_max ? 0 : 1;
}
