/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models the ring of src/core/board.cpp: two origins post three times each to a ring of two places,
 * one of them may die between claim and commit, and the owner takes all. Nothing is lost, nothing
 * comes twice, each origin's come in the order sent, and nobody waits for ever (naps have no end
 * here).
 * Planted bugs: BUG_NO_SKIP waits for the commit of a dead origin; BUG_NO_LAP claims any free place,
 * whatever lap it is free for; BUG_EARLY_COMMIT commits before the fields are filled; BUG_NO_REREAD
 * sleeps without looking for room again. (That the owner frees before it reads `sleepers` saves time
 * alone: a full ring has more places to free, and each rings.)
 */
#define PLACES 2
#define EACH 3
#define FREE 0
#define CLAIMED 1
#define COMMITTED 2

byte lap[PLACES], phase[PLACES], owner[PLACES], tag[PLACES];
byte next = 0;     /* the hint */
byte sleepers = 0; /* origins that wait for room */
byte bell = 0;
bool over[2];      /* has sent all, or is dead */
bool dead[2];

proctype origin(byte me) {
    byte sent = 0;
    byte position, key;
    bool no_room;
    do
    :: sent == EACH -> break
    :: sent < EACH ->
       position = next;
again: atomic {
          no_room = false;
          if
#ifdef BUG_NO_LAP
          :: phase[position % PLACES] == FREE ->
#else
          :: phase[position % PLACES] == FREE && lap[position % PLACES] == position / PLACES ->
#endif
             phase[position % PLACES] = CLAIMED;
             owner[position % PLACES] = me
          :: else ->
             if
             :: lap[position % PLACES] < position / PLACES -> no_room = true
             :: else -> position++; goto again
             fi
          fi
       }
       if
       :: no_room ->
          sleepers++;
          key = bell;
          if
#ifndef BUG_NO_REREAD
          :: lap[position % PLACES] >= position / PLACES
          :: lap[position % PLACES] < position / PLACES -> (bell != key)
#else
          :: (bell != key)
#endif
          fi;
          sleepers--;
          goto again
       :: else
       fi;
       next = position + 1;
       if
       :: me == 0 && sent == 1 -> atomic { dead[me] = true; over[me] = true }; goto gone
       :: true
       fi;
#ifdef BUG_EARLY_COMMIT
       phase[position % PLACES] = COMMITTED;
       tag[position % PLACES] = sent;
#else
       tag[position % PLACES] = sent;
       phase[position % PLACES] = COMMITTED;
#endif
       sent++
    od;
    over[me] = true;
gone: skip
}

inline release() {
    atomic { lap[at % PLACES]++; phase[at % PLACES] = FREE };
    seen = sleepers;
    if
    :: seen > 0 -> bell++
    :: else
    fi;
    at++
}

active proctype taker() {
    byte at = 0;
    byte seen;
    byte got[2];
    do
    :: lap[at % PLACES] == at / PLACES && phase[at % PLACES] == COMMITTED ->
       assert(tag[at % PLACES] == got[owner[at % PLACES]]);
       got[owner[at % PLACES]]++;
       release()
#ifndef BUG_NO_SKIP
    :: lap[at % PLACES] == at / PLACES && phase[at % PLACES] == CLAIMED &&
       dead[owner[at % PLACES]] ->
       release()
#endif
    :: over[0] && over[1] && phase[at % PLACES] == FREE -> break
    od;
    assert(got[1] == EACH);
    assert(got[0] == EACH || (dead[0] && got[0] == 1))
}

init {
    atomic { run origin(0); run origin(1) }
}
