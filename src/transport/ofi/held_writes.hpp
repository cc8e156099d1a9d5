// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Writes that wait, so that later calls overtake them: with the rules of a provider that keeps less
// order than the one that is there (rules.hpp), whatever may overtake a write does so now and then.
// Which writes wait, and for how long, follows from a seed.
#pragma once

#include "transport/ofi/rules.hpp"

#include <rdma/fi_endpoint.h>
#include <rdma/fi_eq.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <random>
#include <vector>

namespace arauto::transport::ofi {

class HeldWrites {
  public:
    HeldWrites(const Rules& rules, uint64_t seed) noexcept;

    enum class Later : uint8_t { write, read, message };
    /// Before a call that is handed to the provider now: hands over all writes that the rules order
    /// before it. @return 0, or -FI_EAGAIN: the call must be made again
    [[nodiscard]] ssize_t make_way(fid_ep* endpoint, fi_addr_t peer, Later later, size_t bytes);
    /// Whether this write waits. Its memory stays as it is until its completion, as for any write.
    [[nodiscard]] bool take(const fi_msg_rma& message, uint64_t flags);
    /// Hands over the writes whose time has come. To be called before each look at the queue.
    void release(fid_ep* endpoint);
    [[nodiscard]] bool empty() const noexcept { return writes_.empty() && failed_.empty(); }

    /// The next write that was held and then refused. @return whether there is one
    [[nodiscard]] bool take_error(fi_cq_err_entry* error_out);
    [[nodiscard]] bool has_errors() const noexcept { return !failed_.empty(); }

  private:
    struct Write {
        fi_addr_t peer;
        std::vector<iovec> here;
        std::vector<void*> descriptions;
        std::vector<fi_rma_iov> there;
        void* context;
        uint64_t data;
        uint64_t flags;
        size_t bytes;
        int looks; // at the queue, until its time has come
    };
    struct Failed {
        void* context;
        int error;
    };

    [[nodiscard]] bool precedes(const Write& write, Later later, size_t bytes) const noexcept;
    [[nodiscard]] ssize_t hand_over(fid_ep* endpoint, Write& write);

    const Rules& rules_;
    std::minstd_rand random_;
    std::deque<Write> writes_; // in the order of the calls
    std::deque<Failed> failed_;
};

} // namespace arauto::transport::ofi
