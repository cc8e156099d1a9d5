/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models termination detection (src/failure/termination.cpp): three nodes of one process. Each
 * process may end with work left that needs the next process, and that can be done only when all
 * the others have stopped. Up to two die, at any time; a process that looks for one that has gone
 * notices it, sooner or later. All living processes end; no work that could be done is lost, except
 * with the dead; and a process that is missed by one that does not know yet that all have ended has
 * died, not left.
 *
 * The work left may have no counterpart: when nothing can move in the whole job, the root gives up.
 *
 * Planted bugs: BUG_ONCE, they leave once all have ended; BUG_SOON, they report that they have
 * nothing left while they have; BUG_EARLY, a process that has nothing left reports so before it
 * knows that all have ended; BUG_GONE, the death of a stopped process is ignored; BUG_STAY, the
 * root never gives up work that has no counterpart; BUG_HASTE, it does so before all know that all
 * have ended.
 */
#define N 3
#define DEATHS 2
#define NEXT(n) ((n + 1) % N)
#define OTHER(n) ((n + 2) % N)
#define HAS_ENDED(n) (has_stopped[n] || is_dead[n])
mtype = { nothing, left, unmet };

bool has_stopped[N];
bool is_dead[N];
bool has_left[N];
mtype work[N] = nothing;
bool knows_ended[N];  /* the words */
bool knows_departed[N];
byte reports[9];      /* N * to + from: 0, 1 all ended, 2 and know that all have, 3 all departed */
bool misses[9];       /* N * me + other: it is not waited for */
byte deaths = 0;

#define REPORT(to, from) reports[N * (to) + (from)]
#define MISSES(me, other) misses[N * (me) + (other)]
/* Nodes 1 and 2 report to node 0, when it is gone 2 to 1; the one that has none above is the root. */
#define IS_ROOT(me) (me == 0 || MISSES(me, 0) && (me == 1 || MISSES(me, 1)))
#define SUPERIOR(me) (MISSES(me, 0) -> 1 : 0)
#define IS_BELOW(me, n) (n != me && !MISSES(me, n) && (me == 0 || n > me))
#define HAS(me, n, stage) (!IS_BELOW(me, n) || REPORT(me, n) >= stage)
#define ALL_HAVE(me, stage) (HAS(me, 0, stage) && HAS(me, 1, stage) && HAS(me, 2, stage))

#ifdef BUG_SOON
#define IS_SETTLED(me) knows_ended[me]
#else
#ifdef BUG_EARLY
#define IS_SETTLED(me) (work[me] == nothing)
#else
#define IS_SETTLED(me) (knows_ended[me] && work[me] == nothing)
#endif
#endif
#define OWN(me) (!has_stopped[me] -> 0 : (IS_SETTLED(me) -> 3 : 1 + knows_ended[me]))
#define IS_HERE(n) (!is_dead[n] && !has_left[n])
/* It can be done: all others have ended, and the one that is needed is there. */
#define CAN_MOVE(n) (work[n] == left && IS_HERE(n) && IS_HERE(NEXT(n)) && HAS_ENDED(NEXT(n)) && \
                     HAS_ENDED(OTHER(n)) && has_stopped[n])
#define IS_STILL (!CAN_MOVE(0) && !CAN_MOVE(1) && !CAN_MOVE(2))

#define HAVE(me, stage) (OWN(me) >= stage && ALL_HAVE(me, stage))
#define STAGE(me) (HAVE(me, 1) + HAVE(me, 2) + HAVE(me, 3))

#ifdef BUG_GONE
#define TRACKS(n) !has_stopped[n]
#else
#define TRACKS(n) true
#endif

/* It is not there any more, and this one finds out. */
inline miss(me, n) {
    d_step { n != me && !MISSES(me, n) && (is_dead[n] || has_left[n]) && TRACKS(n) ->
        assert(knows_ended[me] || is_dead[n]);
        MISSES(me, n) = true;
        if /* what is left for it will not be done */
        :: n == NEXT(me) && work[me] == left ->
            assert(is_dead[n]);
            work[me] = nothing
        :: else
        fi }
}

proctype process(byte me) {
    do
    :: atomic { !has_stopped[me] ->
        if
        :: work[me] = nothing
        :: work[me] = left
        :: work[me] = unmet
        fi;
        has_stopped[me] = true }
    :: d_step { CAN_MOVE(me) -> work[me] = nothing }
    :: miss(me, 0)
    :: miss(me, 1)
    :: miss(me, 2)
    :: d_step { !IS_ROOT(me) && STAGE(me) > REPORT(SUPERIOR(me), me) ->
        REPORT(SUPERIOR(me), me) = STAGE(me) }
    :: d_step { IS_ROOT(me) && STAGE(me) >= 1 && !knows_ended[me] -> knows_ended[me] = true }
    :: d_step { IS_ROOT(me) && STAGE(me) == 3 && !knows_departed[me] -> knows_departed[me] = true }
#ifdef BUG_HASTE
    :: d_step { IS_ROOT(me) && STAGE(me) == 1 && knows_ended[me] && !knows_departed[me] && IS_STILL ->
        knows_departed[me] = true }
#endif
#ifndef BUG_STAY
    :: d_step { IS_ROOT(me) && STAGE(me) == 2 && !knows_departed[me] && IS_STILL ->
        knows_departed[me] = true }
#endif
    :: d_step { knows_ended[me] && !knows_ended[NEXT(me)] -> knows_ended[NEXT(me)] = true }
    :: d_step { knows_ended[me] && !knows_ended[OTHER(me)] -> knows_ended[OTHER(me)] = true }
    :: d_step { knows_departed[me] && !knows_departed[NEXT(me)] -> knows_departed[NEXT(me)] = true }
    :: d_step { knows_departed[me] && !knows_departed[OTHER(me)] -> knows_departed[OTHER(me)] = true }
#ifdef BUG_ONCE
    :: knows_ended[me] -> break
#else
    :: knows_departed[me] -> break
#endif
    :: atomic { deaths < DEATHS -> deaths++; is_dead[me] = true; goto gone }
    od;
    assert(work[me] != left || is_dead[NEXT(me)]);
    has_left[me] = true;
gone:
    skip
}

init {
    atomic { run process(0); run process(1); run process(2) }
}
