// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// By these the calls of the interface tell the race checker (check/checker.hpp) of themselves, in a
// job that is checked: one function or class for each kind of call. They stand where the calls
// leave records, and without a checker they do nothing.
#pragma once

#include "arauto/section.h"
#include "check/checker.hpp"
#include "remote/rma.hpp"
#include "runtime/rank.hpp"
#include "team/segment.hpp"

#include <optional>
#include <span>

namespace arauto::api {

/// Null: there is nobody to tell, or a front-end does.
[[nodiscard]] inline check::Checker* checker() noexcept {
    return arauto_thread.tells_itself == 0 ? core::this_rank().checker : nullptr;
}

struct SectionPair {
    const arauto_section_t* remote;
    const arauto_section_t* local;
};

/// A put or get, to be told before its bytes move.
struct ToldMove {
    core::Direction direction;
    const void* caller; // as of RecordedCall
    check::By by = check::By::program;
};
/// With an address outside the heaps the local side alone is told.
void tell_move(const ToldMove& move,
               const transport::Address& remote,
               const void* local,
               uint64_t bytes) noexcept;
/// @param remote  what the remote section's offset counts from
void tell_section(const ToldMove& move,
                  const transport::Address& remote,
                  SectionPair pair,
                  const void* local_base) noexcept;
/// @param base  what the addresses of runs count from: an offset in the heap of `rank`; nothing:
/// they are addresses of the rank
void tell_runs(const ToldMove& move,
               int rank,
               std::span<const arauto_run_t> runs,
               std::optional<uint64_t> base) noexcept;

/// A copy within this process.
void tell_copy(const void* target_base,
               const arauto_section_t& target,
               const void* source_base,
               const arauto_section_t& source,
               const void* caller) noexcept;

/// A call reads or writes memory of this process, which need not be in a heap.
void tell_own(check::Access access,
              arauto_recorded_op_t op,
              const void* memory,
              uint64_t bytes,
              const void* caller) noexcept;

/// An atomic, from here to the end of the block.
class ToldAtomic {
  public:
    ToldAtomic(transport::AtomicOp op,
               const transport::Address& remote,
               int width,
               const void* caller,
               check::By by = check::By::program) noexcept;
    ToldAtomic(const ToldAtomic&) = delete;
    ToldAtomic& operator=(const ToldAtomic&) = delete;
    ~ToldAtomic();

  private:
    check::Checker* checker_; // null: there is nothing to tell at the end
    check::Word word_;
};

/// A post, from here to the end of the block.
class ToldPost {
  public:
    /// @param slot  its offset, or a number that stands for it
    ToldPost(int rank, uint64_t slot, check::By by) noexcept;
    ToldPost(const ToldPost&) = delete;
    ToldPost& operator=(const ToldPost&) = delete;
    ~ToldPost();

  private:
    check::Checker* checker_;
    check::Word word_;
};
/// A wait or test has taken so many posts.
void tell_taken(uint64_t slot, uint64_t count, const void* caller) noexcept;

/// A meeting of the members of a team: each comes, and goes on when all have come.
class ToldMeeting {
  public:
    /// Not of an operation that orders nothing.
    void begin(arauto_recorded_op_t op, core::Team& team, const void* caller) noexcept;
    /// A number of this meeting alone, the same at all members.
    [[nodiscard]] uint64_t number() const noexcept { return uint64_t{team_} << 32 | instance_; }
    void end(Status status) noexcept {
        // Where a member has failed, the others have met.
        if (checker_ != nullptr && (status >= 0 || status == ARAUTO_ERR_FAILED)) [[unlikely]] {
            leave();
        }
    }

  private:
    void leave() noexcept;

    check::Checker* checker_ = nullptr; // null: there is nothing to tell
    check::Call call_{};
    uint32_t team_ = 0;
    uint32_t instance_ = 0;
    bool is_of_world_ = false;
    bool is_collective_ = false; // whose members need not wait for all
};

/// SYNC IMAGES: this rank comes to others, and has met them.
/// @param ranks  in the job; this rank itself is skipped
void tell_comes_to(std::span<const int> ranks) noexcept;
void tell_has_met(std::span<const int> ranks, Status status, const void* caller) noexcept;

void tell_sync_memory(const void* caller) noexcept;
/// Ahead of a lock.
void tell_locks() noexcept;
void tell_acquired(const check::Word& lock, const void* caller) noexcept;
void tell_releases(const check::Word& lock) noexcept;

/// This rank's part of a segment that the members of a team have allocated. None of them uses it
/// before all have told, for which the members wait here.
/// @param team  null: they meet later
void tell_allocated(core::Team* team, const core::Segment& segment) noexcept;
/// The same of notifications, events or locks.
/// @param cell_bytes  of each
void tell_created(core::Team* team, const core::Segment& segment, size_t cell_bytes) noexcept;
void tell_freed(const core::Segment& segment, const void* caller) noexcept;

} // namespace arauto::api
