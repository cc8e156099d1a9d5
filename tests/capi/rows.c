/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Short puts in a row, which a network may combine: of all lengths, one behind the other,
 * overlapping, to one rank or to several by turns. An operation that ends the row arrives after it,
 * the later of two overlapping puts wins, and a row that no operation ends arrives as well.
 */
#include "job.h"

#include "arauto/notify.h"
#include "arauto/spi/event.h"

#include <unistd.h>

enum { kZone = 96 << 10, kRounds = 60, kRowMax = 24, kRanksMax = 8 };
enum { kNotified, kPosted, kFenced, kRead, kLeft, kEnds };

static arauto_segment_h segment;
static arauto_notify_h notify;
static arauto_notify_h event;
static arauto_slot_t slot;
static unsigned char shadows[kRanksMax][kZone]; /* what each rank has put here */
static unsigned char mirrors[kRanksMax][kZone]; /* what this rank has put to each */
static int round_now;

/* The numbers of one writer's row to one reader: both go through the same. */
typedef struct {
    uint64_t numbers;
    size_t offset, bytes;
    unsigned char data[16 << 10];
} row_t;

static void begin_row(row_t* row, int writer, int reader) {
    row->numbers = mixed((uint64_t)round_now, (uint64_t)writer, (uint64_t)reader);
    row->offset = row->bytes = 0;
}

static void next_put(row_t* row) {
    static const size_t lengths[] = {1, 8, 8, 8, 100, 1024, 8192, 12000};
    const size_t end = row->offset + row->bytes;
    row->bytes = lengths[next_below(&row->numbers, sizeof lengths / sizeof *lengths)];
    const uint64_t way = next_below(&row->numbers, 4);
    if (way == 0 || end + row->bytes > kZone) { /* anywhere */
        row->offset = next_below(&row->numbers, kZone - row->bytes + 1);
    } else if (way == 1) { /* over the last */
        row->offset = row->offset + row->bytes <= kZone ? row->offset : 0;
    } else { /* behind it */
        row->offset = end;
    }
    for (size_t i = 0; i < row->bytes; ++i) {
        row->data[i] = (unsigned char)mixed(row->numbers, i, 0);
    }
}

static size_t puts_now(void) {
    return 1 + mixed((uint64_t)round_now, 1, 1) % kRowMax;
}

static size_t zone(int writer) {
    return (size_t)writer * kZone;
}

static void put_next(row_t* row, int reader) {
    next_put(row);
    CHECK_OK(arauto_put(segment, reader, zone(arauto_rank()) + row->offset, row->data, row->bytes));
    memset(row->data, 0, sizeof row->data); /* the source is ours again */
}

/* To one rank after the other, or to all by turns. */
static void put_rows(void) {
    static row_t rows[kRanksMax];
    const int ranks = arauto_size();
    const size_t puts = puts_now();
    for (int reader = 0; reader < ranks; ++reader) {
        begin_row(&rows[reader], arauto_rank(), reader);
    }
    for (size_t i = 0; i < puts * (size_t)ranks; ++i) {
        const size_t reader = round_now % 2 == 0 ? i / puts : i % (size_t)ranks;
        put_next(&rows[reader], (int)reader);
    }
}

/* The contents of the zone after the writer's rows. */
static void replay(int writer, int reader, unsigned char* shadow) {
    static row_t row;
    begin_row(&row, writer, reader);
    for (size_t i = puts_now(); i > 0; --i) {
        next_put(&row);
        memcpy(shadow + row.offset, row.data, row.bytes);
    }
}

static void check_zone(const unsigned char* got, const unsigned char* wanted, int rank) {
    for (size_t i = 0; i < kZone; ++i) {
        CHECK(got[i] == wanted[i], "round %d: byte %zu of rank %d is %d, not %d", round_now, i,
              rank, got[i], wanted[i]);
    }
}

static void end_rows(void) {
    const size_t word = (size_t)arauto_size() * kZone + (size_t)arauto_rank() * sizeof(uint64_t);
    const uint64_t value = (uint64_t)round_now;
    for (int reader = 0; reader < arauto_size(); ++reader) {
        if (round_now % kEnds == kNotified) {
            CHECK_OK(arauto_put_notify(segment, reader, word, &value, sizeof value, slot));
        } else if (round_now % kEnds == kPosted) {
            CHECK_OK(arauto_event_post(event, reader, 0));
        }
    }
    if (round_now % kEnds == kFenced) {
        arauto_flush(ARAUTO_EVERY_RANK);
        barrier();
    }
}

/* Without a call: the progress threads of the writers must send their rows. */
static void await_unended(void) {
    const unsigned char* const base = arauto_segment_base(segment);
    for (int writer = 0; writer < arauto_size(); ++writer) {
        while (memcmp(base + zone(writer), shadows[writer], kZone) != 0) {
            usleep(1000);
        }
    }
}

/* Waits until all rows to this rank are visible. */
static void await_rows(void) {
    const uint64_t ranks = (uint64_t)arauto_size();
    if (round_now % kEnds == kNotified) {
        CHECK_OK(arauto_notify_wait(notify, 0, ranks));
    } else if (round_now % kEnds == kPosted) {
        CHECK_OK(arauto_notify_wait(event, 0, ranks));
    } else if (round_now % kEnds == kLeft) {
        await_unended();
    }
}

/* A writer reads its own data before any other sign of it. */
static void read_back(void) {
    static unsigned char got[kZone];
    for (int reader = 0; reader < arauto_size(); ++reader) {
        CHECK_OK(arauto_get(segment, reader, zone(arauto_rank()), got, sizeof got));
        check_zone(got, mirrors[reader], reader);
    }
}

static void play(int number) {
    round_now = number;
    const int me = arauto_rank();
    for (int rank = 0; rank < arauto_size(); ++rank) {
        replay(rank, me, shadows[rank]);
        replay(me, rank, mirrors[rank]);
    }
    put_rows();
    end_rows();
    if (number % kEnds == kRead) {
        read_back();
        barrier();
    }
    await_rows();
    const unsigned char* const base = arauto_segment_base(segment);
    for (int writer = 0; writer < arauto_size(); ++writer) {
        check_zone(base + zone(writer), shadows[writer], writer);
    }
    barrier();
}

int main(void) {
    start();
    const size_t ranks = (size_t)arauto_size();
    CHECK(ranks <= kRanksMax, "it takes up to %d ranks", kRanksMax);
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), ranks * (kZone + 8), &segment));
    CHECK_OK(arauto_notify_create(arauto_team_world(), 1, &notify));
    CHECK_OK(arauto_notify_slot(notify, 0, &slot));
    CHECK_OK(arauto_notify_create(arauto_team_world(), 1, &event));
    memset(arauto_segment_base(segment), 0, ranks * (kZone + 8));
    barrier();
    for (int number = 0; number < kRounds; ++number) {
        play(number);
    }
    CHECK_OK(arauto_finalize());
    return 0;
}
