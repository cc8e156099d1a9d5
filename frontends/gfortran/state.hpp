// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The state of this front-end: one object for the image, and one for each of its threads. Each
// module uses the members that are named after it. A type that is only declared here is defined by
// its module, which makes the object at its first use. Four kinds of state are elsewhere: private
// memory of other images has an object of its own (foreign.hpp); program_malloc.cpp is left out of
// archives; guard.cpp has the handlers of the process's signals; compiled programs read the tables
// of accessor_table.hpp and element_access.hpp.
#pragma once

#include "coarray/at_first_use.hpp"
#include "coarray/target_bindings.hpp"

#include "arauto/segment.h"

#include <atomic>
#include <csetjmp>
#include <cstddef>
#include <cstdint>

namespace arauto::gfortran {

using coarray::AtFirstUse;

struct Accessors; // accessor_table.cpp
struct Coarray;
struct Fetches; // accessor_ask.cpp
struct FreeRanges; // events.cpp
struct ImageMemory; // wire.hpp
struct Registry;
struct SafePairs;

/// The gate of an image that has not started yet.
inline constexpr std::atomic<uint32_t> kClosedGate{0};

/// Addresses of events. Arenas are only added, so that readers need no lock.
struct EventsState {
    struct Arena {
        uintptr_t start;
        size_t bytes;
        std::atomic<const Coarray*>* owners; ///< one for each granule
    };
    static constexpr int kArenasMax = 40;

    std::atomic<int> arena_count{0};
    Arena arenas[kArenasMax]{};
    AtFirstUse<FreeRanges> free_ranges;
};

/// The segment in which images publish where their memory is.
struct ImageMemoryState {
    arauto_segment_h segment = nullptr;
    ImageMemory* own = nullptr;
};

/// Numbers of the functions that an owner offers; see owner.hpp.
struct OwnerFunctions {
    int answer = -1; ///< a Question: an Answer
    int make_room = -1; ///< uint64_t bytes: uint64_t address of so many, or 0
    int release = -1; ///< uint64_t address, of make_room or of an answer that has been left
};

/// The course of the program.
struct ProgramState {
    bool is_running = false; ///< see program_is_running
    bool has_accessors = false;
    bool has_pointers = false; ///< a coarray may have them
    uint64_t random_inits = 0; ///< calls of RANDOM_INIT that are to differ from run to run
    /// A coarray may have pointers, so that the program's malloc is the heap's; see native_start.
    std::atomic<bool> follows_pointers{false};
    std::atomic<bool> has_begun{false}; ///< PAIR native_start.begun: set, look
};

/// The image's. Accesses read the first members.
struct State {
    /// How many images of the job have bindings, as far as a put must know: 0 or not.
    const std::atomic<uint32_t>* binding_gate = &kClosedGate;
    /// Bytes from one rank's part of a coarray to the next one's, as this process sees them. A
    /// guess, for fetches only; 0 where they cannot be stored to directly.
    ptrdiff_t part_stride = 0;
    bool is_traced = false; ///< see caller.hpp; constant once the runtime is up
    std::atomic<bool> has_hints{false}; ///< a put with NOTIFY= has come; see element_access.hpp
    OwnerFunctions owner;
    EventsState events;
    AtFirstUse<Registry> registry;
    AtFirstUse<Accessors> accessors;
    AtFirstUse<Fetches> fetches;
    std::atomic<SafePairs*> safe_pairs{nullptr}; ///< null before publish_private_ranges
    ImageMemoryState image_memory;
    ProgramState program;
};
[[gnu::visibility("hidden")]] extern constinit State g_state;

/// An integer variable of the program for `stat=`; `address` may be NULL.
struct StatVariable {
    void* address;
    int32_t bytes; // 1, 2, 4 or 8
};

/// The notify variable of a thread's next put; see hint.hpp.
struct Hint {
    uint64_t slot; // its offset, or a value that hint.hpp names; 0: there is no hint
    const void* variable;
    StatVariable stat; // `stat=` of the same image selector, which the compiler does not pass
};

/// The state of one thread's guard; see guard.hpp.
struct GuardState {
    bool is_set;
    sigjmp_buf end;
};

/// A thread's. Of this model and without a destructor, since the general one of thread-local
/// objects costs a call for each put.
struct ThreadState {
    Hint hint{};
    coarray::KnownTargets known_targets;
    Coarray** last_scalar = nullptr; ///< a token whose pointer has not been looked for yet
    bool follows_allocate = false; ///< see expect_sync_after_allocate
    GuardState guard{};
    /// The message on wrong shapes or bounds of this thread's last assignment. Not in Outcome,
    /// which the quick ways return.
    char sentence[512] = "";
};
[[gnu::visibility("hidden"),
  gnu::tls_model("initial-exec")]] extern thread_local constinit ThreadState t_state;

} // namespace arauto::gfortran
