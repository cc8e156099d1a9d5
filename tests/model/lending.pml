/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models src/sync/lending.cpp with the queue of lock.pml: ranks 0 and 1 are on one node, rank 2 is
 * on another; 0 and 1 take one lock twice, each time under another id. Who has a turn in the queue
 * may lend it to who asks on its node. Two ranks may die anywhere, and what a rank has sent to
 * another node may die with it. The living exclude each other, and all get through (else the end
 * state is invalid).
 *
 * Planted bugs: BUG_OWNER asks whether the owner of a turn has died, not its user; BUG_ONE_LOOK takes
 * a turn for lost whose user has died, though that had lent it before; BUG_LATE lends a turn that is
 * being released; BUG_STAYS goes on asking for a turn whose user has died; BUG_LINK waits for a
 * successor to say so to a dead owner; BUG_UNSURE lets a turn go that is not its own before its
 * grant has arrived; BUG_BOTH joins the queue and can be lent a turn; BUG_FICKLE asks another when
 * whom it asks does, though that may yet get a turn.
 */
#define N 5
#define TURNS(me) (me == 2 -> 1 : 2)
#define DEATHS 2
mtype = { idle, waiting, holding, releasing, asking, borrowing };

byte tail = 0;      /* rank i has the nodes 2 i + 1 and 2 i + 2, one a turn; 0: none */
byte previous[N];
byte next[N];
byte user[N];       /* node of who uses the turn */
byte asked[N];
bool granted[N];
mtype state[N] = idle;
byte stand[2];
bool dead[3];
byte deaths = 0;
byte inside = 0;

#define RANK(q) ((q - 1) / 2)
#ifdef BUG_OWNER
#define DEAD(q) dead[RANK(q)]
#else /* one that has been left may be another by now, of its owner */
#define DEAD(q) dead[RANK((state[q - 1] == idle -> q : user[q - 1]))]
#endif
#define OLDER(q) previous[q - 1]
#define HAS_LEFT(q) (q == 0 || state[q - 1] == idle)
#define LEFT(q) (state[q - 1] != waiting || HAS_LEFT(OLDER(q)))
#define INHERITED(q) (DEAD(q) && (LEFT(q) || (DEAD(OLDER(q)) && LEFT(OLDER(q)))))
#define SUCCESSOR (OLDER(tail) == turn || OLDER(tail) == 0 -> tail : OLDER(tail))

#define IN_QUEUE(q) (state[q - 1] == waiting || state[q - 1] == holding)
#define IS_OPEN(q) (IN_QUEUE(q) && !dead[RANK(user[q - 1])])
#ifdef BUG_FICKLE
#define MAY_GET_ONE(q) (state[q - 1] == asking && asked[q - 1] == 0 && !dead[RANK(q)])
#else
#define MAY_GET_ONE(q) (state[q - 1] == asking && !dead[RANK(q)])
#endif
#define MAY_LEND(q) (IS_OPEN(q) || MAY_GET_ONE(q))
#define OTHER (1 - me)
#define IS_FAR(q) ((me == 2) != (RANK(q) == 2))

inline may_die(me) {
    if
    :: atomic { deaths < DEATHS -> deaths++; dead[me] = true; goto gone }
    :: skip
    fi
}

/* find_turn(): what is seen of the stand may be old by the time it is looked at. */
inline find_turn() {
    s = stand[OTHER];
    if
    :: s == 0 || dead[OTHER] -> turn = 0
    :: else ->
       turn = (asked[s - 1] != 0 -> asked[s - 1] : s);
       if
       :: IS_OPEN(turn)
       :: !IS_OPEN(turn) -> turn = (state[s - 1] == asking && OTHER < me -> s : 0)
       fi
    fi;
    s = 0;
    asked[id - 1] = turn
}

/* As the code looks, one word after another. */
inline is_lost() {
    lost = false;
    if
    :: state[turn - 1] == asking -> lost = !MAY_LEND(turn)
    :: IN_QUEUE(turn) ->
       s = user[turn - 1];
       if
       :: dead[RANK(s)] ->
#ifdef BUG_ONE_LOOK
          lost = true
#else
          lost = (user[turn - 1] == s)
#endif
       :: !dead[RANK(s)] -> lost = !MAY_LEND(turn)
       fi;
       s = 0
    :: else -> lost = true
    fi
}

proctype rank(byte me) {
    byte p;
    byte s;
    byte turns = 0;
    byte id;   /* of this use */
    byte turn; /* in the queue */
    bool lost;
again:
    turns++;
    if
    :: turns > TURNS(me) -> goto gone
    :: else
    fi;
    id = 2 * me + turns;
    user[id - 1] = id;
    if
    :: me == 2 -> goto join
    :: me != 2 -> d_step { state[id - 1] = asking; stand[me] = id }
    fi;
    may_die(me);
ask:
    find_turn();
    may_die(me);
    if
    :: turn == 0 -> goto join
    :: else
    fi;
    is_lost(); /* one of many looks; the others are as good as those that find something */
    if
    :: lost -> lost = false; goto ask
    :: else
    fi;
    do
#ifdef BUG_STAYS
    :: user[turn - 1] == id || (!MAY_LEND(turn) && !(IN_QUEUE(turn))) ->
#else
    :: user[turn - 1] == id || !MAY_LEND(turn) ->
#endif
       if
       :: user[turn - 1] == id -> break
       :: else -> is_lost();
          if
          :: lost -> lost = false; goto ask
          :: else
          fi
       fi
#ifdef BUG_BOTH
    :: goto join
#endif
    od;
    state[id - 1] = borrowing;
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
    turn = id;
    if
    :: p == 0
    :: p != 0 ->
       if
       :: next[p - 1] = id
       :: IS_FAR(p) && dead[RANK(p)] /* and nobody takes it there */
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
    state[turn - 1] = releasing;
#endif
    if
    :: me == 2
    :: me != 2 /* the bound is reached, or nobody is seen */
    :: me != 2 && stand[OTHER] != 0 && !dead[OTHER] ->
       s = stand[OTHER];
       if
       :: s != 0 && state[s - 1] == asking && asked[s - 1] == turn ->
          may_die(me);
          user[turn - 1] = s;
          s = 0;
          may_die(me);
          stand[me] = 0;
          if
          :: turn != id -> state[id - 1] = idle
          :: else
          fi;
          turn = 0;
          goto again
       :: else -> s = 0
       fi
    fi;
    state[turn - 1] = releasing;
    may_die(me);
    if
    :: atomic { tail == turn -> tail = 0; goto released }
    :: else
    fi;
    may_die(me);
    if
    :: next[turn - 1] != 0 -> s = next[turn - 1]
#ifdef BUG_LINK
    :: next[turn - 1] == 0 && DEAD(SUCCESSOR) -> s = SUCCESSOR
#else
    :: next[turn - 1] == 0 && (DEAD(SUCCESSOR) || dead[RANK(turn)]) -> /* and looks once more */
       s = (next[turn - 1] != 0 -> next[turn - 1] : SUCCESSOR)
#endif
    fi;
    may_die(me);
    /* What goes far arrives later, unless it is waited for. */
    if
#ifdef BUG_UNSURE
    :: IS_FAR(s) -> state[turn - 1] = idle
#else
    :: IS_FAR(s) && turn == id -> state[turn - 1] = idle
#endif
    :: else
    fi;
    may_die(me);
    granted[s - 1] = true;
    s = 0;
    may_die(me);
released:
    if
    :: me != 2 -> stand[me] = 0
    :: else
    fi;
    state[turn - 1] = idle;
    may_die(me);
    state[id - 1] = idle;
    turn = 0;
    goto again;
gone:
    skip
}

init {
    atomic { run rank(0); run rank(1); run rank(2) }
}
