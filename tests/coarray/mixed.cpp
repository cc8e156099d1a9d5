// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The C++ half of mixed.f90.
#include "check.hpp"

namespace {

arauto::coarray<int> g_kept; // a view of Fortran's b

int right() {
    return arauto::this_image() % arauto::num_images() + 1;
}

} // namespace

extern "C" void cpp_fills(double* a, int n, int* b, int m) {
    const int me = arauto::this_image();
    auto field = arauto::coarray<double>::view(a, static_cast<size_t>(n));
    g_kept = arauto::coarray<int>::view(b, static_cast<size_t>(m));
    arauto::sync_all();
    field(0, 4)[right()] = me;
    field(4, static_cast<size_t>(n - 4) / 2, 2)[right()] = -me;
    g_kept(2, 4)[right()] = {me, 2 * me, 3 * me, 4 * me};
    const arauto::notification done;
    arauto::sync_all();
    field(0)[right()].with(done) = me;
    done.wait();
    arauto::sync_all();
}

extern "C" void cpp_looks(int left) {
    CHECK(g_kept(6) == left && g_kept(9) == left);
    CHECK(g_kept(6)[right()] == arauto::this_image());
}

extern "C" void cpp_keeps(int* b, int m) {
    CHECK(b == g_kept.data() && static_cast<size_t>(m) == g_kept.size());
    arauto::sync_all();
    g_kept(0)[right()] = 7;
    arauto::sync_all();
    g_kept = arauto::coarray<int>();
}
