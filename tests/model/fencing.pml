/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models how survivors fence off a process that they have given up but that lives (Ofi::fence_off,
 * Ofi::try_dismissal). It goes on to write to two survivors. Each write has two parts, which are on
 * the way, then lie in the survivor's socket, then are taken by its provider; only the first part
 * carries the key. The first survivor gives the process up at any time, and notifies the second. Each survivor closes
 * its key, cuts the connection, takes the parts that have arrived, and only then lets its program know, which reuses
 * the memory. Libfabric connects again when a process writes, and closes the connection when a key is wrong; a process
 * that has lost a write by that writes no more to that survivor. The first survivor dismisses the process, over a new
 * connection, until it has ended. Reused memory stays as it is, and the process that was given up ends.
 *
 * Planted bugs: BUG_KEY, the key stays open; BUG_CUT, the connection is not cut; BUG_TAKE, parts that
 * have arrived are left to the provider; BUG_KNOW, the program knows too early; BUG_OLD, the
 * dismissal goes over the old connection; BUG_ONCE, it is sent once.
 */
#define SURVIVORS 2
#define WRITES 2 /* to each */
#define HEAD 1
#define REST 2

chan way[SURVIVORS] = [2] of { byte };
chan socket[SURVIVORS] = [2] of { byte };
bool is_up[SURVIVORS]; /* the connection */
bool is_open[SURVIVORS]; /* the key */
bool receives[SURVIVORS]; /* the provider is in the middle of a write */
bool is_told[SURVIVORS]; /* by the other survivor, or by silence */
bool knows[SURVIVORS]; /* the program, which reuses the memory */
bool is_dismissal[SURVIVORS]; /* on its way */
bool has_lost[SURVIVORS]; /* a write was under way there when the connection was cut */
byte writes[SURVIVORS];
bool is_between[SURVIVORS]; /* the parts of a write */
bool has_ended;

hidden byte part;

/* Libfabric makes the connection, if there is none. */
#define BEGINS(i)                                                                                  \
    d_step { !has_ended && !has_lost[i] && writes[i] < WRITES && !is_between[i] && nfull(way[i]) -> \
        writes[i]++; is_up[i] = true; way[i] ! HEAD; is_between[i] = true }
#define GOES_ON(i)                                                                                 \
    d_step { !has_ended && is_between[i] && nfull(way[i]) -> way[i] ! REST; is_between[i] = false }

inline drop(c) {
    do
    :: nempty(c) -> c ? part
    :: empty(c) -> break
    od
}

/* Both ends of a connection are gone; parts that have arrived may still be read. */
inline cut(i) {
    has_lost[i] = has_lost[i] || nempty(way[i]) || nempty(socket[i]) || is_between[i];
    is_between[i] = false;
    drop(way[i]);
    is_dismissal[i] = false;
    is_up[i] = false
}

inline take(i) {
    socket[i] ? part;
    if
    :: part == HEAD && !is_open[i] -> cut(i); drop(socket[i])
    :: (part == HEAD && is_open[i]) || receives[i] ->
        receives[i] = (part == HEAD);
        assert(!knows[i]) /* it writes */
    :: part == REST && !receives[i]
    fi
}

inline fence_off(i) {
#ifndef BUG_KEY
    is_open[i] = false;
#endif
#ifndef BUG_CUT
    cut(i);
#ifndef BUG_TAKE
    do
    :: nempty(socket[i]) -> take(i)
    :: empty(socket[i]) -> break
    od;
    receives[i] = false
#endif
#endif
}

proctype given_up() {
end:
    do
    :: d_step { !has_ended && (is_dismissal[0] || is_dismissal[1]) -> has_ended = true }
    :: BEGINS(0)
    :: BEGINS(1)
    :: GOES_ON(0)
    :: GOES_ON(1)
    od
}

proctype provider(byte i) {
end:
    do
    :: d_step { nempty(way[i]) && nfull(socket[i]) -> way[i] ? part; socket[i] ! part }
    :: d_step { nempty(socket[i]) -> take(i) }
    od
}

proctype survivor(byte i) {
    is_told[i];
#ifdef BUG_KNOW
    knows[i] = true;
#endif
#ifdef BUG_OLD
    is_dismissal[i] = is_up[i];
#endif
    d_step { fence_off(i) };
    knows[i] = true;
    is_told[1] = true
}

/* The part of the first survivor that sends dismissals. */
proctype dismisser() {
    knows[0];
end:
    do
    :: d_step { !has_ended && !is_dismissal[0] -> is_up[0] = true; is_dismissal[0] = true }
#ifdef BUG_ONCE
        break
#endif
    od
}

init {
    atomic {
        is_open[0] = true;
        is_open[1] = true;
        is_up[0] = true;
        is_up[1] = true;
        run given_up();
        run provider(0);
        run provider(1);
        run survivor(0);
        run survivor(1);
#ifndef BUG_OLD
        run dismisser();
#endif
        is_told[0] = true /* it may notice late */
    }
    timeout;
    assert(has_ended)
}
