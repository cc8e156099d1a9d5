// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Teams. A team_type variable is a pointer for the compiler; it holds the value of a team.
#include "coarray.hpp"
#include "coarray/teams.hpp"

namespace arauto::gfortran {

int image_of_team_to_rank(const void* const* team, int image) noexcept {
    const coarray::Team* const named = coarray::find_named(reinterpret_cast<const int64_t*>(team));
    if (named == nullptr) { // GCC 8 to 14 have no other way to name the initial team
        return image >= 1 && image <= arauto_size() ? image - 1 : -1;
    }
    const auto index = static_cast<size_t>(image) - 1;
    return index < named->ranks.size() ? named->ranks[index] : -1;
}

} // namespace arauto::gfortran

using namespace arauto::gfortran;
namespace coarray = arauto::coarray;

/// @param team  the value of a team_type variable, although change_team gets its address
CAF_EXPORT int _gfortran_caf_team_number(const void* team) {
    const coarray::Team* const known =
        team == nullptr ? &coarray::current() : coarray::find_team(reinterpret_cast<int64_t>(team));
    return known != nullptr ? static_cast<int>(known->number) : -1;
}

/// The compiler passes the address of a level (0 initial, 1 parent, 2 current) or NULL for the
/// current team, and uses the result as a team value.
CAF_EXPORT void* _gfortran_caf_get_team(const int32_t* level) {
    const auto wanted =
        level == nullptr ? coarray::Level::current : static_cast<coarray::Level>(*level);
    return reinterpret_cast<void*>(coarray::get_team(wanted)); // a value, no address
}
