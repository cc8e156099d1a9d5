// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See survivors.hpp.
#include "team/survivors.hpp"

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
/// time to time, because a member that ends a turn in the fast way makes no call.
class Pace {
  public:
    explicit Pace(const TurnRecord& mine) noexcept : mine_(mine) {}

    void note_change() noexcept { is_due_ = true; }
    [[nodiscard]] bool is_due() noexcept {
        const uint64_t calls = mine_.calls.load(std::memory_order_seq_cst);
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
    Agreement(const Turn& turn, Result& result) noexcept
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
    /// Where a member stands, as this one sees it.
    enum class Stand : uint8_t { open, follows, lost, complete, some_failed, one_stopped };

    [[nodiscard]] TurnRecord& record_of(int member) const noexcept {
        return team_.record(member, turn_.kind);
    }
    [[nodiscard]] ImageState state_of(int member) const noexcept {
        return this_rank().state(team_.to_world(member));
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
        word::add(record_of(member).calls, uint64_t{1});
        ring(team_.to_world(member));
    }
    void call_members() const noexcept {
        for (int member = 0; member < team_.size; ++member) {
            if (member != team_.rank && state_of(member) != ImageState::failed) {
                call(member);
            }
        }
    }

    [[nodiscard]] Stand stand_of(int member) const noexcept {
        const ImageState state = state_of(member); // first: what the gone have noted stays
        if (state == ImageState::failed) {
            return Stand::lost;
        }
        const TurnRecord& record = record_of(member);
        const uint64_t ended = word::load(record.ended); // PAIR turn.ended: look
        if (ended >> 1 == turn_.number) {
            return (ended & 1) != 0 ? Stand::complete : Stand::some_failed;
        }
        const uint64_t stopped = word::load(record.stopped); // PAIR turn.stopped: look
        if (stopped != 0 && stopped <= turn_.number) {
            return Stand::one_stopped;
        }
        if (word::load(record.follows) == follows(team_.rank)) { // PAIR turn.follows: look
            return Stand::follows;
        }
        return state == ImageState::stopped ? Stand::one_stopped : Stand::open;
    }

    /// Takes over how the turn has ended for a member; nothing when that one is lost meanwhile.
    [[nodiscard]] std::optional<Ending> take_over(int member, Stand stand) const noexcept {
        if (stand == Stand::one_stopped) {
            return Ending::one_stopped;
        }
        if (!result_.take(member)) {
            return std::nullopt;
        }
        return stand == Stand::complete ? Ending::complete : Ending::some_failed;
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
        Stand stand = Stand::open;
        await([&] {
            stand = stand_of(leader);
            return stand != Stand::open && stand != Stand::follows;
        });
        return stand == Stand::lost ? std::nullopt : take_over(leader, stand);
    }

    [[nodiscard]] std::optional<Ending> lead() noexcept {
        int member = 0;
        Stand stand = Stand::follows;
        await([&] {
            while (member < team_.size) {
                stand = member == team_.rank ? Stand::follows : stand_of(member);
                if (stand != Stand::follows && stand != Stand::lost) {
                    return stand != Stand::open;
                }
                ++member;
            }
            return true;
        });
        if (member < team_.size) {
            return take_over(member, stand);
        }
        return result_.combine() ? std::optional(Ending::some_failed) : std::nullopt;
    }

    const Turn& turn_;
    const Team& team_;
    Result& result_;
    TurnRecord& mine_;
    Pace pace_;
};

} // namespace

Ending agree(const Turn& turn, Result& result) noexcept {
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

} // namespace arauto::core
