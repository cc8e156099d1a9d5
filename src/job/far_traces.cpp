// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See far_traces.hpp. The parts of ranks of other nodes lie in this node's memory where they lie in
// theirs, so that whatever writes the file finds them as those of its own node.
#include "job/far_traces.hpp"

#include "base/clock.hpp"
#include "boot/trace_file.hpp"
#include "remote/network.hpp"
#include "remote/post.hpp"
#include "remote/rpc.hpp"
#include "runtime/rank.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

namespace arauto::core {
namespace {

constexpr int kQuestions = 32; // of which the fastest counts

/// At rank 0.
arauto_status_t tell_clock(const arauto_rpc_request_t* request) {
    const int64_t now = now_ns();
    if (request->reply_bytes >= sizeof now) {
        std::memcpy(request->reply, &now, sizeof now);
    }
    return ARAUTO_OK;
}

/// The part of one rank, there and here.
class FarTrace {
  public:
    explicit FarTrace(int rank) noexcept
        : rank_(rank), area_(boot::traces_of(this_rank().header).area(rank)) {}

    /// @return whether all of it could be read
    [[nodiscard]] bool read() const noexcept {
        const uint64_t first = this_rank().header->trace_records;
        bool is_read = read(0, offsetof(TraceArea, ring));
        for (size_t ring = 0; is_read && ring <= boot::kArrivalsRing; ++ring) {
            is_read = read_ring(ring, first);
        }
        return is_read;
    }
    /// So that it counts as one that has not begun.
    void drop() const noexcept {
        area_.begun.store(0, std::memory_order_relaxed); // relaxed because no other thread looks
    }

  private:
    [[nodiscard]] bool read_ring(size_t number, uint64_t first) const noexcept {
        const TraceRing& ring = boot::trace_ring(area_, number);
        const auto at = static_cast<uint64_t>(reinterpret_cast<const std::byte*>(&ring) -
                                              reinterpret_cast<const std::byte*>(&area_));
        if (!read(at, offsetof(TraceRing, totals))) {
            return false;
        }
        // relaxed because its process writes no more
        if (ring.state.load(std::memory_order_relaxed) == kRingFresh) {
            return true;
        }
        const uint64_t capacity = boot::trace_records_of(number, first);
        // relaxed because its process writes no more
        const uint64_t head = ring.head.load(std::memory_order_relaxed);
        const uint64_t records = head < capacity ? head + 1 : capacity;
        return read(at + offsetof(TraceRing, totals), sizeof ring.totals) &&
               read(boot::trace_ring_offset(number, first), records * sizeof(Record));
    }

    /// Reads bytes of the part.
    [[nodiscard]] bool read(uint64_t offset, uint64_t bytes) const noexcept {
        constexpr uint64_t kPiece = uint64_t{256} << 10;
        const boot::JobHeader& header = *this_rank().header;
        const uint64_t there = map_base(rank_) + header.trace_offset +
                               static_cast<uint64_t>(rank_) * header.trace_stride;
        auto* const here = reinterpret_cast<std::byte*>(&area_);
        for (const uint64_t end = offset + bytes; offset < end; offset += kPiece) {
            // So that the root of the tree of nodes sees that this is not over. relaxed because
            // only time depends on it
            this_rank().header->moves.fetch_add(1, std::memory_order_relaxed);
            const Status status =
                move_posted(Direction::get, {rank_, transport::Space::foreign, there + offset},
                            here + offset, std::min(kPiece, end - offset));
            if (status < 0) {
                return false;
            }
        }
        return true;
    }

    int rank_;
    TraceArea& area_;
};

} // namespace

int offer_clock() noexcept {
    int function = -1;
    return register_rpc(tell_clock, &function) < 0 ? -1 : function;
}

void note_clock(int function, ClockTime time) noexcept {
    Rank& self = this_rank();
    if (function < 0 || !is_far(0) || self.job.manager->near().front() != self.rank) {
        return;
    }
    TraceClock best{};
    for (int i = 0; i < kQuestions; ++i) {
        int64_t ns = 0;
        const uint64_t asked = ticks_now(*self.trace);
        const Status status = call_rpc({0, static_cast<uint32_t>(function), {}},
                                       std::as_writable_bytes(std::span(&ns, 1)));
        const uint64_t answered = ticks_now(*self.trace);
        if (status < 0) {
            return;
        }
        const uint64_t round_trip = answered - asked;
        if (best.ns == 0 || round_trip < best.round_trip) {
            best = {asked + round_trip / 2, ns, round_trip};
        }
    }
    self.trace->area->clock[time == ClockTime::start ? 0 : 1] = best;
}

void gather_traces() noexcept {
    const Rank& self = this_rank();
    for (int rank = 0; rank < self.size; ++rank) {
        if (!is_far(rank)) {
            continue;
        }
        const FarTrace trace(rank);
        if (learn_state(rank) == boot::ImageState::failed || !trace.read()) {
            trace.drop();
        }
    }
}

} // namespace arauto::core
