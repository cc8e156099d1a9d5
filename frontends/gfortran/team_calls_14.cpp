// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Statements on teams, as programs of gfortran 8 to 15 call them: without stat=, and with the
// addresses of team variables.
#include "caller.hpp"
#include "coarray.hpp"
#include "coarray/teams.hpp"
#include "compiled_by.hpp"
#include "element_access.hpp"
#include "segment.hpp"

using namespace arauto::gfortran; // NOLINT: the compiler's entry points follow
namespace coarray = arauto::coarray;

namespace {

/// The word of a team variable.
int64_t* word_of(void** variable) noexcept {
    static_assert(sizeof *variable == sizeof(int64_t));
    return reinterpret_cast<int64_t*>(variable);
}

/// GCC 16 passes the value of a team where its predecessors pass the address of the variable.
void expect_variable(void** team, const char* statement) noexcept {
    if (coarray::find_team(reinterpret_cast<int64_t>(team)) != nullptr) {
        refuse_object(statement);
    }
}

} // namespace

/// @param zero  always; GCC 16 passes addresses there
CAF_EXPORT void _gfortran_caf_form_team(int number, void** team, int zero) {
    note_caller(__builtin_return_address(0));
    if (zero != 0) {
        refuse_object("FORM TEAM has got NEW_INDEX=");
    }
    const SegmentBoundary boundary;
    coarray::form_team(number, word_of(team), 0, {});
}

CAF_EXPORT void _gfortran_caf_change_team(void** team, int) {
    note_caller(__builtin_return_address(0));
    expect_variable(team, "CHANGE TEAM has got a value");
    const SegmentBoundary boundary;
    coarray::change_team(word_of(team), {});
    choose_element_access();
}

/// @param null  always; GCC 16 passes addresses there
CAF_EXPORT void _gfortran_caf_end_team(const void* null) {
    note_caller(__builtin_return_address(0));
    if (null != nullptr) {
        refuse_object("END TEAM has got STAT=");
    }
    const SegmentBoundary boundary;
    coarray::end_team({});
    choose_element_access();
}

CAF_EXPORT void _gfortran_caf_sync_team(void** team, int) {
    note_caller(__builtin_return_address(0));
    expect_variable(team, "SYNC TEAM has got a value");
    const SegmentBoundary boundary;
    coarray::sync_team(word_of(team), {});
}
