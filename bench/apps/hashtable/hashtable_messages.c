/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The two-sided variants: messages of one or more keys to their owner, which polls for them. A
 * message with the tag CLOSE says how many keys its sender has sent to that owner.
 */
#include "hashtable_messages.h"

#include "hashtable_mpi.h"

enum { RECEIVES = 64, SENDS = 64, INSERT = 0, CLOSE = 1 };

/* Keys for one owner that wait until they fill a message. */
typedef struct outbox {
    uint64_t keys[KEYS_MAX];
    int count;
    uint64_t sent; /* in this batch */
} outbox_t;

static uint64_t received[RECEIVES][KEYS_MAX];
static MPI_Request receives[RECEIVES]; /* persistent */
static int next_receive;
static uint64_t sent[SENDS][KEYS_MAX];
static MPI_Request sends[SENDS];
static int next_send;
static outbox_t* outboxes;

/* Counts of this batch. */
static uint64_t inserted; /* keys that others have sent */
static uint64_t announced; /* keys that they have said they sent */
static int closed; /* of how many other ranks all is known */

cell_t* variant_begin(const hashtable_t* table) {
    outboxes = calloc((size_t)table->ranks, sizeof *outboxes);
    for (int i = 0; i < SENDS; ++i) {
        sends[i] = MPI_REQUEST_NULL;
    }
    for (int i = 0; i < RECEIVES; ++i) {
        MPI_Recv_init(received[i], sizeof received[i], MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG,
                      MPI_COMM_WORLD, &receives[i]);
    }
    MPI_Startall(RECEIVES, receives);
    return malloc(hashtable_bytes(table));
}

void variant_clear(const hashtable_t* table) {
    memset(outboxes, 0, (size_t)table->ranks * sizeof *outboxes);
    inserted = announced = 0;
    closed = 0;
}

/* Takes what has come. The oldest receive is matched first, so one test says whether there is any.
 */
static void poll_messages(const hashtable_t* table, cell_t* part) {
    for (;;) {
        int is_here;
        MPI_Status status;
        MPI_Test(&receives[next_receive], &is_here, &status);
        if (!is_here) {
            return;
        }
        const uint64_t* const keys = received[next_receive];
        int bytes;
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        const int count = bytes / (int)sizeof *keys;
        if (status.MPI_TAG == CLOSE) {
            announced += keys[0];
            ++closed;
        } else {
            for (int i = 0; i < count; ++i) {
                hashtable_insert(table, part, keys[i]);
            }
            inserted += (uint64_t)count;
        }
        MPI_Start(&receives[next_receive]);
        next_receive = (next_receive + 1) % RECEIVES;
    }
}

/* Polls until the oldest send has gone. */
static void send_words(const hashtable_t* table, cell_t* part, int rank, int tag, int count) {
    const uint64_t* const words = tag == CLOSE ? &outboxes[rank].sent : outboxes[rank].keys;
    int is_gone = 0;
    do {
        poll_messages(table, part);
        MPI_Test(&sends[next_send], &is_gone, MPI_STATUS_IGNORE);
    } while (!is_gone);
    memcpy(sent[next_send], words, (size_t)count * sizeof *words);
    MPI_Isend(sent[next_send], count * (int)sizeof *words, MPI_BYTE, rank, tag, MPI_COMM_WORLD,
              &sends[next_send]);
    next_send = (next_send + 1) % SENDS;
}

static void send_keys(const hashtable_t* table, cell_t* part, int rank) {
    outbox_t* const outbox = &outboxes[rank];
    outbox->sent += (uint64_t)outbox->count;
    send_words(table, part, rank, INSERT, outbox->count);
    outbox->count = 0;
}

void variant_insert_all(const hashtable_t* table, cell_t* part) {
    for (uint64_t i = 0; i < table->inserts; ++i) {
        const uint64_t key = hashtable_key(table->me, i);
        const int owner = hashtable_place(table, key).rank;
        outbox_t* const outbox = &outboxes[owner];
        if (owner == table->me) {
            hashtable_insert(table, part, key);
            continue;
        }
        outbox->keys[outbox->count++] = key;
        if (outbox->count == keys_of_message) {
            send_keys(table, part, owner);
        }
    }
    for (int rank = 0; rank < table->ranks; ++rank) {
        if (rank != table->me) {
            send_keys(table, part, rank);
            send_words(table, part, rank, CLOSE, 1);
        }
    }
    while (closed < table->ranks - 1 || inserted < announced) {
        poll_messages(table, part);
    }
}

void variant_end(cell_t* part) {
    for (int i = 0; i < SENDS; ++i) {
        MPI_Wait(&sends[i], MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < RECEIVES; ++i) {
        MPI_Cancel(&receives[i]);
        MPI_Wait(&receives[i], MPI_STATUS_IGNORE);
        MPI_Request_free(&receives[i]);
    }
    free(outboxes);
    free(part);
}
