/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models copies of an owner's descriptor (frontends/translated/watches.hpp): an image requests a
 * copy from the owner's process and uses it over several segments; the owner changes the descriptor
 * in its segments and synchronises with the image, directly or through a third one. It may
 * synchronise with others at any time. The user of a copy must see the present descriptor.
 *
 * Planted bugs: BUG_LATE, the owner synchronises before it notifies the image of the change;
 * BUG_THIRD, it synchronises through the third one while the notification is under way; BUG_COPY
 * compares with the descriptor at the next statement instead of with the copy that the image has;
 * BUG_ONCE notifies of the first change alone.
 */
#define CHANGES 3
#define USES 5

mtype = { changed, reply, turn };
chan to_image = [3] of { mtype, byte }; /* messages to the image arrive in order */
chan to_third = [1] of { bit };
chan to_owner = [1] of { bit };
chan requests = [1] of { bit };

byte place; /* the descriptor */
bool is_watched;
bool is_new;
byte watched; /* the copy that the image has */
bool has_notified;

bool has_turn; /* the image */
bool is_valid; /* the word */
bool is_replied;
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
            notifies = true
        :: else
        fi
    }
    if
    :: notifies ->
        notifies = false;
#ifdef BUG_ONCE
        if
        :: !has_notified -> to_image!changed, 0
        :: else
        fi;
        has_notified = true
#else
        to_image!changed, 0
#endif
    :: else
    fi
}

inline synchronise() {
    if
    :: to_image!turn, 0
    :: true ->
#ifndef BUG_THIRD
        empty(to_image);
#endif
        to_third!1
    fi
}

active proctype owner() {
    byte changes;
    bool notifies;
    do
    :: true ->
        if
        :: changes < CHANGES ->
            changes++;
            place++
        :: true
        fi;
#ifdef BUG_LATE
        synchronise();
        look();
#else
        look();
        synchronise();
#endif
end:
        do
        :: look() /* statements that concern others */
        :: to_owner?_ -> break
        od
    od
}

active proctype progress_thread() {
end:
    do
    :: requests?_ ->
        atomic {
            watched = place;
            is_watched = true;
            is_new = true;
            to_image!reply, place
        }
    od
}

active proctype network() {
    byte what;
end:
    do
    :: atomic { to_image?changed, what -> is_valid = false }
    :: atomic { to_image?reply, what -> copy = what; is_replied = true }
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
                is_replied = false;
                requests!1;
                is_replied;
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
