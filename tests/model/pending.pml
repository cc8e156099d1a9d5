/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models pending writes (frontends/coarray/pending_writes.hpp), with the rule of translated code
 * (frontends/translated/pending.hpp): an image writes a variable to two others again and again,
 * reads it there, and synchronises, in every order. Short puts are kept with a copy of their value,
 * long ones go at once. A read must see this image's last write, and after an image control
 * statement so must the target itself.
 *
 * Planted bugs: BUG_READ, a read does not carry out the puts pending there first; BUG_END, other
 * images are notified before the puts; BUG_LONG, a long put overtakes short ones; BUG_IMAGE carries
 * out the puts to another image; BUG_ORDER carries out the latest put first; BUG_SOURCE keeps the
 * address of the value instead of the value; BUG_FULL drops a put when the memory for them is full.
 */
#define ROOM 2
#define STEPS 6
#define PLACE(t, i) ((t) * ROOM + (i))
#define REMEMBERED(t) values[PLACE(t, i)]
#ifdef BUG_ORDER
#undef REMEMBERED
#define REMEMBERED(t) values[PLACE(t, count[t] - 1 - i)]
#endif
#ifdef BUG_SOURCE
#undef REMEMBERED
#define REMEMBERED(t) variable
#endif

byte there[2]; /* the variable on each of the two */
byte wanted[2]; /* what was last written to it */
byte values[4]; /* remembered, by image and in order */
byte count[2];
byte variable; /* of this image, which the program goes on changing */
bool notified[2]; /* the target runs on, and looks */

inline carry_out(t) {
    atomic {
        i = 0;
        do
        :: i < count[t] ->
            there[t] = REMEMBERED(t);
            i++
        :: else -> break
        od;
        count[t] = 0
    }
}

inline short_put(t) {
    if
    :: count[t] == ROOM ->
        skip;
#ifndef BUG_FULL
        carry_out(t)
#endif
    :: else
    fi;
    if
    :: count[t] < ROOM ->
        values[PLACE(t, count[t])] = variable;
        count[t] = count[t] + 1
    :: else
    fi;
    wanted[t] = variable
}

inline long_put(t) {
#ifndef BUG_LONG
    carry_out(t);
#endif
    there[t] = variable;
    wanted[t] = variable
}

inline read(t) {
#ifdef BUG_IMAGE
    carry_out(1 - t);
#else
#ifndef BUG_READ
    carry_out(t);
#endif
#endif
    assert(there[t] == wanted[t])
}

inline segment_ends() {
#ifdef BUG_END
    notified[0] = true;
    notified[1] = true;
    carry_out(0);
    carry_out(1);
#else
    carry_out(0);
    carry_out(1);
    notified[0] = true;
    notified[1] = true;
#endif
    !notified[0] && !notified[1] /* they have synchronised with us */
}

active proctype origin() {
    byte steps, i;
    do
    :: steps < STEPS ->
        steps++;
        variable++;
        if
        :: true -> short_put(0)
        :: true -> short_put(1)
        :: true -> long_put(0)
        :: true -> read(0)
        :: true -> read(1)
        :: true -> segment_ends()
        fi
    :: else -> break
    od;
    segment_ends()
}

active [2] proctype target() {
    byte self = _pid - 1;
end:
    do
    :: notified[self] ->
        assert(there[self] == wanted[self]);
        notified[self] = false
    od
}
