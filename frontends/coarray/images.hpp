// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The meaning of an image number of the program: a member of the current team, and a rank of the
// job.
#pragma once

#include "arauto/spi/team.h"
#include "arauto/team.h"

namespace arauto::coarray {

/// The current team. Kept by teams.cpp, which changes it in CHANGE TEAM and END TEAM only; read by
/// every transfer, therefore not behind a call.
struct Images {
    int size; // images in the team; 0 before the runtime is up
    int own_rank; // of this image in the job
    const int* ranks; // in the job, of image i + 1; null in the initial team, where it is i
    arauto_team_h team; // null before the runtime is up
    int own_member; // this image's rank in the team
};
[[gnu::visibility("hidden")]] extern constinit Images images;

[[nodiscard]] inline arauto_team_h current_team() noexcept {
    return images.team;
}

/// Rank in the job of an image of the current team, or -1 when there is no such image.
[[nodiscard]] inline int image_to_rank(int image) noexcept {
    const unsigned index = static_cast<unsigned>(image) - 1u;
    if (index >= static_cast<unsigned>(images.size)) [[unlikely]] {
        return -1;
    }
    return images.ranks == nullptr ? static_cast<int>(index) : images.ranks[index];
}

/// The number of an image in the current team; that in the initial team where it is no member.
[[nodiscard]] inline int rank_to_image(int rank) noexcept {
    const int member = images.ranks == nullptr ? rank : arauto_team_from_world(images.team, rank);
    return (member >= 0 ? member : rank) + 1;
}

/// As image_to_rank, where 0 stands for this image.
[[nodiscard]] inline int image_or_self_to_rank(int image) noexcept {
    return image == 0 ? images.own_rank : image_to_rank(image);
}

} // namespace arauto::coarray
