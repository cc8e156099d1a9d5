// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See network.hpp.
#include "remote/network.hpp"

#include "base/log.hpp"
#include "remote/progress.hpp"
#include "runtime/wait.hpp"
#include "transport/make.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <unistd.h>

namespace arauto::core {
namespace {

constexpr const char* kBaseKey = "base";

/// The allocation of this rank that has an offset of its heap.
transport::Extent find_extent(uint64_t offset) {
    const auto [start, bytes] = this_rank().own_heap.block_of(offset);
    return {start, bytes};
}

/// In a traced job.
void note_arrival(int source, uint64_t offset, uint64_t before) {
    arauto::note_arrival(*this_rank().trace, source, offset, before);
}

/// The lowest of the first `ranks` ranks that has no way to other nodes; -1: all have one.
int first_without_network(int ranks) noexcept {
    for (int rank = 0; rank < ranks; ++rank) {
        uint64_t base = 0;
        if (this_rank().job.manager->lookup(rank, kBaseKey,
                                            std::as_writable_bytes(std::span(&base, 1))) >= 0 &&
            base == 0) {
            return rank;
        }
    }
    return -1;
}

/// Nearly always all ranks fail alike, and rank 0 reports it; else the lowest rank without a
/// network.
[[noreturn]] void end_without_network(const std::string& sentence) noexcept {
    const boot::Job& job = this_rank().job;
    if (first_without_network(job.rank) < 0) {
        log(LogLevel::error, "%s", sentence.c_str());
        // So that no rank of this node reports this process as one that has died.
        job.header->ending_code.store(1,
                                      std::memory_order_relaxed); // relaxed because `ending` orders
        job.header->ending.store(1, std::memory_order_release); // PAIR job.changes: set `ending`
        job.manager->end_job(1);
        _exit(1);
    }
    for (;;) {
        pause(); // until the job is ended
    }
}

/// A front-end can do without a network, but not for some of the ranks alone.
Status refuse_network(Status status, const std::string& sentence) noexcept {
    const int rank = first_without_network(this_rank().size);
    if (status >= 0 && rank >= 0) {
        return fail(ARAUTO_ERR_UNSUPPORTED, "%s does not reach other nodes", name_of(rank).text);
    }
    return status >= 0 ? ARAUTO_OK : fail(status, "%s", sentence.c_str());
}

} // namespace

Status check_network() noexcept {
    return transport::check_network();
}

Status open_network(Status so_far) noexcept {
    Rank& self = this_rank();
    Result<transport::Network*> made{so_far, nullptr};
    if (so_far >= 0) {
        made = transport::make_network(self.job, find_extent,
                                       self.trace != nullptr ? note_arrival : nullptr);
    }
    const std::string sentence = made.ok() ? "" : last_error();
    const auto base = made.ok() ? reinterpret_cast<uint64_t>(self.job.base()) : 0;
    Status status = self.job.manager->publish(kBaseKey, std::as_bytes(std::span(&base, 1)));
    if (status >= 0) {
        status = self.job.manager->synchronise(); // so that every rank can be looked up from now on
    }
    if (status < 0) {
        return status;
    }
    if (self.is_guest) {
        status = refuse_network(made.status, sentence);
    } else if (!made.ok()) {
        end_without_network(sentence);
    }
    if (status < 0) {
        return status;
    }
    self.network = made.value;
    spi::WaitPolicy& policy = self.waits.policy;
    policy.looks_without_pause = spi::kLooksWithoutPauseOverNetwork;
    if (policy.yields > 0) { // else a setting has it spin, or yield or sleep at once
        policy.looks = std::min(policy.looks, spi::kLooksOverNetwork);
        self.waits.looks_on_shared_core = spi::kLooksOverNetworkOnSharedCore;
        if (!self.oversubscribed) {
            policy.yields = spi::kYieldsOverNetwork;
        }
    }
    start_progress_thread(*made.value);
    return ARAUTO_OK;
}

uint64_t map_base(int rank) noexcept {
    std::atomic<uint64_t>& known = this_rank().images[rank].map_base;
    uint64_t base = known.load(std::memory_order_acquire); // PAIR network.map_base: look
    if (base == 0 && is_far(rank)) {
        const Status status = this_rank().job.manager->lookup(
            rank, kBaseKey, std::as_writable_bytes(std::span(&base, 1)));
        static_cast<void>(status); // 0: no address is one of its heap's
        known.store(base, std::memory_order_release); // PAIR network.map_base: keep
    }
    return base;
}

} // namespace arauto::core
