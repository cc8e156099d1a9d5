/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A program that knows nothing of Arauto.
 */
int main(void) {
    return 0;
}
