// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Puts and gets of coarray<T>: elements, sections of every kind, from every kind of value, and the
// errors of those that do not fit.
#include "check.hpp"

#include <numeric>

using arauto::all;
using arauto::coarray;
using arauto::slice;

namespace {

struct Point {
    float x;
    short id;
    bool operator==(const Point&) const = default;
};

int left() {
    return arauto::this_image() == 1 ? arauto::num_images() : arauto::this_image() - 1;
}
int right() {
    return arauto::this_image() % arauto::num_images() + 1;
}

void one_dimension() {
    const int me = arauto::this_image();
    coarray<double> a(10);
    CHECK(a.size() == 10 && a(3) == 0.0);
    arauto::sync_all();
    a(0)[right()] = 1.5 * me;
    a(1, 3)[right()] = {1.0 * me, 2.0 * me, 3.0 * me};
    a(4, 3, 2)[right()] = 7.0 + me; // elements 4, 6 and 8
    const std::vector<double> two{20.0 + me, 21.0 + me};
    a(5, 2, 4)[right()] = two; // 5 and 9
    arauto::sync_all();
    const double from = left();
    CHECK(a(0) == 1.5 * from && a(2) == 2 * from && a(3) == 3 * from);
    CHECK(a(4) == 7 + from && a(6) == 7 + from && a(8) == 7 + from && a(7) == 0);
    CHECK(a(5) == 20 + from && a(9) == 21 + from);

    const double x = a(1)[right()];
    CHECK(x == me);
    double three[3] = {};
    a(1, 3)[right()].get(three);
    CHECK(three[0] == me && three[2] == 3 * me);
    std::vector<double> backwards = a(3, 3, -1)[right()];
    CHECK(backwards.size() == 3 && backwards[0] == 3 * me && backwards[2] == me);
    arauto::sync_all();
    const int far = left() == 1 ? arauto::num_images() : left() - 1; // whose values `left` has
    a(4, 3) = a(1, 3)[left()]; // into elements that nobody else reads
    CHECK(a(4) == far && a(5) == 2 * far && a(6) == 3 * far);
    arauto::sync_all();
    a(7)[right()] = a(0)[left()]; // from image to image
    arauto::sync_all();
    const int its_left = far == 1 ? arauto::num_images() : far - 1;
    CHECK(a(7) == 1.5 * its_left);
}

void two_dimensions() {
    const int me = arauto::this_image();
    coarray<int, 2> m({4, 6});
    std::iota(m.begin(), m.end(), 100 * me);
    CHECK(m(1, 2) == 100 * me + 8);
    arauto::sync_all();
    const int k = right();
    const std::vector<int> row = m(2, all)[k];
    CHECK(row.size() == 6 && row[0] == 100 * k + 12 && row[5] == 100 * k + 17);
    const std::vector<int> column = m(all, 3)[k];
    CHECK(column.size() == 4 && column[0] == 100 * k + 3 && column[3] == 100 * k + 21);
    const std::vector<int> part = m(slice{1, 2}, slice{0, 3, 2})[k];
    CHECK(part == (std::vector<int>{100 * k + 6, 100 * k + 8, 100 * k + 10, 100 * k + 12,
                                    100 * k + 14, 100 * k + 16}));
    CHECK(m[k].values().size() == 24);
    arauto::sync_all();
    m(all, 0)[k] = m(all, 5); // a column of ours into a column of theirs
    m(0, slice{1, 2})[k] = -1;
    arauto::sync_all();
    CHECK(m(1, 0) == 100 * left() + 11 && m(3, 0) == 100 * left() + 23);
    CHECK(m(0, 1) == -1 && m(0, 2) == -1 && m(0, 3) == 100 * me + 3);
    m(slice{0, 2}, all) = m(slice{2, 2}, all);
    CHECK(m(0, 1) == m(2, 1) && m(1, 5) == m(3, 5));
    m(1, slice{0, 2}) = std::vector<int>{5, 6};
    m(3, all) = 9;
    CHECK(m(1, 0) == 5 && m(1, 1) == 6 && m(3, 0) == 9 && m(3, 5) == 9);
    arauto::sync_all();
}

void objects() {
    coarray<Point, 0> p;
    CHECK((*p == Point{}));
    arauto::sync_all();
    p[right()] = Point{0.5F, static_cast<short>(arauto::this_image())};
    arauto::sync_all();
    CHECK((*p == Point{0.5F, static_cast<short>(left())}));
    const Point theirs = p[right()];
    CHECK(theirs.id == arauto::this_image());
    coarray<Point> moved(3);
    coarray<Point> target;
    CHECK(!target.allocated());
    target = std::move(moved);
    CHECK(target.allocated() && !moved.allocated()); // NOLINT: it is known to be empty
    target(2)[right()] = Point{2, 2};
    arauto::sync_all();
    CHECK(target(2).data()->id == 2);
    arauto::sync_all();
}

void refusals() {
    coarray<int> a(4);
    CHECK(a(0)[arauto::num_images() + 1].try_put(1) == ARAUTO_ERR_RANK);
    CHECK(a(0)[0].try_put(1) == ARAUTO_ERR_RANK);
    CHECK(a(4)[1].try_put(1) == ARAUTO_ERR_RANGE);
    CHECK(a(1, 4)[1].try_put(1) == ARAUTO_ERR_RANGE);
    CHECK(a(0, 4)[1].try_put(std::vector<int>(3)) == ARAUTO_ERR_SHAPE);
    std::vector<int> five(5);
    CHECK(a(0, 4)[1].try_get(five) == ARAUTO_ERR_SHAPE);
    CHECK(a(0, 0)[1].try_put(std::vector<int>()) == ARAUTO_OK);
    coarray<int> none;
    CHECK(coarray<int>::try_allocate(none, {std::size_t{1} << 50U}) == ARAUTO_ERR_MEMORY);
    CHECK(!none.allocated());
    arauto::sync_all();
}

} // namespace

int main() {
    one_dimension();
    two_dimensions();
    objects();
    refusals();
    return 0;
}
