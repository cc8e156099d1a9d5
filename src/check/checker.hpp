// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Finds accesses of two images to one place of coarray memory that nothing orders, while a job
// runs: `arauto check`. This is what the calls of the interface tell it.
//
// A vector clock of an image has 3 p components: the i-th is the program of image i, the (p + i)-th
// its carrier, which completes operations apart from the program, and the (2 p + i)-th its puts. An
// access is (component, clock); it lies before an image's present when the image's clock of that
// component has reached it. A release publishes the clock and then counts the program's component
// up; an acquire takes the maximum. A notified operation raises the carrier's component and makes
// its accesses with that. Its notification is a release of all but the image's earlier puts, which
// may come later over a network: what the program has read or written itself is done by then.
//
// Any thread of the image may call any function. All of them return at once when the checker has
// given up (its memory is full), which the report says.
#pragma once

#include "arauto/section.h"
#include "check/call.hpp"

#include <cstdint>

namespace arauto::check {

class State; // state.hpp: of this process

class Checker {
  public:
    explicit Checker(State& state) noexcept : state_(&state) {}

    // Accesses. To be told before the bytes move.

    /// In the heap of `rank`.
    void access(Access, By, const Call&, int rank, uint64_t offset, uint64_t bytes) noexcept;
    /// The elements of a section, whose base is at `offset` in the heap of `rank`.
    void access(Access,
                By,
                const Call&,
                int rank,
                uint64_t offset,
                const arauto_section_t& section) noexcept;
    /// By an address of this process, in the heap of any rank of this node. Ignored elsewhere.
    void access_memory(Access, By, const Call&, const void* memory, uint64_t bytes) noexcept;
    void access_memory(
        Access, By, const Call&, const void* memory, const arauto_section_t& section) noexcept;
    /// Once for each notified operation, before its accesses by the carrier.
    void next_carried() noexcept;

    // Order. A call that fails acquires nothing.

    /// SYNC ALL, SYNC TEAM, team calls, allocation and deallocation of coarrays. All members
    /// release on entry, and acquire on exit.
    /// @param team  core::Team::trace_id, the same at all members
    /// @param instance  the members' n-th meeting of this team, the same at all of them
    void enter_meeting(uint32_t team, uint32_t instance) noexcept;
    void leave_meeting(const Call&, uint32_t team, uint32_t instance, bool is_of_world) noexcept;

    /// Whether clocks have become so late that all images are to forget what they have accessed, as
    /// nothing of before a meeting of all can be part of a race. Behind such a meeting it is the
    /// same for all of them. Then each forgets, and none goes on before all have.
    [[nodiscard]] bool is_late() const noexcept;
    void forget_all() noexcept;

    /// SYNC IMAGES: a release to each partner before the first of them is told, an acquire when
    /// that partner has come. The n-th to a partner meets its n-th from here; counted inside.
    void release_to(int rank) noexcept;
    void acquire_from(const Call&, int rank) noexcept;

    /// Around the addition to a notification or event, whose queue is held between them, so that
    /// the order of posts is that of the additions. Both on one thread.
    /// @param by  program: a post, which releases. carrier: the notification of the operation that
    ///     next_carried() began; it tells of all but earlier puts
    /// @param count  that is added
    void begin_post(const Word&, By, uint64_t count = 1) noexcept;
    void end_post(const Word&) noexcept;
    /// A wait has taken so many, or a test that took them. The word lies in this image's heap.
    void taken(const Call&, uint64_t offset, uint64_t count) noexcept;

    /// LOCK and CRITICAL: behind the acquisition, and before the release.
    void acquired(const Call&, const Word&) noexcept;
    void releases(const Word&) noexcept;

    /// A new notification, event or lock, in the place of which there may have been another.
    void begins(const Word&) noexcept;

    /// SYNC MEMORY, before an atomic definition and behind an atomic reference, orders as these do
    /// (11.6.5 of Fortran 2023); an atomic alone orders nothing. An atomic's access is to be told
    /// as well. Writes: before it. Reads: behind it.
    void sync_memory(const Call&) noexcept;
    void atomic_writes(const Word&) noexcept;
    void atomic_has_read(const Word&) noexcept;

    /// Collective subroutines, where the option says that they order: members have heard of all
    /// that others had done when these came to a collective.
    [[nodiscard]] bool orders_collectives() const noexcept;
    void enter_collective(uint32_t team) noexcept;
    void leave_collective(const Call&, uint32_t team) noexcept;

    /// Waits a short while by chance, where the option asks for it: ahead of releases and locks.
    void delay() noexcept;

    // Memory, in this image's heap.

    void allocated(uint64_t offset, uint64_t bytes) noexcept;
    /// Before it can be allocated again. Accesses from here on are uses after deallocation.
    void freed(const Call&, uint64_t offset, uint64_t bytes) noexcept;

    /// For loads and stores of the program itself.
    [[nodiscard]] State& state() noexcept { return *state_; }

  private:
    State* state_;
};

} // namespace arauto::check
