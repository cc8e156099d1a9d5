/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models src/sync/cohort.cpp with the queue of lock.pml: ranks 0 and 1 are on one node, rank 2 is
 * on another; 0 and 1 take one lock twice, each time under another id. A rank with a queue node in
 * the queue may hand it off to a rank of its node that requests it. Two ranks may die anywhere, and
 * messages that a rank has sent to another node may be lost with it. The living exclude each other,
 * and all get the lock (else the end state is invalid).
 *
 * Planted bugs: BUG_OWNER checks whether the owner of a queue node has died, not its user;
 * BUG_ONE_LOOK gives up a queue node whose user has died, though that user had handed it off before;
 * BUG_LATE hands off a queue node that is being released; BUG_STAYS goes on requesting a queue node
 * whose user has died; BUG_LINK waits for a successor to link itself to a dead owner; BUG_UNSURE
 * releases another rank's queue node before its grant has arrived; BUG_BOTH joins the queue and can
 * be handed another queue node as well; BUG_FICKLE turns to another rank when the requested rank
 * requests a hand-off itself, though it may yet join the queue.
 */
#define N 5
#define USES(me) (me == 2 -> 1 : 2)
#define DEATHS 2
mtype = { idle, waiting, holding, releasing, requesting, using_other };

byte tail = 0;      /* rank i has the nodes 2 i + 1 and 2 i + 2, one a use; 0: none */
byte previous[N];
byte next[N];
byte user[N];       /* queue node of the rank that uses it */
byte requested[N];
bool granted[N];
mtype state[N] = idle;
byte published[2];
bool dead[3];
byte deaths = 0;
byte inside = 0;

#define RANK(q) ((q - 1) / 2)
#ifdef BUG_OWNER
#define DEAD(q) dead[RANK(q)]
#else /* a released queue node may be in use again, by its owner */
#define DEAD(q) dead[RANK((state[q - 1] == idle -> q : user[q - 1]))]
#endif
#define OLDER(q) previous[q - 1]
#define HAS_LEFT(q) (q == 0 || state[q - 1] == idle)
#define LEFT(q) (state[q - 1] != waiting || HAS_LEFT(OLDER(q)))
#define INHERITED(q) (DEAD(q) && (LEFT(q) || (DEAD(OLDER(q)) && LEFT(OLDER(q)))))
#define SUCCESSOR (OLDER(tail) == queued || OLDER(tail) == 0 -> tail : OLDER(tail))

#define IN_QUEUE(q) (state[q - 1] == waiting || state[q - 1] == holding)
#define IS_USED(q) (IN_QUEUE(q) && !dead[RANK(user[q - 1])])
#ifdef BUG_FICKLE
#define MAY_JOIN(q) (state[q - 1] == requesting && requested[q - 1] == 0 && !dead[RANK(q)])
#else
#define MAY_JOIN(q) (state[q - 1] == requesting && !dead[RANK(q)])
#endif
#define MAY_HAND_OFF(q) (IS_USED(q) || MAY_JOIN(q))
#define OTHER (1 - me)
#define IS_FAR(q) ((me == 2) != (RANK(q) == 2))

inline may_die(me) {
    if
    :: atomic { deaths < DEATHS -> deaths++; dead[me] = true; goto gone }
    :: skip
    fi
}

/* find_queued(): the published queue node may have changed before its words are read. */
inline find_queued() {
    s = published[OTHER];
    if
    :: s == 0 || dead[OTHER] -> queued = 0
    :: else ->
       queued = (requested[s - 1] != 0 -> requested[s - 1] : s);
       if
       :: IS_USED(queued)
       :: !IS_USED(queued) -> queued = (state[s - 1] == requesting && OTHER < me -> s : 0)
       fi
    fi;
    s = 0;
    requested[id - 1] = queued
}

/* As the code does, reads one word after another. */
inline is_lost() {
    lost = false;
    if
    :: state[queued - 1] == requesting -> lost = !MAY_HAND_OFF(queued)
    :: IN_QUEUE(queued) ->
       s = user[queued - 1];
       if
       :: dead[RANK(s)] ->
#ifdef BUG_ONE_LOOK
          lost = true
#else
          lost = (user[queued - 1] == s)
#endif
       :: !dead[RANK(s)] -> lost = !MAY_HAND_OFF(queued)
       fi;
       s = 0
    :: else -> lost = true
    fi
}

proctype rank(byte me) {
    byte p;
    byte s;
    byte uses = 0;
    byte id;     /* of this use */
    byte queued; /* the queue node that it uses or requests */
    bool lost;
again:
    uses++;
    if
    :: uses > USES(me) -> goto gone
    :: else
    fi;
    id = 2 * me + uses;
    user[id - 1] = id;
    if
    :: me == 2 -> goto join
    :: me != 2 -> d_step { state[id - 1] = requesting; published[me] = id }
    fi;
    may_die(me);
request:
    find_queued();
    may_die(me);
    if
    :: queued == 0 -> goto join
    :: else
    fi;
    is_lost(); /* one of many looks; one that finds nothing changes nothing */
    if
    :: lost -> lost = false; goto request
    :: else
    fi;
    do
#ifdef BUG_STAYS
    :: user[queued - 1] == id || (!MAY_HAND_OFF(queued) && !(IN_QUEUE(queued))) ->
#else
    :: user[queued - 1] == id || !MAY_HAND_OFF(queued) ->
#endif
       if
       :: user[queued - 1] == id -> break
       :: else -> is_lost();
          if
          :: lost -> lost = false; goto request
          :: else
          fi
       fi
#ifdef BUG_BOTH
    :: goto join
#endif
    od;
    state[id - 1] = using_other;
    goto enter;
join:
    if
    :: p = tail
    :: p = 0
    fi;
    previous[id - 1] = p;
    may_die(me);
    state[id - 1] = waiting;
    may_die(me);
    if
    :: atomic { tail == p -> tail = id }
    :: else -> goto join
    fi;
    may_die(me);
    queued = id;
    if
    :: p == 0
    :: p != 0 ->
       if
       :: next[p - 1] = id
       :: IS_FAR(p) && dead[RANK(p)] /* and the message is lost */
       fi;
       may_die(me);
       granted[id - 1] || INHERITED(p)
    fi;
    p = 0;
    state[id - 1] = holding;
enter:
    atomic { inside++; assert(inside == 1) }
    if
    :: atomic { deaths < DEATHS -> deaths++; dead[me] = true; inside--; goto gone }
    :: skip
    fi;
    atomic { inside-- }
    may_die(me);
#ifdef BUG_LATE
    state[queued - 1] = releasing;
#endif
    if
    :: me == 2
    :: me != 2 /* the bound is reached, or no request is seen */
    :: me != 2 && published[OTHER] != 0 && !dead[OTHER] ->
       s = published[OTHER];
       if
       :: s != 0 && state[s - 1] == requesting && requested[s - 1] == queued ->
          may_die(me);
          user[queued - 1] = s;
          s = 0;
          may_die(me);
          published[me] = 0;
          if
          :: queued != id -> state[id - 1] = idle
          :: else
          fi;
          queued = 0;
          goto again
       :: else -> s = 0
       fi
    fi;
    state[queued - 1] = releasing;
    may_die(me);
    if
    :: atomic { tail == queued -> tail = 0; goto released }
    :: else
    fi;
    may_die(me);
    if
    :: next[queued - 1] != 0 -> s = next[queued - 1]
#ifdef BUG_LINK
    :: next[queued - 1] == 0 && DEAD(SUCCESSOR) -> s = SUCCESSOR
#else
    :: next[queued - 1] == 0 && (DEAD(SUCCESSOR) || dead[RANK(queued)]) -> /* and looks once more */
       s = (next[queued - 1] != 0 -> next[queued - 1] : SUCCESSOR)
#endif
    fi;
    may_die(me);
    /* A message to another node arrives later, unless this rank waits for its arrival. */
    if
#ifdef BUG_UNSURE
    :: IS_FAR(s) -> state[queued - 1] = idle
#else
    :: IS_FAR(s) && queued == id -> state[queued - 1] = idle
#endif
    :: else
    fi;
    may_die(me);
    granted[s - 1] = true;
    s = 0;
    may_die(me);
released:
    if
    :: me != 2 -> published[me] = 0
    :: else
    fi;
    state[queued - 1] = idle;
    may_die(me);
    state[id - 1] = idle;
    queued = 0;
    goto again;
gone:
    skip
}

init {
    atomic { run rank(0); run rank(1); run rank(2) }
}
