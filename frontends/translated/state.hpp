// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The state of this front-end: one object for the image, and one for each of its threads. Each
// module uses the members that are named after it. A type that is only declared here is defined by
// its module, which makes the object at its first use.
#pragma once

#include "coarray/at_first_use.hpp"
#include "coarray/errors.hpp"
#include "coarray/target_bindings.hpp"

#include "arauto/segment.h"
#include "arauto/status.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arauto::translated {

using coarray::AtFirstUse;

struct Components;
class Numbers; // counts.cpp
struct Pending;
class Reduction;
struct Regions;
struct PieceBuffer; // schemes.cpp
struct TransferSettings;
struct Tasks;
struct Together;
struct Watches;
struct WatchReply;

struct QuickState {
    /// The anchor of each image, by rank, as this process has it mapped. Null while the fast path
    /// is closed. Relaxed where only null matters, because the thread that closes the path sees
    /// that, and other threads do after synchronising with that one.
    std::atomic<char* const*> anchors{nullptr};
    /// Counts allocations and deallocations of coarrays.
    std::atomic<uint64_t> version{1};
    /// Once set, the fast path refuses a failed image's memory, so that the general path reports
    /// it. relaxed because the thread that sets it sees it, and others after synchronising with
    /// that one
    std::atomic<bool> failures_are_handled{false};
    char** opened = nullptr; ///< the anchors, also when the path is closed; never freed
    arauto_segment_h segment = nullptr; ///< the anchors': written once, before main
    uint64_t anchor = 0; ///< from its start
};

struct PendingState {
    /// How many puts are remembered. Relaxed because a thread must see its own, and those of other
    /// threads only after synchronising with them.
    std::atomic<uint64_t> puts{0};
    /// How many puts to other nodes this segment has not made late though it might have.
    std::atomic<uint32_t> puts_at_once{0};
    AtFirstUse<Pending> all;
};

struct AttachedState {
    /// Whether any image had attached anything when this image's segment began. Relaxed everywhere
    /// because the thread that sets it sees it, and other threads do after synchronising with that
    /// one.
    std::atomic<bool> is_used{false};
};

struct WatchesState {
    std::atomic<size_t> count{0}; ///< how many copies others have
    AtFirstUse<Watches> all;
};

/// All memory that this image's malloc has ever given from the heap lies between the two, so that
/// most calls of free only look at them. Relaxed because a thread that frees such memory has either
/// allocated it itself, or has got the address by synchronising with the thread that did.
struct MemoryState {
    std::atomic<uintptr_t> lowest{UINTPTR_MAX};
    std::atomic<uintptr_t> highest{0};
};

/// The image's. Accesses and image control statements read the first members.
struct State {
    QuickState quick;
    PendingState pending;
    AttachedState attached;
    WatchesState watches;
    MemoryState memory;
    AtFirstUse<Regions> regions;
    AtFirstUse<Components> components;
    AtFirstUse<Together> together;
    Numbers* numbers = nullptr; ///< of events and locks; made at the start, and never destroyed
    AtFirstUse<PieceBuffer> piece_buffer;
    AtFirstUse<TransferSettings> transfer_settings;
    AtFirstUse<Tasks> tasks;
    Reduction* reduction = nullptr; ///< the CO_REDUCE that is on its way
    arauto_status_t met_before_deallocation = ARAUTO_OK; ///< of the barrier before DEALLOCATE
    /// The codes of gfortran, until the program's compiler passes its own. Those without a name are
    /// the same as in libcaf_arauto, with any compiler; each differs from all that have a name.
    coarray::StatCodes stat_codes{.stopped_image = 6000,
                                  .failed_image = 6001,
                                  .locked = 1,
                                  .locked_other_image = 2,
                                  .unlocked = 0,
                                  .unlocked_failed_image = 6002,
                                  .duplicate_image = 3,
                                  .memory = 5014,
                                  .invalid = 7001};
};
[[gnu::visibility("hidden")]] extern constinit State g_state;

/// A coarray that this thread accessed recently; see quick.hpp. Distances between images are
/// measured from `anchor`: one address for all symmetric coarrays, and the start of each other one.
struct RecentCoarray {
    uintptr_t start;
    size_t bytes;
    uintptr_t anchor;
    uint64_t version; ///< of all coarrays, when it was found
    int32_t lower; ///< cobound of one that ALLOCATE has given corank 1; else 1
    char* const* anchors; ///< by rank: that image's anchor, as this process has it mapped
};
constexpr int kRecent = 2;

/// The number of an event, a notify variable or a lock that this thread used recently; see
/// counts.cpp. A look-up in the table of all variables takes two locks.
struct RecentNumber {
    const void* variable;
    uint64_t version; ///< of all coarrays
    size_t number;
};
constexpr size_t kRecentNumbers = 8;

/// A copy of another image's object, and of what; see shadows.cpp. In one segment it is read once.
struct Shadow {
    static constexpr int kNobody = -1;

    WatchReply* memory = nullptr; ///< the copy lies behind it
    size_t room = 0;
    int rank = kNobody;
    uint64_t address = 0;
    size_t bytes = 0;
    uint64_t segment = 0; ///< that has read it
    uint64_t used = 0; ///< the larger, the later
    bool is_watched = false;
    bool has_served = false; ///< in a later segment
    uint32_t vain = 0; ///< how often it was watched and changed before that
};
constexpr int kShadows = 32;

constexpr size_t kSentenceBytes = 256;

/// A thread's. Without a destructor, so that a use of it costs no call.
struct ThreadState {
    RecentCoarray recent_coarrays[kRecent]{};
    RecentNumber recent_numbers[kRecentNumbers]{};
    /// Open pairs of component_begins and _ends, and, kCoarray for each, of allocation_begins and
    /// _ends; see memory.cpp.
    int allocations = 0;
    coarray::KnownTargets known_targets; ///< see coarray/target_bindings.hpp
    char allocation_fault[kSentenceBytes] = ""; ///< why its last ALLOCATE got no memory
    /// Why the coarray that it allocated last must go again; empty when it stays.
    char undo[kSentenceBytes] = "";
    Shadow shadows[kShadows]{};
    uint64_t shadow_uses = 0;
    /// One for each shadow: owners set it to 0. Null: there is no room.
    std::atomic<uint64_t>* shadows_valid = nullptr;
};
[[gnu::visibility("hidden"),
  gnu::tls_model("initial-exec")]] extern thread_local constinit ThreadState t_state;

} // namespace arauto::translated
