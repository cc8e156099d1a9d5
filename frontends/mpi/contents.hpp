// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The arguments with which a datatype was constructed, in one form for all constructors, those with
// large counts included.
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

/// The caller must give each handle in `types` to release(). @return false when the MPI refuses
[[nodiscard]] bool read_contents(MPI_Datatype type, Contents& contents);

/// Frees a handle that came from read_contents, unless it names a predefined type.
void release(MPI_Datatype type) noexcept;

[[nodiscard]] bool is_predefined(int combiner) noexcept;

/// The dimensions of an MPI_COMBINER_SUBARRAY or MPI_COMBINER_DARRAY, the fastest first.
[[nodiscard]] std::vector<Dimension> dimensions_of(const Contents& contents);

} // namespace arauto::mpi
