/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A program in C of the same project. */
#include <arauto/runtime.h>
#include <stdlib.h>

int main(void) {
    if (arauto_init() != ARAUTO_OK || arauto_size() != 3) {
        return EXIT_FAILURE;
    }
    arauto_finalize();
    return EXIT_SUCCESS;
}
