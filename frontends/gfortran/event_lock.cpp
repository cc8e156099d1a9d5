// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Events, locks and critical sections: turns image indices into ranks, then calls the C API.
#include "caller.hpp"
#include "coarray/sync.hpp"
#include "images.hpp"
#include "segment.hpp"

#include "arauto/spi/event.h"

using namespace arauto::gfortran;

namespace {

[[gnu::always_inline]] inline void
post(Token token, size_t index, int image, const Errors& errors) {
    note_stat(errors.stat);
    const SegmentBoundary boundary(errors);
    const int rank = rank_or_report(image, errors, "EVENT POST");
    if (rank >= 0) [[likely]] {
        report(errors, arauto_event_post(token->event, rank, index), "EVENT POST");
    }
}

/// CRITICAL, of which the compiler makes a lock on image 1. GCC 16 passes `stat`.
void enter(const Coarray& construct, int image, size_t index, const Errors& errors) {
    const int rank = rank_or_report(image, errors, "CRITICAL");
    if (rank >= 0 && !arauto::coarray::report_if_failed(rank, errors, "CRITICAL")) {
        arauto::coarray::enter_critical(construct.lock, rank, index, errors);
    }
}

} // namespace

CAF_EXPORT void _gfortran_caf_event_post(
    Token token, size_t index, int image, int* stat, char* errmsg, size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    post(token, index, image, {stat, errmsg, errmsg_bytes});
}

/// _gfortran_caf_event_post under another name, for programs that have their own (element_calls.c).
CAF_EXPORT void arauto_gfortran_event_post(
    Token token, size_t index, int image, int* stat, char* errmsg, size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    post(token, index, image, {stat, errmsg, errmsg_bytes});
}

/// For these too: wakes an image of the initial team.
CAF_EXPORT void arauto_gfortran_ring(int image) {
    arauto_ring(image - 1);
}

CAF_EXPORT void _gfortran_caf_event_wait(
    Token token, size_t index, int until_count, int* stat, char* errmsg, size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    note_stat(stat);
    const Errors errors{stat, errmsg, errmsg_bytes};
    const SegmentBoundary boundary(errors);
    const uint64_t wanted = arauto::coarray::wanted_count(until_count);
    report(errors, arauto_notify_wait(token->event, index, wanted), "EVENT WAIT");
}

CAF_EXPORT void _gfortran_caf_event_query(Token token, size_t index, int, int* count, int* stat) {
    note_caller(__builtin_return_address(0));
    const Errors errors{stat};
    const SegmentBoundary boundary(errors);
    uint64_t posts = 0;
    const arauto_status_t status = arauto_notify_query(token->event, index, &posts);
    *count = static_cast<int>(posts);
    report(errors, status, "EVENT_QUERY");
}

CAF_EXPORT void _gfortran_caf_lock(Token token,
                                   size_t index,
                                   int image,
                                   int* acquired,
                                   int* stat,
                                   char* errmsg,
                                   size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    note_stat(stat);
    const Errors errors{stat, errmsg, errmsg_bytes};
    const SegmentBoundary boundary(errors);
    if (token->kind == CoarrayKind::critical) {
        enter(*token, image, index, errors);
        return;
    }
    const int rank = rank_or_report(image, errors, "LOCK");
    if (rank >= 0 && !arauto::coarray::report_if_failed(rank, errors, "LOCK")) [[likely]] {
        report(errors, arauto::coarray::acquire(token->lock, rank, index, acquired), "LOCK");
    }
}

CAF_EXPORT void _gfortran_caf_unlock(
    Token token, size_t index, int image, int* stat, char* errmsg, size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    note_stat(stat);
    const Errors errors{stat, errmsg, errmsg_bytes};
    const SegmentBoundary boundary(errors);
    const char* const name = token->kind == CoarrayKind::critical ? "END CRITICAL" : "UNLOCK";
    const int rank = rank_or_report(image, errors, name);
    if (rank >= 0 && !arauto::coarray::report_if_failed(rank, errors, name)) [[likely]] {
        report(errors, arauto_lock_release(token->lock, rank, index), name);
    }
}
