/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models the table of attached events (PAIR bindings.generation, bindings.gate in
 * frontends/gfortran): an image attaches an event, replaces it by another, and detaches it, while
 * another image puts three times. The binding that a put finds must have been there at some moment
 * between its start and its end, and never be half of one binding and half of another.
 *
 * Planted bugs: BUG_NO_ODD changes the table under an even generation; BUG_NO_REREAD uses its copy
 * without reading the generation again; BUG_KEEP goes on with an old copy.
 */
byte gate = 0;
byte generation = 0;
byte count = 0;
byte low = 0;   /* the entry's two words: equal when they belong together */
byte place = 0;
byte begun = 0; /* changes that the owner has begun, and ended: the table of change n has entry n */
byte ended = 0;

inline begin_change() {
    begun++;
#ifndef BUG_NO_ODD
    generation++
#endif
}

inline end_change() {
#ifdef BUG_NO_ODD
    generation++;
#endif
    generation++
}

proctype owner() {
    begin_change();
    low = 1;
    place = 1;
    count = 1;
    end_change();
    gate++;
    ended++;
    begin_change();
    low = 2;
    place = 2;
    end_change();
    ended++;
    begin_change();
    count = 0;
    end_change();
    gate--;
    ended++
}

proctype origin() {
    byte puts = 0;
    byte at_start;
    byte before;
    byte read_count;
    byte read_low;
    byte read_place;
    byte seen = 0; /* the copy, and the generation it belongs to */
    byte copy_count = 0;
    byte copy = 0;
    do
    :: puts == 3 -> break
    :: puts < 3 ->
       puts++;
       at_start = ended;
       if
       :: gate == 0 ->
          /* Nothing is attached: before the first change, or behind the last. */
          assert(at_start == 0 || begun == 3)
       :: gate != 0 ->
          if
          :: generation == seen
          :: generation != seen ->
#ifdef BUG_KEEP
             if
             :: seen != 0 -> goto copied
             :: else
             fi;
#endif
again:
             before = generation;
             if
             :: before % 2 == 1 -> (generation != before); goto again
             :: else
             fi;
             read_count = count;
             read_low = low;
             read_place = place;
#ifndef BUG_NO_REREAD
             if
             :: generation != before -> goto again
             :: else
             fi;
#endif
             assert(read_count == 0 || read_low == read_place);
             seen = before;
             copy_count = read_count;
             copy = read_low
          fi;
copied:
          if
          :: copy_count == 0 -> assert(at_start == 0 || begun == 3)
          :: else -> assert(copy >= at_start && copy <= begun)
          fi
       fi
    od
}

init {
    atomic { run owner(); run origin() }
}
