// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The arguments a datatype was made with, in one form for all its constructors, small counts and
// large.
#pragma once

#include "mpi.hpp"

#include <cstdint>
#include <vector>

namespace arauto::mpi {

struct Contents {
    int combiner = MPI_COMBINER_NAMED;
    bool has_large_counts = false; // made by a constructor ending in _c
    std::vector<int64_t> values; // integers, then large counts, then addresses
    std::vector<MPI_Datatype> types;
};

/// A dimension of a subarray or of a distributed array: elements [start, start + block) of every
/// `distance`, `count` in all.
struct Dimension {
    int64_t size;
    int64_t start;
    int64_t count;
    int64_t block;
    int64_t distance;
};

/// False when the MPI refuses. The handles in `types` are the caller's: give each to release().
[[nodiscard]] bool read_contents(MPI_Datatype type, Contents& contents);

/// Frees a handle that came from read_contents, unless it names a predefined type.
void release(MPI_Datatype type) noexcept;

[[nodiscard]] bool is_predefined(int combiner) noexcept;

/// Of MPI_COMBINER_SUBARRAY or MPI_COMBINER_DARRAY, the fastest dimension first.
[[nodiscard]] std::vector<Dimension> dimensions_of(const Contents& contents);

} // namespace arauto::mpi
