// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What the files of this room share: the coarrays of this process, where they lie in other images,
// and how failures end.
#pragma once

#include "translated.h"
#include "translated_control.h"

#include "arauto/arauto.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace arauto::translated {

/// A coarray as one range of bytes on each image, or the static data of an object of the program.
struct Region {
    uintptr_t base; ///< here
    size_t bytes;
    uint64_t serial; ///< the same on all images
    uintptr_t memory; ///< its address in the heap here: base, but for static data
    std::vector<uint64_t> bases; ///< as each rank sees its own, 0: it has none; empty: symmetric
    std::vector<int32_t> lower, upper; ///< cobounds of allocatable ones
    int depth = 0; ///< how many CHANGE TEAM it was allocated in
    std::vector<char*> places{}; ///< of `bases`, where they are mapped here; null: they are not
};

/// A byte of a coarray, named alike on all images.
struct Place {
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
/// Of the program, then of each shared library that translated code was linked to.
std::vector<StaticData> find_static_data();
/// Of the object around an address.
StaticData find_static_data_around(uintptr_t address) noexcept;
/// Makes the static data the same pages as `memory`; false when the system refuses.
bool share_static_data(const StaticData& data) noexcept;

/// What is wrong with cobounds; empty when nothing is.
std::string fault_of_cobounds(int32_t corank, const int32_t* lower, const int32_t* upper);

/// regions.cpp. Null when the address lies in no coarray.
const Region* find_region(uintptr_t address) noexcept;
bool find_place(const void* variable, Place& place) noexcept;
/// Address of `local`'s counterpart as `rank` sees it; 0 when `local` lies in no coarray.
uint64_t remote_address(const void* local, int rank) noexcept;
/// What quick.hpp remembers of the coarray around `address`, apart from the version.
/// @param anchors  the places of a symmetric one
struct Spot;
bool find_spot_of(uintptr_t address, char* const* anchors, Spot* spot_out) noexcept;
/// A place in the rank's heap, as the rank sees it.
uint64_t remote_address_of_anchor(int rank) noexcept;
/// The image number when `image` may be a cosubscript of the coarray around `base`.
int32_t image_number(int32_t image, const void* base) noexcept;
/// Collective over the current team. ARAUTO_ERR_FAILED: the images that are left have agreed.
arauto_status_t add_region(Region region);
void remove_region(uintptr_t base) noexcept;
/// Before any other call of this room: declares what counts and locks need.
void start_numbers();
/// counts.cpp. The event or notify variable at an address here, as a counting slot of every image.
arauto_slot_t event_slot(const void* event, const char* statement) noexcept;
void start_regions();
/// memory.cpp. Why there was no memory for a coarray in the last ALLOCATE of this thread; else
/// empty.
const char* fault_of_allocation() noexcept;

/// teams.cpp. The images that image numbers mean: those of the current team.
struct Images {
    int size;
    int self; ///< this image's rank in the team
    const int* ranks; ///< in the job, by rank in the team; null: the initial team
};
extern constinit Images images;
arauto_team_h current_team() noexcept;
/// How many CHANGE TEAM have been entered and not left.
int team_depth() noexcept;
void start_teams();
/// The handle of a team that its members have made; as FORM TEAM does.
int64_t adopt_team(arauto_team_h team);
int64_t current_handle() noexcept;
/// See coarray::FormedTeams.
void count_coarrays(arauto_team_h team, int change) noexcept;
/// task.cpp. Before any other call of this room but start_numbers.
void start_tasks();
/// Rank in the current team; as rank_of otherwise.
int member_of(int32_t image, const translated_errors_t& errors, const char* statement) noexcept;
/// rank_of for what is no plain number of the current team.
int rank_elsewhere(int32_t image,
                   const translated_errors_t& errors,
                   const char* statement) noexcept;

/// Rank in the job of an image; ends the program, or sets stat, and gives -1 when there is none.
inline int
rank_of(int32_t image, const translated_errors_t& errors, const char* statement) noexcept {
    const int32_t member = (image & ~TRANSLATED_THERE) - 1;
    if (static_cast<uint32_t>(member) < static_cast<uint32_t>(images.size)) [[likely]] {
        return images.ranks == nullptr ? member : images.ranks[member];
    }
    return rank_elsewhere(image, errors, statement);
}

/// A statement with stat= looks at failures, so a death must not end the job.
void handle_failures() noexcept; // quick.cpp: arauto_handle_failures, and more
inline void note_stat(const translated_errors_t& errors) noexcept {
    if (errors.stat != nullptr) {
        handle_failures();
    }
}
/// The sentence without the name of the C function at its start: the program has called a
/// statement.
const char* without_call(const char* sentence) noexcept;
/// In the numbers of the program's compiler.
int stat_of(arauto_status_t status) noexcept;
void fail(const translated_errors_t& errors, int code, const char* format, ...) noexcept
    __attribute__((format(printf, 3, 4)));
/// Sets stat; a failure ends the program unless there is one.
void report(const translated_errors_t& errors,
            arauto_status_t status,
            const char* statement) noexcept;
/// The same of a lock, by its number in the program's array instead of the core's.
void report_lock(const translated_errors_t& errors,
                 arauto_status_t status,
                 const char* statement,
                 int64_t number) noexcept;
/// The same, but the failure of an image without `stat=` is left to the next SYNC statement with
/// `stat=`.
void report_or_postpone(const translated_errors_t& errors,
                        arauto_status_t status,
                        const char* statement) noexcept;
/// The same for an assignment to another image. One without `stat=` to an image that has failed is
/// dropped, and the next SYNC statement with `stat=` reports it.
void report_put(const translated_errors_t& errors, arauto_status_t status) noexcept;
/// Reports likewise, and is true, when the rank has failed.
bool is_put_to_failed(int rank, const translated_errors_t& errors) noexcept;
void set_ok(int32_t* stat) noexcept;
/// Reports it when the rank has failed: its memory would still do what is asked of it.
bool has_failed(int rank, const translated_errors_t& errors, const char* statement) noexcept;

/// True when elements have to be converted; convert_elements then does it, for sections of one
/// shape.
bool needs_conversion(const translated_array_t& to, const translated_array_t& from) noexcept;
void convert_elements(const translated_array_t& to, const translated_array_t& from);

} // namespace arauto::translated
