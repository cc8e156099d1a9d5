// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How a process waits in a call of MPI. It polls for a while. Then it yields its core between two
// polls, and makes progress for peers in both libraries, because a peer may be in the middle of a
// send to this process, or of an access to its private memory. Then it sleeps. A wait for a process
// that has died ends.
#pragma once

#include "count.hpp"
#include "doorbell.hpp"
#include "job.hpp"

#include "arauto/spi/counters.h"
#include "arauto/spi/sleep.h"

#include <cstdint>

namespace arauto::mpi {

/// One round of a wait that has become long: makes progress for peers, then yields or sleeps for a
/// short time. `round` counts from 0.
void rest(int64_t round) noexcept;

/// Makes progress for peers in Arauto and in the MPI.
void work_for_others() noexcept;

inline constexpr int kRoundsBetweenChecks = 64;

/// Whether a process of the job has stopped or failed. Cheap; communicates with none.
[[nodiscard]] bool somebody_ended() noexcept;

/// Whether a wait is longer than what it takes in a sound program, so that the user may want to see
/// it.
/// @param since_ns  0 at the first look, which sets it
[[nodiscard]] bool has_lasted(int64_t& since_ns) noexcept;

/// A `lost` for wait_for() that also says what the wait is for, once that has lasted.
template <typename Lost, typename Fill> struct Described {
    Lost lost;
    Fill describe; // gets an arauto_waited_t& of all zeroes

    [[nodiscard]] bool operator()() noexcept { return lost(); }
};
template <typename Lost, typename Fill> Described(Lost, Fill) -> Described<Lost, Fill>;

/// The part of a wait that follows the first looks; for spi::wait().
template <typename Lost> class MpiWait {
  public:
    MpiWait(Lost& lost, Doorbell* doorbell, uint32_t sleepers) noexcept
        : policy(job().wait_policy), lost_(lost), doorbell_(doorbell), sleepers_(sleepers),
          measured_(arauto_wait_begin()) {
        policy.may_sleep = policy.may_sleep && doorbell != nullptr;
        tally(ARAUTO_COUNTER_WAIT);
    }
    MpiWait(const MpiWait&) = delete;
    MpiWait& operator=(const MpiWait&) = delete;
    ~MpiWait() noexcept {
        if (measured_.site != nullptr) {
            arauto_wait_end(measured_);
        }
        if (is_shown_) {
            arauto_wait_hide();
        }
    }

    [[nodiscard]] static bool is_step_due(int64_t) noexcept { return false; }
    [[nodiscard]] spi::Step step(int64_t look) noexcept {
        const bool is_check =
            (look - policy.looks) % kRoundsBetweenChecks == kRoundsBetweenChecks - 1;
        return is_check && somebody_ended() && lost_() ? spi::Step::lost : spi::Step::idle;
    }
    void yield(int64_t round) noexcept {
        if (round % kRoundsBetweenNotes == kRoundsBetweenNotes - 1) {
            note();
        }
        rest(round);
    }
    [[nodiscard]] spi::Bell bell() const noexcept { return doorbell_->bell(); }
    void before_sleep() noexcept {
        note(); // a sleep takes milliseconds
        work_for_others();
    }
    void sleep(spi::Bell bell, uint32_t key) const noexcept { sleep_on(bell, key, sleepers_); }

    spi::WaitPolicy policy;

  private:
    // A round is a yield or a nap of 50 us: so the look at the clock costs nothing.
    static constexpr int64_t kRoundsBetweenNotes = 64;

    void note() noexcept {
        if (!is_shown_ && !has_lasted(since_ns_)) {
            return;
        }
        arauto_waited_t waited{};
        if constexpr (requires { lost_.describe(waited); }) {
            lost_.describe(waited);
        }
        if (is_shown_) {
            arauto_wait_goes_on(&waited);
        } else {
            is_shown_ = arauto_wait_show(&waited) != 0;
        }
    }

    Lost& lost_;
    Doorbell* doorbell_;
    uint32_t sleepers_;
    arauto_measured_wait_t measured_; // for the profile of the job
    int64_t since_ns_ = 0; // about: of the first look at the clock
    bool is_shown_ = false;
};

/// Waits until `ready()` is true. `ready` may consume the awaited thing: once it has returned true,
/// it is not called again.
/// @param lost  called when processes have ended; returns whether `ready` can no longer become
/// true. May be a Described.
/// @param doorbell  rung when `ready` may have become true; null: no process rings
/// @param sleepers  the bits to which this process wakes; see doorbell.hpp
/// @return false when `lost` has returned true
template <typename Ready, typename Lost>
[[nodiscard]] bool wait_for(Ready ready,
                            Lost lost,
                            Doorbell* doorbell = nullptr,
                            uint32_t sleepers = kEverySleeper) noexcept {
    return spi::wait(job().wait_policy.looks_without_pause, ready,
                     [&] { return MpiWait<Lost>(lost, doorbell, sleepers); });
}

} // namespace arauto::mpi
