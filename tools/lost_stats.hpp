// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Finds variables of `stat=` whose new values are lost with gfortran 16: of FORM TEAM, CHANGE TEAM
// and SYNC TEAM. The compiler takes these calls not to write the variable, so that it uses the
// value from before, unless the variable must be in memory for another reason: it is an argument
// of something else, or saved, or a target.
#pragma once

#include "fortran_names.hpp"
#include "fortran_source.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace arauto::tools {

class LostStats {
  public:
    struct Lost {
        std::string variable;
        size_t at; // of the statement
    };

    /// Takes the next statement of the file.
    /// @param names  visible behind it
    void take(const Item& item, const FortranNames& names, bool is_declaration);

    /// To be called behind the last statement.
    [[nodiscard]] std::vector<Lost> find();

  private:
    /// The variables of one program unit or construct.
    struct Variables {
        std::set<std::string, std::less<>> in_memory;
        std::vector<Lost> stats; // those that are lost unless they are in memory
        bool are_saved = false; // all of them
    };

    void close_scopes(size_t count);
    void note(std::string_view text, const FortranNames& names);
    void note_stat(std::string_view name, size_t at, const FortranNames& names);

    std::vector<Variables> scopes_; // as in FortranNames
    std::vector<Lost> lost_;
};

} // namespace arauto::tools
