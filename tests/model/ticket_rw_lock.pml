/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Models the locks of epochs (src/remote/ticket_rw_lock.hpp, PAIR ticket_rw_lock.*, gate.*): a fair lock for
 * each of two members, and the gate that keeps lock_all and exclusive locks apart. Each of three
 * processes runs one of the programs below, one of them two. A writer is alone, lock_all runs beside no
 * writer, and no process waits for ever: programs take locks in one order. Two processes are on
 * another node than the gate: they add to its word first, and withdraw.
 *
 * Planted bugs: BUG_READERS_FIRST lets readers in before it counts the writer as gone; BUG_ONE_LOOK
 * lets a writer in by one of the two words; BUG_QUEUE_ALWAYS makes a process with a shared lock
 * queue at the gate; BUG_NO_GATE takes exclusive locks without the gate; BUG_STAY_INSIDE lets a
 * process of another node that has entered at a wrong moment stay.
 */
#define N 3
byte next[2], reading[2], writing[2];
byte exclusive, everybody, queued, beside; /* one word: read and changed together */
byte gate_next, gate_serving;
byte readers[2], writers[2], all; /* the processes inside, for the assertions */

/* A process of another node enters first, and withdraws when it should not have. */
inline enter_or_withdraw() {
    atomic { free = (queued == 0 && beside == 0 && everybody == 0); exclusive++ };
    if
    :: free
    :: !free -> exclusive--
    fi
}

inline enter_or_withdraw_for_all() {
    atomic { free = (queued == 0 && beside == 0 && exclusive == 0); everybody++ };
    if
    :: free
    :: !free -> everybody--
    fi
}

/* The place where it waits. */
inline enter_from_queue() {
    if
    :: !far -> atomic { everybody == 0 -> exclusive++; queued-- }
    :: far ->
       do
       :: atomic {
              everybody == 0 || look -> free = (everybody == 0); look = false; exclusive++; queued--
          };
          if
          :: free -> break
          :: !free -> atomic { exclusive--; queued++ }
          fi
       od
    fi
}

inline enter_from_queue_for_all() {
    if
    :: !far -> atomic { exclusive == 0 && beside == 0 -> everybody++; queued-- }
    :: far ->
       do
       :: atomic {
              (exclusive == 0 && beside == 0) || look ->
              free = (exclusive == 0 && beside == 0); look = false; everybody++; queued--
          };
#ifdef BUG_STAY_INSIDE
          break
#else
          if
          :: free -> break
          :: !free -> atomic { everybody--; queued++ }
          fi
#endif
       od
    fi
}

inline pass_gate(has_shared) {
#ifdef BUG_NO_GATE
    atomic { exclusive++ }
#else
    free = false;
    look = true; /* one look too early is enough to see what it does */
    if
    :: far -> enter_or_withdraw()
    :: !far
    fi;
    if
    :: far && free
    :: atomic { !far && queued == 0 && beside == 0 && everybody == 0 -> exclusive++ }
    :: else ->
       if
#ifndef BUG_QUEUE_ALWAYS
       :: has_shared ->
          beside++;
          atomic { everybody == 0 -> exclusive++; beside-- }
       :: !has_shared ->
#else
       :: true ->
#endif
          queued++;
          atomic { ticket = gate_next; gate_next++ };
          (gate_serving == ticket);
          enter_from_queue();
          gate_serving = ticket + 1
       fi
    fi
#endif
}

inline pass_gate_for_all() {
    free = false;
    look = true;
    if
    :: far -> enter_or_withdraw_for_all()
    :: !far
    fi;
    if
    :: far && free
    :: atomic { !far && queued == 0 && beside == 0 && exclusive == 0 -> everybody++ }
    :: else ->
       queued++;
       atomic { ticket = gate_next; gate_next++ };
       (gate_serving == ticket);
       enter_from_queue_for_all();
       gate_serving = ticket + 1
    fi
}

inline write(l) {
    atomic { turn[l] = next[l]; next[l]++ };
    (writing[l] == turn[l]);
#ifndef BUG_ONE_LOOK
    (reading[l] == turn[l]);
#endif
    atomic {
        writers[l]++;
        assert(writers[l] == 1 && readers[l] == 0 && all == 0)
    }
}

inline leave_writing(l) {
    writers[l]--;
#ifdef BUG_READERS_FIRST
    reading[l] = turn[l] + 1;
    writing[l] = turn[l] + 1
#else
    writing[l] = turn[l] + 1;
    reading[l] = turn[l] + 1
#endif
}

inline read(l) {
    atomic { turn[l] = next[l]; next[l]++ };
    (reading[l] == turn[l]);
    atomic {
        readers[l]++;
        assert(writers[l] == 0)
    };
    reading[l] = turn[l] + 1
}

inline leave_reading(l) {
    readers[l]--;
    writing[l]++
}

inline lock_all() {
    pass_gate_for_all();
    atomic {
        all++;
        assert(writers[0] == 0 && writers[1] == 0)
    };
    all--;
    everybody--
}

proctype process(byte most; bool far) {
    byte ticket, rounds = 0;
    bool free, look;
    byte turn[2];
    do
    :: rounds == most -> break
    :: rounds < most ->
       rounds++;
       if
       :: true -> pass_gate(false); write(0); leave_writing(0); exclusive--
       :: true -> pass_gate(false); write(0); exclusive++; write(1); leave_writing(1); exclusive--;
          leave_writing(0); exclusive--
       :: true -> read(0); pass_gate(true); write(1); leave_writing(1); exclusive--; leave_reading(0)
       :: true -> read(1); leave_reading(1)
       :: true -> lock_all()
       fi
    od
}

init {
    atomic {
        run process(2, false);
        run process(1, true);
        run process(1, true)
    }
}
