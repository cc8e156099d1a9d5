// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Shared by all files of this front-end: the coarrays of this process and their addresses on other
// images, the meaning of image numbers, and the delivery of an error to `stat=` and `errmsg=`.
#pragma once

#include "coarray/access_errors.hpp"
#include "coarray/element.hpp"
#include "coarray/members.hpp"
#include "translated.h"
#include "translated_control.h"

#include "arauto/arauto.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace arauto::translated {

using coarray::current_team;
using coarray::Errors;
using coarray::fail;
using coarray::images;
using coarray::kRead;
using coarray::kWrite;
using coarray::member_of;
using coarray::report;
using coarray::set_ok;
using coarray::stat_codes;

[[nodiscard]] inline Errors errors_of(const translated_errors_t* given) noexcept {
    return {given->stat, given->errmsg, given->errmsg_bytes};
}

/// A coarray as one range of bytes on each image, or the static data of an object of the program.
struct Region {
    uintptr_t base; ///< here
    size_t bytes;
    uint64_t serial; ///< the same on all images
    uintptr_t memory; ///< its address in the heap here: base, but for static data
    std::vector<uint64_t> bases; ///< as each rank sees its own, 0: it has none; empty: symmetric
    std::vector<int32_t> lower, upper; ///< cobounds of allocatable ones
    int depth = 0; ///< how many CHANGE TEAM it was allocated in
    std::vector<char*> mapped{}; ///< of `bases`, where they are mapped here; null: they are not
};

/// A byte of a coarray, by a name that is the same on all images.
struct GlobalAddress {
    uint64_t serial;
    uint64_t offset;
};

[[nodiscard]] size_t page_bytes() noexcept;
/// Where the first page begins that lies at an address or behind it.
[[nodiscard]] uintptr_t page_from(uintptr_t address) noexcept;

/// Static data of the program or of a shared library, made reachable: `memory` is a second address
/// of the page at `start`.
struct StaticData {
    uintptr_t start = 0;
    size_t bytes = 0;
    uintptr_t memory = 0;
};
/// Finds static data of the program, then of each shared library that translated code was linked
/// to.
std::vector<StaticData> find_static_data();
/// Finds static data of the object around an address.
StaticData find_static_data_around(uintptr_t address) noexcept;
/// Makes the static data the same pages as `memory`; false when the system refuses.
bool share_static_data(const StaticData& data) noexcept;

/// The message on wrong cobounds; empty when they are right.
std::string fault_of_cobounds(int32_t corank, const int32_t* lower, const int32_t* upper);

/// regions.cpp. Null when the address lies in no coarray.
const Region* find_region(uintptr_t address) noexcept;
bool find_global_address(const void* variable, GlobalAddress& global_out) noexcept;
/// Address of `local`'s counterpart as `rank` sees it; 0 when `local` lies in no coarray.
uint64_t remote_address(const void* local, int rank) noexcept;
/// The entry of quick.hpp for the coarray around `address`, without the version.
/// @param anchors  of a symmetric one, as in quick.hpp
struct RecentCoarray;
bool describe_coarray(uintptr_t address, char* const* anchors, RecentCoarray* recent_out) noexcept;
/// An address in the rank's heap, as the rank sees it.
uint64_t remote_address_of_anchor(int rank) noexcept;
/// The image number when `image` may be a cosubscript of the coarray around `base`.
int32_t image_number(int32_t image, const void* base) noexcept;
/// Collective over the current team. ARAUTO_ERR_FAILED: the images that are left have agreed.
arauto_status_t add_region(Region region);
void remove_region(uintptr_t base) noexcept;
/// Before any other call of this front-end: declares what counts and locks need.
void start_numbers();
/// counts.cpp. The event or notify variable at an address here, as a counting slot of every image.
arauto_slot_t event_slot(const void* event, const char* statement) noexcept;
void start_regions();
/// memory.cpp. Why there was no memory for a coarray in the last ALLOCATE of this thread; else
/// empty.
const char* fault_of_allocation() noexcept;

/// task.cpp. Before any other call of this front-end but start_numbers.
void start_tasks();
/// Reports that there is no such image: coarray::refuse_image, or refuse_access for an access.
using Refuse = void (*)(Errors errors, int image, const char* statement) noexcept;

/// teams.cpp. rank_of for what is no plain number of the current team.
int rank_elsewhere(int32_t image,
                   const Errors& errors,
                   const char* statement,
                   Refuse refuse) noexcept;

/// Rank in the job of an image; ends the program, or sets stat, and gives -1 when there is none.
inline int rank_of(int32_t image,
                   const Errors& errors,
                   const char* statement,
                   Refuse refuse = coarray::refuse_image) noexcept {
    const int32_t member = (image & ~TRANSLATED_THERE) - 1;
    if (static_cast<uint32_t>(member) < static_cast<uint32_t>(images.size)) [[likely]] {
        return images.ranks == nullptr ? member : images.ranks[member];
    }
    return rank_elsewhere(image, errors, statement, refuse);
}

/// As rank_of, for an access. @param action  kRead or kWrite
inline int rank_of_access(int32_t image, const Errors& errors, const char* action) noexcept {
    return rank_of(image, errors, action, coarray::refuse_access);
}

/// A statement with stat= looks at failures, so a death must not end the job.
void handle_failures() noexcept; // quick.cpp: arauto_handle_failures, and more
inline void note_stat(const Errors& errors) noexcept {
    if (errors.stat != nullptr) {
        handle_failures();
    }
}
/// control.cpp. As report, but the failure of an image without `stat=` is left to the next SYNC
/// statement with `stat=`.
void report_or_postpone(const Errors& errors,
                        arauto_status_t status,
                        const char* statement) noexcept;
/// As report_or_postpone, for an access. A write that is postponed is dropped.
void report_get(const Errors& errors, arauto_status_t status, int rank) noexcept;
void report_put(const Errors& errors, arauto_status_t status, int rank) noexcept;
/// Whether the rank has failed; if so, the failure is reported as by report_put.
bool is_put_to_failed(int rank, const Errors& errors) noexcept;
bool has_failed_at_access(int rank, const Errors& errors, const char* action) noexcept;
/// Whether the rank has failed; if so, that is reported. Needed because an operation on the memory
/// of a failed rank still succeeds.
bool has_failed(int rank, const Errors& errors, const char* statement) noexcept;

[[nodiscard]] inline coarray::Element element_of(const translated_array_t& a) noexcept {
    const auto type = static_cast<coarray::Class>(a.element_class);
    const size_t bytes = a.section.element_bytes;
    if (type == coarray::Class::character) {
        return {type, a.element_kind == 4 ? 4 : 1, bytes};
    }
    const size_t part = type == coarray::Class::complex ? bytes / 2 : bytes;
    const bool is_padded = (type == coarray::Class::complex || type == coarray::Class::real) &&
                           part == 16 && a.element_kind != 16;
    return {type, is_padded ? 10 : static_cast<int>(part), bytes};
}
/// True when elements have to be converted; convert_elements then does it, for sections of one
/// shape.
bool needs_conversion(const translated_array_t& to, const translated_array_t& from) noexcept;
void convert_elements(const translated_array_t& to, const translated_array_t& from);

} // namespace arauto::translated
