// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Follows the program units of a Fortran file, statement by statement, and finds for each where a
// declaration can be added: after its last USE, IMPORT and IMPLICIT, outside all branches of an
// `#if`.
#pragma once

#include "fortran_source.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arauto::tools {

class ProgramUnits {
  public:
    /// Takes the next item of the file.
    void take(const Item& item);

    struct Unit {
        size_t insert_at = 0; // declarations can be added here
        bool inserts_before = false; // before what starts there, not after what ends there
        bool needs_hint = false;
        bool needs_hint_with_stat = false;
        int if_depth = 0; // number of #if around its first statement
        bool has_declarations = false; // the USE statements are over
        bool is_interface = false; // an interface block, which is no unit but ends like one
    };
    /// The unit that the last statement belongs to. Valid until the next take().
    [[nodiscard]] Unit& current();
    [[nodiscard]] const std::vector<Unit>& all() const { return units_; }
    /// How many units are open after the last item.
    [[nodiscard]] size_t depth() const { return open_.size(); }

  private:
    void handle_directive(const Item& item);
    void take_statement(const Item& item);
    void open(const Item& item, bool is_interface);
    bool take_end(std::string_view text);
    void declare_after(Unit& unit, size_t end) const;

    std::vector<Unit> units_;
    std::vector<size_t> open_; // indices of units, the innermost last
    std::vector<std::vector<size_t>> branches_; // what was open at each #if
};

} // namespace arauto::tools
