/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models src/sync/lock.cpp: three ranks take one lock, two of them twice, each time by lock or by
 * try and under another id, as terms make it; two ranks may die anywhere. The living exclude each
 * other, every living rank gets through (else the end state is invalid), and a try never waits.
 * Hand-offs within a node are modelled by cohort.pml.
 *
 * Planted bugs: BUG_SWAP joins first and records its predecessor afterwards; BUG_NO_INHERIT forgets
 * that dead ranks leave the lock to their successor; BUG_NO_LEAVE does not check whether the
 * predecessor of the dead has left, and so granted them the lock; BUG_TRY_QUEUES joins the queue
 * like a lock once a try has seen that only the dead are in it; BUG_GUESS joins behind the rank that
 * the exchange has returned, but has recorded the guess before it.
 */
#define N 5
#define USES(me) (me == 2 -> 1 : 2) /* rank 2 once, or the search is long */
#define DEATHS 2
mtype = { idle, waiting, holding, releasing };

byte tail = 0;      /* rank i has the nodes 2 i + 1 and 2 i + 2, one a use; 0: none */
byte previous[N];
byte next[N];
bool granted[N];
mtype state[N] = idle;
bool dead[3];       /* and the others know it: until then the rank is as if it were slow */
byte deaths = 0;
byte inside = 0;    /* living holders */

/* The state that a dead rank leaves behind. Its own words do not change any more. */
#define DEAD(q) dead[(q - 1) / 2]
#define OLDER(q) previous[q - 1]
#ifdef BUG_NO_LEAVE
#define HAS_LEFT(q) false
#else
#define HAS_LEFT(q) (q == 0 || state[q - 1] == idle)
#endif
#define LEFT(q) (state[q - 1] != waiting || OLDER(q) == 0 || HAS_LEFT(OLDER(q)))
#ifdef BUG_NO_INHERIT
#define INHERITED(q) false
#else
#define INHERITED(q) (DEAD(q) && (LEFT(q) || (DEAD(OLDER(q)) && LEFT(OLDER(q)))))
#endif
/* find_successor(): with three ranks it is the last in the queue or the one before */
#define SUCCESSOR (OLDER(tail) == id || OLDER(tail) == 0 -> tail : OLDER(tail))

inline may_die(me) {
    if
    :: atomic { deaths < DEATHS -> deaths++; dead[me] = true; goto gone }
    :: skip
    fi
}

/* find_recoverable() as it runs, while others go on: one dead rank a step. */
inline walk(q) {
    w = q;
    left = false;
    do
    :: atomic { !DEAD(w) -> break }
    :: atomic { DEAD(w) && LEFT(w) -> left = INHERITED(w); break }
    :: atomic { DEAD(w) && !LEFT(w) -> w = OLDER(w) }
    od;
    w = 0
}

proctype rank(byte me) {
    byte p;
    byte n;
    byte w;
    byte uses = 0;
    byte id;
    bool tries;
    bool left;
again:
    if
    :: uses == USES(me) -> goto gone
    :: uses < USES(me) -> tries = false
#ifndef BUG_SWAP /* which would be found by its tries alone */
    :: uses < USES(me) -> tries = true
#endif
    fi;
    uses++;
    id = 2 * me + uses;
    may_die(me);
join:
    if
    :: p = tail
    :: p = 0 /* where a read is a round trip: guesses an empty queue */
    fi;
    if
    :: tries && p != 0 ->
       walk(p);
       if
       :: left -> left = false
       :: else -> p = 0; goto again
       fi;
#ifdef BUG_TRY_QUEUES
       p = tail
#endif
    :: else
    fi;
#ifdef BUG_SWAP
    state[id - 1] = waiting;
    atomic { p = tail; tail = id }
    may_die(me);
    previous[id - 1] = p;
#else
    previous[id - 1] = p;
    may_die(me);
    state[id - 1] = waiting;
    may_die(me);
    if
    :: atomic { tail == p -> tail = id }
    :: else ->
#ifdef BUG_GUESS
       atomic { p = tail; tail = id }
#else
       if
       :: tries -> p = 0; state[id - 1] = idle; goto again
       :: goto join /* also of a try, which knows now what it has guessed */
       fi
#endif
    fi;
#endif
    may_die(me);
    if
    :: p == 0
    :: p != 0 && tries -> assert(INHERITED(p))
    :: p != 0 && !tries ->
       next[p - 1] = id;
       may_die(me);
       if
       :: granted[id - 1] || INHERITED(p)
       :: DEAD(p) -> /* an earlier look, after which the next is as good as the last */
          walk(p);
          if
          :: left -> left = false
          :: else -> (granted[id - 1] || INHERITED(p))
          fi
       fi
    fi;
    p = 0;
    atomic { state[id - 1] = holding; inside++; assert(inside == 1) }
    if
    :: atomic { deaths < DEATHS -> deaths++; dead[me] = true; inside--; goto gone }
    :: skip
    fi;
    atomic { inside--; state[id - 1] = releasing }
    may_die(me);
    if
    :: atomic { tail == id -> tail = 0; goto released }
    :: else
    fi;
    may_die(me);
    if
    :: next[id - 1] != 0 -> n = next[id - 1]
    :: DEAD(SUCCESSOR) -> /* the watch gives up, and the wait looks once more */
       n = (next[id - 1] != 0 -> next[id - 1] : SUCCESSOR)
    fi;
    may_die(me);
    if
    :: n != 0 -> granted[n - 1] = true; n = 0
    :: else
    fi;
    may_die(me);
released:
    state[id - 1] = idle;
    goto again;
gone:
    skip
}

init {
    atomic { run rank(0); run rank(1); run rank(2) }
}
