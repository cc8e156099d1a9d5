/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models src/team/barrier.cpp on one node, and await_survivors() of src/team/survivors.hpp: three
 * members pass two barriers by rounds of signals; one may die anywhere, after which the others
 * compare `entered`. No member leaves before all living members have entered, all living members
 * get through, and a barrier ends in the same way for all of them. The exchange is alike, with
 * `published` for `entered`.
 * Planted bugs: BUG_NO_ENTERED compares the signals of the first round instead, which stop coming;
 * BUG_STATUS_BY_STATE reports a failure when a member has failed at the moment of looking, whether
 * or not that member had entered; BUG_SIGNAL_FIRST signals before it notes that it has entered.
 */
#define N 3
#define ROUNDS 2
#define TURNS 2

byte entered[N];
byte signal[6]; /* member * ROUNDS + round */
bool dead[N];
bool is_dead = false;
byte ending[6]; /* member * TURNS + turn - 1; 0: none yet */
bool is_done[N];
#define COMPLETE 1
#define FAILED 2

#ifdef BUG_NO_ENTERED
#define REACHED(m) (signal[(m) * ROUNDS] >= turn)
#else
#define REACHED(m) (entered[m] >= turn)
#endif
#ifdef BUG_STATUS_BY_STATE
#define IS_MISSED(m) (dead[m])
#else
#define IS_MISSED(m) (dead[m] && entered[m] < turn)
#endif

inline may_die(me) {
    if
    :: atomic { !is_dead -> is_dead = true; dead[me] = true; goto gone }
    :: skip
    fi
}

inline enter(me) {
#ifdef BUG_SIGNAL_FIRST
    signal[((me + 1) % N) * ROUNDS] = turn;
    may_die(me);
#endif
    entered[me] = turn
}

proctype member(byte me) {
    byte turn = 0;
    byte round;
    byte other;
    byte how;
    do
    :: turn < TURNS ->
       turn++;
       how = COMPLETE;
       may_die(me);
       enter(me);
       round = 0;
       do
       :: is_dead -> goto survivors
       :: round < ROUNDS ->
          may_die(me);
          signal[((me + (1 << round)) % N) * ROUNDS + round] = turn;
          (signal[me * ROUNDS + round] >= turn || is_dead);
          if
          :: signal[me * ROUNDS + round] >= turn -> round++
          :: else -> goto survivors
          fi
       :: round == ROUNDS -> goto through
       od;
survivors:
       other = 0;
       do
       :: other < N -> (REACHED(other) || dead[other]); other++
       :: else -> break
       od;
       if
       :: IS_MISSED(0) || IS_MISSED(1) || IS_MISSED(2) -> how = FAILED
       :: else -> skip
       fi;
through:
       ending[me * TURNS + turn - 1] = how;
       assert((entered[0] >= turn || dead[0]) && (entered[1] >= turn || dead[1]) &&
              (entered[2] >= turn || dead[2]))
    :: else -> break
    od;
gone:
    is_done[me] = true
}

#define SAME(a, b, turn) \
    (dead[a] || dead[b] || ending[(a) * TURNS + turn] == ending[(b) * TURNS + turn])

init {
    atomic { run member(0); run member(1); run member(2) }
    (is_done[0] && is_done[1] && is_done[2]);
    assert(SAME(0, 1, 0) && SAME(0, 1, 1) && SAME(1, 2, 0) && SAME(1, 2, 1) && SAME(0, 2, 0) &&
           SAME(0, 2, 1))
}
