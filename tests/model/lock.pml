/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models src/core/lock.cpp: three ranks take one lock, two of them twice with the same queue node,
 * each time by lock or by try; two ranks may die anywhere. The living exclude each other, every
 * living rank gets through (else the end state is invalid), and a try waits for nobody.
 *
 * Planted bugs: BUG_SWAP joins first and writes its predecessor down afterwards; BUG_NO_INHERIT
 * forgets that the dead leave the lock to their successor; BUG_LAST_LOOK lets the look that follows
 * a watch overwrite what the watch has found; BUG_STALE does not clear a node that is used again;
 * BUG_TRY_QUEUES joins the queue like a lock once a try has seen that only the dead are in it;
 * BUG_GUESS joins behind whom the exchange has named, with the guess before it written down.
 */
#define N 3
#define TURNS(me) (me == 2 -> 1 : 2) /* rank 2 once, or the search is long */
#define DEATHS 2
mtype = { idle, waiting, holding, releasing };

byte tail = 0;      /* node of rank i is i + 1; 0: none */
byte previous[N];
byte next[N];
bool granted[N];
mtype state[N] = idle;
bool dead[N];       /* and the others know: not knowing yet is as if it were slow */
byte deaths = 0;
byte inside = 0;    /* living holders */

/* What a dead rank leaves behind. Its own words stand still; only `granted` may still be set. */
#define LEFT(q) (state[q - 1] != waiting || granted[q - 1] || previous[q - 1] == 0)
#define OLDER(q) previous[q - 1]
#ifdef BUG_NO_INHERIT
#define INHERITED(q) false
#else
#define INHERITED(q) (dead[q - 1] && (LEFT(q) || \
    (OLDER(q) != 0 && dead[OLDER(q) - 1] && LEFT(OLDER(q)))))
#endif
/* find_successor(): with three ranks it is the last in the queue or the one before */
#define SUCCESSOR (OLDER(tail) == me + 1 || OLDER(tail) == 0 -> tail : OLDER(tail))

inline may_die(me) {
    if
    :: atomic { deaths < DEATHS -> deaths++; dead[me] = true; goto gone }
    :: skip
    fi
}

/* is_inherited() as it runs, while others go on: one dead rank a step. */
inline walk(q) {
    w = q;
    left = false;
    do
    :: atomic { !dead[w - 1] -> break }
    :: atomic { dead[w - 1] && LEFT(w) -> left = INHERITED(w); break }
    :: atomic { dead[w - 1] && !LEFT(w) -> w = OLDER(w); assert(w != q || LEFT(w)) }
    od;
    w = 0
}

proctype rank(byte me) {
    byte p;
    byte n;
    byte w;
    byte turn = 0;
    bool tries;
    bool left;
again:
    if
    :: turn == TURNS(me) -> goto gone
    :: turn < TURNS(me) -> tries = false
#ifndef BUG_SWAP /* which would be found by its tries alone */
    :: turn < TURNS(me) -> tries = true
#endif
    fi;
    turn++;
#ifndef BUG_STALE
    d_step { granted[me] = false; next[me] = 0 }
#endif
    may_die(me);
join:
    if
    :: p = tail
    :: p = 0 /* where asking is a round trip: a guess that nobody is there */
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
    state[me] = waiting;
    atomic { p = tail; tail = me + 1 }
    may_die(me);
    previous[me] = p;
#else
    previous[me] = p;
    may_die(me);
    state[me] = waiting;
    may_die(me);
    if
    :: atomic { tail == p -> tail = me + 1 }
    :: else ->
#ifdef BUG_GUESS
       atomic { p = tail; tail = me + 1 }
#else
       if
       :: tries -> p = 0; state[me] = idle; goto again
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
       next[p - 1] = me + 1;
       may_die(me);
       if
       :: granted[me] || INHERITED(p)
       :: dead[p - 1] -> /* an earlier look, after which the next is as good as the last */
          walk(p);
          if
          :: left -> left = false
          :: else -> (granted[me] || INHERITED(p))
          fi
       fi
    fi;
    p = 0;
    atomic { state[me] = holding; inside++; assert(inside == 1) }
    if
    :: atomic { deaths < DEATHS -> deaths++; dead[me] = true; inside--; goto gone }
    :: skip
    fi;
    atomic { inside--; state[me] = releasing }
    may_die(me);
    if
    :: atomic { tail == me + 1 -> tail = 0; goto released }
    :: else
    fi;
    may_die(me);
    if
    :: next[me] != 0 -> n = next[me]
    :: dead[SUCCESSOR - 1] -> /* the watch gives up, and the wait looks once more */
#ifdef BUG_LAST_LOOK
       n = next[me]
#else
       n = (next[me] != 0 -> next[me] : SUCCESSOR)
#endif
    fi;
    may_die(me);
    if
    :: n != 0 -> granted[n - 1] = true; n = 0
    :: else
    fi;
    may_die(me);
released:
    state[me] = idle;
    goto again;
gone:
    skip
}

init {
    atomic { run rank(0); run rank(1); run rank(2) }
}
