// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See division.hpp.
#include "division.hpp"

#include <cstddef>

namespace arauto::halo {
namespace {

constexpr int kSteps = 3; // -1, 0 and 1

/// Cells on the surfaces of the largest part that other ranks, or the same one, have copies of.
double surface_of(const Division& division) noexcept {
    double all = 0;
    for (int axis = 0; axis < division.axes; ++axis) {
        const auto a = static_cast<size_t>(axis);
        if (division.ranks[a] == 1 && !division.is_periodic[a]) {
            continue;
        }
        double cells = 1;
        for (int other = 0; other < division.axes; ++other) {
            cells *= other == axis ? 1.0 : static_cast<double>(division.width(other, 0));
        }
        all += cells;
    }
    return all;
}

/// Tries all numbers of ranks along the axes from `axis` on, `left` ranks in all.
struct Search {
    const Division& asked;
    Division best;
    double least = -1;

    void try_from(int axis, int left, Division& trial) noexcept {
        if (axis == asked.axes) {
            if (left != 1) {
                return;
            }
            // The last of equal divisions is taken: the last axis is cut most, and its surfaces are
            // contiguous where axis 0 runs fastest.
            const double surface = surface_of(trial);
            if (least < 0 || surface <= least) {
                least = surface;
                best = trial;
            }
            return;
        }
        const auto a = static_cast<size_t>(axis);
        for (int ranks = left; ranks >= 1; --ranks) {
            const bool is_asked = asked.ranks[a] == 0 || asked.ranks[a] == ranks;
            if (left % ranks == 0 && is_asked && ranks <= asked.extent[a]) {
                trial.ranks[a] = ranks;
                try_from(axis + 1, left / ranks, trial);
            }
        }
    }
};

} // namespace

int directions_of(int axes) noexcept {
    int count = 1;
    for (int axis = 0; axis < axes; ++axis) {
        count *= kSteps;
    }
    return count;
}

Direction direction_at(int number, int axes) noexcept {
    Direction direction{};
    for (int axis = 0; axis < axes; ++axis) {
        direction[static_cast<size_t>(axis)] = number % kSteps - 1;
        number /= kSteps;
    }
    return direction;
}

int opposite_of(int number, int axes) noexcept {
    return directions_of(axes) - 1 - number;
}

std::array<int, kAxes> Division::position_of(int rank) const noexcept {
    std::array<int, kAxes> position{};
    for (size_t a = 0; a < static_cast<size_t>(axes); ++a) {
        position[a] = rank % ranks[a];
        rank /= ranks[a];
    }
    return position;
}

int64_t Division::first_cell(int axis, int position) const noexcept {
    const auto a = static_cast<size_t>(axis);
    const int64_t each = extent[a] / ranks[a];
    const int64_t with_one_more = extent[a] % ranks[a];
    return each * position + (position < with_one_more ? position : with_one_more);
}

int64_t Division::width(int axis, int position) const noexcept {
    return first_cell(axis, position + 1) - first_cell(axis, position);
}

int64_t Division::least_width(int axis) const noexcept {
    return width(axis, ranks[static_cast<size_t>(axis)] - 1);
}

int Division::neighbour(int rank, const Direction& direction) const noexcept {
    const std::array<int, kAxes> position = position_of(rank);
    int found = 0;
    int step = 1;
    for (size_t a = 0; a < static_cast<size_t>(axes); ++a) {
        int beside = position[a] + direction[a];
        if (beside < 0 || beside >= ranks[a]) {
            if (!is_periodic[a]) {
                return -1;
            }
            beside = (beside + ranks[a]) % ranks[a];
        }
        found += beside * step;
        step *= ranks[a];
    }
    return found;
}

bool choose_ranks(Division& division, int count) noexcept {
    Search search{division, division};
    Division trial = division;
    search.try_from(0, count, trial);
    division = search.best;
    return search.least >= 0;
}

} // namespace arauto::halo
