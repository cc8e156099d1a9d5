// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See sync.hpp.
#include "sync.hpp"

#include "arauto/runtime.h"
#include "arauto/spi/event.h"
#include "arauto/spi/runtime.h"

#include <algorithm>
#include <vector>

namespace arauto::coarray {
namespace {

constexpr const char* kSyncImages = "SYNC IMAGES";
constexpr int kAllImages = -1;

/// Ranks in the current team of the listed images. False, with the failure reported, when one is
/// wrong or listed twice.
bool to_members(int count, const int* list, std::vector<int>& members, const Errors& errors) {
    for (int i = 0; i < count; ++i) {
        const int member = member_of(list[i], errors, kSyncImages);
        if (member < 0) {
            return false;
        }
        members.push_back(member);
    }
    std::vector<int> sorted(members);
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) {
        fail_with(errors, stat_codes.duplicate_image, "%s: image %d is listed twice", kSyncImages,
                  *twice + 1);
        return false;
    }
    return true;
}

} // namespace

void sync_images(int count, const int* list, const Errors& errors) {
    arauto_status_t status = ARAUTO_OK;
    if (count == 1 && list[0] >= 1 && list[0] <= images.size) [[likely]] {
        const int member = list[0] - 1;
        status = arauto_team_sync_ranks(current_team(), 1, &member);
    } else if (count == kAllImages) {
        status = arauto_team_sync_ranks(current_team(), kAllImages, nullptr);
    } else {
        std::vector<int> members;
        if (!to_members(count, list, members, errors)) {
            return;
        }
        status = arauto_team_sync_ranks(current_team(), count, members.data());
    }
    report_sync(errors, status, kSyncImages);
}

void sync_memory(const Errors& errors) noexcept {
    arauto_event_flush();
    report_sync(errors, ARAUTO_OK, "SYNC MEMORY");
}

void enter_critical(arauto_lock_h lock, int rank, size_t index, const Errors& errors) noexcept {
    const arauto_status_t status = arauto_lock_acquire(lock, rank, index);
    if (status == ARAUTO_LOCK_RECOVERED && errors.stat != nullptr) { // its holder has failed
        fail_with(errors, stat_codes.failed_image,
                  "CRITICAL: an image has failed in the construct");
    } else {
        report(errors, status, "CRITICAL");
    }
}

bool report_if_failed(int rank, const Errors& errors, const char* statement) noexcept {
    if (arauto_ranks_ended() == 0) [[likely]] {
        return false;
    }
    arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
    static_cast<void>(arauto_rank_state(rank, &state));
    if (state != ARAUTO_RANK_FAILED) [[likely]] {
        return false;
    }
    fail_with(errors, stat_codes.failed_image, "%s: image %d has failed%s", statement, rank + 1,
              explain_number());
    return true;
}

} // namespace arauto::coarray
