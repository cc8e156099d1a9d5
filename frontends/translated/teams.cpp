// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Teams, and the meaning of an image number in each.
#include "coarray/teams.hpp"

#include "quick.hpp"
#include "runtime.hpp"
#include "segment.hpp"

#include "arauto/spi/team.h"

#include <algorithm>

namespace arauto::translated {
namespace {

/// Turns an image number of a team into one that means the same in any team.
int32_t image_among(const std::vector<int>& ranks, int32_t image) noexcept {
    const bool is_there = image >= 1 && static_cast<size_t>(image) <= ranks.size();
    return TRANSLATED_ELSEWHERE + (is_there ? ranks[static_cast<size_t>(image) - 1] + 1 : 0);
}

} // namespace

int rank_elsewhere(int32_t image,
                   const Errors& errors,
                   const char* statement,
                   Refuse refuse) noexcept {
    const int32_t number = image & ~TRANSLATED_THERE;
    if (number > TRANSLATED_ELSEWHERE && number <= TRANSLATED_ELSEWHERE + arauto_size()) {
        return number - TRANSLATED_ELSEWHERE - 1;
    }
    if (number == TRANSLATED_ELSEWHERE) {
        const bool is_access = refuse == coarray::refuse_access;
        fail(errors, "%s%s: the team given has no such image", statement,
             is_access ? " another image" : "");
        return -1;
    }
    refuse(errors, number, statement);
    return -1;
}

} // namespace arauto::translated

using namespace arauto::translated;
namespace coarray = arauto::coarray;

int32_t translated_this_image() {
    return images.own_member + 1;
}

int32_t translated_num_images() {
    return images.size;
}

void translated_form_team(int64_t number,
                          int64_t* team,
                          int32_t new_index,
                          const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    const SegmentBoundary boundary(to);
    note_stat(to);
    coarray::form_team(number, team, new_index, to);
}

void translated_change_team(const int64_t* team, const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    const SegmentBoundary boundary(to);
    note_stat(to);
    coarray::change_team(team, to);
}

void translated_end_team(const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    const SegmentBoundary boundary(to);
    note_stat(to);
    coarray::end_team(to);
}

void translated_sync_team(const int64_t* team, const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    const SegmentBoundary boundary(to);
    note_stat(to);
    coarray::sync_team(team, to);
}

int64_t translated_get_team(int32_t level) {
    return coarray::get_team(level == TRANSLATED_INITIAL_TEAM  ? coarray::Level::initial
                             : level == TRANSLATED_PARENT_TEAM ? coarray::Level::parent
                                                               : coarray::Level::current);
}

int32_t translated_team_number(const int64_t* team) {
    const coarray::Team& asked =
        team == nullptr ? coarray::current() : coarray::named_team(team, "TEAM_NUMBER");
    return static_cast<int32_t>(asked.number);
}

int32_t translated_team_size(const int64_t* team) {
    return static_cast<int32_t>(coarray::named_team(team, "NUM_IMAGES").ranks.size());
}

int32_t translated_team_image(const int64_t* team) {
    return arauto_team_rank(coarray::named_team(team, "THIS_IMAGE").team) + 1;
}

int32_t translated_sibling_size(int64_t number) {
    return static_cast<int32_t>(coarray::ranks_of_number(number, "NUM_IMAGES").size());
}

int32_t translated_image_of_team(int32_t image, const int64_t* team) {
    return image_among(coarray::named_team(team, "TEAM= of an image selector").ranks, image);
}

int32_t translated_image_of_sibling(int32_t image, int64_t number) {
    return image_among(coarray::ranks_of_number(number, "TEAM_NUMBER= of an image selector"),
                       image);
}

int32_t translated_image_status(int32_t image, const int64_t* team) {
    handle_failures();
    const int32_t asked = team == nullptr ? image : translated_image_of_team(image, team);
    return coarray::image_status(rank_of(asked, {}, "IMAGE_STATUS"));
}

int32_t translated_images_in_state(const int64_t* team,
                                   int32_t is_failed,
                                   int32_t* images_out,
                                   int32_t capacity) {
    handle_failures();
    const arauto_team_h asked =
        team == nullptr ? current_team() : coarray::named_team(team, "FAILED_IMAGES").team;
    const std::vector<int> numbers =
        coarray::images_in_state(asked, is_failed != 0 ? ARAUTO_RANK_FAILED : ARAUTO_RANK_STOPPED);
    const auto count = static_cast<int32_t>(numbers.size());
    std::copy_n(numbers.begin(), std::min(count, capacity), images_out);
    return count;
}
