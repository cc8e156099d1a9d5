// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How the members of a team learn how a turn of their barriers or exchanges has ended, once a
// member has failed. All survivors must learn the same, or one would go on while another recovers.
//
// Two questions are kept apart. A member leaves the fast path as soon as any member has failed,
// because signals of the failed may be missing for ever. How the turn ended is another matter:
//
// * On one node the notes decide. Every member notes that it takes part before it does anything
//   else of the turn, and a dead member's note stays readable and never changes. So a turn is
//   complete exactly when every member has noted it. A member that came through by signals has
//   proved that.
// * Over several nodes notes are lost with the node that keeps them, so the survivors agree. Their
//   leader is the lowest member that has not failed. It waits until every other survivor has ended
//   the turn already, or follows it. If one has ended the turn, all take over that ending and its
//   result; if not, no survivor came through, and the turn ends as failed for all. When a leader
//   dies the next one begins anew; a member that follows the next takes no word of the one before.
//
// tests/model/survivors.pml is the model.
#pragma once

#include "runtime/wait.hpp"
#include "team/team.hpp"

namespace arauto::core {

/// The outcome of the fast path through a turn.
enum class Passage : uint8_t { through, stopped, broken };

/// How a turn has ended, for all survivors alike.
enum class Ending : uint8_t { complete, some_failed, one_stopped };

struct Turn {
    Team& team;
    Turns kind;
    uint64_t number;
    const char* call; // for sentences
};

/// Members that are gone and did not take part: the first of each kind, a rank in the job, or -1.
struct Absent {
    int stopped = -1;
    int failed = -1;
};

/// @param took_part  of a member: whether it has noted the turn
template <typename TookPart>
[[nodiscard]] Absent absent_members(const Team& team, TookPart took_part) noexcept {
    Absent absent;
    for (int member = 0; member < team.size; ++member) {
        // The state first: the note of a member that is gone changes no more.
        const int rank = team.to_world(member);
        const boot::ImageState state = learn_state(rank);
        const bool has_failed = state == boot::ImageState::failed;
        if (!has_failed && state != boot::ImageState::stopped) {
            continue;
        }
        int& first = has_failed ? absent.failed : absent.stopped;
        if (first < 0 && !took_part(member)) {
            first = rank;
        }
    }
    return absent;
}

/// Shows in which meeting of a team over several nodes this rank is: those that show the same have
/// come. A node leader that has the states of all ranks finds the others.
[[gnu::cold]] void
describe_meeting(const Team& team, uint64_t meeting, boot::WaitDetail& detail) noexcept;

/// A wait on the fast path, which ends early when that leads nowhere.
/// @param took_part  tells of each member whether it has; `meeting()` is the number of this turn
///                   among all of the team
template <typename Ready, typename TookPart>
[[nodiscard]] Passage
wait_in_turn(const Team& team, DoorbellRef bell, Ready ready, TookPart took_part) noexcept {
    Passage passage = Passage::through;
    const auto watch = [&] {
        if (absent_members(team, took_part).stopped >= 0) {
            passage = Passage::stopped;
        } else if (has_failed_member(team)) {
            passage = Passage::broken;
        }
        return passage == Passage::through ? ARAUTO_OK : ARAUTO_ERR_FAILED;
    };
    const auto describe = [&](boot::WaitDetail& detail) {
        if (team.is_spread()) { // to look at a member on another node takes a message
            describe_meeting(team, took_part.meeting(), detail);
            return;
        }
        detail.kind = boot::WaitDetail::Kind::ranks;
        for (int member = 0; member < team.size; ++member) {
            if (!took_part(member)) {
                detail.add_rank(team.to_world(member));
            }
        }
    };
    const Status status = wait_on(bell, ready, described(watch, describe));
    return status < 0 ? passage : Passage::through;
}

/// The ending of a turn on one node, once a member has failed: waits until each member has taken
/// part or is gone.
template <typename TookPart>
[[nodiscard]] Ending await_survivors(const Team& team, TookPart took_part) noexcept {
    ring_everyone(); // they may sleep in a way that waits for a signal we will not send
    Absent absent;
    for (int member = 0; member < team.size; ++member) {
        const int rank = team.to_world(member);
        const Status status = wait_until(
            [&] {
                // The state first: the note of a member that is gone changes no more.
                const boot::ImageState state = learn_state(rank);
                return took_part(member) || state == boot::ImageState::failed;
            },
            [&] {
                absent = absent_members(team, took_part);
                return absent.stopped >= 0 ? ARAUTO_ERR_STOPPED : ARAUTO_OK;
            });
        if (status < 0) {
            return Ending::one_stopped;
        }
    }
    absent = absent_members(team, took_part);
    return absent.stopped >= 0  ? Ending::one_stopped
           : absent.failed >= 0 ? Ending::some_failed
                                : Ending::complete;
}

/// The result of a turn, combined from all members. A member keeps it where others can read it.
class TurnResult {
  public:
    TurnResult() = default;
    TurnResult(const TurnResult&) = delete;
    TurnResult& operator=(const TurnResult&) = delete;

    /// Takes over the result of a member. @return false when that member is lost
    [[nodiscard]] virtual bool take(int member) noexcept = 0;
    /// The leader combines the data of all members that have not failed. @return false when one is
    /// lost
    [[nodiscard]] virtual bool combine() noexcept = 0;

  protected:
    ~TurnResult() = default;
};

/// The ending of a turn over several nodes, for a member that has left the fast path.
[[nodiscard]] Ending agree(const Turn& turn, TurnResult& result) noexcept;

/// In a team over several nodes every member notes how each turn has ended, and its result before.
void note_ending(const Turn& turn, Ending ending) noexcept;

/// The status of a turn with its sentence. @param absent  as far as it is known
[[nodiscard]] Status status_of(const Turn& turn, Ending ending, const Absent& absent) noexcept;

} // namespace arauto::core
