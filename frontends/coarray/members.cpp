// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See members.hpp.
#include "members.hpp"

#include "arauto/spi/team.h"

namespace arauto::coarray {

void refuse_image(Errors errors, int image, const char* statement) noexcept {
    fail(errors, "%s: there is no image %d, the team has images 1 to %d", statement, image,
         images.size);
}

int member_of(int image, const Errors& errors, const char* statement) noexcept {
    if (image < 1 || image > images.size) {
        refuse_image(errors, image, statement);
        return -1;
    }
    return image - 1;
}

int32_t image_status(int rank) noexcept {
    arauto_progress(); // a program may poll IMAGE_STATUS while that image waits for this one
    arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
    report({}, arauto_rank_state(rank, &state), "IMAGE_STATUS");
    switch (state) {
    case ARAUTO_RANK_STOPPED:
        return stat_codes.stopped_image;
    case ARAUTO_RANK_FAILED:
        return stat_codes.failed_image;
    default:
        return 0;
    }
}

std::vector<int> images_in_state(arauto_team_h team, arauto_rank_state_t state) {
    std::vector<int> members(static_cast<size_t>(arauto_team_size(team)));
    int count = 0;
    report({},
           arauto_team_members_in_state(team, state, members.data(),
                                        static_cast<int>(members.size()), &count),
           state == ARAUTO_RANK_FAILED ? "FAILED_IMAGES" : "STOPPED_IMAGES");
    members.resize(static_cast<size_t>(count));
    for (int& member : members) {
        ++member;
    }
    return members;
}

} // namespace arauto::coarray
