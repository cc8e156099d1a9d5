/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models the ring of src/sync/board.cpp: two origins post twice and four times to a ring of two
 * near and three overflow entries, one may die between claim and commit, and the owner takes all
 * notifications. None is lost, none comes twice, those of each origin come in the order sent, and
 * no process waits for ever (naps end only where a claim waits for the commit of another).
 *
 * Planted bugs: BUG_NO_SKIP waits for the commit of a dead origin; BUG_NO_LAP replaces any earlier
 * claim; BUG_EARLY_COMMIT commits before the fields are filled; BUG_NO_REREAD sleeps without
 * looking for room again; BUG_NO_FREED takes ring entries that the owner has not freed;
 * BUG_NO_FAR_ROOM takes such overflow entries; BUG_UNNAMED claims an overflow entry while the position before
 * it may still be empty, so that its origin is unknown; BUG_NO_FAR_COUNT does not count the far
 * entries.
 */
#define NEAR 2
#define FAR 3
#define EACH(o) (2 + 2 * (o))
#define COMMITTED(p) (near_at[(p) % NEAR] == (p) + 1 || far_at[(p) % FAR] == (p) + 1)
#ifdef BUG_NO_FAR_ROOM
#define HAS_FAR_ROOM true
#else
#define HAS_FAR_ROOM (position < freed + FAR)
#endif
#ifdef BUG_UNNAMED
#define IS_NAMED true
#else
#define IS_NAMED COMMITTED(position - NEAR)
#endif
#define NAP_ENDS (position < freed + FAR && COMMITTED(position - NEAR))

byte laps[NEAR], holder[NEAR];
byte near_at[NEAR], near_source[NEAR], near_tag[NEAR];
byte far_at[FAR], far_source[FAR], far_tag[FAR];
byte next = 0; /* the hint */
byte freed = 0;
byte overflowed = 0;
byte sleepers = 0; /* origins that wait for room */
byte bell = 0;
bool over[2]; /* has sent all, or is dead */
bool dead[2];

inline look_for_room() {
#ifdef BUG_NO_FREED
    is_near = true;
#else
    is_near = position < freed + NEAR;
#endif
    if
    :: !is_near && HAS_FAR_ROOM && IS_NAMED -> may_go = true
    :: else -> may_go = is_near
    fi
}

/* In one step: what it finds only becomes truer, but for the claim, which is looked at again. */
inline find_position() {
    atomic {
        position = next;
        do
        :: laps[position % NEAR] > position / NEAR -> position++
        :: else -> break
        od;
        look_for_room()
    }
}

proctype origin(byte me) {
    byte sent = 0;
    byte position, key;
    bool is_near, may_go, won;
    do
    :: sent == EACH(me) -> break
    :: sent < EACH(me) ->
again: find_position();
       if
       :: !may_go ->
          sleepers++;
          key = bell;
#ifndef BUG_NO_REREAD
          find_position();
#endif
          if
          :: may_go
          :: !may_go -> (bell != key || NAP_ENDS)
          fi;
          sleepers--;
          goto again
       :: else
       fi;
       atomic {
#ifdef BUG_NO_LAP
          won = true;
#else
          won = laps[position % NEAR] == position / NEAR;
#endif
          if
          :: won -> laps[position % NEAR] = position / NEAR + 1; holder[position % NEAR] = me
          :: else -> goto again
          fi
       }
       next = position + 1;
       if
       :: me == 0 && sent == 1 -> atomic { dead[me] = true; over[me] = true }; goto gone
       :: true
       fi;
       if
       :: is_near ->
#ifdef BUG_EARLY_COMMIT
          near_at[position % NEAR] = position + 1;
#endif
          atomic { near_tag[position % NEAR] = sent; near_source[position % NEAR] = me };
          near_at[position % NEAR] = position + 1
       :: else ->
#ifndef BUG_NO_FAR_COUNT
          overflowed++;
#endif
          atomic { far_tag[position % FAR] = sent; far_source[position % FAR] = me };
          far_at[position % FAR] = position + 1
       fi;
       sent++;
       position = 0; key = 0; is_near = false; may_go = false; won = false
    od;
    over[me] = true;
gone: skip
}

inline pass() {
    at++;
    freed = at;
    seen = sleepers;
    if
    :: seen > 0 -> bell++
    :: else
    fi
}

active proctype taker() {
    byte at = 0;
    byte from_far = 0;
    byte seen;
    byte got[2];
    do
    :: near_at[at % NEAR] == at + 1 ->
       assert(near_tag[at % NEAR] == got[near_source[at % NEAR]]);
       got[near_source[at % NEAR]]++;
       pass()
    :: overflowed != from_far && far_at[at % FAR] == at + 1 ->
       assert(far_tag[at % FAR] == got[far_source[at % FAR]]);
       got[far_source[at % FAR]]++;
       from_far++;
       pass()
#ifndef BUG_NO_SKIP
    :: laps[at % NEAR] == at / NEAR + 1 && dead[holder[at % NEAR]] && !COMMITTED(at) ->
       pass()
#endif
    :: over[0] && over[1] && laps[at % NEAR] == at / NEAR -> break
    od;
    assert(got[1] == EACH(1));
    assert(got[0] == EACH(0) || (dead[0] && got[0] == 1))
}

init {
    atomic { run origin(0); run origin(1) }
}
