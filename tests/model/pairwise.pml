/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models src/team/pairwise.cpp on one node: rank 0 calls SYNC IMAGES with ranks 1 and 2, twice, and
 * may die anywhere; each of the two calls SYNC IMAGES with rank 0, twice. Both must learn the same
 * result of each call, and neither waits for ever.
 *
 * Planted bugs: BUG_NO_COMMIT plans nothing, so that only the partners for which rank 0 had begun
 * count; BUG_COMMIT_FIRST commits before it plans; BUG_NO_TAKE_BACK leaves the commit of the
 * previous call while it plans the next one.
 */
#define CALLS 2

byte planned[3]; /* by partner, of rank 0 */
byte begun[3];
byte arrived[3];
bool is_committed = false;
byte answers[3]; /* how often a partner has arrived for rank 0 */
bool is_dead = false;
bool is_over[3];
byte ending[6]; /* of a partner and a call: 1 failed, 2 complete */

inline may_die() {
    if
    :: is_dead = true; goto gone
    :: skip
    fi
}

inline arrive(partner) {
    may_die();
    begun[partner] = call;
    may_die();
    arrived[partner] = call
}

inline plan() {
    may_die();
#ifndef BUG_NO_TAKE_BACK
    is_committed = false;
    may_die();
#endif
#ifdef BUG_COMMIT_FIRST
    is_committed = true;
    may_die();
#endif
    planned[1] = call;
    may_die();
    planned[2] = call;
    may_die();
    is_committed = true
}

proctype caller() {
    byte call = 1;
    do
    :: call > CALLS -> break
    :: else ->
#ifndef BUG_NO_COMMIT
       plan();
#endif
       arrive(1);
       arrive(2);
       (answers[1] >= call && answers[2] >= call);
       call++
    od;
gone:
    is_over[0] = true
}

proctype partner(byte me) {
    byte call = 1;
    do
    :: call > CALLS -> break
    :: else ->
       answers[me] = call;
       (arrived[me] >= call || is_dead);
       if
       :: arrived[me] >= call || begun[me] >= call || (is_committed && planned[me] >= call) ->
          ending[me * CALLS + call - 1] = 2
       :: else -> ending[me * CALLS + call - 1] = 1
       fi;
       call++
    od;
    is_over[me] = true
}

init {
    atomic { run caller(); run partner(1); run partner(2) }
    (is_over[0] && is_over[1] && is_over[2]);
    assert(ending[2] == ending[4] && ending[3] == ending[5])
}
