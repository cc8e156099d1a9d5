// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// All that a process knows of one peer on another node.
#pragma once

#include "base/status.hpp"
#include "transport/ofi/arrivals.hpp"
#include "transport/ofi/peer_flush.hpp"
#include "transport/ofi/regions.hpp"
#include "transport/ofi/row.hpp"

#include <rdma/fi_endpoint.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace arauto::transport::ofi {

enum class LookupState : uint8_t { none, awaited, unknown };

struct Peer {
    fi_addr_t address = FI_ADDR_UNSPEC; // until this process has something to send
    LookupState lookup = LookupState::none; // of its name
    uint64_t heap = 0;
    uint64_t heap_bytes = 0;
    RegionTable regions; // that are known
    bool is_region_requested = false; // and no reply has come yet
    Status refusal = ARAUTO_OK; // of the last such request
    std::string refusal_text;
    PeerFlush flush; // of what was sent to it
    Row::Habit habit; // of puts to it
    Arrivals arrivals; // requests of it
    size_t held = 0; // small messages to it that are under way
    bool is_gone = false;
    bool is_fenced_off = false; // its key is closed, and the messages that had arrived are taken
    bool is_foreign = false; // its name is not of this job
    bool is_in_unflushed = false; // the list of peers to which more may be under way has it

    [[nodiscard]] bool is_reachable() const noexcept {
        return address != FI_ADDR_UNSPEC && !is_gone;
    }
    /// Data that a peer which is gone has not received count as there.
    [[nodiscard]] bool is_known_flushed(Flush wanted) const noexcept {
        return is_gone || flush.is_flushed(wanted);
    }
};

} // namespace arauto::transport::ofi
