// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Errors of coarray<T>: coarrays that are not allocated, and subscripts outside their dimension.
// Nothing is written then, and a sentence names the subscript.
#include "check.hpp"

#include <algorithm>
#include <cstring>

namespace {

using arauto::all;
using arauto::slice;

template <class Status> void expect(Status status, Status wanted, const char* sentence) {
    CHECK(status == wanted);
    if (std::strcmp(arauto_last_error(), sentence) != 0) {
        std::fprintf(stderr, "'%s' instead of '%s'\n", arauto_last_error(), sentence);
        arauto_error_stop(3, "another sentence");
    }
}

void not_allocated() {
    const auto refused = [](arauto_status_t status) {
        expect<arauto_status_t>(status, ARAUTO_ERR_STATE, "this coarray is not allocated");
    };
    std::vector<int> values(4, 1);
    int value = 0;
    const auto check = [&](const arauto::coarray<int>& a) {
        CHECK(!a.allocated());
        for (const int image : {1, arauto::num_images(), 99}) {
            refused(a(0)[image].try_put(1));
            refused(a(0)[image].try_get(value));
            refused(a(0, 4)[image].try_put(values));
            refused(a(0, 4)[image].try_get(values));
            refused(a[image].try_put(values));
            refused(a[image].try_get(values));
            refused(a(all)[image].try_put(1));
            refused(a(all)[arauto::image_of(arauto::world(), 1)].try_put(1));
        }
    };
    arauto::coarray<int> a;
    check(a);
    a = arauto::coarray<int>(4);
    CHECK(a[1].try_put(values) == ARAUTO_OK);
    arauto::coarray<int> b(std::move(a));
    check(a); // NOLINT: moved from
    CHECK(b[1].try_put(values) == ARAUTO_OK);
    a = std::move(b);
    check(b); // NOLINT: moved from
    CHECK(a.try_free() == ARAUTO_OK);
    check(a);
    arauto::coarray<int, 0> single;
    const arauto::coarray<int, 0> other(std::move(single));
    refused(single[1].try_put(1)); // NOLINT: moved from
    CHECK(other[1].try_put(1) == ARAUTO_OK);
    arauto::sync_all();
}

void outside() {
    const arauto::coarray<int, 2> m({3, 5});
    const auto refused = [](arauto_status_t status, const char* sentence) {
        expect<arauto_status_t>(status, ARAUTO_ERR_RANGE, sentence);
    };
    std::vector<int> two(2, 1);
    int value = 0;
    const char* const columns = "subscript 9 of dimension 2 is outside 0 to 4";
    refused(m(1, 9)[1].try_put(1), columns);
    refused(m(1, 9)[1].try_get(value), columns);
    refused(m(7, 9)[1].try_put(1), "subscript 7 of dimension 1 is outside 0 to 2");
    refused(m(-1, 0)[1].try_put(1), "subscript -1 of dimension 1 is outside 0 to 2");
    refused(m(3U, 0)[1].try_put(1), "subscript 3 of dimension 1 is outside 0 to 2");
    refused(m(1, slice{4, 2})[1].try_put(two), "subscript 5 of dimension 2 is outside 0 to 4");
    refused(m(1, slice{0, 2, 9})[1].try_get(two), columns);
    refused(m(1, slice{1, 2, -2})[1].try_put(two), "subscript -1 of dimension 2 is outside 0 to 4");
    refused(m(slice{5, 1}, all)[1].try_put(two), "subscript 5 of dimension 1 is outside 0 to 2");
    refused(m(all, 5)[1].try_put(1), "subscript 5 of dimension 2 is outside 0 to 4");
    refused(m(0, 9)[arauto::image_of(arauto::world(), 1)].try_put(1), columns);
    const arauto::notification ready(1);
    refused(m(0, 9)[1].with(ready).try_put(1), columns);
    CHECK(ready.query() == 0);
    for (const int element : m) {
        CHECK(element == 0);
    }
    const arauto::coarray<int> none(std::size_t{0});
    refused(none(0)[1].try_put(1),
            "subscript 0 of dimension 1 is outside it, which has no elements");
    CHECK(m(2, 4)[1].try_put(1) == ARAUTO_OK);
    CHECK(m(2, slice{4, 2, -4})[1].try_put(two) == ARAUTO_OK);
    CHECK(m(2, slice{0, 2, 4})[1].try_put(two) == ARAUTO_OK);
    CHECK(m(2, slice{3, 2, 0})[1].try_put(two) == ARAUTO_OK);
    CHECK(m(2, slice{5, 0})[1].try_put(std::vector<int>()) == ARAUTO_OK);
    arauto::sync_all();
    if (arauto::this_image() == 1) {
        const std::vector<int> row{1, 0, 0, 1, 1};
        CHECK(std::equal(row.begin(), row.end(), m.begin() + 10));
    }
    arauto::sync_all();
}

} // namespace

int main() {
    not_allocated();
    outside();
    return 0;
}
