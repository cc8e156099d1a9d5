// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See contents.hpp.
#include "contents.hpp"

#include "real.hpp"

#include <algorithm>
#include <span>

namespace arauto::mpi {
namespace {

struct Envelope {
    MPI_Count integers = 0;
    MPI_Count addresses = 0;
    MPI_Count large_counts = 0;
    MPI_Count types = 0;
    int combiner = MPI_COMBINER_NAMED;
};

bool read_envelope(MPI_Datatype type, Envelope& envelope) noexcept {
    // Only functions of MPI-4 describe types with large counts.
    if (real().Type_get_envelope_c != nullptr && real().Type_get_contents_c != nullptr) {
        return real().Type_get_envelope_c(type, &envelope.integers, &envelope.addresses,
                                          &envelope.large_counts, &envelope.types,
                                          &envelope.combiner) == MPI_SUCCESS;
    }
    int integers = 0;
    int addresses = 0;
    int types = 0;
    if (real().Type_get_envelope(type, &integers, &addresses, &types, &envelope.combiner) !=
        MPI_SUCCESS) {
        return false;
    }
    envelope.integers = integers;
    envelope.addresses = addresses;
    envelope.types = types;
    return true;
}

struct Lists {
    std::vector<int> integers;
    std::vector<MPI_Aint> addresses;
    std::vector<MPI_Count> large_counts;
};

bool read_lists(MPI_Datatype type, const Envelope& envelope, Lists& lists, Contents& contents) {
    lists.integers.resize(static_cast<size_t>(envelope.integers));
    lists.addresses.resize(static_cast<size_t>(envelope.addresses));
    lists.large_counts.resize(static_cast<size_t>(envelope.large_counts));
    contents.types.resize(static_cast<size_t>(envelope.types));
    if (envelope.large_counts > 0) {
        return real().Type_get_contents_c(
                   type, envelope.integers, envelope.addresses, envelope.large_counts,
                   envelope.types, lists.integers.data(), lists.addresses.data(),
                   lists.large_counts.data(), contents.types.data()) == MPI_SUCCESS;
    }
    return real().Type_get_contents(type, static_cast<int>(envelope.integers),
                                    static_cast<int>(envelope.addresses),
                                    static_cast<int>(envelope.types), lists.integers.data(),
                                    lists.addresses.data(), contents.types.data()) == MPI_SUCCESS;
}

std::vector<Dimension> subarray_dimensions(const Contents& contents) {
    const std::span<const int64_t> v = contents.values;
    const auto rank = static_cast<size_t>(v[0]);
    // Small counts: rank, sizes, subsizes, starts, order. Large: rank, order, then the counts.
    const size_t list = contents.has_large_counts ? 2 : 1;
    const int64_t order = v[contents.has_large_counts ? 1 : 1 + 3 * rank];
    std::vector<Dimension> dimensions;
    for (size_t i = 0; i < rank; ++i) {
        const int64_t count = v[list + rank + i];
        dimensions.push_back({v[list + i], v[list + 2 * rank + i], count, count, 0});
    }
    if (order == MPI_ORDER_C) {
        std::ranges::reverse(dimensions);
    }
    return dimensions;
}

struct Distribution {
    int64_t kind;
    int64_t argument;
    int64_t processes;
    int64_t coordinate;
};

// The elements of one dimension that belong to the process at `coordinate`.
Dimension distributed(int64_t size, const Distribution& distribution) noexcept {
    const int64_t processes = distribution.processes;
    const bool has_default = distribution.argument == MPI_DISTRIBUTE_DFLT_DARG;
    if (distribution.kind == MPI_DISTRIBUTE_NONE) {
        return {size, 0, size, size, 0};
    }
    const int64_t share = (size + processes - 1) / processes;
    const bool is_cyclic = distribution.kind == MPI_DISTRIBUTE_CYCLIC;
    const int64_t block = has_default ? (is_cyclic ? 1 : share) : distribution.argument;
    const int64_t start = distribution.coordinate * block;
    const int64_t behind = std::max<int64_t>(size - start, 0);
    if (!is_cyclic) {
        const int64_t count = std::min(block, behind);
        return {size, start, count, count, 0};
    }
    const int64_t round = block * processes;
    const int64_t count = behind / round * block + std::min(behind % round, block);
    return {size, start, count, block, round};
}

std::vector<Dimension> darray_dimensions(const Contents& contents) {
    // Small counts: processes, rank, dimensions, sizes, kinds, arguments, process grid, order.
    // Large: the sizes come last.
    const std::span<const int64_t> v = contents.values;
    const auto rank = static_cast<size_t>(v[2]);
    const size_t kinds = contents.has_large_counts ? 3 : 3 + rank;
    const size_t sizes = contents.has_large_counts ? 4 + 3 * rank : 3;
    const int64_t order = v[kinds + 3 * rank];
    std::vector<Dimension> dimensions(rank);
    int64_t process = v[1];
    // The process grid is always in C order, also when the array is not.
    for (size_t i = rank; i-- > 0;) {
        const int64_t processes = v[kinds + 2 * rank + i];
        dimensions[i] = distributed(
            v[sizes + i], {v[kinds + i], v[kinds + rank + i], processes, process % processes});
        process /= processes;
    }
    if (order == MPI_ORDER_C) {
        std::ranges::reverse(dimensions);
    }
    return dimensions;
}

} // namespace

bool is_predefined(int combiner) noexcept {
    return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
           combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER;
}

bool read_contents(MPI_Datatype type, Contents& contents) {
    Envelope envelope;
    if (type == MPI_DATATYPE_NULL || !read_envelope(type, envelope)) {
        return false;
    }
    contents.combiner = envelope.combiner;
    contents.has_large_counts = envelope.large_counts > 0;
    if (envelope.combiner == MPI_COMBINER_NAMED) {
        return true;
    }
    Lists lists;
    if (!read_lists(type, envelope, lists, contents)) {
        contents.types.clear();
        return false;
    }
    auto& values = contents.values;
    values.insert(values.end(), lists.integers.begin(), lists.integers.end());
    values.insert(values.end(), lists.large_counts.begin(), lists.large_counts.end());
    values.insert(values.end(), lists.addresses.begin(), lists.addresses.end());
    return true;
}

void release(MPI_Datatype type) noexcept {
    Envelope envelope;
    if (read_envelope(type, envelope) && !is_predefined(envelope.combiner)) {
        real().Type_free(&type);
    }
}

std::vector<Dimension> dimensions_of(const Contents& contents) {
    return contents.combiner == MPI_COMBINER_SUBARRAY ? subarray_dimensions(contents)
                                                      : darray_dimensions(contents);
}

} // namespace arauto::mpi
