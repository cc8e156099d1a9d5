/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends, not for programs: sleeping on a word of memory that processes
 * share, and waking those that sleep there. The caller sees to it that no wake is lost: a sleeper
 * shows that it sleeps, then looks again; a waker stores, then looks for sleepers.
 */
#pragma once

#include "arauto/status.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** Sleeps while `*word` is `seen`, at most `limit_ns` nanoseconds. May return early for no reason.
 *  @param who  a set of bits; only a wake for one of them ends the sleep */
ARAUTO_EXPORT void
arauto_sleep_on(uint32_t* word, uint32_t seen, uint32_t who, int64_t limit_ns) ARAUTO_NOEXCEPT;

/** Wakes every sleeper on `word` that shares a bit with `whom`. */
ARAUTO_EXPORT void arauto_wake(uint32_t* word, uint32_t whom) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
