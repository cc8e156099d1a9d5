// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Heat on a plate that is divided among the ranks, by arauto/halo.hpp: the inner cells are computed
// while the halos are under way. Prints the sum, which is the same for any number of ranks.
//
//     arauto cxx -std=c++20 halo_box.cpp -o halo_box && arauto run -n 4 ./halo_box
#include <arauto/arauto.h>
#include <arauto/halo.hpp>
#include <array>
#include <cstdio>
#include <vector>

namespace halo = arauto::halo;

// Grid and plan end with this function, before arauto_finalize.
static void compute_heat() {
    constexpr std::int64_t kRows = 96, kColumns = 128;
    constexpr int kSteps = 50;
    const halo::grid<2> grid({kRows, kColumns}, {.is_periodic = {true, true}});
    const auto [lower, upper] = grid.owned();
    const std::int64_t rows = upper[0] - lower[0], columns = upper[1] - lower[1];
    const std::int64_t width = columns + 2;
    std::vector<double> now(static_cast<std::size_t>((rows + 2) * width)), next(now);
    const auto at = [&](std::int64_t i, std::int64_t j) {
        return static_cast<std::size_t>(i * width + j);
    };
    for (std::int64_t i = 1; i <= rows; ++i) {
        for (std::int64_t j = 1; j <= columns; ++j) {
            now[at(i, j)] = static_cast<double>((lower[0] + i) * (lower[1] + j) % 7);
        }
    }
    halo::plan plan(grid);
    plan.add(now.data(), std::array{rows + 2, width}).commit();
    const auto compute = [&](std::int64_t i, std::int64_t j) {
        next[at(i, j)] = 0.5 * now[at(i, j)] + 0.125 * (now[at(i - 1, j)] + now[at(i + 1, j)] +
                                                        now[at(i, j - 1)] + now[at(i, j + 1)]);
    };
    for (int step = 0; step < kSteps; ++step) {
        plan.begin();
        for (std::int64_t i = 2; i < rows; ++i) {
            for (std::int64_t j = 2; j < columns; ++j) {
                compute(i, j);
            }
        }
        plan.end();
        for (std::int64_t i = 1; i <= rows; ++i) {
            const bool is_edge = i == 1 || i == rows;
            for (std::int64_t j = 1; j <= columns; j += is_edge || columns == 1 ? 1 : columns - 1) {
                compute(i, j);
            }
        }
        for (std::int64_t i = 1; i <= rows; ++i) {
            std::copy_n(&next[at(i, 1)], columns, &now[at(i, 1)]);
        }
    }
    double sum = 0;
    for (std::int64_t i = 1; i <= rows; ++i) {
        for (std::int64_t j = 1; j <= columns; ++j) {
            sum += now[at(i, j)];
        }
    }
    arauto_reduce(arauto_team_world(), &sum, 1, ARAUTO_DOUBLE, ARAUTO_SUM, 0);
    if (arauto_rank() == 0) {
        std::printf("sum %.6f\n", sum);
    }
}

int main() {
    if (arauto_init() < 0) {
        std::fprintf(stderr, "%s\n", arauto_last_error());
        return 1;
    }
    compute_heat();
    return arauto_finalize() < 0 ? 1 : 0;
}
