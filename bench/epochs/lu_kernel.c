/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * See lu_kernel.h.
 */
#include "lu_kernel.h"

__attribute__((aligned(64))) void
lu_subtract(double* row, const double* pivot, double factor, long first, long end) {
    for (long column = first; column < end; ++column) {
        row[column] -= factor * pivot[column];
    }
}
