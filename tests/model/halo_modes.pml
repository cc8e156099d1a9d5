/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models exchanges of halos from array to array (frontends/halo/plan.cpp): two ranks with two states
 * that take turns. In each step a rank computes the own cells of one state from the halos of the
 * other, then exchanges them. Direct: the origin stores into the target's halos, after the first
 * exchange, whose cells the target unpacks itself. Read: the target loads the origin's own cells.
 * Rank 0 sends rank 1 cells; it gets some back, or none but a message without data.
 * A halo must have the exchange's cells when it ends, and until the next one begins.
 *
 * Planted bugs: BUG_DIRECT_FIRST stores into the halos in the first exchange too, while the target
 * may still prepare its arrays; BUG_ONE_STATE exchanges one state each time; BUG_NO_WAIT_FOR_READER
 * takes the message of a rank that reads, and sends no cells, only before the next exchange begins.
 */
#define EXCHANGES 5
#define UNSET 99

byte cell[4]; /* the exchange for which own cells were computed, by rank and state */
byte halo[4];
byte arrived[2]; /* notifications */
byte taken[2];
bool is_read;
bool is_one_way;

#ifdef BUG_ONE_STATE
#define STATE 0
#define OTHER_STATE 0
#else
#define STATE (n % 2)
#define OTHER_STATE (1 - n % 2)
#endif
#define SENDS(rank) (rank == 0 || !is_one_way)

inline take() {
    atomic {
        arrived[me] > taken[me];
        taken[me]++
    }
}

/* Own cells of this step, from the halos of the step before. */
inline compute() {
    cell[2 * me + STATE] = UNSET;
    if
    :: n > 1 && SENDS(1 - me) ->
       assert(halo[2 * me + OTHER_STATE] == n - 1);
       assert(halo[2 * me + OTHER_STATE] == n - 1)
    :: else
    fi;
    cell[2 * me + STATE] = n
}

/* Whether this exchange stores into halos. */
#ifdef BUG_DIRECT_FIRST
#define STORES (!is_read)
#else
#define STORES (!is_read && n > 1)
#endif

inline send() {
    if
    :: SENDS(me) && STORES ->
       halo[2 * (1 - me) + STATE] = UNSET;
       halo[2 * (1 - me) + STATE] = n
    :: else
    fi;
    arrived[1 - me]++
}

inline receive() {
    if
    :: is_read ->
       assert(cell[2 * (1 - me) + STATE] == n); /* the first cell is loaded */
       halo[2 * me + STATE] = n;
       assert(cell[2 * (1 - me) + STATE] == n) /* the last one, later */
    :: !is_read && !STORES -> halo[2 * me + STATE] = n
    :: else
    fi;
    assert(halo[2 * me + STATE] == n)
}

/* Whether this rank waits for the message of an exchange before the exchange ends. */
#ifdef BUG_NO_WAIT_FOR_READER
#define WAITS SENDS(1 - me)
#else
#define WAITS (SENDS(1 - me) || is_read)
#endif

proctype rank(byte me) {
    byte n = 1;
    halo[2 * me] = UNSET;
    halo[2 * me + 1] = UNSET;
    do
    :: n > EXCHANGES -> break
    :: else ->
       compute();
       if
       :: n > 1 && !(WAITS) -> take()
       :: else
       fi;
       send();
       if
       :: WAITS -> take()
       :: else
       fi;
       if
       :: SENDS(1 - me) -> receive()
       :: else
       fi;
       n++
    od
}

init {
    if
    :: is_read = true
    :: is_read = false
    fi;
    if
    :: is_one_way = true
    :: is_one_way = false
    fi;
    atomic {
        run rank(0);
        run rank(1)
    }
}
