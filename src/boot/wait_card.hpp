// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A card on which an image shows where in the program it waits. It fills the card once a wait has
// lasted; the launcher, and `arauto where`, read it at any time. So a job can say where it hangs
// without a debugger, and waits that are short cost nothing.
#pragma once

#include "boot/wire.hpp"
#include "os/program_frames.hpp"

namespace arauto::boot {

/// The state of that for which an image waits.
struct WaitDetail {
    enum class Kind : uint32_t {
        none,
        count, // of an event or a notify variable; at the same one of `ranks` are `others`
        ranks, // that have not come
        holder, // of a lock: ranks[0]
        predecessor, // in the queue of a lock, likewise
        matches, // notifications from ranks[0], or from any rank, with a tag
        posts, // of exposure epochs, by these ranks
        completions, // of access epochs, likewise
        lock, // of an epoch, at ranks[0]
        fence, // of epochs, to which ranks have not come
        meeting, // number `has` of the team of a number `needs`: of `ranks`, or of all ranks
    };
    static constexpr uint32_t kRanksMax = 24;
    static constexpr int32_t kAnyTag = -1;

    Kind kind = Kind::none;
    uint32_t ranks_all = 0; // may be more than are listed
    uint64_t has = 0;
    uint64_t needs = 0;
    int32_t ranks[kRanksMax]{};
    int32_t tag = kAnyTag;
    uint32_t others = 0; // posts or notifications that do not count

    void add_rank(int rank) noexcept {
        if (ranks_all < kRanksMax) {
            ranks[ranks_all] = rank;
        }
        ++ranks_all;
    }
    bool operator==(const WaitDetail&) const noexcept = default;
};
static_assert(sizeof(WaitDetail) == sizeof(WaitCard::detail));

/// @return false when the card shows a wait of another thread
[[nodiscard]] bool show_wait(WaitCard& card, int64_t since_ns, const WaitDetail& detail) noexcept
    __attribute__((cold));

/// By the thread that has shown its wait, when the detail may have changed.
void show_detail(WaitCard& card, const WaitDetail& detail) noexcept __attribute__((cold));

/// Called at the end of a wait by the thread that has shown it.
void hide_wait(WaitCard& card) noexcept;

struct ShownWait {
    int64_t since_ns = 0;
    uint32_t thread = 0; // number of the thread, as the system has it
    os::ProgramFrames frames{};
    WaitDetail detail{};
};
/// Tries again where the image changes its card just then, for as long as a change takes.
/// @return false when the image shows no wait
[[nodiscard]] bool read_wait(const WaitCard& card, ShownWait& wait_out) noexcept;

} // namespace arauto::boot
