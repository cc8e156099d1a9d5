/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models the gate of frontends/mpi/ticket.hpp (PAIR gate.holders): two classes that exclude each
 * other; who sees nobody of the other class and no queue enters by one addition, others queue.
 * Waiting sleeps without a limit here, so a lost wake is an invalid end state.
 * Planted bugs: BUG_LOOK_ONLY looks at the other class without counting itself first;
 * BUG_SILENT does not ring when it steps back; BUG_STAY does not step back at all.
 */
#define N 4
byte holders[2]; /* in one word: read and changed together */
byte next = 0;
byte serving = 0;
byte inside[2];
byte bell = 0;

inline leave(side) {
    holders[side]--;
    bell++ /* and wakes all */
}

inline enter(side, ok) {
    ok = false;
    if
    :: holders[1 - side] != 0
    :: else ->
#ifdef BUG_LOOK_ONLY
       holders[side]++;
       ok = true
#else
       atomic { before = holders[1 - side]; holders[side]++ };
       if
       :: before == 0 -> ok = true
       :: else ->
#ifdef BUG_STAY
          skip
#else
#ifdef BUG_SILENT
          holders[side]--
#else
          leave(side)
#endif
#endif
       fi
#endif
    fi
}

proctype member(byte side) {
    bool ok = false;
    byte before = 0, ticket = 0, key = 0;
    if
    :: serving == next -> enter(side, ok)
    :: else
    fi;
    if
    :: ok
    :: else ->
       atomic { ticket = next; next++ };
       (serving == ticket);
       do
       :: key = bell; enter(side, ok);
          if
          :: ok -> break
          :: else -> (bell != key) /* sleeps; what rang since `key` wakes at once */
          fi
       od;
       serving++
    fi;
    inside[side]++;
    assert(inside[1 - side] == 0);
    inside[side]--;
    leave(side)
}

init {
    atomic {
        run member(0); run member(1); run member(0); run member(1)
    }
}
