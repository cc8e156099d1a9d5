/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * As two_sided, but with 64 keys for one owner in a message. The rank that inserts learns later
 * than by any other variant that a key is there.
 */
#include "hashtable_messages.h"

const char* const variant_name = "two_sided_batched";
const int keys_of_message = 64;
