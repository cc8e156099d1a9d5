/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * How nodes tell each other a fact (src/failure/gossip.cpp): three nodes of two processes; one
 * process of node 0 has learnt something. A fact goes to the leaders of the nodes 1 and 2
 * further on in the ring of living nodes, and on from who learns it. Up to two processes die, at
 * any time: with them goes what they were told and had not handled, and what they were about to
 * tell; some time later all notice. In the end all living nodes know, or none does.
 *
 * Planted bugs: BUG_LEADER, a rank that becomes a node leader, or comes after a dead one, is not told
 * what was told before; BUG_NEAR, nobody tells again what a dead process of the same node may have
 * kept to itself; BUG_ON, who learns a fact does not tell it on.
 */
#define NODES 3
#define PROCESSES 6 /* of node n: 2 * n and the next one */
#define NOBODY 7
#define NODE(p) ((p) / 2)
#define IS_DEAD(n) (noticed[2 * (n)] && noticed[2 * (n) + 1])
#define LEADER(n) (!noticed[2 * (n)] -> 2 * (n) : 2 * (n) + 1)
#define SENDS(p, i) sends[2 * (p) + (i)]
#define TOLD(p, i) told[2 * (p) + (i)]

bool knows[NODES]; /* in memory that both processes share */
bool dead[PROCESSES];
bool noticed[PROCESSES];
bool mail[PROCESSES]; /* the fact is on its way to it */
bool news[PROCESSES]; /* it has marked the fact, and not put it into its outbox yet */
bool sends[12]; /* it has the fact to tell, to each target */
byte told[12]; /* by whom it would tell: who was told all; NOBODY before the first time */
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
    :: target != NODE(p) && !dead[LEADER(target)] -> mail[LEADER(target)] = true
    :: else /* there is none, or it dies with it */
    fi;
    SENDS(p, i) = false
}

inline catch_up(p, i) {
    find_target(NODE(p), i + 1);
    if
    :: target != NODE(p) && TOLD(p, i) != LEADER(target) ->
#ifdef BUG_LEADER
        SENDS(p, i) = SENDS(p, i) || (TOLD(p, i) == NOBODY && knows[NODE(p)]);
#else
        SENDS(p, i) = SENDS(p, i) || knows[NODE(p)];
#endif
        TOLD(p, i) = LEADER(target)
    :: else
    fi
}

inline put_in_outbox(p) {
    SENDS(p, 0) = true;
    SENDS(p, 1) = true
}

inline die(p) {
    dead[p] = true;
    mail[p] = false;
    news[p] = false;
    SENDS(p, 0) = false;
    SENDS(p, 1) = false;
    TOLD(p, 0) = 0;
    TOLD(p, 1) = 0
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
        TOLD(p ^ 1, 0) = NOBODY;
        TOLD(p ^ 1, 1) = NOBODY
    :: else
    fi;
#endif
    k = 0
}

proctype process(byte p) {
end:
    do
    :: d_step { !dead[p] && mail[p] ->
        mail[p] = false;
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
        :: i < 12 -> told[i] = NOBODY; i++
        :: else -> break
        od;
        for (i : 0 .. NODES - 1) { /* those who speak have told all, which was nothing */
            TOLD(2 * i, 0) = 2 * ((i + 1) % NODES);
            TOLD(2 * i, 1) = 2 * ((i + 2) % NODES)
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
