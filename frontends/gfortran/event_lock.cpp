// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Events, locks and critical sections: an image index becomes a rank, the rest is the C API's.
#include "images.hpp"
#include "segment_end.hpp"

#include <cstring>

using namespace arauto::gfortran; // NOLINT: the compiler's entry points follow

namespace {

/// Rank of the image, or -1 with the error reported.
int rank_or_report(int image, int* stat, char* errmsg, size_t errmsg_bytes, const char* statement) {
    const int rank = image_or_self_to_rank(image);
    if (rank < 0) [[unlikely]] {
        report(stat, errmsg, errmsg_bytes, kStatInvalid,
               "%s: there is no image %d, the team has images 1 to %d", statement, image,
               image_map.size);
    }
    return rank;
}

} // namespace

CAF_EXPORT void _gfortran_caf_event_post(
    Token token, size_t index, int image, int* stat, char* errmsg, size_t errmsg_bytes) {
    note_stat(stat);
    const SegmentEnd end("EVENT POST", stat, errmsg, errmsg_bytes);
    const int rank = rank_or_report(image, stat, errmsg, errmsg_bytes, "EVENT POST");
    if (rank >= 0) [[likely]] {
        report_status(stat, errmsg, errmsg_bytes, arauto_event_post(token->event, rank, index),
                      "EVENT POST");
    }
}

CAF_EXPORT void _gfortran_caf_event_wait(
    Token token, size_t index, int until_count, int* stat, char* errmsg, size_t errmsg_bytes) {
    note_stat(stat);
    const SegmentEnd end("EVENT WAIT", stat, errmsg, errmsg_bytes);
    const uint64_t wanted =
        until_count < 1 ? 1 : static_cast<uint64_t>(until_count); // as F2018 16.5.3
    report_status(stat, errmsg, errmsg_bytes, arauto_event_wait(token->event, index, wanted),
                  "EVENT WAIT");
}

CAF_EXPORT void _gfortran_caf_event_query(Token token, size_t index, int, int* count, int* stat) {
    const SegmentEnd end("EVENT_QUERY", stat, nullptr, 0);
    uint64_t posts = 0;
    const arauto_status_t status = arauto_event_query(token->event, index, &posts);
    *count = static_cast<int>(posts);
    report_status(stat, nullptr, 0, status, "EVENT_QUERY");
}

CAF_EXPORT void _gfortran_caf_lock(Token token,
                                   size_t index,
                                   int image,
                                   int* acquired,
                                   int* stat,
                                   char* errmsg,
                                   size_t errmsg_bytes) {
    note_stat(stat);
    const SegmentEnd end("LOCK", stat, errmsg, errmsg_bytes);
    const int rank = rank_or_report(image, stat, errmsg, errmsg_bytes, "LOCK");
    if (rank < 0) {
        return;
    }
    const arauto_status_t status = acquired == nullptr
                                       ? arauto_lock_acquire(token->lock, rank, index)
                                       : arauto_lock_try(token->lock, rank, index, acquired);
    report_status(stat, errmsg, errmsg_bytes, status, "LOCK");
}

CAF_EXPORT void _gfortran_caf_unlock(
    Token token, size_t index, int image, int* stat, char* errmsg, size_t errmsg_bytes) {
    note_stat(stat);
    const SegmentEnd end("UNLOCK", stat, errmsg, errmsg_bytes);
    const int rank = rank_or_report(image, stat, errmsg, errmsg_bytes, "UNLOCK");
    if (rank >= 0) [[likely]] {
        report_status(stat, errmsg, errmsg_bytes, arauto_lock_release(token->lock, rank, index),
                      "UNLOCK");
    }
}
