/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Copies of an owner's descriptor (frontends/translated/watches.hpp): an image asks the owner's
 * process for a copy and uses it over segments; the owner changes the descriptor in its segments and
 * hands over to the image, directly or through a third one. It may synchronise with others at any
 * time. Whoever uses the copy must see the descriptor as it is.
 *
 * Planted bugs: BUG_LATE, handing over before the image is told of the change; BUG_QUIET, handing
 * over through the third one while that is under way; BUG_COPY, comparing with what is there at the
 * next statement instead of with what the image was given; BUG_ONCE, telling of the first change
 * alone.
 */
#define CHANGES 3
#define USES 5

mtype = { changed, answer, turn };
chan to_image = [3] of { mtype, byte }; /* what the owner sends the image comes in order */
chan to_third = [1] of { bit };
chan to_owner = [1] of { bit };
chan questions = [1] of { bit };

byte place; /* the descriptor */
bool is_watched;
bool is_new;
byte watched; /* what the image was given */
bool has_told;

bool has_turn; /* the image */
bool is_valid; /* the word */
bool is_answered;
byte copy;

inline look() {
    atomic {
        if
        :: is_watched && is_new ->
            is_new = false;
#ifdef BUG_COPY
            watched = place
#endif
        :: else
        fi;
        if
        :: is_watched && watched != place ->
            is_watched = false;
            tells = true
        :: else
        fi
    }
    if
    :: tells ->
        tells = false;
#ifdef BUG_ONCE
        if
        :: !has_told -> to_image!changed, 0
        :: else
        fi;
        has_told = true
#else
        to_image!changed, 0
#endif
    :: else
    fi
}

inline hand_over() {
    if
    :: to_image!turn, 0
    :: true ->
#ifndef BUG_QUIET
        empty(to_image);
#endif
        to_third!1
    fi
}

active proctype owner() {
    byte changes;
    bool tells;
    do
    :: true ->
        if
        :: changes < CHANGES ->
            changes++;
            place++
        :: true
        fi;
#ifdef BUG_LATE
        hand_over();
        look();
#else
        look();
        hand_over();
#endif
end:
        do
        :: look() /* statements that are about others */
        :: to_owner?_ -> break
        od
    od
}

active proctype progress_thread() {
end:
    do
    :: questions?_ ->
        atomic {
            watched = place;
            is_watched = true;
            is_new = true;
            to_image!answer, place
        }
    od
}

active proctype network() {
    byte what;
end:
    do
    :: atomic { to_image?changed, what -> is_valid = false }
    :: atomic { to_image?answer, what -> copy = what; is_answered = true }
    :: atomic { to_image?turn, what -> has_turn = true }
    :: atomic { to_third?_ -> has_turn = true }
    od
}

active proctype image() {
    byte uses;
    bool has_copy;
end:
    do
    :: has_turn ->
        if
        :: uses < USES ->
            uses++;
            if
            :: has_copy && is_valid
            :: else ->
                is_valid = true;
                is_answered = false;
                questions!1;
                is_answered;
                has_copy = true
            fi;
            assert(copy == place)
        :: true
        fi;
        if
        :: has_copy = false /* another object took its place */
        :: true
        fi;
        has_turn = false;
        to_owner!1
    od
}
