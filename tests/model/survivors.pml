/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models agree() of src/team/survivors.cpp: three members and a fourth, each on a node of its own,
 * pass two barriers. The fourth dies after it has entered none, one or both of them; of the others
 * one may die anywhere. The notes of a dead member are lost with it, and the others learn of its
 * death at different times. The fast way is any that a member can complete only when all have
 * entered, and that it may have to leave when a member has failed. A turn must end in the same way
 * for all survivors, and they must never wait for ever.
 *
 * Planted bugs: BUG_UNNOTED_ENDING does not note that the fast way was completed; BUG_HASTY_LEADER
 * does not wait for members that have not answered; BUG_ANY_LEADER takes a member that follows an
 * earlier leader for one of its own; BUG_OLD_WORD still uses the word of the earlier leader, which
 * it read before it followed the next one; BUG_BACK_TO_FAST lets a follower complete the fast way.
 */
#define N 3
#define TURNS 2
#define ALL(is) (is(0) && is(1) && is(2))
#define EACH(of) of(0) of(1) of(2)

byte entered[N];
byte ended[N]; /* turn * 2, plus 1 when the turn is complete */
byte follows[N]; /* turn * N + leader + 1 */
bool dead[N];
bool knows[9]; /* of a member: that another one is dead */
byte fourth_entered = 0;
bool knows_of_fourth[N]; /* that it is dead */
bool has_died = false; /* one of the three */
byte ending[6]; /* of a member and a turn: 1 failed, 2 complete */
bool is_done[N];

#define KNOWS(m, d) knows[(m) * N + (d)]
#define IS_UNKNOWN(d) (!KNOWS(me, d))
#define KNOWS_ANY (knows_of_fourth[me] || !ALL(IS_UNKNOWN))
#define HAS_ENTERED(m) (entered[m] >= turn)
#define ALL_ENTERED (fourth_entered >= turn && ALL(HAS_ENTERED))
#define HAS_ENDED(m) (ended[m] / 2 == turn)
#define WORD(leader) (turn * N + (leader) + 1)

/* Whether `other` is ready for the decision of `me`. */
#ifdef BUG_ANY_LEADER
#define IS_READY (follows[other] > turn * N && follows[other] <= turn * N + N)
#else
#define IS_READY (follows[other] == WORD(me))
#endif

#define IS_OVER(m) (dead[m] || is_done[m])

/* A member that is dead takes no step. */
proctype member(byte me) {
    byte turn = 0;
    byte leader;
    byte other;
    byte word;
    {
    do
    :: turn == TURNS -> break
    :: atomic { turn < TURNS -> turn++; word = 0; entered[me] = turn }
       do
       :: KNOWS_ANY -> break
       :: atomic { ALL_ENTERED ->
#ifndef BUG_UNNOTED_ENDING
                   ended[me] = turn * 2 + 1;
#endif
                   ending[me * TURNS + turn - 1] = 2 }
          goto next
       od;
choose:
       atomic {
           leader = 0;
           do
           :: leader < me && KNOWS(me, leader) -> leader++
           :: else -> break
           od;
           if
           :: leader == me -> other = 0; goto lead
           :: else -> follows[me] = WORD(leader)
           fi
       }
       do
#ifdef BUG_OLD_WORD
       :: word / 2 == turn -> goto take
#endif
#ifdef BUG_BACK_TO_FAST
       :: ALL_ENTERED -> word = turn * 2 + 1; goto take
#endif
       :: atomic { !dead[leader] && HAS_ENDED(leader) -> word = ended[leader] }
          if
          :: KNOWS(me, leader) -> goto choose
          :: goto take
          fi
       :: KNOWS(me, leader) -> goto choose
       od;
lead:
       do
       :: other == N -> break
       :: atomic { other < N && (other == me || KNOWS(me, other)) -> other++ }
       :: atomic { other < N && other != me && !dead[other] && HAS_ENDED(other) ->
                   word = ended[other]; goto take }
       :: atomic { other < N && other != me && !dead[other] && !HAS_ENDED(other) && IS_READY ->
                   other++ }
#ifdef BUG_HASTY_LEADER
       :: atomic { other < N && other != me -> other++ }
#endif
       od;
       word = turn * 2;
take:
       atomic { ended[me] = word; ending[me * TURNS + turn - 1] = 1 + (word & 1); leader = 0 }
next:
       skip
    od;
    is_done[me] = true
    } unless { dead[me] }
}

#define TELL(to) :: atomic { !KNOWS(to, who) && !IS_OVER(to) -> KNOWS(to, who) = true }
#define IS_TOLD(to) (KNOWS(to, who) || IS_OVER(to))

/* The death of one member, if it dies, and how the others learn of it. */
proctype fate(byte who) {
    if
    :: atomic { !has_died -> dead[who] = true; has_died = true }
       do
       EACH(TELL)
       :: ALL(IS_TOLD) -> break
       od
    :: true -> skip
    fi
}

#define TELL_OF_FOURTH(to) \
    :: atomic { !knows_of_fourth[to] && !IS_OVER(to) -> knows_of_fourth[to] = true }
#define IS_TOLD_OF_FOURTH(to) (knows_of_fourth[to] || IS_OVER(to))

/* It enters the second barrier only when all have entered the first. */
proctype fourth() {
    byte turn = 1;
    if
    :: fourth_entered = 1;
       if
       :: ALL(HAS_ENTERED) -> fourth_entered = 2
       :: true -> skip
       fi
    :: true -> skip
    fi;
    do
    EACH(TELL_OF_FOURTH)
    :: ALL(IS_TOLD_OF_FOURTH) -> break
    od
}

#define SAME(a, b) \
    (dead[a] || dead[b] || (ending[(a) * TURNS] == ending[(b) * TURNS] && \
                            ending[(a) * TURNS + TURNS - 1] == ending[(b) * TURNS + TURNS - 1]))
#define RUN_MEMBER(m) run member(m);
#define RUN_FATE(m) run fate(m);

init {
    atomic { EACH(RUN_MEMBER) EACH(RUN_FATE) run fourth() }
    atomic {
        ALL(IS_OVER);
        assert(SAME(0, 1) && SAME(0, 2) && SAME(1, 2))
    }
}
