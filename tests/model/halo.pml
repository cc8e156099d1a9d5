/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models frontends/halo/channels.cpp: three ranks exchange halos several times. Ranks 0 and 1 send
 * each other data; rank 1 sends rank 2 data and gets none back. A rank must never read a strip of
 * another exchange, nor one that is being written, and all ranks come to an end.
 *
 * Planted bugs: BUG_ONE_STRIP has one strip for each channel instead of two in turn; BUG_NO_CREDIT
 * does not take messages without data before the next exchange begins; BUG_ONE_SLOT counts the
 * messages from all neighbours of a rank in one slot.
 */
#define EXCHANGES 5
#define CHANNELS 4 /* 0: from 0 to 1, 1: from 1 to 0, 2: from 1 to 2, 3: from 2 to 1, without data */

byte strip[8]; /* the exchange whose data it has, by channel and turn; 0 while it is written */
byte arrived[CHANNELS]; /* notifications, by slot */
byte taken[CHANNELS];

#ifdef BUG_ONE_SLOT
#define SLOT(channel) (channel == 1 -> 1 : (channel == 2 -> 2 : 0)) /* 0 and 3 go to rank 1 */
#else
#define SLOT(channel) (channel)
#endif
#ifdef BUG_ONE_STRIP
#define STRIP(channel) (2 * channel)
#else
#define STRIP(channel) (2 * channel + n % 2)
#endif

inline send(channel) {
    if
    :: channel != 3 ->
       strip[STRIP(channel)] = 0;
       strip[STRIP(channel)] = n
    :: else
    fi;
    arrived[SLOT(channel)]++
}

inline take(channel) {
    atomic {
        arrived[SLOT(channel)] > taken[SLOT(channel)];
        taken[SLOT(channel)]++
    }
}

inline receive(channel) {
    take(channel);
    assert(strip[STRIP(channel)] == n); /* the first cell is read */
    assert(strip[STRIP(channel)] == n)  /* the last one, later */
}

proctype rank0() {
    byte n = 1;
    do
    :: n > EXCHANGES -> break
    :: else ->
       send(0);
       receive(1);
       n++
    od
}

proctype rank1() {
    byte n = 1;
    do
    :: n > EXCHANGES -> break
    :: else ->
#ifndef BUG_NO_CREDIT
       if
       :: n > 1 -> take(3)
       :: else
       fi;
#endif
       send(1);
       send(2);
       receive(0);
       n++
    od
}

proctype rank2() {
    byte n = 1;
    do
    :: n > EXCHANGES -> break
    :: else ->
       send(3);
       receive(2);
       n++
    od
}

init {
    atomic {
        run rank0();
        run rank1();
        run rank2()
    }
}
