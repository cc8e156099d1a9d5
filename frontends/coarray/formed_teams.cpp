// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See formed_teams.hpp.
#include "coarray/formed_teams.hpp"

#include "arauto/collective.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace arauto::coarray {

bool FormedTeam::is_below(const FormedTeam& top) const noexcept {
    const FormedTeam* above = parent;
    while (above != nullptr && above != &top) {
        above = above->parent;
    }
    return above != nullptr;
}

FormedTeam& FormedTeams::add(std::unique_ptr<FormedTeam> team) {
    list_.push_back(std::move(team));
    return *list_.back();
}

void FormedTeams::count_coarrays(arauto_team_h team, int change) const noexcept {
    const auto found = std::find_if(list_.begin(), list_.end(),
                                    [team](const auto& known) { return known->team == team; });
    if (found != list_.end()) {
        (*found)->coarrays += change;
    }
}

void FormedTeams::give_back(FormedTeam& parent, FormedTeam* before, const void* variable) {
    const bool is_free = before != nullptr && before->parent == &parent &&
                         before->variable == variable && is_unnamed(*before);
    const int64_t number = is_free ? before->number_in_parent : 0;
    int64_t numbers[] = {number, -number}; // the highest of all, and the lowest
    const arauto_status_t status =
        arauto_reduce(parent.team, numbers, 2, ARAUTO_INT64, ARAUTO_MAX, ARAUTO_ALL_RANKS);
    const bool is_agreed = status >= 0 || status == ARAUTO_ERR_FAILED;
    if (is_free && is_agreed && numbers[0] == -numbers[1]) {
        free_with_teams_below(*before);
    }
}

/// Teams that were formed in a team can be entered only from there, so they go with it.
bool FormedTeams::is_unnamed(const FormedTeam& team) const noexcept {
    return std::none_of(list_.begin(), list_.end(), [&team](const auto& other) {
        const bool goes_too = other.get() == &team || other->is_below(team);
        return goes_too && (other->has_copies || other->coarrays > 0);
    });
}

void FormedTeams::free_with_teams_below(const FormedTeam& top) {
    for (size_t i = list_.size(); i-- > 0;) { // the one formed last first, on all its images
        const FormedTeam& team = *list_[i];
        const bool goes = &team == &top || team.is_below(top);
        if (goes && arauto_team_free(team.team) != ARAUTO_ERR_STOPPED) {
            list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
}

} // namespace arauto::coarray
