// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Checks of the image numbers that statements name, and the states of images.
#pragma once

#include "errors.hpp"
#include "images.hpp"

#include "arauto/runtime.h"

#include <vector>

namespace arauto::coarray {

/// Reports that the current team has no such image.
void refuse_image(Errors errors, int image, const char* statement) noexcept __attribute__((cold));

/// As image_or_self_to_rank, with the failure reported.
[[nodiscard]] inline int
rank_or_report(int image, const Errors& errors, const char* statement) noexcept {
    const int rank = image_or_self_to_rank(image);
    if (rank < 0) [[unlikely]] {
        refuse_image(errors, image, statement);
    }
    return rank;
}

/// Rank of an image in the current team; -1, with the failure reported, when there is none.
[[nodiscard]] int member_of(int image, const Errors& errors, const char* statement) noexcept;

/// The value of IMAGE_STATUS for a rank of the job.
[[nodiscard]] int32_t image_status(int rank) noexcept;

/// Numbers in a team of its images that have failed, or stopped.
[[nodiscard]] std::vector<int> images_in_state(arauto_team_h team, arauto_rank_state_t state);

} // namespace arauto::coarray
