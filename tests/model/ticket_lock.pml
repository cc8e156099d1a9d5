/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models the ticket lock on accumulates (include/arauto/spi/ticket_lock.hpp): three processes take the
 * lock twice each, with two words for claims, and any two of them may die at any instant. At most
 * one is inside, none waits for ever, and tickets are claimed without gaps.
 *
 * Planted bugs: BUG_NO_PASS waits for the dead; BUG_PASS_TWICE passes a turn on by a store, though
 * another process has passed it on meanwhile; BUG_NO_OWNER passes on any turn once a process has
 * died; BUG_NO_ROOM claims a word whose last ticket has not been served; BUG_OLD_CLAIM passes a turn
 * on by a claim of the lap before.
 */
#define WORDS 2
#define PROCESSES 3
#define TURNS 2
#define DEATHS 2
#define NONE 255

byte serving = 0;
byte next = 0; /* the hint */
byte lap[WORDS], owner[WORDS];
bool dead[PROCESSES];
byte deaths = 0;
byte inside = 0; /* living processes */

#ifdef BUG_NO_ROOM
#define HAS_ROOM true
#else
#define HAS_ROOM (ticket < seen + WORDS)
#endif
#ifdef BUG_OLD_CLAIM
#define IS_CLAIM(t) true
#else
#define IS_CLAIM(t) (lap[(t) % WORDS] == (t) / WORDS + 1)
#endif
#ifdef BUG_NO_OWNER
#define OWNER_DEAD(t) (deaths > 0)
#else
#define OWNER_DEAD(t) dead[owner[(t) % WORDS]]
#endif

inline may_die() {
    if
    :: deaths < DEATHS -> atomic { deaths++; dead[_pid] = true; goto died }
    :: true
    fi
}

/* Claims a ticket: `ticket`, or NONE. */
inline claim() {
    seen = serving;
    ticket = (next > seen -> next : seen);
    do
    :: !(HAS_ROOM) && seen != serving -> seen = serving
    :: !(HAS_ROOM) && seen == serving -> ticket = NONE; break
    :: HAS_ROOM ->
        found = lap[ticket % WORDS];
        if
        :: found > ticket / WORDS -> ticket++
        :: else ->
            atomic {
                if
                :: lap[ticket % WORDS] == found ->
#ifndef BUG_NO_ROOM
                    assert(found == ticket / WORDS);
#endif
                    lap[ticket % WORDS] = ticket / WORDS + 1;
                    owner[ticket % WORDS] = _pid;
                    found = NONE
                :: else
                fi
            }
            if
            :: found == NONE -> next = ticket + 1; break
            :: else
            fi
        fi
    od
}

/* Passes the present turn on if its owner is dead. */
inline pass_dead() {
    passed = serving;
    if
    :: IS_CLAIM(passed) && OWNER_DEAD(passed) ->
#ifdef BUG_PASS_TWICE
        serving = passed + 1
#else
        atomic {
            if
            :: serving == passed -> serving = passed + 1
            :: else
            fi
        }
#endif
    :: else
    fi
}

active [PROCESSES] proctype process() {
    byte turn, ticket, seen, found, passed;
    for (turn : 1 .. TURNS) {
        ticket = NONE;
        do
        :: ticket == NONE -> claim(); may_die();
            if
            :: ticket == NONE -> /* waits until there may be room */
                do
                :: seen != serving -> break
#ifndef BUG_NO_PASS
                :: IS_CLAIM(serving) && OWNER_DEAD(serving) -> pass_dead()
#endif
                od
            :: else
            fi
        :: ticket != NONE && serving == ticket -> break
#ifndef BUG_NO_PASS
        :: ticket != NONE && IS_CLAIM(serving) && OWNER_DEAD(serving) -> pass_dead()
#endif
        od;
        atomic { inside++; assert(inside == 1) };
        if
        :: deaths < DEATHS -> atomic { deaths++; dead[_pid] = true; inside--; goto died }
        :: true
        fi;
        inside--;
        serving = ticket + 1;
        may_die()
    }
died:
    skip
}
