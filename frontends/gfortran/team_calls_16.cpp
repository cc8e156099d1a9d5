// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Statements on teams, as programs of gfortran 16 call them: CHANGE TEAM and SYNC TEAM with the
// value of a team variable.
#include "caller.hpp"
#include "coarray.hpp"
#include "coarray/teams.hpp"
#include "compiled_by.hpp"
#include "element_access.hpp"
#include "images.hpp"
#include "registry.hpp"
#include "segment.hpp"

#include <sys/mman.h>
#include <unistd.h>

using namespace arauto::gfortran; // NOLINT: the compiler's entry points follow
namespace coarray = arauto::coarray;

namespace {

/// Whether there is memory at an address that nothing may be there to read.
bool is_mapped(const void* address) noexcept {
    const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    unsigned char is_resident = 0;
    const uintptr_t start = reinterpret_cast<uintptr_t>(address) / page * page;
    return mincore(reinterpret_cast<void*>(start), 1, &is_resident) == 0;
}

template <typename Value> bool may_be(const Value* address) noexcept {
    return reinterpret_cast<uintptr_t>(address) % alignof(Value) == 0 && is_mapped(address);
}

/// GCC 15 and earlier pass three arguments to FORM TEAM; the registers of the others have values
/// left over from other work.
void expect_errors(const Errors& errors) noexcept {
    const bool has_length = errors.errmsg_bytes != 0;
    if ((errors.stat != nullptr && !may_be(errors.stat)) ||
        (errors.errmsg == nullptr ? has_length : !may_be(errors.errmsg))) {
        refuse_object("FORM TEAM has got no addresses for STAT= and ERRMSG=");
    }
}

/// GCC 15 and earlier pass the address of the variable.
void expect_value(const void* team, const char* sign) noexcept {
    const auto* const variable = static_cast<const int64_t*>(team);
    if (coarray::find_team(reinterpret_cast<int64_t>(team)) == nullptr && may_be(variable) &&
        coarray::find_team(*variable) != nullptr) {
        refuse_object(sign);
    }
}

} // namespace

/// @param new_index  null: any
CAF_EXPORT void _gfortran_caf_form_team(
    int number, void** team, const int* new_index, int* stat, char* errmsg, size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    expect_errors({stat, errmsg, errmsg_bytes});
    note_stat(stat);
    const Errors errors{stat, errmsg, errmsg_bytes};
    const SegmentBoundary boundary(errors);
    if (new_index != nullptr && *new_index < 1) {
        fail(errors, "FORM TEAM: NEW_INDEX is %d, but it must be 1 or more", *new_index);
        return;
    }
    static_assert(sizeof *team == sizeof(int64_t));
    coarray::form_team(number, reinterpret_cast<int64_t*>(team),
                       new_index != nullptr ? *new_index : 0, errors);
}

CAF_EXPORT void
_gfortran_caf_change_team(const void* team, int* stat, char* errmsg, size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    note_stat(stat);
    const Errors errors{stat, errmsg, errmsg_bytes};
    const SegmentBoundary boundary(errors);
    const auto value = reinterpret_cast<int64_t>(team);
    expect_value(team, "CHANGE TEAM has got an address");
    coarray::change_team(coarray::TeamName(value), errors);
    choose_element_access();
}

CAF_EXPORT void _gfortran_caf_end_team(int* stat, char* errmsg, size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    note_stat(stat);
    const Errors errors{stat, errmsg, errmsg_bytes};
    const SegmentBoundary boundary(errors);
    coarray::end_team(errors);
    drop_mapped_tokens(coarray::team_depth());
    choose_element_access();
}

CAF_EXPORT void
_gfortran_caf_sync_team(const void* team, int* stat, char* errmsg, size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    note_stat(stat);
    const Errors errors{stat, errmsg, errmsg_bytes};
    const SegmentBoundary boundary(errors);
    const auto value = reinterpret_cast<int64_t>(team);
    expect_value(team, "SYNC TEAM has got an address");
    coarray::sync_team(coarray::TeamName(value), errors);
}
