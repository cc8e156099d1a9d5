// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Synchronisation around coarray<T>: notified puts, events, locks, atomic operations, teams,
// collectives, views of memory that others allocated, and coarrays at namespace scope.
#include "check.hpp"

#include <mutex>

using arauto::coarray;

namespace {

coarray<long> g_counter(2); // made before main, with all images
arauto::event g_event(2);

int right() {
    return arauto::this_image() % arauto::num_images() + 1;
}
int left() {
    return arauto::this_image() == 1 ? arauto::num_images() : arauto::this_image() - 1;
}

void notified() {
    coarray<int> a(8);
    const arauto::notification ready(2);
    arauto::sync_all(); // nobody puts into what is not there
    for (int round = 1; round <= 50; ++round) {
        a(0, 4)[right()].with(ready) = {round, round + 1, round + 2, round + 3};
        ready.wait();
        CHECK(a(0) == round && a(3) == round + 3);
        a(4, 2, 3)[right()].with(ready(1)) = -round; // strided
        ready(1).wait();
        CHECK(a(4) == -round && a(7) == -round);
        arauto::sync_all();
    }
    ready[right()].post();
    ready.wait();
    CHECK(!ready.test() && ready.query() == 0);
}

void events_and_locks() {
    g_counter(0)[right()] = 10L * arauto::this_image();
    g_event[right()].post();
    g_event(1)[right()].post();
    g_event.wait();
    CHECK(g_counter(0) == 10L * left() && g_event.query() == 0);
    g_event(1).wait();

    arauto::lock guard(3);
    arauto::sync_all();
    auto first = guard(2)[1];
    for (int i = 0; i < 20; ++i) {
        const std::lock_guard held(first);
        const long before = g_counter(1)[1];
        g_counter(1)[1] = before + 1;
    }
    arauto::sync_all();
    CHECK(g_counter(1)[1] == 20L * arauto::num_images());
    CHECK(first.release() == ARAUTO_ERR_UNLOCKED);
    arauto::sync_all();
}

void atomics() {
    coarray<int32_t> n(3);
    arauto::sync_all();
    n(1)[1].fetch_add(arauto::this_image());
    arauto::sync_all();
    const int images = arauto::num_images();
    CHECK(n(1)[1].atomic_load() == images * (images + 1) / 2);
    arauto::sync_all();
    const int32_t old = n(2)[1].compare_swap(0, arauto::this_image());
    int first = old == 0 ? 1 : 0;
    arauto::co_sum(first);
    CHECK(first == 1);
    n(0)[right()].atomic_store(-5);
    arauto::sync_all();
    CHECK(n(0) == -5);
    arauto::sync_all();
    CHECK(n(0)[right()].swap(7) == -5);
    arauto::sync_all();
}

void collectives() {
    const int me = arauto::this_image();
    const int images = arauto::num_images();
    double sum = me;
    arauto::co_sum(sum);
    CHECK(sum == images * (images + 1) / 2.0);
    std::vector<int> two{me, -me};
    arauto::co_max(two);
    CHECK(two[0] == images && two[1] == -1);
    std::complex<float> product{0, 1};
    arauto::co_product(product, {.result_image = 1});
    int text[2] = {me, 2 * me};
    arauto::co_broadcast(text, images);
    CHECK(text[0] == images && text[1] == 2 * images);
    int lowest = me;
    arauto::co_reduce(lowest, [](int a, int b) { return a < b ? a : b; });
    CHECK(lowest == 1);
    CHECK(arauto::try_co_broadcast(sum, images + 1) == ARAUTO_ERR_RANK);
}

void teams() {
    const int me = arauto::this_image();
    const arauto::team half = arauto::world().split(me % 2);
    coarray<int> a(2, half);
    half.sync();
    const int mine = half.this_image();
    const int next = mine % half.num_images() + 1;
    a(0)[next] = me;
    half.sync();
    CHECK((a(0) - me) % 2 == 0);
    int members = 1;
    arauto::co_sum(members, {.of = half});
    CHECK(members == half.num_images());
    if (half.number() == me % 2 && half.num_images() > 1) {
        const int here =
            a(0)[arauto::image_of(arauto::world(), me)]; // the same image by another team
        CHECK(here == a(0));
    }
    half.sync();
}

void views() {
    std::vector<double> mine(static_cast<size_t>(10 + arauto::this_image())); // private memory
    auto v = coarray<double>::view(mine.data() + arauto::this_image(), 4);
    arauto::sync_all();
    v(1, 2)[right()] = {1.0 * arauto::this_image(), 2.0};
    arauto::sync_all();
    const size_t first = static_cast<size_t>(arauto::this_image()) + 1;
    CHECK(mine[first] == left() && mine[first + 1] == 2 && v(1) == left());
    const double theirs = v(1)[right()];
    CHECK(theirs == arauto::this_image());
    v(0, 2, 3)[right()] = {8, 9};
    arauto::sync_all();
    CHECK(v(0) == 8 && v(3) == 9);
}

#if ARAUTO_HAS_MDSPAN
void with_mdspan() {
    coarray<int, 2> m({4, 6});
    std::vector<int> values(24, arauto::this_image());
    const std::mdspan grid(values.data(), 4, 6);
    const std::layout_stride::mapping columns(std::extents(4, 2), std::array{6, 3});
    const std::mdspan two(values.data(), columns); // columns 0 and 3
    arauto::sync_all();
    m[right()] = grid;
    arauto::sync_all();
    CHECK(m(3, 5) == left() && (m.local()[3, 5]) == left());
    arauto::sync_all();
    m(arauto::all, arauto::slice{1, 2})[right()].get(two);
    CHECK(values[0] == arauto::this_image() && values[3] == arauto::this_image());
    values[21] = -4;
    arauto::sync_all();
    m(arauto::all, arauto::slice{4, 2})[right()] = two;
    arauto::sync_all();
    CHECK(m(3, 5) == -4 && m(3, 4) == left());
    arauto::sync_all();
}
#else
void with_mdspan() {}
#endif

} // namespace

int main() {
    notified();
    events_and_locks();
    atomics();
    collectives();
    teams();
    views();
    with_mdspan();
    if (arauto::num_images() > 1) {
        const int other = arauto::this_image() == 1 ? 2 : 1;
        if (arauto::this_image() <= 2) {
            arauto::sync_images({other});
        }
    }
    arauto::sync_all();
    return 0;
}
