/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For the archive that programs compiled with `arauto fc --check=race` link, and for the look that
 * is assembled into them: their own loads and stores. They look at the shadow themselves and call
 * this library where an access is not known there. What they look at lies at addresses that are
 * known when a program is compiled, so that an access of other memory costs three instructions.
 * For front-ends: operations of epochs that they carry out themselves, and messages beside this
 * library, by which ranks order their accesses. In a job that is not checked all calls do nothing.
 * An assembler reads the macros alone.
 */
#pragma once

/** The heaps of a checked job lie at addresses whose bits from here on are ARAUTO_RACE_WINDOW. */
#define ARAUTO_RACE_WINDOW_SHIFT 43
/** No heap of a job that is not checked lies there. */
#define ARAUTO_RACE_WINDOW 3
/** The address of the arauto_race_view_t of a process; at the end of these. */
#define ARAUTO_RACE_VIEW 0x1ffff0000000
/** Offset of arauto_race_view_t::to_word for reads. */
#define ARAUTO_RACE_TO_READ 0
/** Offset of arauto_race_view_t::to_word for writes. */
#define ARAUTO_RACE_TO_WRITTEN 8
/** Offset of arauto_race_view_t::now. */
#define ARAUTO_RACE_NOW 16
/** The bits of a word from here on are component and clock, its stamp. */
#define ARAUTO_RACE_STAMP_SHIFT 26
/** The bits of a word below these are its mask of bytes; those from here on its site. */
#define ARAUTO_RACE_SITE_SHIFT 8

#if !defined(__ASSEMBLER__)

#include "arauto/epoch.h"
#include "arauto/request.h"
#include "arauto/spi/trace.h"
#include "arauto/status.h"

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

/** The bits of a word from here on are its component. */
#define ARAUTO_RACE_COMPONENT_SHIFT 53

/** Entries of arauto_race_view_t::known. */
#define ARAUTO_RACE_KNOWN ((uint64_t)1 << 14)
/** The low bits of such an entry are the site of the access. */
#define ARAUTO_RACE_SITE_BITS 18

/** The knowledge of a process of the shadow and of its own place in time. */
typedef struct arauto_race_view {
    /** From the address of a cell of 8 bytes to that of its word: the last read, the last write. */
    uint64_t to_word[2];
    uint64_t now; /**< the stamp of the program's accesses now, and all bits of the mask */
    uint64_t met; /**< the stamp of its accesses when all images have last met */
    uint64_t is_touched; /**< 1: an access with the present stamp is in the shadow */
    uint64_t* known; /**< sites of accesses, by arauto_race_tag */
    uint64_t pending_first; /**< private memory that operations under way use lies from here on */
    uint64_t pending_bytes; /**< so far at most; 0: there is none */
} arauto_race_view_t;

/** The kinds of access. */
typedef enum arauto_race_access {
    ARAUTO_RACE_READ = 0,
    ARAUTO_RACE_WRITE = 1,
    ARAUTO_RACE_ATOMIC_READ = 2,
    ARAUTO_RACE_ATOMIC_WRITE = 3
} arauto_race_access_t;

/** An entry of arauto_race_view_t::known without its site. Its place there is `caller` modulo
 * ARAUTO_RACE_KNOWN.
 *  @param caller  the instruction behind the call that tells of the access
 *  @param access  its kind */
static inline uint64_t arauto_race_tag(uint64_t caller,
                                       arauto_race_access_t access) ARAUTO_NOEXCEPT {
    return caller / ARAUTO_RACE_KNOWN << (ARAUTO_RACE_SITE_BITS + 2) | (uint64_t)access
                                                                           << ARAUTO_RACE_SITE_BITS;
}

/** An access of the program, which need not be in a heap.
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

/** Operations of accumulates beside those that a front-end numbers itself. */
enum {
    ARAUTO_RACE_SWAP = 30, /**< compares and swaps */
    ARAUTO_RACE_NO_OPERATION = 31 /**< reads alone */
};

/** The kind of an accumulate, for arauto_race_use. Two of one place may be under way at a time
 * where both are of one type, and of one operation, or one of them is one of these two.
 *  @param op  below 30, or one of ARAUTO_RACE_
 *  @param type  below 64
 *  @param bytes  of an element */
ARAUTO_EXPORT unsigned
arauto_race_accumulate_kind(unsigned op, unsigned type, unsigned bytes) ARAUTO_NOEXCEPT;

/** An operation within an epoch that a front-end carries out. */
typedef struct arauto_race_operation {
    arauto_epochs_h epochs;
    uint64_t number; /**< 0: the job is not checked */
    arauto_recorded_op_t op; /**< what reports call it */
} arauto_race_operation_t;

/** Begins to tell of an operation. Its memory is told by arauto_race_use, then
 * arauto_race_carries_out is called before its bytes move, arauto_race_end behind.
 *  @param epochs  the object of its epoch
 *  @param rank  its target, in the team of the epochs
 *  @param op  what reports call it */
ARAUTO_EXPORT arauto_race_operation_t arauto_race_begin(arauto_epochs_h epochs,
                                                        int rank,
                                                        arauto_recorded_op_t op) ARAUTO_NOEXCEPT;
/** A part of the memory that an operation reads or writes.
 *  @param operation  of arauto_race_begin
 *  @param memory  its address in this process, in a heap or outside
 *  @param bytes  of it
 *  @param is_target  1: it is the target's memory; 0: this rank's own
 *  @param access  its kind
 *  @param kind  0, or of an accumulate */
ARAUTO_EXPORT void arauto_race_use(const arauto_race_operation_t* operation,
                                   const void* memory,
                                   size_t bytes,
                                   int is_target,
                                   arauto_race_access_t access,
                                   unsigned kind) ARAUTO_NOEXCEPT;
/** All memory is known, and the bytes move next. Until arauto_race_end calls of this library by
 * this thread are part of the operation.
 *  @param operation  of arauto_race_begin
 *  @param is_ready  1: the operation is done at once; 0: its target may still have to admit it */
ARAUTO_EXPORT void arauto_race_carries_out(const arauto_race_operation_t* operation,
                                           int is_ready) ARAUTO_NOEXCEPT;
/** Ends the telling of an operation, which may still be under way.
 *  @param operation  of arauto_race_begin
 *  @param scope  what its request completes
 *  @param request  null: it has none; else one that completes it, which is given where it is zero
 */
ARAUTO_EXPORT void arauto_race_end(const arauto_race_operation_t* operation,
                                   arauto_flush_scope_t scope,
                                   arauto_request_t* request) ARAUTO_NOEXCEPT;

/** A flush that a front-end has carried out itself.
 *  @param epochs  whose operations it completes
 *  @param rank  in the team, or ARAUTO_EVERY_RANK
 *  @param scope  here or there */
ARAUTO_EXPORT void
arauto_race_flushed(arauto_epochs_h epochs, int rank, arauto_flush_scope_t scope) ARAUTO_NOEXCEPT;

/** A message that this rank sends next: what it has done so far is before what `rank` does once it
 * has received that.
 *  @param rank  in the job
 *  @param channel  the messages of a channel between two ranks are received in order */
ARAUTO_EXPORT void arauto_race_send(int rank, uint64_t channel) ARAUTO_NOEXCEPT;
/** This rank has received the oldest message of a channel that it had not received.
 *  @param rank  that has sent it
 *  @param channel  as its sender named it */
ARAUTO_EXPORT void arauto_race_receive(int rank, uint64_t channel) ARAUTO_NOEXCEPT;

/** This rank comes to a meeting of some ranks: what each does before it enters is before what each
 * does once it has left.
 *  @param meeting  a number of it, the same on all of its ranks
 *  @param count  how many meetings of that number there have been before */
ARAUTO_EXPORT void arauto_race_enter(uint64_t meeting, uint64_t count) ARAUTO_NOEXCEPT;
/** All ranks of a meeting have entered it, and this one goes on.
 *  @param meeting  as arauto_race_enter was told
 *  @param count  the same */
ARAUTO_EXPORT void arauto_race_leave(uint64_t meeting, uint64_t count) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif

#endif
