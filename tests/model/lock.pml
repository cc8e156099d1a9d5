/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models src/core/lock.cpp: three ranks take one lock once each; one of them may die anywhere. The
 * living exclude each other, and every living rank gets through (else the end state is invalid).
 * Planted bugs: BUG_SWAP joins first and writes its predecessor down afterwards; BUG_NO_INHERIT
 * forgets that the dead leave the lock to their successor.
 */
#define N 3
mtype = { idle, waiting, holding, releasing };

byte tail = 0;      /* node of rank i is i + 1; 0: none */
byte previous[N];
byte next[N];
bool granted[N];
bool joined[N];
mtype state[N] = idle;
bool dead[N];
byte deaths = 0;
byte inside = 0;    /* living holders */

/* is_inherited(): what a dead predecessor leaves behind */
#define LEFT(q) (state[q - 1] != waiting || granted[q - 1] || previous[q - 1] == 0)
#define OLDER(q) previous[q - 1]
#ifdef BUG_NO_INHERIT
#define INHERITED(q) false
#else
#define INHERITED(q) (dead[q - 1] && (LEFT(q) || \
    (OLDER(q) != 0 && dead[OLDER(q) - 1] && LEFT(OLDER(q)))))
#endif
/* find_successor(): it joined behind us and died before it linked itself */
#define DEAD_SUCCESSOR(j) (joined[j] && previous[j] == me + 1 && dead[j])

inline may_die(me) {
    if
    :: atomic { deaths < 1 -> deaths++; dead[me] = true; goto gone }
    :: skip
    fi
}

proctype rank(byte me) {
    byte p;
    byte n;
    state[me] = waiting;
#ifdef BUG_SWAP
    atomic { p = tail; tail = me + 1; joined[me] = true }
    may_die(me);
    previous[me] = p;
#else
    do
    :: p = tail;
       previous[me] = p;
       may_die(me);
       if
       :: atomic { tail == p -> tail = me + 1; joined[me] = true; goto queued }
       :: else
       fi
    od;
queued:
#endif
    may_die(me);
    if
    :: p == 0
    :: else ->
       next[p - 1] = me + 1;
       may_die(me);
       (granted[me] || INHERITED(p))
    fi;
    atomic { state[me] = holding; inside++; assert(inside == 1) }
    if
    :: atomic { deaths < 1 -> deaths++; dead[me] = true; inside--; goto gone }
    :: skip
    fi;
    atomic { inside--; state[me] = releasing }
    may_die(me);
    if
    :: atomic { tail == me + 1 -> tail = 0; goto done }
    :: else
    fi;
    may_die(me);
    if
    :: next[me] != 0 -> n = next[me]
    :: DEAD_SUCCESSOR(0) -> n = 1
    :: DEAD_SUCCESSOR(1) -> n = 2
    :: DEAD_SUCCESSOR(2) -> n = 3
    fi;
    may_die(me);
    granted[n - 1] = true;
done:
    state[me] = idle;
gone:
    skip
}

init {
    atomic { run rank(0); run rank(1); run rank(2) }
}
