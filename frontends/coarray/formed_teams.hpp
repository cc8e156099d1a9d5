// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The teams that FORM TEAM has made, as far as team variables of the program may still name them.
// Each takes shared memory, so a program that forms teams in a loop must give them back: when FORM
// TEAM defines a variable anew, on all images of the current team alike, nothing names the team
// that the variable had before. Used by each coarray front-end, under its own record of a team.
#pragma once

#include "arauto/team.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace arauto::coarray {

/// A team, and what names it.
struct FormedTeam {
    explicit FormedTeam(arauto_team_h handle) noexcept : team(handle) {}
    FormedTeam(const FormedTeam&) = delete;
    FormedTeam& operator=(const FormedTeam&) = delete;
    virtual ~FormedTeam() = default;

    arauto_team_h team;
    FormedTeam* parent = nullptr; // null: the initial team
    int64_t number_in_parent = 0; // which of the parent's FORM TEAM statements has made it
    const void* variable = nullptr; // address of the team variable that it has defined
    bool has_copies = false; // a statement has named it by another variable
    int coarrays = 0; // that were allocated over it and are there
    int64_t teams_formed = 0; // FORM TEAM statements with it as the parent

    /// A statement names this team by a variable.
    void note_use(const void* by_variable) noexcept {
        has_copies = has_copies || by_variable != variable;
    }
    /// It was formed in `top`, or in a team that was.
    [[nodiscard]] bool is_below(const FormedTeam& top) const noexcept;
};

class FormedTeams {
  public:
    using List = std::vector<std::unique_ptr<FormedTeam>>;

    /// In the order in which they were formed, the initial team first.
    [[nodiscard]] const List& list() const noexcept { return list_; }
    FormedTeam& add(std::unique_ptr<FormedTeam> team);
    /// A coarray has been allocated over a team (1), or one of its coarrays is no more (-1).
    void count_coarrays(arauto_team_h team, int change) const noexcept;

    /// Frees the team that the variable of a FORM TEAM had before, and those formed in it, when
    /// nothing names them and the variables of all images had one from the same FORM TEAM.
    /// Collective over the parent. @param before  of this image's variable; null: it had none
    void give_back(FormedTeam& parent, FormedTeam* before, const void* variable);

  private:
    [[nodiscard]] bool is_unnamed(const FormedTeam& team) const noexcept;
    void free_with_teams_below(const FormedTeam& top);

    List list_;
};

} // namespace arauto::coarray
