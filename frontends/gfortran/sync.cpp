// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// SYNC ALL, SYNC IMAGES, SYNC MEMORY.
#include "images.hpp"
#include "segment_end.hpp"

#include "arauto/rma.h"

#include <algorithm>
#include <vector>

using namespace arauto::gfortran; // NOLINT: the compiler's entry points follow

namespace {

constexpr int kAllImages = -1;

/// Ranks in the current team of the listed images. False, with the error reported, when one is
/// wrong or listed twice.
bool to_ranks(int count,
              const int* images,
              std::vector<int>& ranks,
              int* stat,
              char* errmsg,
              size_t errmsg_bytes) {
    for (int i = 0; i < count; ++i) {
        if (images[i] < 1 || images[i] > image_map.size) {
            report(stat, errmsg, errmsg_bytes, kStatInvalid,
                   "SYNC IMAGES: there is no image %d, the team has images 1 to %d", images[i],
                   image_map.size);
            return false;
        }
        ranks.push_back(images[i] - 1);
    }
    std::vector<int> sorted(ranks);
    std::sort(sorted.begin(), sorted.end());
    if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
        twice != sorted.end()) {
        report(stat, errmsg, errmsg_bytes, kStatDuplicateImage,
               "SYNC IMAGES: image %d is listed twice", *twice + 1);
        return false;
    }
    return true;
}

constinit thread_local bool t_follows_allocate = false; // see expect_sync_after_allocate

} // namespace

namespace arauto::gfortran {

void expect_sync_after_allocate() noexcept {
    t_follows_allocate = true;
}

} // namespace arauto::gfortran

CAF_EXPORT void _gfortran_caf_sync_all(int* stat, char* errmsg, size_t errmsg_bytes) {
    note_stat(stat);
    errmsg = sync_errmsg(errmsg);
    const SegmentEnd end("SYNC ALL", stat, errmsg, errmsg_bytes);
    const arauto_status_t status = arauto_team_barrier(current_team());
    const bool is_told = t_follows_allocate && stat == nullptr && status == ARAUTO_ERR_FAILED;
    t_follows_allocate = false;
    if (!is_told) {
        report_status(stat, errmsg, errmsg_bytes, status, "SYNC ALL");
        report_postponed(stat, errmsg, errmsg_bytes);
    }
}

CAF_EXPORT void _gfortran_caf_sync_memory(int* stat, char* errmsg, size_t errmsg_bytes) {
    errmsg = sync_errmsg(errmsg);
    const SegmentEnd end("SYNC MEMORY", stat, errmsg, errmsg_bytes);
    arauto_fence();
    set_ok(stat);
    report_postponed(stat, errmsg, errmsg_bytes);
}

CAF_EXPORT void
_gfortran_caf_sync_images(int count, int images[], int* stat, char* errmsg, size_t errmsg_bytes) {
    note_stat(stat);
    errmsg = sync_errmsg(errmsg);
    const SegmentEnd end("SYNC IMAGES", stat, errmsg, errmsg_bytes);
    arauto_status_t status = ARAUTO_OK;
    if (count == 1 && images[0] >= 1 && images[0] <= image_map.size) [[likely]] {
        const int rank = images[0] - 1;
        status = arauto_team_sync_ranks(current_team(), 1, &rank);
    } else if (count == kAllImages) {
        status = arauto_team_sync_ranks(current_team(), kAllImages, nullptr);
    } else {
        std::vector<int> ranks;
        if (!to_ranks(count, images, ranks, stat, errmsg, errmsg_bytes)) {
            return;
        }
        status = arauto_team_sync_ranks(current_team(), count, ranks.data());
    }
    report_status(stat, errmsg, errmsg_bytes, status, "SYNC IMAGES");
    report_postponed(stat, errmsg, errmsg_bytes);
}
