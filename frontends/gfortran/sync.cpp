// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// SYNC ALL, SYNC IMAGES, SYNC MEMORY.
#include "foreign.hpp"
#include "images.hpp"

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

} // namespace

CAF_EXPORT void _gfortran_caf_sync_all(int* stat, char* errmsg, size_t errmsg_bytes) {
    note_stat(stat);
    const SegmentEnd end("SYNC ALL", stat, sync_errmsg(errmsg), errmsg_bytes);
    report_status(stat, sync_errmsg(errmsg), errmsg_bytes, arauto_team_barrier(current_team()),
                  "SYNC ALL");
}

CAF_EXPORT void _gfortran_caf_sync_memory(int* stat, char* errmsg, size_t errmsg_bytes) {
    const SegmentEnd end("SYNC MEMORY", stat, sync_errmsg(errmsg), errmsg_bytes);
    arauto_fence();
    set_ok(stat);
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
}
