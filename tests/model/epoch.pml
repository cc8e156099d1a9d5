/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models nonblocking epochs (src/epoch/engine.cpp) between three processes: any waiting process may
 * step an engine for its owner, under that engine's lock. Every program at the end is run without
 * reorder flags and with those that it tests, and with every choice of processes that compute for
 * ever after their last call; the others wait for all their epochs. An access happens within the
 * exposure that it matches, each is announced once, epochs are activated in order, exclusive locks
 * exclude, and a waiting process is served although the others compute.
 *
 * Planted bugs: BUG_LOST_GRANT keeps a grant as a flag, not as a count; BUG_DOUBLE_ANNOUNCE steps
 * engines without their lock; BUG_SKIPPED_EPOCH activates epochs behind one that must wait;
 * BUG_RECURSIVE_LOCK lets two lock epochs of one process compete for one target; BUG_LITERAL defers
 * every epoch behind every active one, as the paper says literally; BUG_NO_HELP steps no engine of
 * another process; BUG_EARLY_FENCE lets a fence epoch begin before the one before it is complete;
 * BUG_OUT_OF_ORDER announces accesses towards one peer in any order; BUG_EARLY_IDLE lets an owner
 * work without the lock once its last epoch is complete, while the process that completed it still
 * works on its engine.
 */
#define N 3
#define E 3 /* epochs of a process, at most */
#define AT(process, epoch) ((process) * E + (epoch))
#define PAIR(process, peer) ((process) * N + (peer))
#define BIT(number) (1 << (number))

mtype:kind = { START, POST, LOCK, FENCE };

/* The programs; fixed before any process runs. Epoch i of a process is opened i-th. */
mtype:kind kind[9];
byte peers[9];   /* bits; a lock has one */
byte count[N];   /* epochs of the process */
bool nested[N];  /* epoch 1 lies within epoch 0; else one is closed before the next is opened */
bool flag_aa, flag_ae, flag_ee, flag_ea; /* [later, after earlier]: access or exposure */

/* The engines. */
byte opened[N];
byte closed_before[9]; /* bits: epochs closed when this one was opened */
bool closed[9], live[9], complete[9];
byte finished[9];          /* bits: peers that need nothing more from this epoch */
byte id[27];           /* of the epoch towards a peer */
byte ticket[9];
byte holder[N];        /* of the engine's lock: process + 1 */
bool pending[N];       /* as the last holder has shown it: the owner needs the lock */
bool touched[N];       /* a holder works on the engine */

/* Counts that grow, and the locks of the processes' memory. */
byte granted[9]; /* at PAIR(me, peer): exposures that the peer has opened towards me */
byte done[9];    /* at PAIR(me, peer): accesses towards me that the peer has finished */
byte accesses[9], exposures[9];
byte next_ticket[N], serving[N], inside[N];
byte arrivals[N];

#define IS_ACCESS(k) (k == START || k == LOCK)
#ifdef BUG_EARLY_FENCE
#define IS_ORDERED(k) false
#else
#define IS_ORDERED(k) (k == FENCE)
#endif
#define MAY_PASS(f, e) \
    (!IS_ORDERED(f) && !IS_ORDERED(e) && \
     (!(IS_ACCESS(f) && IS_ACCESS(e)) || flag_aa) && \
     (!(!IS_ACCESS(f) && IS_ACCESS(e)) || flag_ae) && \
     (!(!IS_ACCESS(f) && !IS_ACCESS(e)) || flag_ee) && \
     (!(IS_ACCESS(f) && !IS_ACCESS(e)) || flag_ea))

#ifdef BUG_LITERAL
#define WAS_CLOSED(p, f, e) true
#else
#define WAS_CLOSED(p, f, e) ((closed_before[AT(p, e)] & BIT(f)) != 0)
#endif
#ifdef BUG_RECURSIVE_LOCK
#define SAME_LOCK(p, f, e) false
#else
#define SAME_LOCK(p, f, e) \
    (kind[AT(p, f)] == LOCK && kind[AT(p, e)] == LOCK && peers[AT(p, f)] == peers[AT(p, e)])
#endif
/* Epoch e need not wait for the earlier epoch f. */
#ifdef BUG_SKIPPED_EPOCH
#define IS_PAST(p, f) true
#else
#define IS_PAST(p, f) live[AT(p, f)]
#endif
#define LETS(p, f, e) \
    (complete[AT(p, f)] || \
     (IS_PAST(p, f) && !(live[AT(p, f)] && SAME_LOCK(p, f, e)) && \
      (!live[AT(p, f)] || !WAS_CLOSED(p, f, e) || MAY_PASS(kind[AT(p, f)], kind[AT(p, e)]))))
#define MAY_ACTIVATE(p, e) \
    ((e) < opened[p] && !live[AT(p, e)] && \
     ((e) < 1 || LETS(p, 0, e)) && ((e) < 2 || LETS(p, 1, e)))

#define IS_RUNNING(p, e) ((e) < opened[p] && live[AT(p, e)] && !complete[AT(p, e)])
#define IS_PEER(p, e, q) ((peers[AT(p, e)] & BIT(q)) != 0)
/* Accesses towards one peer are announced in the order in which they were activated. */
#ifdef BUG_OUT_OF_ORDER
#define IS_HEAD(p, e, q) true
#else
#define IS_HEAD(p, e, q) (done[PAIR(q, p)] + 1 == id[AT(p, e) * N + (q)])
#endif
#define MAY_ANNOUNCE(p, e, q) \
    (IS_RUNNING(p, e) && closed[AT(p, e)] && kind[AT(p, e)] == START && IS_PEER(p, e, q) && \
     (finished[AT(p, e)] & BIT(q)) == 0 && granted[PAIR(p, q)] >= id[AT(p, e) * N + (q)] && \
     IS_HEAD(p, e, q))
#define MAY_TELL_ANY(p, e) (MAY_ANNOUNCE(p, e, 0) || MAY_ANNOUNCE(p, e, 1) || MAY_ANNOUNCE(p, e, 2))
#define TARGET(p, e) (peers[AT(p, e)] >> 1) /* of a lock: bits 1, 2, 4 are ranks 0, 1, 2 */
#define HAS_LOCK(p, e) \
    (IS_RUNNING(p, e) && closed[AT(p, e)] && kind[AT(p, e)] == LOCK && \
     serving[TARGET(p, e)] == ticket[AT(p, e)])
#define MAY_ARRIVE(p, e) \
    (IS_RUNNING(p, e) && closed[AT(p, e)] && kind[AT(p, e)] == FENCE && finished[AT(p, e)] == 0)
#define HAS_DONE(p, e, q) (!IS_PEER(p, e, q) || done[PAIR(p, q)] >= id[AT(p, e) * N + (q)])
#define MAY_END(p, e) \
    (IS_RUNNING(p, e) && closed[AT(p, e)] && \
     ((kind[AT(p, e)] == START && finished[AT(p, e)] == peers[AT(p, e)]) || \
      (kind[AT(p, e)] == POST && HAS_DONE(p, e, 0) && HAS_DONE(p, e, 1) && HAS_DONE(p, e, 2)) || \
      (kind[AT(p, e)] == FENCE && finished[AT(p, e)] != 0 && arrivals[0] >= ticket[AT(p, e)] && \
       arrivals[1] >= ticket[AT(p, e)] && arrivals[2] >= ticket[AT(p, e)])))
#define CAN_DO(p, e) \
    (MAY_ACTIVATE(p, e) || MAY_TELL_ANY(p, e) || HAS_LOCK(p, e) || MAY_ARRIVE(p, e) || \
     MAY_END(p, e))
#define HAS_WORK(p) (CAN_DO(p, 0) || CAN_DO(p, 1) || CAN_DO(p, 2))
#define IS_FINISHED(p) \
    ((count[p] < 1 || complete[AT(p, 0)]) && (count[p] < 2 || complete[AT(p, 1)]) && \
     (count[p] < 3 || complete[AT(p, 2)]))
#define HAS_PENDING(p) \
    ((opened[p] > 0 && !complete[AT(p, 0)]) || (opened[p] > 1 && !complete[AT(p, 1)]) || \
     (opened[p] > 2 && !complete[AT(p, 2)]))

inline enroll(p, e, q) {
    if
    :: IS_PEER(p, e, q) && kind[AT(p, e)] == START ->
       accesses[PAIR(p, q)]++;
       id[AT(p, e) * N + q] = accesses[PAIR(p, q)]
    :: IS_PEER(p, e, q) && kind[AT(p, e)] == POST ->
       exposures[PAIR(p, q)]++;
       id[AT(p, e) * N + q] = exposures[PAIR(p, q)];
#ifdef BUG_LOST_GRANT
       granted[PAIR(q, p)] = 1
#else
       granted[PAIR(q, p)] = exposures[PAIR(p, q)]
#endif
    :: else
    fi
}

inline activate(p, e) {
    assert(!live[AT(p, e)]);
    assert(e < 1 || live[AT(p, 0)]);
    assert(e < 2 || live[AT(p, 1)]);
    enroll(p, e, 0);
    enroll(p, e, 1);
    enroll(p, e, 2);
    if
    :: kind[AT(p, e)] == LOCK ->
       assert(e < 1 || complete[AT(p, 0)] || kind[AT(p, 0)] != LOCK ||
              peers[AT(p, 0)] != peers[AT(p, e)]);
       assert(e < 2 || complete[AT(p, 1)] || kind[AT(p, 1)] != LOCK ||
              peers[AT(p, 1)] != peers[AT(p, e)]);
       ticket[AT(p, e)] = next_ticket[TARGET(p, e)];
       next_ticket[TARGET(p, e)]++
    :: kind[AT(p, e)] == FENCE ->
       accesses[PAIR(p, p)]++; /* fences count here: no process is its own peer in these programs */
       ticket[AT(p, e)] = accesses[PAIR(p, p)]
    :: else
    fi;
    live[AT(p, e)] = true
}

/* The put, then the announcement; two steps, since others look in between. */
inline announce(p, e, q) {
    atomic {
        assert(exposures[PAIR(q, p)] >= id[AT(p, e) * N + q]); /* it is exposed ... */
        assert(done[PAIR(q, p)] < id[AT(p, e) * N + q])        /* ... and still is */
    };
    atomic {
        done[PAIR(q, p)]++;
        finished[AT(p, e)] = finished[AT(p, e)] | BIT(q)
    }
}

/* All accesses before the last fence are complete when one after it happens. */
inline arrive(p, e) {
    assert(arrivals[0] + 1 >= ticket[AT(p, e)] && arrivals[1] + 1 >= ticket[AT(p, e)] &&
           arrivals[2] + 1 >= ticket[AT(p, e)]);
    arrivals[p] = ticket[AT(p, e)];
    finished[AT(p, e)] = 1
}

/* One action of process p's engine, whichever process takes it. */
inline act(p, e) {
    if
    :: atomic { MAY_ACTIVATE(p, e) -> activate(p, e) }
    :: MAY_ANNOUNCE(p, e, 0) -> announce(p, e, 0)
    :: MAY_ANNOUNCE(p, e, 1) -> announce(p, e, 1)
    :: MAY_ANNOUNCE(p, e, 2) -> announce(p, e, 2)
    :: atomic {
          HAS_LOCK(p, e) ->
          inside[TARGET(p, e)]++;
          assert(inside[TARGET(p, e)] == 1)
       };
       atomic {
          inside[TARGET(p, e)]--;
          serving[TARGET(p, e)]++;
          complete[AT(p, e)] = true
       }
    :: atomic { MAY_ARRIVE(p, e) -> arrive(p, e) }
    :: atomic { MAY_END(p, e) -> complete[AT(p, e)] = true }
    :: else
    fi
}

#ifdef BUG_DOUBLE_ANNOUNCE
#define IS_FREE(p) true
#else
#define IS_FREE(p) (holder[p] == 0)
#endif
#ifdef BUG_NO_HELP
#define MAY_STEP(me, p) ((p) == (me) && IS_FREE(p) && HAS_WORK(p))
#else
#define MAY_STEP(me, p) (IS_FREE(p) && HAS_WORK(p))
#endif

inline step(me, owner) {
    atomic { MAY_STEP(me, owner) -> holder[owner] = me + 1; touched[owner] = true };
    if
    :: CAN_DO(owner, 0) -> act(owner, 0)
    :: CAN_DO(owner, 1) -> act(owner, 1)
    :: CAN_DO(owner, 2) -> act(owner, 2)
    :: else
    fi;
    atomic {
        touched[owner] = false;
        pending[owner] = HAS_PENDING(owner)
    };
    holder[owner] = 0
}

/* With nothing pending the owner needs no lock: a helper shows that last of all. */
#ifdef BUG_EARLY_IDLE
#define NEEDS_LOCK(p) HAS_PENDING(p)
#else
#define NEEDS_LOCK(p) pending[p]
#endif
inline open(owner, e) {
    atomic {
        by_lock = NEEDS_LOCK(owner);
        !by_lock || IS_FREE(owner) ->
        assert(by_lock || !touched[owner]);
        closed_before[AT(owner, e)] =
            (closed[AT(owner, 0)] -> 1 : 0) | (closed[AT(owner, 1)] -> 2 : 0)
    };
    if
    :: by_lock
    :: else -> atomic { activate(owner, e) }
    fi;
    atomic {
        opened[owner] = e + 1;
#ifdef BUG_LITERAL
        pending[owner] = true
#else
        pending[owner] = by_lock
#endif
    }
}

inline close(owner, e) {
    atomic { IS_FREE(owner) -> closed[AT(owner, e)] = true; pending[owner] = true }
}

proctype process(byte me; bool computes) {
    byte at = 0;
    bool by_lock;
    if
    :: nested[me] -> open(me, 0); open(me, 1); close(me, 1); close(me, 0)
    :: else ->
       do
       :: at < count[me] -> open(me, at); close(me, at); at++
       :: else -> break
       od
    fi;
    if
    :: computes
    :: else ->
       do
       :: IS_FINISHED(me) -> break
       :: step(me, 0)
       :: step(me, 1)
       :: step(me, 2)
       od
    fi
}

inline program(p, k, members) {
    kind[AT(p, count[p])] = k;
    peers[AT(p, count[p])] = members;
    count[p]++
}

inline all_flags() {
    flag_aa = flags;
    flag_ae = flags;
    flag_ee = flags;
    flag_ea = flags
}

/* Which of the programs below shows a planted bug, 0: the first does. To search the large ones for a
 * bug that is not in them takes most of the time. */
#if defined(BUG_LITERAL)
#define SHOWN_BY 5
#elif defined(BUG_RECURSIVE_LOCK) || defined(BUG_SKIPPED_EPOCH)
#define SHOWN_BY 6
#elif defined(BUG_EARLY_FENCE)
#define SHOWN_BY 7
#elif defined(BUG_LOST_GRANT) || defined(BUG_OUT_OF_ORDER)
#define SHOWN_BY 8
#else
#define SHOWN_BY 0
#endif
#define IS_ASKED(number) (SHOWN_BY == 0 || SHOWN_BY == number)

/* The paper's figures 7 and 9 to 11, each with its flag; a halo exchange, locks,
 * fences, and mixtures. */
inline choose_programs() {
    if
    :: IS_ASKED(1) ->
       program(0, START, 2); program(0, START, 4); program(1, POST, 1); program(2, POST, 1);
       flag_aa = flags
    :: IS_ASKED(2) ->
       program(2, POST, 1); program(2, START, 2); program(0, START, 4); program(1, POST, 4);
       flag_ae = flags
    :: IS_ASKED(3) ->
       program(2, POST, 1); program(2, POST, 2); program(0, START, 4); program(1, START, 4);
       flag_ee = flags
    :: IS_ASKED(4) ->
       program(2, START, 1); program(2, POST, 2); program(0, POST, 4); program(1, START, 4);
       flag_ea = flags
    :: IS_ASKED(5) ->
       program(0, POST, 2); program(0, START, 2); program(1, POST, 5); program(1, START, 5);
       program(2, POST, 2); program(2, START, 2);
       nested[0] = true; nested[1] = true; nested[2] = true
    :: IS_ASKED(6) ->
       program(0, LOCK, 2); program(0, LOCK, 2); program(0, LOCK, 4); program(1, LOCK, 4);
       program(1, LOCK, 2);
       flag_aa = flags
    :: IS_ASKED(7) ->
       program(0, FENCE, 0); program(0, FENCE, 0); program(1, FENCE, 0); program(1, FENCE, 0);
       program(2, FENCE, 0); program(2, FENCE, 0);
       all_flags()
    :: IS_ASKED(8) ->
       program(0, START, 2); program(0, LOCK, 4); program(0, START, 2); program(1, POST, 1);
       program(1, POST, 1); program(2, LOCK, 4);
       all_flags()
    :: IS_ASKED(9) ->
       program(0, FENCE, 0); program(0, START, 2); program(1, FENCE, 0); program(1, POST, 1);
       program(2, FENCE, 0); program(2, LOCK, 1);
       all_flags()
    fi
}

init {
    bool computes[N];
    bool flags;
    atomic {
        if :: flags = true :: true fi;
        choose_programs();
        flags = false; /* it has been copied, and would make equal states differ */
        if :: computes[0] = true :: true fi;
        if :: computes[1] = true :: true fi;
        if :: computes[2] = true :: true fi;
        run process(0, computes[0]);
        run process(1, computes[1]);
        run process(2, computes[2])
    }
}
