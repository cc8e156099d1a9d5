// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See word.hpp.
#include "remote/word.hpp"

#include "base/clock.hpp"

namespace arauto::core {
namespace {

/// From a loss that the network has noticed until all agree on it.
constexpr int64_t kKnownLateNs = 10'000'000'000;

} // namespace

uint64_t far_atomic(int rank, uint64_t offset, const transport::Atomic& atomic) noexcept {
    uint64_t old = 0;
    transport::Atomic fetching = atomic;
    fetching.old = &old;
    if (const Status status = post_atomic({rank, transport::Space::heap, offset}, fetching);
        status < 0) {
        return 0;
    }
    return old;
}

uint64_t far_load_lasting(int rank, uint64_t offset, uint8_t width) noexcept {
    const Rank& self = this_rank();
    for (;;) {
        const int server =
            self.is_gone(rank) ? leader_of_node(self.job.manager->node_of(rank)) : rank;
        if (server < 0) {
            return 0;
        }
        uint64_t old = 0;
        const Status status = post_atomic({server, transport::Space::heap, offset},
                                          {transport::AtomicOp::load, width, 0, 0, &old}, rank);
        if (status != ARAUTO_ERR_FAILED) {
            return status >= 0 ? old : 0;
        }
        const int64_t end = now_ns() + kKnownLateNs;
        const Status waited = wait_until([&] { return self.is_gone(server) || now_ns() > end; },
                                         [] { return ARAUTO_OK; });
        static_cast<void>(waited); // the watch never gives up
        if (!self.is_gone(server)) {
            return 0;
        }
    }
}

} // namespace arauto::core
