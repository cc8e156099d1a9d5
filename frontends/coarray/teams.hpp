// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Teams: those that FORM TEAM has made, the stack of those that CHANGE TEAM has entered, and the
// statements. A team variable of the program is one word, which holds the team's value; statements
// name the variable by its address.
//
// Each team takes shared memory, so a program that forms teams in a loop must give them back: when
// FORM TEAM defines a variable anew, on all images of the current team alike, nothing names the
// team that the variable had before. Statements of gfortran 16 name a team by its value alone. Then
// a copy of the variable may be left, and the team is given back only when there is no memory for
// another one.
#pragma once

#include "errors.hpp"
#include "images.hpp"
#include "mpi_functions.hpp"

#include "arauto/team.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace arauto::coarray {

/// The teams of one FORM TEAM: ranks in the job, by number.
using Siblings = std::map<int64_t, std::vector<int>>;

/// A team, and what names it.
struct Team {
    arauto_team_h team;
    int64_t value; // of the variables that name it
    int64_t number; // -1: the initial team
    std::vector<int> ranks; // in the job, by rank in the team
    std::shared_ptr<const Siblings> siblings{}; // null: an image had failed, or no FORM TEAM
    Team* parent = nullptr; // null: the initial team
    int64_t number_in_parent = 0; // which of the parent's FORM TEAM statements has made it
    const int64_t* variable = nullptr; // that FORM TEAM has defined
    bool has_copies = false; // a statement has named it by another variable
    bool may_have_copies = false; // a statement has named it by its value alone
    bool is_replaced = false; // FORM TEAM has defined its variable anew
    int coarrays = 0; // that were allocated over it and are there
    int64_t teams_formed = 0; // FORM TEAM statements with it as the parent
    MpiHandle communicator = nullptr; // of its images, once asked for
};

/// How a statement names a team: by a variable, or by its value alone.
struct TeamName {
    TeamName(const int64_t* of) noexcept : value(*of), variable(of) {} // NOLINT: as a variable is
    explicit TeamName(int64_t of) noexcept : value(of) {}

    int64_t value;
    const int64_t* variable = nullptr;
};

/// Once, before anything else here: the initial team becomes the current one.
void start_teams();

/// @param new_index  0: any
void form_team(int64_t number, int64_t* variable, int new_index, const Errors& errors);
void change_team(TeamName name, const Errors& errors);
void end_team(const Errors& errors);
void sync_team(TeamName name, const Errors& errors);

enum class Level { initial, parent, current };
/// The value of a team, for GET_TEAM.
[[nodiscard]] int64_t get_team(Level level) noexcept;

[[nodiscard]] const Team& current() noexcept;
/// How many CHANGE TEAM have been entered and not left.
[[nodiscard]] int team_depth() noexcept;

/// An undefined variable has any bits. Null when no team has this value, or none any more.
[[nodiscard]] const Team* find_team(int64_t value) noexcept;
/// The team that a statement names; null when no team has this value, or none any more.
[[nodiscard]] const Team* find_named(TeamName name) noexcept;
/// The team that a function names. Functions have no stat=, so an unknown team ends the program.
[[nodiscard]] const Team& named_team(TeamName name, const char* function) noexcept;

/// Whether it is the current team or one that CHANGE TEAM has entered before.
[[nodiscard]] bool is_entered(const Team& team) noexcept;

/// Ranks in the job of the team that TEAM_NUMBER= names: -1 is the initial team, other numbers are
/// those of the current team and its siblings. Null: no team has the number.
[[nodiscard]] const std::vector<int>* find_ranks_of_number(int64_t number) noexcept;
/// As find_ranks_of_number, for a statement without stat=: a number that no team has ends the
/// program.
[[nodiscard]] const std::vector<int>& ranks_of_number(int64_t number,
                                                      const char* statement) noexcept;

/// The value of a team that its members have made by themselves.
int64_t adopt_team(arauto_team_h team);

/// The communicator of a team's images, for the program's own calls of MPI; null when it has none
/// yet. The team keeps it until it is freed.
[[nodiscard]] MpiHandle& communicator_of(const Team& team) noexcept;
/// Frees those of all teams, before MPI ends.
void drop_communicators() noexcept;

/// A coarray has been allocated over a team (1), or one of its coarrays is no more (-1).
void count_coarrays(arauto_team_h team, int change) noexcept;

} // namespace arauto::coarray
