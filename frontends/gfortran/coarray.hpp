// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What the front-end's files share: the object behind a token, the way from an image index to a
// rank, and how an error reaches `stat=`, `errmsg=` or the end of the program.
#pragma once

#include "descriptor.hpp"

#include "arauto/event.h"
#include "arauto/lock.h"
#include "arauto/segment.h"
#include "arauto/status.h"
#include "arauto/team.h"

#include <cstddef>
#include <cstdint>

/// Everything the compiler calls has C linkage and default visibility.
#define CAF_EXPORT extern "C" __attribute__((visibility("default")))

namespace arauto::gfortran {

enum class CoarrayKind : uint32_t {
    data, // in a segment
    event,
    lock,
    critical,
    component, // allocatable or pointer component: memory of this image alone
};

/// What GCC 12 does with components, seen in its trees; register and deregister must live with it:
/// * Automatic allocation (`p%w = [1, 2]`) and deep copies register components with type 1, the
///   type of a collective ALLOCATE, on one image alone. A registration of type 1 is a component's
///   when its token lies in a segment or in memory of a component, or outside `descriptor`.
/// * Components of nested types are never registered with type 7, and structures are copied with
///   their tokens in: `*token` before a registration of type 8 or a deregistration of type 1 may be
///   garbage or may be another component's. What belongs to a component is therefore found by the
///   address of its token, not by the token's value.
/// * The descriptor of an array component has room for one codimension.
/// * The size of a registration of type 7 is garbage.

/// What a token points to. Made by register, freed by deregister, of this process alone: the bits
/// of a token found in another image's memory mean nothing here. How far a component of another
/// image is allocated, and where, is told by the pointer or descriptor that it has in its parent.
struct Coarray {
    CoarrayKind kind;
    arauto_segment_h segment; // kind data; otherwise NULL
    void* memory; // this image's part: the segment's base, or what a component has been given
    size_t bytes; // of that memory; for events and locks how many there are
    Descriptor* descriptor; // the user's, when an allocatable array; otherwise NULL
    arauto_event_h event; // kind event
    uint64_t slot_place; // of its first event as a counting slot; 0: ask the C API for each
    uint64_t slot_stride; // from one to the next
    arauto_lock_h lock; // kinds lock and critical
    arauto_team_h team; // that has allocated it; NULL for the world team and for components
};

using Token = Coarray*;

/// Image indices of the current team. Kept by team.cpp, which changes it in CHANGE TEAM and
/// END TEAM only; read on every transfer, therefore not behind a call.
struct ImageMap {
    int size; // images in the current team; 0 before the runtime has been brought up
    int self; // this image's rank in the job
    const int* ranks; // rank in the job of image i + 1; NULL: the rank is i
};
extern ImageMap image_map;

/// Rank in the job of an image of the current team, or -1 when there is no such image.
[[nodiscard]] inline int image_to_rank(int image) noexcept {
    const unsigned index = static_cast<unsigned>(image) - 1u;
    if (index >= static_cast<unsigned>(image_map.size)) [[unlikely]] {
        return -1;
    }
    return image_map.ranks == nullptr ? static_cast<int>(index) : image_map.ranks[index];
}

/// The same where the compiler writes 0 for "this image".
[[nodiscard]] inline int image_or_self_to_rank(int image) noexcept {
    return image == 0 ? image_map.self : image_to_rank(image);
}

/// The same for an image of the team that a team_type variable names, as in `a[image, team=t]`.
[[nodiscard]] int image_of_team_to_rank(const void* const* team, int image) noexcept;

/// Codes that `stat=` gets: first those of ISO_FORTRAN_ENV, then our own.
inline constexpr int kStatLocked = 1;
inline constexpr int kStatLockedOtherImage = 2;
inline constexpr int kStatStoppedImage = 6000;
inline constexpr int kStatFailedImage = 6001;
inline constexpr int kStatUnlockedFailedImage = 6002;
inline constexpr int kStatDuplicateImage = 3;
inline constexpr int kStatMemory = 5014; // as libgfortran's for a failed allocation
inline constexpr int kStatInvalid = 7001; // a wrong image index, an unallocated component, ...
inline constexpr int kStatUnlocked =
    7002; // UNLOCK of a lock that no image holds; GCC's STAT_UNLOCKED is 0

/// The Fortran code of a status: 0 when it is not negative.
[[nodiscard]] int stat_of(arauto_status_t status) noexcept;

/// Ends a statement that has failed. With `stat` it gets `code` and `errmsg` (may be NULL) the
/// sentence, blank-padded; without, the program ends with the sentence and this image's number.
void report(
    int* stat, char* errmsg, size_t errmsg_bytes, int code, const char* format, ...) noexcept
    __attribute__((format(printf, 5, 6)));

/// The same for a call of the C API: `code` and sentence come from it. Does nothing but set `stat`
/// to 0 when the status is not negative. `statement` names what the program was doing ("EVENT
/// POST").
void report_failure(int* stat,
                    char* errmsg,
                    size_t errmsg_bytes,
                    arauto_status_t status,
                    const char* statement) noexcept __attribute__((cold));

/// A failure of another image that this statement cannot report: it has no `stat=`, or the compiler
/// takes the statement for undone when its stat is not 0. The next SYNC statement with `stat=`
/// reports it.
void postpone_failure(const char* statement) noexcept __attribute__((cold));

/// Of a SYNC statement: reports what was postponed, unless `stat` tells of an error already.
void report_postponed(int* stat, char* errmsg, size_t errmsg_bytes) noexcept;

inline void set_ok(int* stat) noexcept {
    if (stat != nullptr) {
        *stat = 0;
    }
}

/// Inline, since nearly every statement ends with it and nearly none fails.
inline void report_status(int* stat,
                          char* errmsg,
                          size_t errmsg_bytes,
                          arauto_status_t status,
                          const char* statement) noexcept {
    if (status >= 0) [[likely]] {
        set_ok(stat);
    } else {
        report_failure(stat, errmsg, errmsg_bytes, status, statement);
    }
}

} // namespace arauto::gfortran
