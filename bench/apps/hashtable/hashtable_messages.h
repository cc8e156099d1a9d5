/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The two-sided variants differ in how many keys go into a message.
 */
#pragma once

enum { KEYS_MAX = 64 };
extern const char* const variant_name;
extern const int keys_of_message; /* at most KEYS_MAX */
