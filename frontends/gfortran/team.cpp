// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Teams: a stack of teams entered by CHANGE TEAM, and the map from image indices of the current one
// to ranks.
#include "coarray/formed_teams.hpp"
#include "images.hpp"
#include "segment_end.hpp"

#include "arauto/runtime.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace arauto::gfortran {

constinit ImageMap image_map{0, 0, nullptr};

namespace {

/// What a team_type variable of the program points to.
struct FortranTeam final : coarray::FormedTeam {
    explicit FortranTeam(arauto_team_h handle) : FormedTeam(handle) {
        for (int member = 0; member < arauto_team_size(team); ++member) {
            ranks.push_back(arauto_team_to_world(team, member));
        }
    }
    std::vector<int> ranks; // in the job, by image index - 1
};

/// Teams entered and not left; the last is the current one. Empty: the initial team.
std::vector<FortranTeam*>& entered() {
    static auto* stack =
        new std::vector<FortranTeam*>; // never destroyed: used until the process ends
    return *stack;
}

void use_current() noexcept {
    if (entered().empty()) {
        image_map = {arauto_size(), arauto_rank(), nullptr};
        return;
    }
    const FortranTeam& team = *entered().back();
    image_map = {static_cast<int>(team.ranks.size()), arauto_rank(), team.ranks.data()};
}

/// Never destroyed: used until the process ends.
coarray::FormedTeams& formed_teams() {
    static auto* teams = new coarray::FormedTeams;
    return *teams;
}

/// An undefined team_type variable has any bits: values are looked up before they are followed.
FortranTeam* find_team(const void* value) noexcept {
    const auto& teams = formed_teams().list();
    const auto found = std::find_if(teams.begin(), teams.end(),
                                    [value](const auto& team) { return team.get() == value; });
    return found != teams.end() ? static_cast<FortranTeam*>(found->get()) : nullptr;
}

FortranTeam* make_team(arauto_team_h team) {
    return static_cast<FortranTeam*>(&formed_teams().add(std::make_unique<FortranTeam>(team)));
}

/// The initial team as a value of team_type.
FortranTeam* initial_team() {
    static FortranTeam* team = make_team(arauto_team_world());
    return team;
}

FortranTeam& current() {
    return entered().empty() ? *initial_team() : *entered().back();
}

/// The value of a variable that a statement names; null when it has none.
FortranTeam* named_by(const void* const* variable) noexcept {
    FortranTeam* const team = find_team(*variable);
    if (team != nullptr) {
        team->note_use(variable);
    }
    return team;
}

} // namespace

void count_coarrays(arauto_team_h team, int change) noexcept {
    formed_teams().count_coarrays(team, change);
}

arauto_team_h current_team() noexcept {
    return entered().empty() ? arauto_team_world() : entered().back()->team;
}

void use_current_team() noexcept {
    use_current();
}

int image_of_team_to_rank(const void* const* team, int image) noexcept {
    const FortranTeam* const named = named_by(team);
    if (named == nullptr) { // GCC 8 to 14 have no other way to name the initial team
        return image >= 1 && image <= arauto_size() ? image - 1 : -1;
    }
    const auto index = static_cast<size_t>(image) - 1;
    return index < named->ranks.size() ? named->ranks[index] : -1;
}

} // namespace arauto::gfortran

using namespace arauto::gfortran; // NOLINT: the compiler's entry points follow

namespace {

constexpr const char* kUndefined = "the team variable has not been defined by FORM TEAM, or is a "
                                   "copy of one that FORM TEAM has defined anew";

/// Number of the team `distance` levels up; the initial team is -1.
int number_of(arauto_team_h team) noexcept {
    return static_cast<int>(arauto_team_number(team));
}

} // namespace

CAF_EXPORT void _gfortran_caf_form_team(int number, void** team, int) {
    if (number < 1) {
        report(nullptr, nullptr, 0, kStatInvalid,
               "FORM TEAM: the team number is %d, but it must be positive", number);
        return;
    }
    const SegmentEnd end("FORM TEAM", nullptr, nullptr, 0);
    FortranTeam& parent = current();
    ++parent.teams_formed;
    FortranTeam* const before = find_team(*team);
    arauto_team_h formed = nullptr;
    const arauto_status_t status =
        arauto_team_split(parent.team, number, arauto_team_rank(parent.team), &formed);
    if (status != ARAUTO_ERR_FAILED) { // formed from the active images
        report_status(nullptr, nullptr, 0, status, "FORM TEAM");
    }
    formed_teams().give_back(parent, before, team);
    FortranTeam* const made = make_team(formed);
    made->parent = &parent;
    made->number_in_parent = parent.teams_formed;
    made->variable = team;
    *team = made;
}

CAF_EXPORT void _gfortran_caf_change_team(void** team, int) {
    FortranTeam* const wanted = named_by(team);
    if (wanted == nullptr) {
        report(nullptr, nullptr, 0, kStatInvalid, "CHANGE TEAM: %s", kUndefined);
        return;
    }
    const SegmentEnd end("CHANGE TEAM", nullptr, nullptr, 0);
    entered().push_back(wanted);
    use_current_team();
    const arauto_status_t status = arauto_team_barrier(wanted->team);
    if (status != ARAUTO_ERR_FAILED) { // the active images have changed together
        report_status(nullptr, nullptr, 0, status, "CHANGE TEAM");
    }
}

CAF_EXPORT void _gfortran_caf_end_team(void) {
    if (entered().empty()) {
        report(nullptr, nullptr, 0, kStatInvalid, "END TEAM: no CHANGE TEAM has come before it");
        return;
    }
    const SegmentEnd end("END TEAM", nullptr, nullptr, 0);
    const arauto_status_t status = arauto_team_barrier(current_team());
    entered().pop_back();
    use_current_team();
    if (status != ARAUTO_ERR_FAILED) {
        report_status(nullptr, nullptr, 0, status, "END TEAM");
    }
}

CAF_EXPORT void _gfortran_caf_sync_team(void** team, int) {
    const FortranTeam* const wanted = named_by(team);
    if (wanted == nullptr) {
        report(nullptr, nullptr, 0, kStatInvalid, "SYNC TEAM: %s", kUndefined);
        return;
    }
    const SegmentEnd end("SYNC TEAM", nullptr, nullptr, 0);
    report_status(nullptr, nullptr, 0, arauto_team_barrier(wanted->team), "SYNC TEAM");
}

/// @param team  the value of a team_type variable, although change_team gets its address
CAF_EXPORT int _gfortran_caf_team_number(const void* team) {
    if (team == nullptr) {
        return number_of(current_team());
    }
    const FortranTeam* const known = find_team(team);
    return known != nullptr ? number_of(known->team) : -1;
}

/// The compiler passes the address of a level (0 initial, 1 parent, 2 current) or NULL for the
/// current team, and uses the result as a team value.
CAF_EXPORT void* _gfortran_caf_get_team(const int32_t* level) {
    enum { kInitial, kParent, kCurrent };
    const int wanted = level == nullptr ? kCurrent : *level;
    const size_t depth = entered().size();
    FortranTeam* const team = wanted == kInitial || depth == 0 || (wanted == kParent && depth == 1)
                                  ? initial_team()
                                  : entered()[wanted == kParent ? depth - 2 : depth - 1];
    team->has_copies = true;
    return team;
}
