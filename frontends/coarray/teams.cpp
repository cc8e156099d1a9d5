// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See teams.hpp.
#include "teams.hpp"

#include "members.hpp"
#include "state.hpp"

#include "arauto/collective.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace arauto::coarray {

constinit Images images{};

struct Teams {
    /// Values count up from here. The upper half keeps the bits of an undefined variable apart.
    static constexpr int64_t kInitialValue = 0x7465616d'00000001;

    std::vector<std::unique_ptr<Team>> formed; // in the order of their values
    int64_t next_value = kInitialValue;
    std::vector<Team*> entered; // the last is the current team
};

namespace {

Teams& teams() noexcept {
    return g_state.teams.get();
}

Team& add_team(arauto_team_h handle, int64_t number) {
    Teams& all = teams();
    all.formed.push_back(std::make_unique<Team>(handle, all.next_value++, number));
    Team& team = *all.formed.back();
    for (int member = 0; member < arauto_team_size(handle); ++member) {
        team.ranks.push_back(arauto_team_to_world(handle, member));
    }
    return team;
}

Team* find(int64_t value) noexcept {
    const auto& formed = teams().formed;
    const auto found =
        std::lower_bound(formed.begin(), formed.end(), value,
                         [](const auto& team, int64_t wanted) { return team->value < wanted; });
    return found != formed.end() && (*found)->value == value ? found->get() : nullptr;
}

/// Null, with the failure reported, when no FORM TEAM has defined the variable.
const Team* find_or_report(TeamName name, const Errors& errors, const char* statement) noexcept {
    const Team* const team = find_named(name);
    if (team == nullptr) {
        fail(errors,
             "%s: the team variable has not been defined by FORM TEAM, or is a copy of one that "
             "FORM TEAM has defined anew",
             statement);
    }
    return team;
}

void use_current() noexcept {
    const Team& team = current();
    images = {static_cast<int>(team.ranks.size()), arauto_rank(),
              team_depth() == 0 ? nullptr : team.ranks.data(), team.team,
              arauto_team_rank(team.team)};
}

/// Reports the status of a statement that the surviving images have carried out. Without stat= they
/// go on: else none could recover with the statements that gfortran's own coarrays offer.
void report_team(const Errors& errors, arauto_status_t status, const char* statement) noexcept {
    if (status != ARAUTO_ERR_FAILED || errors.stat != nullptr) {
        report(errors, status, statement);
    }
}

/// The request of one image to FORM TEAM; index 0: any.
struct Choice {
    int64_t number;
    int64_t index;
};
constexpr int kNobody = -1;

/// Gives each image the index that it has asked for. False, with the failure reported on all
/// images alike, when what all have chosen makes no teams.
bool take_indices(const std::vector<Choice>& choices, Siblings& teams, const Errors& errors) {
    for (size_t i = 0; i < choices.size(); ++i) {
        const auto [number, index] = choices[i];
        if (number < 1) {
            fail(errors, "FORM TEAM: image %zu gives the team number %lld, which is not positive",
                 i + 1, static_cast<long long>(number));
            return false;
        }
        teams[number].push_back(kNobody);
    }
    for (size_t i = 0; i < choices.size(); ++i) {
        const auto [number, index] = choices[i];
        std::vector<int>& members = teams[number];
        const auto position = static_cast<size_t>(index) - 1; // of 0: none
        if (index != 0 && (position >= members.size() || members[position] != kNobody)) {
            fail(errors,
                 "FORM TEAM: image %zu gives NEW_INDEX=%lld to team %lld; indices count from 1 to "
                 "the size of the team, and no two images have the same",
                 i + 1, static_cast<long long>(index), static_cast<long long>(number));
            return false;
        }
        if (index != 0) {
            members[position] = static_cast<int>(i);
        }
    }
    return true;
}

/// The teams that the choices of the parent's members make; null with the failure reported.
std::shared_ptr<const Siblings>
arrange(const std::vector<Choice>& choices, const Team& parent, const Errors& errors) {
    auto teams = std::make_shared<Siblings>();
    if (!take_indices(choices, *teams, errors)) {
        return nullptr;
    }
    std::map<int64_t, size_t> next; // the first position that may be free
    for (size_t i = 0; i < choices.size(); ++i) {
        if (choices[i].index == 0) {
            std::vector<int>& members = (*teams)[choices[i].number];
            size_t& position = next[choices[i].number];
            while (members[position] != kNobody) {
                ++position;
            }
            members[position] = static_cast<int>(i);
        }
    }
    for (auto& [number, members] : *teams) {
        for (int& member : members) {
            member = parent.ranks[static_cast<size_t>(member)];
        }
    }
    return teams;
}

bool is_below(const Team& team, const Team& top) noexcept {
    const Team* above = team.parent;
    while (above != nullptr && above != &top) {
        above = above->parent;
    }
    return above != nullptr;
}

/// Teams that were formed in a team can be entered only from there, so they go with it.
bool goes_with(const Team& team, const Team& top) noexcept {
    return &team == &top || is_below(team, top);
}

/// Whether a team, or one formed in it, is still in use.
/// @param is_needed  its memory is, so that possible copies count for nothing
bool is_in_use(const Team& top, bool is_needed) noexcept {
    const auto& formed = teams().formed;
    return std::any_of(formed.begin(), formed.end(), [&](const auto& team) {
        return goes_with(*team, top) &&
               (team->has_copies || team->coarrays > 0 || (team->may_have_copies && !is_needed));
    });
}

/// Frees a team and those formed in it. Collective over its parent.
void free_with(const Team& top) {
    auto& formed = teams().formed;
    for (size_t i = formed.size(); i-- > 0;) { // the one formed last first, on all its images
        if (goes_with(*formed[i], top) && arauto_team_free(formed[i]->team) != ARAUTO_ERR_STOPPED) {
            free_communicator(formed[i]->communicator);
            formed.erase(formed.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
}

/// Frees the team that a variable had before, and those formed in it, when nothing names them and
/// the variables of all images had one from the same FORM TEAM. Collective over the parent.
/// @param before  of this image's variable; null: it had none
void give_back(const Team& parent, Team* before, const int64_t* variable) {
    const bool is_replaced =
        before != nullptr && before->parent == &parent && before->variable == variable;
    const bool is_free = is_replaced && !is_in_use(*before, false);
    if (is_replaced) {
        before->is_replaced = true;
    }
    const int64_t number = is_free ? before->number_in_parent : 0;
    int64_t numbers[] = {number, -number}; // the highest of all, and the lowest
    const arauto_status_t status =
        arauto_reduce(parent.team, numbers, 2, ARAUTO_INT64, ARAUTO_MAX, ARAUTO_ALL_RANKS);
    const bool is_agreed = status >= 0 || status == ARAUTO_ERR_FAILED;
    if (is_free && is_agreed && numbers[0] == -numbers[1]) {
        free_with(*before);
    }
}

/// The first team of the parent, from a number on, that is given back where memory is needed.
const Team* find_replaced(const Team& parent, int64_t number) noexcept {
    const auto& formed = teams().formed;
    const auto found = std::find_if(formed.begin(), formed.end(), [&](const auto& team) {
        return team->parent == &parent && team->is_replaced && team->number_in_parent >= number &&
               !is_in_use(*team, true);
    });
    return found != formed.end() ? found->get() : nullptr;
}

/// Frees all teams whose variables FORM TEAM has defined anew, on all images alike, and that only
/// copies could name. Such a copy then ends its statement with a sentence; without memory the
/// program would have ended already. Collective over the parent.
/// @return whether there were any
bool free_replaced(const Team& parent) {
    constexpr int64_t kNone = std::numeric_limits<int64_t>::max();
    bool has_freed = false;
    for (int64_t next = 1;;) {
        const Team* const first = find_replaced(parent, next);
        const int64_t number = first != nullptr ? first->number_in_parent : kNone;
        int64_t numbers[] = {number, -number}; // the highest of all, and the lowest
        const arauto_status_t status =
            arauto_reduce(parent.team, numbers, 2, ARAUTO_INT64, ARAUTO_MAX, ARAUTO_ALL_RANKS);
        if (status < 0 || numbers[0] == kNone) {
            return has_freed;
        }
        next = numbers[0];
        if (numbers[0] == -numbers[1]) {
            free_with(*first);
            has_freed = true;
            ++next;
        }
    }
}

} // namespace

void start_teams() {
    teams().entered.push_back(&add_team(arauto_team_world(), -1));
    use_current();
}

void form_team(int64_t number, int64_t* variable, int new_index, const Errors& errors) {
    Team& parent = *teams().entered.back();
    ++parent.teams_formed;
    const Choice mine{number, new_index};
    std::vector<Choice> choices(parent.ranks.size());
    std::shared_ptr<const Siblings> siblings;
    std::ptrdiff_t order = new_index > 0 ? new_index - 1 : images.own_member;
    arauto_status_t status = arauto_allgather(parent.team, &mine, sizeof mine, choices.data());
    if (status >= 0) {
        siblings = arrange(choices, parent, errors);
        if (siblings == nullptr) {
            return;
        }
        const std::vector<int>& members = siblings->at(number);
        order = std::find(members.begin(), members.end(), images.own_rank) - members.begin();
    } else if (status != ARAUTO_ERR_FAILED) {
        report(errors, status, "FORM TEAM");
        return;
    }
    arauto_team_h formed = nullptr;
    status = arauto_team_split(parent.team, number, static_cast<int>(order), &formed);
    if (status == ARAUTO_ERR_MEMORY && free_replaced(parent)) { // on all images of the parent
        status = arauto_team_split(parent.team, number, static_cast<int>(order), &formed);
    }
    if (formed == nullptr) {
        report(errors, status, "FORM TEAM");
        return;
    }
    give_back(parent, find(*variable), variable);
    Team& made = add_team(formed, number); // also from the images that are left
    made.siblings = std::move(siblings);
    made.parent = &parent;
    made.number_in_parent = parent.teams_formed;
    made.variable = variable;
    *variable = made.value;
    report_team(errors, status, "FORM TEAM");
}

void change_team(TeamName name, const Errors& errors) {
    if (find_or_report(name, errors, "CHANGE TEAM") == nullptr) {
        return;
    }
    teams().entered.push_back(find(name.value));
    use_current();
    report_team(errors, arauto_team_barrier(current_team()), "CHANGE TEAM");
}

void end_team(const Errors& errors) {
    if (team_depth() == 0) {
        fail(errors, "END TEAM: no CHANGE TEAM has come before it");
        return;
    }
    const arauto_status_t status = arauto_team_barrier(current_team());
    teams().entered.pop_back();
    use_current();
    report_team(errors, status, "END TEAM");
}

void sync_team(TeamName name, const Errors& errors) {
    const Team* const team = find_or_report(name, errors, "SYNC TEAM");
    if (team != nullptr) {
        report(errors, arauto_team_barrier(team->team), "SYNC TEAM");
    }
}

int64_t get_team(Level level) noexcept {
    const std::vector<Team*>& entered = teams().entered;
    const size_t top = entered.size() - 1;
    const size_t at = level == Level::initial               ? 0
                      : level == Level::current || top == 0 ? top
                                                            : top - 1;
    entered[at]->has_copies = true;
    return entered[at]->value;
}

const Team& current() noexcept {
    return *teams().entered.back();
}

int team_depth() noexcept {
    return static_cast<int>(teams().entered.size()) - 1;
}

const Team* find_team(int64_t value) noexcept {
    return find(value);
}

const Team* find_named(TeamName name) noexcept {
    Team* const team = find(name.value);
    if (team != nullptr && name.variable == nullptr) {
        team->may_have_copies = true;
    } else if (team != nullptr && name.variable != team->variable) {
        team->has_copies = true;
    }
    return team;
}

const Team& named_team(TeamName name, const char* function) noexcept {
    const Team* const team = find_or_report(name, {}, function);
    return team != nullptr ? *team : current();
}

const std::vector<int>* find_ranks_of_number(int64_t number) noexcept {
    const Team& team = current();
    if (number == team.number) {
        return &team.ranks;
    }
    if (number == -1) {
        return &teams().formed.front()->ranks;
    }
    if (team.siblings != nullptr) {
        if (const auto sibling = team.siblings->find(number); sibling != team.siblings->end()) {
            return &sibling->second;
        }
    }
    return nullptr;
}

const std::vector<int>& ranks_of_number(int64_t number, const char* statement) noexcept {
    const std::vector<int>* const ranks = find_ranks_of_number(number);
    if (ranks == nullptr) {
        fail({}, "%s: no team beside the current one has number %lld", statement,
             static_cast<long long>(number));
    }
    return ranks != nullptr ? *ranks : current().ranks; // the latter is not reached
}

bool is_entered(const Team& team) noexcept {
    for (const Team* entered = &current(); entered != nullptr; entered = entered->parent) {
        if (entered == &team) {
            return true;
        }
    }
    return false;
}

int64_t adopt_team(arauto_team_h team) {
    return add_team(team, 0).value;
}

MpiHandle& communicator_of(const Team& team) noexcept {
    return find(team.value)->communicator;
}

void drop_communicators() noexcept {
    for (const auto& team : teams().formed) {
        free_communicator(team->communicator);
    }
}

void count_coarrays(arauto_team_h team, int change) noexcept {
    for (const auto& known : teams().formed) {
        if (known->team == team) {
            known->coarrays += change;
            return;
        }
    }
}

} // namespace arauto::coarray
