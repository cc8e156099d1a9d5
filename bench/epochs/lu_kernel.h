/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The loop of the LU decomposition, compiled once and linked into the program of every library:
 * where it straddled a cache line it took 1.85 times as long on a Zen 3, without any communication.
 */
#pragma once

/* Subtracts a row, times a factor, from another: their elements from `first` to before `end`. */
void lu_subtract(double* row, const double* pivot, double factor, long first, long end);
