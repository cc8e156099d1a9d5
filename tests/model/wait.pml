/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models the doorbell of src/runtime/wait.hpp (PAIR wait.doorbell): one rank delivers twice, one waits
 * for both; the sleeper naps without a limit here, so a lost wake is an invalid end state.
 * Planted bugs: BUG_REORDER reads `sleepers` before the count is visible, as a plain store would
 * allow; BUG_NO_REREAD sleeps without looking at the count again.
 */
byte count = 0;
byte sleepers = 0;
byte bell = 0;
bool asleep = false;

inline ring() {
    atomic { bell++; asleep = false } /* fetch_add, futex_wake_all */
}

proctype deliverer() {
    byte turn = 0;
    byte seen;
    do
    :: turn < 2 ->
       turn++;
#ifdef BUG_REORDER
       seen = sleepers;
       count = turn;
#else
       count = turn;
       seen = sleepers;
#endif
       if
       :: seen != 0 -> ring()
       :: else
       fi
    :: else -> break
    od
}

proctype waiter() {
    byte wanted = 1;
    byte key;
    do
    :: wanted > 2 -> break
    :: wanted <= 2 && count >= wanted -> wanted++
    :: wanted <= 2 && count < wanted ->
       sleepers++;
       key = bell;
       if
#ifndef BUG_NO_REREAD
       :: count >= wanted
       :: count < wanted ->
#else
       :: true ->
#endif
          if
          :: atomic { bell == key -> asleep = true }; (!asleep)
          :: bell != key
          fi
       fi;
       sleepers--
    od
}

init {
    atomic { run deliverer(); run waiter() }
}
