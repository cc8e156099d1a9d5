// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A subscript past the end of a row ends the program, although the memory there belongs to the next
// row.
#include "arauto/coarray.hpp"

int main() {
    const arauto::coarray<int, 2> m({3, 5});
    m(1, 9)[1] = 1;
    return 0;
}
