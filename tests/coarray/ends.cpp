// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// An error whose status the program ignores ends the program, with a sentence that names the image.
#include "arauto/coarray.hpp"

int main() {
    const arauto::coarray<int> a(3);
    if (arauto::this_image() == 1) {
        a(0)[9] = 1;
    }
    arauto::sync_all();
    return 0;
}
