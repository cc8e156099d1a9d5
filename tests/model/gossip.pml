/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models how a membership event spreads between nodes (src/failure/gossip.cpp): three nodes of two
 * processes; one process of node 0 has learnt an event. An event goes to the leaders of the nodes 1
 * and 2 further on in the ring of living nodes, and each receiver sends it on. Up to two processes
 * die, at any time: events that they had received and not handled, or were about to send, are lost;
 * some time later all others notice the death. In the end all living nodes know the event, or none
 * does.
 *
 * Planted bugs: BUG_LEADER, a rank that becomes a node leader, or follows a dead one, is not sent
 * earlier events; BUG_NEAR, no process sends again an event that a dead process of the same node
 * may not have sent on; BUG_ON, a receiver does not send an event on.
 */
#define NODES 3
#define PROCESSES 6 /* of node n: 2 * n and the next one */
#define NONE 7
#define NODE(p) ((p) / 2)
#define IS_DEAD(n) (noticed[2 * (n)] && noticed[2 * (n) + 1])
#define LEADER(n) (!noticed[2 * (n)] -> 2 * (n) : 2 * (n) + 1)
#define SENDS(p, i) sends[2 * (p) + (i)]
#define SENT_TO(p, i) sent_to[2 * (p) + (i)]

bool knows[NODES]; /* in memory that both processes share */
bool dead[PROCESSES];
bool noticed[PROCESSES];
bool in_flight[PROCESSES]; /* the event is on its way to it */
bool news[PROCESSES]; /* it has marked the event, and not put it into its outbox yet */
bool sends[12]; /* it has the event to send, to each target */
byte sent_to[12]; /* of each target: the leader that was sent all events; NONE before the first time */
bool looks[PROCESSES]; /* the number of dead has changed */
byte crashes; /* that are still to come */

hidden byte target;
hidden byte k;

/* The node that is `step` further on, past dead ones; the node itself when there is none. */
inline find_target(node, step) {
    target = (node + step) % NODES;
    k = 0;
    do
    :: k < NODES && (target == node || IS_DEAD(target)) -> target = (target + 1) % NODES; k++
    :: else -> break
    od;
    if
    :: k == NODES -> target = node
    :: else
    fi
}

inline send(p, i) {
    find_target(NODE(p), i + 1);
    if
    :: target != NODE(p) && !dead[LEADER(target)] -> in_flight[LEADER(target)] = true
    :: else /* there is none, or it dies with it */
    fi;
    SENDS(p, i) = false
}

inline catch_up(p, i) {
    find_target(NODE(p), i + 1);
    if
    :: target != NODE(p) && SENT_TO(p, i) != LEADER(target) ->
#ifdef BUG_LEADER
        SENDS(p, i) = SENDS(p, i) || (SENT_TO(p, i) == NONE && knows[NODE(p)]);
#else
        SENDS(p, i) = SENDS(p, i) || knows[NODE(p)];
#endif
        SENT_TO(p, i) = LEADER(target)
    :: else
    fi
}

inline put_in_outbox(p) {
    SENDS(p, 0) = true;
    SENDS(p, 1) = true
}

inline die(p) {
    dead[p] = true;
    in_flight[p] = false;
    news[p] = false;
    SENDS(p, 0) = false;
    SENDS(p, 1) = false;
    SENT_TO(p, 0) = 0;
    SENT_TO(p, 1) = 0
}

inline notice(p) {
    noticed[p] = true;
    k = 0;
    do
    :: k < PROCESSES -> looks[k] = !dead[k]; k++
    :: else -> break
    od;
#ifndef BUG_NEAR
    if
    :: !dead[p ^ 1] ->
        SENT_TO(p ^ 1, 0) = NONE;
        SENT_TO(p ^ 1, 1) = NONE
    :: else
    fi;
#endif
    k = 0
}

proctype process(byte p) {
end:
    do
    :: d_step { !dead[p] && in_flight[p] ->
        in_flight[p] = false;
        if
        :: !knows[NODE(p)] -> knows[NODE(p)] = true; news[p] = true
        :: else
        fi }
    :: d_step { !dead[p] && news[p] ->
        news[p] = false;
#ifdef BUG_ON
        if
        :: NODE(p) == 0 -> put_in_outbox(p)
        :: else
        fi
#else
        put_in_outbox(p)
#endif
        }
    :: d_step { !dead[p] && SENDS(p, 0) -> send(p, 0) }
    :: d_step { !dead[p] && SENDS(p, 1) -> send(p, 1) }
    :: d_step { !dead[p] && looks[p] ->
        looks[p] = false;
        if
        :: p == LEADER(NODE(p)) -> catch_up(p, 0); catch_up(p, 1)
        :: else
        fi }
    :: d_step { !dead[p] && crashes > 0 -> crashes--; die(p) }
    :: d_step { dead[p] && !noticed[p] -> notice(p) }
    od
}

init {
    byte i, ignorant, informed;
    atomic {
        do
        :: i < 12 -> sent_to[i] = NONE; i++
        :: else -> break
        od;
        for (i : 0 .. NODES - 1) { /* the node leaders have sent all, which was nothing */
            SENT_TO(2 * i, 0) = 2 * ((i + 1) % NODES);
            SENT_TO(2 * i, 1) = 2 * ((i + 2) % NODES)
        }
        knows[0] = true;
        if
        :: news[0] = true
        :: news[1] = true
        fi;
        if
        :: crashes = 0
        :: crashes = 1
        :: crashes = 2
        fi;
        for (i : 0 .. PROCESSES - 1) {
            run process(i)
        }
    }
    timeout;
    for (i : 0 .. NODES - 1) {
        if
        :: !IS_DEAD(i) && knows[i] -> informed++
        :: !IS_DEAD(i) && !knows[i] -> ignorant++
        :: else
        fi
    }
    assert(informed == 0 || ignorant == 0)
}
