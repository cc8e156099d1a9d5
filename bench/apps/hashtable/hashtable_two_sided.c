/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Requests to the owner of a key, one message each. Every rank polls for requests whenever it
 * waits, and after each of its own. Receives are posted before, persistent, and tested in their
 * order; sends wait only when the oldest of many has not gone. A rank ends when it has as many
 * requests as the other ranks say that they have sent.
 */
#include "hashtable_messages.h"

const char* const variant_name = "two_sided";
const int keys_of_message = 1;
