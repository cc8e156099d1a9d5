/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models src/core/barrier.cpp: three members pass two barriers by rounds of signals; one may die
 * anywhere, after which the others compare `entered`. Nobody leaves before all living members have
 * entered, and all living get through.
 * Planted bug: BUG_NO_ENTERED compares the signals of the first round instead, which stop coming.
 */
#define N 3
#define ROUNDS 2
#define TURNS 2

byte entered[N];
byte signal[6]; /* member * ROUNDS + round */
bool dead[N];
bool is_dead = false;

#ifdef BUG_NO_ENTERED
#define REACHED(m) (signal[(m) * ROUNDS] >= turn)
#else
#define REACHED(m) (entered[m] >= turn)
#endif

inline may_die(me) {
    if
    :: atomic { !is_dead -> is_dead = true; dead[me] = true; goto gone }
    :: skip
    fi
}

proctype member(byte me) {
    byte turn = 0;
    byte round;
    byte other;
    do
    :: turn < TURNS ->
       turn++;
       may_die(me);
       entered[me] = turn;
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
through:
       assert((entered[0] >= turn || dead[0]) && (entered[1] >= turn || dead[1]) &&
              (entered[2] >= turn || dead[2]))
    :: else -> break
    od;
gone:
    skip
}

init {
    atomic { run member(0); run member(1); run member(2) }
}
