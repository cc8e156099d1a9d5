// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Shared by all files of this front-end: the object behind a token, the map from image indices to
// ranks, and the delivery of an error to `stat=`, `errmsg=` or the end of the program.
#pragma once

#include "coarray/members.hpp"
#include "descriptor.hpp"
#include "element_layout.h"

#include "arauto/lock.h"
#include "arauto/notify.h"
#include "arauto/segment.h"
#include "arauto/team.h"

#include <cstddef>
#include <cstdint>

/// Everything the compiler calls has C linkage and default visibility.
#define CAF_EXPORT extern "C" __attribute__((visibility("default")))

namespace arauto::gfortran {

using coarray::current_team;
using coarray::Errors;
using coarray::fail;
using coarray::fail_with;
using coarray::image_or_self_to_rank;
using coarray::image_to_rank;
using coarray::images;
using coarray::rank_or_report;
using coarray::report;
using coarray::report_failure;
using coarray::set_ok;
using coarray::stat_codes;

enum class CoarrayKind : uint32_t {
    data, // in a segment
    event,
    lock,
    critical,
    component, // allocatable or pointer component: memory of this image alone
    captured, // values of subscripts, which an accessor of GCC 15 or later reads in this process
    captured_elsewhere, // the same, of another image for which the accessor runs here
};

/// The treatment of components by GCC 12, seen in its trees; register and deregister rely on it:
/// * Automatic allocation (`p%w = [1, 2]`) and deep copies register components with type 1, the
///   type of a collective ALLOCATE, on one image alone. A registration of type 1 is a component's
///   when its token lies in a segment or in memory of a component, or outside `descriptor`.
/// * Components of nested types are never registered with type 7, and structures are copied with
///   their tokens in: `*token` before a registration of type 8 or a deregistration of type 1 may be
///   garbage or may be another component's. The object of a component is therefore found by
///   the address of its token, not by the token's value.
/// * The descriptor of an array component has room for one codimension, or has none: it depends on
///   what else the program declares. The token lies behind it.
/// * The token of a scalar component lies somewhere behind its pointer in the same structure. It is
///   registered with a descriptor that is not the component's.
/// * The size of a registration of type 7 is garbage, its structure a temporary one from which the
///   tokens are copied to all elements.
/// * MOVE_ALLOC, dummy arguments, and the end of an array's scope allocate, reallocate and free
///   components by malloc, realloc and free, without a call of this library.

/// The object that a token points to. Made by register, freed by deregister, of this process alone:
/// the bits of a token found in another image's memory mean nothing here. How far a component of
/// another image is allocated, and where, is read from the pointer or descriptor that it has in its
/// parent.
struct Coarray {
    arauto_element_part_t part; // for programs that access elements without calls; first
    CoarrayKind kind;
    arauto_segment_h segment; // kind data; otherwise NULL
    void* memory; // this image's part: the segment's base, or what a component has been given, or
                  // what CHANGE TEAM has given another name
    size_t bytes; // of that memory; for events and locks how many there are
    Descriptor* descriptor; // the user's, when an allocatable array; otherwise NULL
    arauto_notify_h event; // kind event
    uint64_t slot_offset; // of its first event as a counting slot; 0: ask the C API for each
    uint64_t slot_stride; // from one to the next
    arauto_lock_h lock; // kinds lock and critical
    arauto_team_h team; // that has allocated it; NULL for the world team and for components
    bool has_pointers; // its type may have components that lead to other memory
    bool is_character;
    void** pointer; // kind component: where its pointer or descriptor lies; NULL: not known
    ptrdiff_t token_offset; // kind component, of an array: of its token in the descriptor
};

using Token = Coarray*;

/// Rank in the job of an image of the team that a team_type variable names, as in
/// `a[image, team=t]`; -1 when there is no such image.
[[nodiscard]] int image_of_team_to_rank(const void* const* team, int image) noexcept;

} // namespace arauto::gfortran
