// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Heat in a rod, with coarrays of C++: each image has a part of the rod and one cell of each
// neighbour's. A put into that cell says by itself that it has come.
//
//   arauto cxx -std=c++20 -O2 halo.cpp -o halo && arauto run -n 4 ./halo
#include <arauto/coarray.hpp>
#include <cmath>
#include <cstdio>

int main() {
    constexpr std::size_t cells = 24; // of all images together, for 1, 2, 3, 4, ... images
    constexpr int steps = 500;
    const int me = arauto::this_image();
    const int images = arauto::num_images();
    const std::size_t mine = cells / static_cast<std::size_t>(images);
    // Two states, so that a neighbour that is one step ahead overwrites nothing that is needed.
    arauto::coarray<double, 2> rod({2, mine + 2});
    const arauto::notification came(2);

    rod(0, 0) = rod(1, 0) = me == 1 ? 100.0 : 0.0; // the left end is kept hot
    arauto::sync_all();
    std::size_t now = 0;
    for (int step = 0; step < steps; ++step) {
        if (me > 1) {
            rod(now, mine + 1)[me - 1].with(came(1)) = static_cast<double>(rod(now, 1));
        }
        if (me < images) {
            rod(now, 0)[me + 1].with(came(0)) = static_cast<double>(rod(now, mine));
        }
        if (me > 1) {
            came(0).wait();
        }
        if (me < images) {
            came(1).wait();
        }
        const double* old = rod(now, 0).data();
        double* next = rod(1 - now, 0).data();
        for (std::size_t i = 1; i <= mine; ++i) {
            next[i] = old[i] + 0.25 * (old[i - 1] - 2 * old[i] + old[i + 1]);
        }
        now = 1 - now;
    }
    double heat = 0;
    for (const double cell : std::vector<double>(rod(now, arauto::slice{1, mine})[me])) {
        heat += cell;
    }
    arauto::co_sum(heat);
    if (me == 1) {
        std::printf("heat after %d steps: %.6f\n", steps, heat);
    }
    return std::isfinite(heat) ? 0 : 1;
}
