// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Peers that were given up and may live: when each is to be sent a dismissal, so that it ends. The
// first tries connect, which takes as long as the peer is out of reach. Once is not enough: the
// connection is closed for a late write of the peer, and what was sent is lost. So it is sent again
// until the peer's process has ended, which a probe of its listener shows now and then. Sends and
// probes nothing: its owner does, and says what came of it.
#pragma once

#include <cstdint>
#include <vector>

namespace arauto::transport::ofi {

class Dismissals {
  public:
    /// A peer that is there already stays as it is.
    void add(int peer);
    [[nodiscard]] bool empty() const noexcept { return dismissals_.empty(); }

    /// The next peer to try, which is not due again for a while; -1: none is due now.
    [[nodiscard]] int next_due(int64_t now_ns) noexcept;
    /// Counts a try. @return whether the peer's listener is to be probed before it
    [[nodiscard]] bool is_probe_due(int peer) noexcept;
    /// The network has taken this message to the peer, which is not due until end() has it.
    void note_sent(int peer, const void* message) noexcept;
    /// Ends a message; one that was not sent for a try changes nothing.
    void end(const void* message, bool is_delivered, int64_t now_ns) noexcept;
    /// The peer's process has ended, or cannot be found.
    void remove(int peer) noexcept;

  private:
    struct Dismissal {
        int peer;
        uint32_t tries = 0;
        bool is_delivered = false; // lately
        int64_t due_ns = 0; // no try before
        const void* message = nullptr; // under way
    };

    [[nodiscard]] Dismissal* find(int peer) noexcept;

    std::vector<Dismissal> dismissals_;
};

} // namespace arauto::transport::ofi
