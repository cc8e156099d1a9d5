// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Coarrays as PRIF sees them: a handle names the memory that the images of a team have allocated
// together, and the cobounds by which the program counts these images. An alias is a further handle
// of the same memory with cobounds of its own.
#pragma once

#include "coarray/cobounds.hpp"
#include "statement.hpp"

#include "arauto/segment.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace arauto::prif {

struct Coarray;
/// Called on each image before its coarray is deallocated; it gets the handle.
using Cleanup = void (*)(Coarray*);

/// The memory of a coarray. All its handles share it.
struct Allocation {
    arauto_segment_h segment;
    arauto_team_h team; // over which it was allocated
    char* base; // of this image's part
    size_t bytes;
    int keeper; // rank in the job of the team's first image
    int depth; // how many CHANGE TEAM it was allocated in
    void* context; // data of the compiler
    Cleanup cleanup;
};

constexpr int kCorankMax = 15;

/// The object to which a handle points.
struct Coarray {
    Allocation* allocation;
    size_t offset; // of an alias: where its data begin in this memory
    bool is_alias;
    int corank;
    std::array<int64_t, kCorankMax> lower;
    /// The last upper cobound follows from the number of images, so it is not kept.
    std::array<int64_t, kCorankMax> upper;

    [[nodiscard]] char* local_data() const noexcept { return allocation->base + offset; }
    [[nodiscard]] coarray::Cobounds<int64_t> cobounds() const noexcept {
        return {corank, lower.data(), upper.data()};
    }
};

/// Cobounds of a declaration. The last upper one may be given or left out.
struct DeclaredCobounds {
    std::span<const int64_t> lower;
    std::span<const int64_t> upper;
};

/// Ends the program with a sentence when the handle is null.
[[nodiscard]] const Coarray& checked(const Coarray* handle, const char* call) noexcept;
/// The codimension that a call names, from 1, counted from 0; an unknown one ends the program.
[[nodiscard]] int
checked_dimension(const Coarray& coarray, int dimension, const char* call) noexcept;

} // namespace arauto::prif
