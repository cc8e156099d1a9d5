// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Teams: those that FORM TEAM has made, the stack of those that CHANGE TEAM has entered, and what
// an image number means in each. A team variable of the program holds a team's number among all
// that were ever formed, from 1; 0 is a variable that nothing has defined.
#include "coarray/formed_teams.hpp"
#include "quick.hpp"
#include "runtime.hpp"
#include "segment_boundary.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace arauto::translated {

constinit Images images{0, 0, nullptr};

namespace {

/// A team of one FORM TEAM: its number and the ranks that chose it, as far as they are known here.
struct Sibling {
    int64_t number;
    std::vector<int> ranks; // in the job
};
using Siblings = std::vector<Sibling>;

struct Team final : coarray::FormedTeam {
    explicit Team(arauto_team_h handle_of_core) : FormedTeam(handle_of_core) {}

    int64_t handle = 0;
    int64_t number = -1; // -1: the initial team
    std::vector<int> ranks{}; // in the job, by rank in the team
    std::shared_ptr<const Siblings> siblings{};
};

struct Teams {
    coarray::FormedTeams formed; // in the order of their handles
    int64_t handles = 0; // that were given
    std::vector<int64_t> entered; // handles; the last is the current team
};

/// Never destroyed: programs ask until their very end.
Teams& teams() noexcept {
    static auto* all = new Teams;
    return *all;
}

std::vector<int> ranks_of(arauto_team_h team) {
    std::vector<int> ranks;
    for (int member = 0; member < arauto_team_size(team); ++member) {
        ranks.push_back(arauto_team_to_world(team, member));
    }
    return ranks;
}

Team& add_team(arauto_team_h handle, int64_t number, std::shared_ptr<const Siblings> siblings) {
    Teams& all = teams();
    auto team = std::make_unique<Team>(handle);
    team->handle = ++all.handles;
    team->number = number;
    team->ranks = ranks_of(handle);
    team->siblings = std::move(siblings);
    return static_cast<Team&>(all.formed.add(std::move(team)));
}

/// Null when no team has this handle, or none any more.
Team* find_team(int64_t handle) noexcept {
    const auto& formed = teams().formed.list();
    const auto handle_of = [](const auto& team) { return static_cast<const Team&>(*team).handle; };
    const auto is_before = [&](const auto& team, int64_t wanted) {
        return handle_of(team) < wanted;
    };
    const auto found = std::lower_bound(formed.begin(), formed.end(), handle, is_before);
    return found != formed.end() && handle_of(*found) == handle ? static_cast<Team*>(found->get())
                                                                : nullptr;
}

Team& current() noexcept {
    return *find_team(teams().entered.back());
}

/// Null, with the failure reported, when no FORM TEAM has defined the variable.
const Team*
team_of(int64_t handle, const translated_errors_t& errors, const char* statement) noexcept {
    const Team* team = find_team(handle);
    if (team == nullptr) {
        fail(errors, 1,
             "%s: the team variable has not been defined by FORM TEAM, or is a copy of one that "
             "FORM TEAM has defined anew",
             statement);
    }
    return team;
}

/// The same for a statement that names a variable.
const Team* named_by(const int64_t* variable,
                     const translated_errors_t& errors,
                     const char* statement) noexcept {
    if (Team* const team = find_team(*variable); team != nullptr) {
        team->note_use(variable);
    }
    return team_of(*variable, errors, statement);
}

/// For functions, which have no stat=: what is wrong ends the program.
const Team& named_team(const int64_t* variable, const char* function) noexcept {
    const Team* team = named_by(variable, {}, function);
    return team != nullptr ? *team : current();
}

void use_current() noexcept {
    const Team& team = current();
    const bool is_initial = teams().entered.size() == 1;
    images = {static_cast<int>(team.ranks.size()), arauto_team_rank(team.team),
              is_initial ? nullptr : team.ranks.data()};
}

/// What one image asks of FORM TEAM; index 0: any.
struct Choice {
    int64_t number;
    int64_t index;
};

/// Where the members with the number of `self` stand in their team, by rank in the parent; others
/// have -1. False when the indices contradict each other.
bool take_positions(const std::vector<Choice>& choices, size_t self, std::vector<int>& positions) {
    const int64_t number = choices[self].number;
    const auto size = std::count_if(choices.begin(), choices.end(),
                                    [&](const Choice& c) { return c.number == number; });
    std::vector<bool> is_taken(static_cast<size_t>(size), false);
    positions.assign(choices.size(), -1);
    for (size_t i = 0; i < choices.size(); ++i) {
        const int64_t index = choices[i].index;
        if (choices[i].number != number || index == 0) {
            continue;
        }
        if (index < 0 || index > size || is_taken[static_cast<size_t>(index) - 1]) {
            return false;
        }
        is_taken[static_cast<size_t>(index) - 1] = true;
        positions[i] = static_cast<int>(index) - 1;
    }
    size_t next = 0;
    for (size_t i = 0; i < choices.size(); ++i) {
        if (choices[i].number != number || positions[i] >= 0) {
            continue;
        }
        while (is_taken[next]) {
            ++next;
        }
        positions[i] = static_cast<int>(next++);
    }
    return true;
}

/// All teams of one FORM TEAM, for TEAM_NUMBER= of their siblings.
std::shared_ptr<const Siblings> siblings_of(const std::vector<Choice>& choices,
                                            const std::vector<int>& ranks) {
    auto siblings = std::make_shared<Siblings>();
    std::vector<int> positions;
    for (size_t i = 0; i < choices.size(); ++i) {
        const int64_t number = choices[i].number;
        const bool is_known = std::any_of(siblings->begin(), siblings->end(),
                                          [&](const Sibling& s) { return s.number == number; });
        if (is_known || !take_positions(choices, i, positions)) {
            continue;
        }
        Sibling sibling{number, {}};
        sibling.ranks.resize(static_cast<size_t>(
            std::count_if(positions.begin(), positions.end(), [](int at) { return at >= 0; })));
        for (size_t member = 0; member < positions.size(); ++member) {
            if (positions[member] >= 0) {
                sibling.ranks[static_cast<size_t>(positions[member])] = ranks[member];
            }
        }
        siblings->push_back(std::move(sibling));
    }
    return siblings;
}

/// Whether what all have chosen makes teams; the failure is reported on all images alike.
bool check_choices(const std::vector<Choice>& choices, const translated_errors_t& errors) {
    std::vector<int> positions;
    for (size_t i = 0; i < choices.size(); ++i) {
        if (choices[i].number < 1) {
            fail(errors, 1,
                 "FORM TEAM: image %zu gives the team number %lld, which is not positive", i + 1,
                 static_cast<long long>(choices[i].number));
            return false;
        }
        if (choices[i].index != 0 && !take_positions(choices, i, positions)) {
            fail(errors, 1,
                 "FORM TEAM: image %zu gives NEW_INDEX=%lld to team %lld; indices count from 1 to "
                 "the size of the team, and no two images have the same",
                 i + 1, static_cast<long long>(choices[i].index),
                 static_cast<long long>(choices[i].number));
            return false;
        }
    }
    return true;
}

/// Of a statement that the images which are left have carried out: without stat= they go on, or
/// none could recover with the statements that gfortran's own coarrays offer.
void report_team(const translated_errors_t& errors,
                 arauto_status_t status,
                 const char* statement) noexcept {
    if (status != ARAUTO_ERR_FAILED || errors.stat != nullptr) {
        report(errors, status, statement);
    }
}

const Sibling* find_sibling(int64_t number) noexcept {
    const Siblings* siblings = current().siblings.get();
    if (siblings == nullptr) {
        return nullptr;
    }
    const auto found = std::find_if(siblings->begin(), siblings->end(),
                                    [&](const Sibling& s) { return s.number == number; });
    return found != siblings->end() ? &*found : nullptr;
}

/// Ranks in the job of the team that TEAM_NUMBER= names: -1 is the initial team, else a sibling of
/// the current one, or itself. Null when there is none.
const std::vector<int>* ranks_of_number(int64_t number) noexcept {
    if (number == current().number) {
        return &current().ranks;
    }
    if (number == -1) {
        return &find_team(1)->ranks;
    }
    const Sibling* sibling = find_sibling(number);
    return sibling != nullptr ? &sibling->ranks : nullptr;
}

/// As an image number that means the same in any team.
int32_t image_among(const std::vector<int>& ranks, int32_t image) noexcept {
    const bool is_there = image >= 1 && static_cast<size_t>(image) <= ranks.size();
    return TRANSLATED_ELSEWHERE + (is_there ? ranks[static_cast<size_t>(image) - 1] + 1 : 0);
}

const std::vector<int>& ranks_of_named(int64_t number, const char* what) noexcept {
    const std::vector<int>* ranks = ranks_of_number(number);
    if (ranks == nullptr) {
        fail({}, 1, "%s: no team beside the current one has number %lld", what,
             static_cast<long long>(number));
    }
    return ranks != nullptr ? *ranks : current().ranks;
}

} // namespace

arauto_team_h current_team() noexcept {
    return current().team;
}

int team_depth() noexcept {
    return static_cast<int>(teams().entered.size()) - 1;
}

void start_teams() {
    teams().entered.push_back(add_team(arauto_team_world(), -1, nullptr).handle);
    use_current();
}

void count_coarrays(arauto_team_h team, int change) noexcept {
    teams().formed.count_coarrays(team, change);
}

int64_t adopt_team(arauto_team_h team) {
    return add_team(team, 0, nullptr).handle;
}

int64_t current_handle() noexcept {
    return teams().entered.back();
}

int member_of(int32_t image, const translated_errors_t& errors, const char* statement) noexcept {
    if (image < 1 || image > images.size) {
        fail(errors, 1, "%s: there is no image %d, the team has images 1 to %d", statement, image,
             images.size);
        return -1;
    }
    return image - 1;
}

int rank_elsewhere(int32_t image,
                   const translated_errors_t& errors,
                   const char* statement) noexcept {
    const int32_t number = image & ~TRANSLATED_THERE;
    if (number > TRANSLATED_ELSEWHERE && number <= TRANSLATED_ELSEWHERE + arauto_size()) {
        return number - TRANSLATED_ELSEWHERE - 1;
    }
    if (number == TRANSLATED_ELSEWHERE) {
        fail(errors, 1, "%s: the team that the image selector names has no such image", statement);
        return -1;
    }
    return member_of(number, errors, statement);
}

} // namespace arauto::translated

using namespace arauto::translated; // NOLINT: what translated code calls follows

int32_t translated_this_image() {
    return images.self + 1;
}

int32_t translated_num_images() {
    return images.size;
}

void translated_form_team(int64_t number,
                          int64_t* team,
                          int32_t new_index,
                          const translated_errors_t* errors) {
    const SegmentBoundary boundary(*errors);
    note_stat(*errors);
    Team& current_one = current();
    ++current_one.teams_formed;
    const arauto_team_h parent = current_one.team;
    const Choice mine{number, new_index};
    const auto self = static_cast<size_t>(arauto_team_rank(parent));
    std::vector<Choice> choices(static_cast<size_t>(arauto_team_size(parent)));
    std::shared_ptr<const Siblings> siblings;
    int order = new_index > 0 ? new_index - 1 : static_cast<int>(self);
    arauto_status_t status = arauto_allgather(parent, &mine, sizeof mine, choices.data());
    if (status >= 0) {
        if (!check_choices(choices, *errors)) {
            return;
        }
        std::vector<int> positions;
        take_positions(choices, self, positions);
        order = positions[self];
        siblings = siblings_of(choices, current().ranks);
    } else if (status != ARAUTO_ERR_FAILED) {
        report(*errors, status, "FORM TEAM");
        return;
    }
    arauto_team_h formed = nullptr;
    status = arauto_team_split(parent, number, order, &formed);
    if (formed != nullptr) { // also from the images that are left
        Team* const before = find_team(*team);
        teams().formed.give_back(current_one, before, team);
        Team& made = add_team(formed, number, std::move(siblings));
        made.parent = &current_one;
        made.number_in_parent = current_one.teams_formed;
        made.variable = team;
        *team = made.handle;
        report_team(*errors, status, "FORM TEAM");
        return;
    }
    report(*errors, status, "FORM TEAM");
}

void translated_change_team(const int64_t* team, const translated_errors_t* errors) {
    const SegmentBoundary boundary(*errors);
    note_stat(*errors);
    const Team* wanted = named_by(team, *errors, "CHANGE TEAM");
    if (wanted == nullptr) {
        return;
    }
    teams().entered.push_back(*team);
    use_current();
    report_team(*errors, arauto_team_barrier(wanted->team), "CHANGE TEAM");
}

void translated_end_team(const translated_errors_t* errors) {
    const SegmentBoundary boundary(*errors);
    note_stat(*errors);
    const arauto_status_t status = arauto_team_barrier(current_team());
    if (teams().entered.size() > 1) {
        teams().entered.pop_back();
    }
    use_current();
    report_team(*errors, status, "END TEAM");
}

void translated_sync_team(const int64_t* team, const translated_errors_t* errors) {
    const SegmentBoundary boundary(*errors);
    note_stat(*errors);
    const Team* wanted = named_by(team, *errors, "SYNC TEAM");
    if (wanted != nullptr) {
        report(*errors, arauto_team_barrier(wanted->team), "SYNC TEAM");
    }
}

int64_t translated_get_team(int32_t level) {
    const std::vector<int64_t>& entered = teams().entered;
    const size_t depth = entered.size();
    const size_t place = level == TRANSLATED_INITIAL_TEAM  ? 0
                         : level == TRANSLATED_PARENT_TEAM ? std::max<size_t>(depth, 2) - 2
                                                           : depth - 1;
    find_team(entered[place])->has_copies = true;
    return entered[place];
}

int32_t translated_team_number(const int64_t* team) {
    const Team& asked = team == nullptr ? current() : named_team(team, "TEAM_NUMBER");
    return static_cast<int32_t>(asked.number);
}

int32_t translated_team_size(const int64_t* team) {
    return static_cast<int32_t>(named_team(team, "NUM_IMAGES").ranks.size());
}

int32_t translated_team_image(const int64_t* team) {
    return arauto_team_rank(named_team(team, "THIS_IMAGE").team) + 1;
}

int32_t translated_sibling_size(int64_t number) {
    return static_cast<int32_t>(ranks_of_named(number, "NUM_IMAGES").size());
}

int32_t translated_image_of_team(int32_t image, const int64_t* team) {
    return image_among(named_team(team, "TEAM= of an image selector").ranks, image);
}

int32_t translated_image_of_sibling(int32_t image, int64_t number) {
    return image_among(ranks_of_named(number, "TEAM_NUMBER= of an image selector"), image);
}

int32_t translated_image_status(int32_t image, const int64_t* team) {
    handle_failures();
    arauto_progress(); // that image may wait for this one, which asks until it stops
    const int32_t asked = team == nullptr ? image : translated_image_of_team(image, team);
    const int rank = rank_of(asked, {}, "IMAGE_STATUS");
    arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
    report({}, arauto_rank_state(rank, &state), "IMAGE_STATUS");
    const bool is_left = state == ARAUTO_RANK_RUNNING;
    return is_left ? 0
                   : stat_of(state == ARAUTO_RANK_FAILED ? ARAUTO_ERR_FAILED : ARAUTO_ERR_STOPPED);
}

int32_t translated_images_in_state(const int64_t* team,
                                   int32_t is_failed,
                                   int32_t* images_out,
                                   int32_t capacity) {
    handle_failures();
    const arauto_team_h asked =
        team == nullptr ? current_team() : named_team(team, "FAILED_IMAGES").team;
    int count = 0;
    report({},
           arauto_team_members_in_state(asked,
                                        is_failed != 0 ? ARAUTO_RANK_FAILED : ARAUTO_RANK_STOPPED,
                                        images_out, capacity, &count),
           "FAILED_IMAGES");
    for (int i = 0; i < std::min(count, capacity); ++i) {
        ++images_out[i];
    }
    return count;
}
