/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models the doorbell of include/arauto/spi/wait.hpp (PAIR wait.doorbell): one rank delivers twice,
 * one waits for both; the sleeper naps without a limit here, so a lost wake is an invalid end state.
 * Between its deliveries the first rank needs the waiting one to step its engine, as in a wait for
 * an epoch (src/epoch/epoch_wait.hpp): it shows its work, then wakes the ranks that sleep and count
 * as helpers.
 *
 * Planted bugs: BUG_REORDER reads `sleepers` before the count is visible, as a plain store would
 * allow; BUG_NO_REREAD sleeps without reading the count again; BUG_LATE_HELPER counts itself as a
 * helper after it has looked for work; BUG_NO_KEY sleeps although the bell has rung since the
 * sleeper counted itself.
 */
byte count = 0;
byte sleepers = 0;
byte helpers = 0;
byte bell = 0;
bool work = false;
bool asleep = false;

inline ring() { /* `seen` sleepers */
    if
    :: seen != 0 -> atomic { bell++; asleep = false } /* fetch_add, futex_wake_all */
    :: else
    fi
}

inline deliver(number) {
#ifdef BUG_REORDER
    seen = sleepers;
    count = number;
#else
    count = number;
    seen = sleepers;
#endif
    ring()
}

proctype deliverer() {
    byte seen;
    deliver(1);
    work = true;
    if
    :: helpers != 0 -> seen = sleepers; ring()
    :: else
    fi;
    !work;
    deliver(2)
}

/* As the futex call: sleeps only while the bell has not rung. */
inline futex_wait() {
#ifdef BUG_NO_KEY
    asleep = true; (!asleep)
#else
    if
    :: atomic { bell == key -> asleep = true }; (!asleep)
    :: bell != key
    fi
#endif
}

inline sleep() {
    helpers++;
#ifdef BUG_LATE_HELPER
    helpers--;
#endif
    if
    :: work -> work = false
    :: else ->
#ifdef BUG_LATE_HELPER
       helpers++;
       futex_wait();
       helpers--
#else
       futex_wait()
#endif
    fi;
#ifndef BUG_LATE_HELPER
    helpers--
#endif
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
       :: count < wanted -> sleep()
#else
       :: true -> sleep()
#endif
       fi;
       sleepers--
    od
}

init {
    atomic { run deliverer(); run waiter() }
}
