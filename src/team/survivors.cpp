// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See survivors.hpp.
#include "team/survivors.hpp"

#include "base/clock.hpp"
#include "remote/word.hpp"

#include <algorithm>
#include <optional>

namespace arauto::core {
namespace {

using boot::ImageState;

constexpr int kLeaderBits = 24; // of TurnRecord::follows
constexpr int64_t kShortestPaceNs = 500'000;
constexpr int64_t kLongestPaceNs = 100'000'000;

/// When to look at another node again: when a member has called, when the job has changed, and from
/// time to time, because a member that ends a turn on the fast path makes no call.
class Pace {
  public:
    explicit Pace(const TurnRecord& mine) noexcept : mine_(mine) {}

    void note_change() noexcept { is_due_ = true; }
    [[nodiscard]] bool is_due() noexcept {
        const uint64_t calls = mine_.calls.load(std::memory_order_seq_cst); // PAIR turn.calls: look
        const int64_t now = now_ns();
        if (!is_due_ && calls == seen_ && now < next_ns_) {
            return false;
        }
        pace_ns_ = calls == seen_ ? std::min(2 * pace_ns_, kLongestPaceNs) : kShortestPaceNs;
        next_ns_ = now + pace_ns_;
        seen_ = calls;
        is_due_ = false;
        return true;
    }

  private:
    const TurnRecord& mine_;
    bool is_due_ = true;
    uint64_t seen_ = 0;
    int64_t pace_ns_ = kShortestPaceNs;
    int64_t next_ns_ = 0;
};

class Agreement {
  public:
    Agreement(const Turn& turn, TurnResult& result) noexcept
        : turn_(turn), team_(turn.team), result_(result), mine_(record_of(turn.team.rank)),
          pace_(mine_) {}

    Ending reach() noexcept {
        for (;;) {
            const int leader = first_survivor();
            const bool leads = leader == team_.rank;
            const std::optional<Ending> ending = leads ? lead() : follow(leader);
            if (!ending) {
                continue;
            }
            note_ending(turn_, *ending);
            if (leads) {
                call_members();
            }
            return *ending;
        }
    }

  private:
    /// The state of a member in this turn, as this member sees it.
    enum class TurnState : uint8_t { open, follows, lost, complete, some_failed, one_stopped };

    [[nodiscard]] TurnRecord& record_of(int member) const noexcept {
        return team_.record(member, turn_.kind);
    }
    [[nodiscard]] ImageState state_of(int member) const noexcept {
        return learn_state(team_.to_world(member));
    }
    [[nodiscard]] uint64_t follows(int leader) const noexcept {
        return turn_.number << kLeaderBits | static_cast<uint64_t>(leader);
    }

    /// This member never sees itself as failed: a process that others gave up ends elsewhere.
    [[nodiscard]] int first_survivor() const noexcept {
        int member = 0;
        while (member < team_.rank && state_of(member) == ImageState::failed) {
            ++member;
        }
        return member;
    }

    void call(int member) const noexcept {
        word::add(record_of(member).calls, uint64_t{1}); // PAIR turn.calls: call
        ring(team_.to_world(member));
    }
    void call_members() const noexcept {
        for (int member = 0; member < team_.size; ++member) {
            if (member != team_.rank && state_of(member) != ImageState::failed) {
                call(member);
            }
        }
    }

    [[nodiscard]] TurnState turn_state_of(int member) const noexcept {
        const ImageState state = state_of(member); // first: a note of a member that is gone stays
        if (state == ImageState::failed) {
            return TurnState::lost;
        }
        const TurnRecord& record = record_of(member);
        const uint64_t ended = word::load(record.ended); // PAIR turn.ended: look
        if (ended >> 1 == turn_.number) {
            return (ended & 1) != 0 ? TurnState::complete : TurnState::some_failed;
        }
        const uint64_t stopped = word::load(record.stopped); // PAIR turn.stopped: look
        if (stopped != 0 && stopped <= turn_.number) {
            return TurnState::one_stopped;
        }
        if (word::load(record.follows) == follows(team_.rank)) { // PAIR turn.follows: look
            return TurnState::follows;
        }
        return state == ImageState::stopped ? TurnState::one_stopped : TurnState::open;
    }

    /// Takes over how the turn has ended for a member; nothing when that one is lost meanwhile.
    [[nodiscard]] std::optional<Ending> take_over(int member, TurnState turn_state) const noexcept {
        if (turn_state == TurnState::one_stopped) {
            return Ending::one_stopped;
        }
        if (!result_.take(member)) {
            return std::nullopt;
        }
        return turn_state == TurnState::complete ? Ending::complete : Ending::some_failed;
    }

    /// Waits until `look()` says so, each time that another look is worth while.
    template <typename Look> void await(Look look) noexcept {
        pace_.note_change();
        const Status status = wait_until([&] { return pace_.is_due() && look(); },
                                         [&] {
                                             pace_.note_change();
                                             return ARAUTO_OK;
                                         });
        static_cast<void>(status); // the watch never gives up
    }

    [[nodiscard]] std::optional<Ending> follow(int leader) noexcept {
        // PAIR turn.follows: store. From here on no word of a leader before this one counts.
        mine_.follows.store(follows(leader), std::memory_order_seq_cst);
        call(leader);
        TurnState turn_state = TurnState::open;
        await([&] {
            turn_state = turn_state_of(leader);
            return turn_state != TurnState::open && turn_state != TurnState::follows;
        });
        return turn_state == TurnState::lost ? std::nullopt : take_over(leader, turn_state);
    }

    [[nodiscard]] std::optional<Ending> lead() noexcept {
        int member = 0;
        TurnState turn_state = TurnState::follows;
        await([&] {
            while (member < team_.size) {
                turn_state = member == team_.rank ? TurnState::follows : turn_state_of(member);
                if (turn_state != TurnState::follows && turn_state != TurnState::lost) {
                    return turn_state != TurnState::open;
                }
                ++member;
            }
            return true;
        });
        if (member < team_.size) {
            return take_over(member, turn_state);
        }
        return result_.combine() ? std::optional(Ending::some_failed) : std::nullopt;
    }

    const Turn& turn_;
    const Team& team_;
    TurnResult& result_;
    TurnRecord& mine_;
    Pace pace_;
};

} // namespace

Ending agree(const Turn& turn, TurnResult& result) noexcept {
    return Agreement(turn, result).reach();
}

void note_ending(const Turn& turn, Ending ending) noexcept {
    TurnRecord& mine = turn.team.record(turn.team.rank, turn.kind);
    if (ending != Ending::one_stopped) {
        const uint64_t is_complete = ending == Ending::complete ? 1 : 0;
        // PAIR turn.ended: store, after the result
        mine.ended.store(turn.number << 1 | is_complete, std::memory_order_seq_cst);
    } else if (mine.stopped.load(std::memory_order_relaxed) == 0) { // relaxed because it is ours
        mine.stopped.store(turn.number, std::memory_order_seq_cst); // PAIR turn.stopped: store
    }
}

Status status_of(const Turn& turn, Ending ending, const Absent& absent) noexcept {
    const Team& team = turn.team;
    if (ending == Ending::complete) {
        return ARAUTO_OK;
    }
    if (ending == Ending::one_stopped) {
        return absent.stopped >= 0 ? fail_stopped(absent.stopped, turn.call)
                                   : fail(ARAUTO_ERR_STOPPED,
                                          "%s: a %s of the team has stopped and will not take part",
                                          turn.call, noun());
    }
    leave_if_job_ends();
    const int failed = first_failed_member(team);
    if (absent.failed < 0 && failed < 0) {
        return fail(ARAUTO_ERR_FAILED, "%s: a %s of the team has failed", turn.call, noun());
    }
    return fail_failed(absent.failed >= 0 ? absent.failed : team.to_world(failed), turn.call);
}

void describe_meeting(const Team& team, uint64_t meeting, boot::WaitDetail& detail) noexcept {
    // Teams without a common member may have their blocks at one offset.
    const auto first = static_cast<uint64_t>(team.to_world(0));
    detail.kind = boot::WaitDetail::Kind::meeting;
    detail.has = meeting;
    detail.needs = team.offset << 20 ^ first << 10 ^ static_cast<uint64_t>(team.size);
    for (int member = 0; team.size < this_rank().size && member < team.size; ++member) {
        detail.add_rank(team.to_world(member));
    }
}

} // namespace arauto::core
