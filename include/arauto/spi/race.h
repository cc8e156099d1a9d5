/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For the archive that programs compiled with `arauto fc --check=race` link: their own loads and
 * stores. It looks at the shadow itself and calls this library where an access is not known there.
 * For front-ends: operations of epochs that they carry out themselves, and messages beside this
 * library, by which ranks order their accesses. In a job that is not checked all calls do nothing.
 */
#pragma once

#include "arauto/epoch.h"
#include "arauto/request.h"
#include "arauto/spi/trace.h"
#include "arauto/status.h"

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

/** Where the shadow of the heaps is. Constant but for `stamp`, and the last two. */
typedef struct arauto_race_view {
    uint64_t first; /**< address of the heap of rank 0 */
    uint64_t bytes; /**< of all heaps on this node; 0: the job is not checked */
    const uint64_t* written; /**< a word for each 8 bytes: its last write */
    const uint64_t* read; /**< the same: its last read */
    const uint64_t* stamp; /**< component and clock of the program's accesses now */
    uint64_t pending_first; /**< private memory that operations under way use lies from here on */
    uint64_t pending_bytes; /**< so far at most; 0: there is none */
} arauto_race_view_t;

/** The low bits of a word that are no part of its stamp. */
enum { ARAUTO_RACE_STAMP_SHIFT = 26 };

/** The kinds of access. */
typedef enum arauto_race_access {
    ARAUTO_RACE_READ = 0,
    ARAUTO_RACE_WRITE = 1,
    ARAUTO_RACE_ATOMIC_READ = 2,
    ARAUTO_RACE_ATOMIC_WRITE = 3
} arauto_race_access_t;

/** An access of the program, which need not be in a heap. Sets arauto_thread.race once the job has
 * begun.
 *  @param memory  where it begins
 *  @param bytes  how many
 *  @param access  its kind
 *  @param caller  the instruction behind the call that told of it */
ARAUTO_EXPORT void arauto_race_touch(const void* memory,
                                     size_t bytes,
                                     arauto_race_access_t access,
                                     const void* caller) ARAUTO_NOEXCEPT;

/** The program has been compiled for this. To be called once, at its start. */
ARAUTO_EXPORT void arauto_race_note_program(void) ARAUTO_NOEXCEPT;

/** 1 in a job that is checked for races, else 0. Constant from arauto_init on. */
ARAUTO_EXPORT int arauto_race_is_on(void) ARAUTO_NOEXCEPT;

/** A place for the state of a front-end that follows messages; null at first. It stays until the
 * process ends.
 *  @return null: the job is not checked */
ARAUTO_EXPORT void** arauto_race_front_end(void) ARAUTO_NOEXCEPT;

/** The kind of an accumulate, for arauto_race_use. Two of one place may be under way at a time
 * where both are of one type, and of one operation, or one of them is one of the two below.
 *  @param op  below 30, or one of ARAUTO_RACE_
 *  @param type  below 64
 *  @param bytes  of an element */
ARAUTO_EXPORT unsigned
arauto_race_accumulate_kind(unsigned op, unsigned type, unsigned bytes) ARAUTO_NOEXCEPT;
enum {
    ARAUTO_RACE_SWAP = 30, /**< compares and swaps */
    ARAUTO_RACE_NO_OPERATION = 31 /**< reads alone */
};

/** An operation within an epoch that a front-end carries out. */
typedef struct arauto_race_operation {
    arauto_epochs_h epochs;
    uint64_t number; /**< 0: the job is not checked */
    arauto_recorded_op_t op; /**< what reports call it */
} arauto_race_operation_t;

/** Begins to tell of an operation. Its memory is told by arauto_race_use, then
 * arauto_race_carries_out is called before its bytes move, arauto_race_end behind.
 *  @param rank  its target, in the team of the epochs */
ARAUTO_EXPORT arauto_race_operation_t arauto_race_begin(arauto_epochs_h epochs,
                                                        int rank,
                                                        arauto_recorded_op_t op) ARAUTO_NOEXCEPT;
/** A part of the memory that an operation reads or writes.
 *  @param memory  its address in this process, in a heap or outside
 *  @param is_target  1: it is the target's memory; 0: this rank's own
 *  @param kind  0, or of an accumulate */
ARAUTO_EXPORT void arauto_race_use(const arauto_race_operation_t* operation,
                                   const void* memory,
                                   size_t bytes,
                                   int is_target,
                                   arauto_race_access_t access,
                                   unsigned kind) ARAUTO_NOEXCEPT;
/** All memory is known, and the bytes move next. Until arauto_race_end calls of this library by
 * this thread are part of the operation.
 *  @param is_ready  1: the operation is done at once; 0: its target may still have to admit it */
ARAUTO_EXPORT void arauto_race_carries_out(const arauto_race_operation_t* operation,
                                           int is_ready) ARAUTO_NOEXCEPT;
/** Ends the telling of an operation, which may still be under way.
 *  @param scope  what its request completes
 *  @param request  null: it has none; else one that completes it, which is given where it is zero
 */
ARAUTO_EXPORT void arauto_race_end(const arauto_race_operation_t* operation,
                                   arauto_flush_scope_t scope,
                                   arauto_request_t* request) ARAUTO_NOEXCEPT;

/** A flush that a front-end has carried out itself.
 *  @param rank  in the team, or ARAUTO_EVERY_RANK */
ARAUTO_EXPORT void
arauto_race_flushed(arauto_epochs_h epochs, int rank, arauto_flush_scope_t scope) ARAUTO_NOEXCEPT;

/** A message that this rank sends next: what it has done so far is before what `rank` does once it
 * has received that.
 *  @param rank  in the job
 *  @param channel  the messages of a channel between two ranks are received in order */
ARAUTO_EXPORT void arauto_race_send(int rank, uint64_t channel) ARAUTO_NOEXCEPT;
/** This rank has received the oldest message of a channel that it had not received.
 *  @param rank  that has sent it */
ARAUTO_EXPORT void arauto_race_receive(int rank, uint64_t channel) ARAUTO_NOEXCEPT;

/** A meeting of some ranks: what each does before it enters is before what each does once it has
 * left.
 *  @param meeting  a number of it, the same on all of its ranks
 *  @param count  how many meetings of that number there have been before */
ARAUTO_EXPORT void arauto_race_enter(uint64_t meeting, uint64_t count) ARAUTO_NOEXCEPT;
ARAUTO_EXPORT void arauto_race_leave(uint64_t meeting, uint64_t count) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
