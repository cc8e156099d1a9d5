// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// THIS_IMAGE and NUM_IMAGES, as programs of gfortran 16 call them.
#include "coarray.hpp"
#include "coarray/teams.hpp"
#include "compiled_by.hpp"

#include <algorithm>

using namespace arauto::gfortran; // NOLINT: the compiler's entry points follow
namespace coarray = arauto::coarray;

/// @param team  the value of a team_type variable; null: the current team
CAF_EXPORT int _gfortran_caf_this_image(const void* team) {
    if (team == nullptr) {
        return images.own_member + 1;
    }
    const auto value = reinterpret_cast<int64_t>(team);
    const std::vector<int>& ranks =
        coarray::named_team(coarray::TeamName(value), "THIS_IMAGE").ranks;
    const auto found = std::find(ranks.begin(), ranks.end(), images.own_rank);
    if (found == ranks.end()) {
        fail({}, "THIS_IMAGE: this image is not in the team given");
    }
    return static_cast<int>(found - ranks.begin()) + 1;
}

/// @param team  the value of a team_type variable; null: the current team, or that of `number`
CAF_EXPORT int _gfortran_caf_num_images(const void* team, const int32_t* number) {
    if (reinterpret_cast<uintptr_t>(number) % alignof(int32_t) != 0) [[unlikely]] {
        refuse_object("NUM_IMAGES has got a number"); // -1 or 1, of GCC 15 and earlier
    }
    if (team != nullptr) {
        const auto value = reinterpret_cast<int64_t>(team);
        return static_cast<int>(
            coarray::named_team(coarray::TeamName(value), "NUM_IMAGES").ranks.size());
    }
    return number == nullptr
               ? images.size
               : static_cast<int>(coarray::ranks_of_number(*number, "NUM_IMAGES").size());
}

/// For an image that is not in the team GCC 16 returns STAT_STOPPED_IMAGE. @param team  the address
/// of a team_type variable; null: the current team
CAF_EXPORT int _gfortran_caf_image_status(int image, void** team) {
    arauto_handle_failures();
    const coarray::Team& of =
        team == nullptr
            ? coarray::current()
            : coarray::named_team(reinterpret_cast<const int64_t*>(team), "IMAGE_STATUS");
    const auto index = static_cast<size_t>(image) - 1;
    return index < of.ranks.size() ? coarray::image_status(of.ranks[index])
                                   : coarray::stat_codes.stopped_image;
}
