/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Atomics of every width and operation, all ranks on one word at a time; the bytes around the word
 * stay as they were.
 */
#include "job.h"

enum { kTurns = 5000, kWord = 16, kBytes = 64 };
static const int kWidths[] = {1, 2, 4, 8};

static arauto_segment_h segment;
static int width;

static uint64_t cut(uint64_t value) {
    return width == 8 ? value : value & ((UINT64_C(1) << (8 * width)) - 1);
}

static int64_t with_sign(uint64_t value) {
    const int shift = 64 - 8 * width;
    return (int64_t)(value << shift) >> shift;
}

static uint64_t load(void) {
    uint64_t value = ~UINT64_C(0);
    CHECK_OK(arauto_atomic_load(segment, 0, kWord, width, &value));
    CHECK(cut(value) == value, "%d bytes were loaded as %#llx", width, (unsigned long long)value);
    return value;
}

static uint64_t fetch(arauto_atomic_op_t op, uint64_t operand) {
    uint64_t old = ~UINT64_C(0);
    CHECK_OK(arauto_atomic_fetch(segment, 0, kWord, width, op, operand, &old));
    CHECK(cut(old) == old, "%d bytes were fetched as %#llx", width, (unsigned long long)old);
    return old;
}

static void begin(uint64_t value) {
    barrier();
    if (arauto_rank() == 0) {
        memset(arauto_segment_base(segment), 0xa5, kBytes);
    }
    barrier();
    CHECK_OK(arauto_atomic_store(segment, 0, kWord, width, value)); /* all store the same */
    CHECK(load() == cut(value), "stored %#llx, loaded another", (unsigned long long)value);
    barrier();
}

static void end(const char* what, uint64_t wanted) {
    barrier();
    CHECK(load() == cut(wanted), "%s of %d bytes made %#llx, expected %#llx", what, width,
          (unsigned long long)load(), (unsigned long long)cut(wanted));
    unsigned char around[kBytes];
    CHECK_OK(arauto_get(segment, 0, 0, around, sizeof around));
    for (int i = 0; i < kBytes; ++i) {
        CHECK((i >= kWord && i < kWord + width) || around[i] == 0xa5,
              "%s of %d bytes at %d changed byte %d", what, width, kWord, i);
    }
}

static uint64_t sum_over_ranks(uint64_t mine) {
    CHECK_OK(arauto_reduce(arauto_team_world(), &mine, 1, ARAUTO_UINT64, ARAUTO_SUM, -1));
    return mine;
}

static void add(void) {
    const uint64_t step = 3;
    const uint64_t first = ~UINT64_C(0) - 1000; /* wraps on the way */
    begin(first);
    uint64_t before = 0;
    for (int turn = 0; turn < kTurns; ++turn) {
        const uint64_t old = fetch(ARAUTO_ATOMIC_ADD, step) - first;
        CHECK(width < 8 || turn == 0 || old >= before + step, "a sum went back to %llu from %llu",
              (unsigned long long)old, (unsigned long long)before);
        before = old;
        CHECK_OK(arauto_atomic_fetch(segment, 0, kWord, width, ARAUTO_ATOMIC_ADD, 1, NULL));
    }
    end("adding", first + (uint64_t)arauto_size() * kTurns * (step + 1));
}

/* Each rank owns a bit, and finds it as it left it. */
static void bits(void) {
    const uint64_t bit = UINT64_C(1) << arauto_rank();
    const uint64_t high = UINT64_C(1) << (8 * width - 1);
    begin(high);
    for (int turn = 0; turn < kTurns; ++turn) {
        CHECK((fetch(ARAUTO_ATOMIC_OR, bit) & bit) == (arauto_rank() == 8 * width - 1 ? bit : 0),
              "its bit was set before");
        CHECK((fetch(ARAUTO_ATOMIC_XOR, bit) & bit) == bit, "its bit was not set");
        CHECK((fetch(ARAUTO_ATOMIC_XOR, bit) & bit) == 0, "its bit was not toggled");
        CHECK((fetch(ARAUTO_ATOMIC_AND, ~bit) & bit) == bit, "its bit was not toggled back");
        if (arauto_rank() == 8 * width - 1) {
            CHECK((fetch(ARAUTO_ATOMIC_OR, high) & high) == 0, "its bit was not cleared");
        }
    }
    end("bits", high);
}

/* Each value that is swapped in comes out exactly once. */
static void swap(void) {
    begin(0);
    uint64_t balance = 0;
    for (int turn = 0; turn < kTurns; ++turn) {
        const uint64_t given = cut(mixed(3, (uint64_t)arauto_rank(), (uint64_t)turn));
        balance += given;
        balance -= fetch(ARAUTO_ATOMIC_SWAP, given);
    }
    balance = sum_over_ranks(balance);
    CHECK(load() == balance, "swaps lost or doubled a value: %#llx is left, expected %#llx",
          (unsigned long long)load(), (unsigned long long)balance);
    end("swapping", balance);
}

static void extremes(arauto_atomic_op_t op, const char* what) {
    int64_t best = 5;
    begin((uint64_t)best);
    for (int turn = 0; turn < kTurns; ++turn) {
        for (int rank = 0; rank < arauto_size(); ++rank) {
            const uint64_t drawn = mixed(4, (uint64_t)rank, (uint64_t)turn) >> (turn % 60);
            const int64_t value = with_sign(drawn);
            best = (op == ARAUTO_ATOMIC_MIN ? value < best : value > best) ? value : best;
            if (rank == arauto_rank()) {
                fetch(op, drawn);
                const int64_t now = with_sign(load());
                CHECK(op == ARAUTO_ATOMIC_MIN ? now <= value : now >= value,
                      "%s: %lld is there after %lld", what, (long long)now, (long long)value);
            }
        }
    }
    end(what, (uint64_t)best);
}

static void compare_swap(void) {
    begin(7);
    uint64_t failures = 0;
    for (int turn = 0; turn < kTurns; ++turn) {
        uint64_t expected = load();
        for (;;) {
            uint64_t old = ~UINT64_C(0);
            CHECK_OK(
                arauto_atomic_compare_swap(segment, 0, kWord, width, expected, expected + 1, &old));
            if (old == expected) {
                break;
            }
            ++failures;
            expected = old;
        }
    }
    end("compare and swap", 7 + (uint64_t)arauto_size() * kTurns);
    CHECK(arauto_size() > 1 || failures == 0, "%llu swaps failed for a rank alone",
          (unsigned long long)failures);
}

int main(void) {
    start();
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), kBytes, &segment));
    for (size_t w = 0; w < sizeof kWidths / sizeof *kWidths; ++w) {
        width = kWidths[w];
        add();
        bits();
        swap();
        extremes(ARAUTO_ATOMIC_MIN, "minimum");
        extremes(ARAUTO_ATOMIC_MAX, "maximum");
        compare_swap();
    }
    CHECK_OK(arauto_segment_free(segment));
    return 0;
}
