/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Every kind of operation in an epoch that cannot begin yet, so that all are recorded, and looked
 * at by value once it is complete. Rank 0 is late: it holds its own lock, or has not posted, or not
 * called the fence. The others work on words of their own at rank 0. Datatypes are freed at once.
 * epochs_recorded WINDOW: allocate (default), create, dynamic or shared.
 */
#include "epochs.h"

enum { kSmall = 48, kLarge = 12500 };
enum { kPut = kSmall, kAdded = kPut + kLarge, kGot = kAdded + 2 * kLarge, kRegion = kGot + kLarge };
/* longs of each rank at rank 0: words for one operation each, and large parts */

static MPI_Win late; /* the window of this test */
static long* base;
static MPI_Aint first_displacement; /* of a dynamic window: an address */
static int unit = 1; /* a dynamic window counts bytes */
static long results[16];
static long sent[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static long many[kLarge], got[kLarge], old[kLarge];
static MPI_Request single[4]; /* of Rput, ... */

static MPI_Aint displacement(int word) {
    return first_displacement + (MPI_Aint)(rank * kRegion + word) * unit;
}

/* The value of the word before the epoch. */
static long initial(int owner, int word) {
    return 1000L * owner + word;
}

static void puts_and_gets(void) {
    MPI_Datatype columns, blocks;
    int lengths[2] = {2, 1}, displacements[2] = {0, 4};
    MPI_Type_vector(3, 1, 2, MPI_LONG, &columns); /* words 0, 2, 4 */
    MPI_Type_indexed(2, lengths, displacements, MPI_LONG, &blocks); /* words 0, 1, 4 */
    MPI_Type_commit(&columns);
    MPI_Type_commit(&blocks);
    OK(MPI_Put(sent, 1, MPI_LONG, 0, displacement(0), 1, MPI_LONG, late));
    OK(MPI_Put(sent, 1, columns, 0, displacement(1), 3, MPI_LONG, late));
    OK(MPI_Put(sent + 3, 3, MPI_LONG, 0, displacement(4), 1, columns, late));
    OK(MPI_Put(sent, 1, columns, 0, displacement(10), 1, blocks, late));
    OK(MPI_Get(results, 1, MPI_LONG, 0, displacement(15), 1, MPI_LONG, late));
    OK(MPI_Get(results + 1, 1, columns, 0, displacement(16), 1, blocks, late)); /* 1, 3, 5 */
    MPI_Type_free(&columns);
    MPI_Type_free(&blocks);
}

/* More than goes with a record, and of more pieces. */
static void large_operations(void) {
    MPI_Datatype pairs;
    MPI_Type_vector(kLarge / 2, 1, 2, MPI_LONG, &pairs);
    MPI_Type_commit(&pairs);
    OK(MPI_Put(many, kLarge, MPI_LONG, 0, displacement(kPut), kLarge, MPI_LONG, late));
    OK(MPI_Accumulate(many, 1, pairs, 0, displacement(kAdded), 1, pairs, MPI_SUM, late));
    OK(MPI_Get_accumulate(many, kLarge, MPI_LONG, old, kLarge, MPI_LONG, 0,
                          displacement(kAdded + kLarge), kLarge, MPI_LONG, MPI_SUM, late));
    OK(MPI_Get(got, kLarge / 2, MPI_LONG, 0, displacement(kGot), 1, pairs, late));
    MPI_Type_free(&pairs);
}

static void check_large(void) {
    for (int i = 0; i < kLarge; ++i) {
        CHECK(old[i] == initial(rank, kAdded + kLarge + i), "old value %d is %ld", i, old[i]);
        CHECK(i >= kLarge / 2 || got[i] == initial(rank, kGot + 2 * i), "value %d is %ld", i,
              got[i]);
    }
}

static void check_large_at_target(int owner, const long* word) {
    for (int i = 0; i < kLarge; ++i) {
        const long sent_there = 7L * owner + i;
        const int added = kAdded + i, also = kAdded + kLarge + i;
        CHECK(word[kPut + i] == sent_there, "long %d of rank %d is %ld", i, owner, word[kPut + i]);
        CHECK(word[added] == initial(owner, added) + (i % 2 == 0 ? sent_there : 0),
              "sum %d of rank %d is %ld", i, owner, word[added]);
        CHECK(word[also] == initial(owner, also) + sent_there, "sum %d of rank %d is %ld", i, owner,
              word[also]);
    }
}

static void check_puts_and_gets(void) {
    CHECK(results[0] == initial(rank, 15), "%ld", results[0]);
    CHECK(results[1] == initial(rank, 16) && results[3] == initial(rank, 17) &&
              results[5] == initial(rank, 20),
          "%ld %ld %ld", results[1], results[3], results[5]);
}

static void check_puts_at_target(int owner, const long* word) {
    static const struct {
        int word;
        long value;
    } kPut[] = {{0, 1}, {1, 1}, {2, 3}, {3, 5}, {4, 4}, {6, 5}, {8, 6}, {10, 1}, {11, 3}, {14, 5}};
    for (size_t i = 0; i < sizeof kPut / sizeof kPut[0]; ++i) {
        CHECK(word[kPut[i].word] == kPut[i].value, "word %d of rank %d is %ld", kPut[i].word, owner,
              word[kPut[i].word]);
    }
    CHECK(word[5] == initial(owner, 5) && word[12] == initial(owner, 12), "a gap was written to");
}

static void accumulates(void) {
    static const double half = 0.5;
    static const long mask = 12, add = 100, large = 1000000;
    static const long wrong_guess = -1;
    static long guess;
    MPI_Datatype columns;
    guess = initial(rank, 31);
    MPI_Type_vector(3, 1, 2, MPI_LONG, &columns);
    MPI_Type_commit(&columns);
    OK(MPI_Accumulate(&add, 1, MPI_LONG, 0, displacement(21), 1, MPI_LONG, MPI_SUM, late));
    OK(MPI_Accumulate(&add, 1, MPI_LONG, 0, displacement(21), 1, MPI_LONG, MPI_SUM, late));
    OK(MPI_Accumulate(&large, 1, MPI_LONG, 0, displacement(22), 1, MPI_LONG, MPI_MAX, late));
    OK(MPI_Accumulate(&add, 1, MPI_LONG, 0, displacement(23), 1, MPI_LONG, MPI_REPLACE, late));
    OK(MPI_Accumulate(&mask, 1, MPI_LONG, 0, displacement(24), 1, MPI_LONG, MPI_BAND, late));
    OK(MPI_Accumulate(&half, 1, MPI_DOUBLE, 0, displacement(25), 1, MPI_DOUBLE, MPI_REPLACE, late));
    OK(MPI_Accumulate(&half, 1, MPI_DOUBLE, 0, displacement(25), 1, MPI_DOUBLE, MPI_SUM, late));
    OK(MPI_Accumulate(sent, 1, columns, 0, displacement(26), 3, MPI_LONG, MPI_SUM, late));
    MPI_Type_free(&columns);
    OK(MPI_Get_accumulate(&add, 1, MPI_LONG, results + 6, 1, MPI_LONG, 0, displacement(29), 1,
                          MPI_LONG, MPI_SUM, late));
    OK(MPI_Get_accumulate(NULL, 0, MPI_LONG, results + 7, 1, MPI_LONG, 0, displacement(29), 1,
                          MPI_LONG, MPI_NO_OP, late)); /* same word: in order */
    OK(MPI_Fetch_and_op(&add, results + 8, MPI_LONG, 0, displacement(30), MPI_SUM, late));
    OK(MPI_Fetch_and_op(NULL, results + 9, MPI_LONG, 0, displacement(30), MPI_NO_OP, late));
    OK(MPI_Compare_and_swap(&add, &guess, results + 10, MPI_LONG, 0, displacement(31), late));
    OK(MPI_Compare_and_swap(&add, &wrong_guess, results + 11, MPI_LONG, 0, displacement(32), late));
}

static void check_accumulates(void) {
    static const struct {
        int result, word;
        long more;
    } kOld[] = {{6, 29, 0}, {7, 29, 100}, {8, 30, 0}, {9, 30, 100}, {10, 31, 0}, {11, 32, 0}};
    for (size_t i = 0; i < sizeof kOld / sizeof kOld[0]; ++i) {
        const long right_value = initial(rank, kOld[i].word) + kOld[i].more;
        CHECK(results[kOld[i].result] == right_value, "result %d is %ld, not %ld", kOld[i].result,
              results[kOld[i].result], right_value);
    }
}

static void check_accumulates_at_target(int owner, const long* word) {
    double sum;
    memcpy(&sum, &word[25], sizeof sum);
    CHECK(word[21] == initial(owner, 21) + 200, "sum %ld", word[21]);
    CHECK(word[22] == 1000000, "max %ld", word[22]);
    CHECK(word[23] == 100, "replace %ld", word[23]);
    CHECK(word[24] == (initial(owner, 24) & 12), "and %ld", word[24]);
    CHECK(sum == 1.0, "sum of doubles %g", sum);
    CHECK(word[26] == initial(owner, 26) + 1 && word[27] == initial(owner, 27) + 3 &&
              word[28] == initial(owner, 28) + 5,
          "vector sum %ld %ld %ld", word[26], word[27], word[28]);
    CHECK(word[29] == initial(owner, 29) + 100, "get_accumulate %ld", word[29]);
    CHECK(word[30] == initial(owner, 30) + 100, "fetch_and_op %ld", word[30]);
    CHECK(word[31] == 100, "a swap that fits: %ld", word[31]);
    CHECK(word[32] == initial(owner, 32), "a swap that does not: %ld", word[32]);
}

/* With requests, and counted: in epochs of passive targets. */
static void passive_operations(void) {
    static const long add = 5;
    OK(MPI_Rput(sent + 7, 1, MPI_LONG, 0, displacement(33), 1, MPI_LONG, late, &single[0]));
    OK(MPI_Rget(results + 12, 1, MPI_LONG, 0, displacement(34), 1, MPI_LONG, late, &single[1]));
    OK(MPI_Raccumulate(&add, 1, MPI_LONG, 0, displacement(35), 1, MPI_LONG, MPI_SUM, late,
                       &single[2]));
    OK(MPI_Rget_accumulate(&add, 1, MPI_LONG, results + 13, 1, MPI_LONG, 0, displacement(36), 1,
                           MPI_LONG, MPI_SUM, late, &single[3]));
    OK(MPIX_Put_notify(sent + 5, 1, MPI_LONG, 0, displacement(37), 1, MPI_LONG, 0, late));
    OK(MPIX_Accumulate_notify(&add, 1, MPI_LONG, 0, displacement(38), 1, MPI_LONG, MPI_SUM, 0,
                              late));
    for (int i = 0; i < 4; ++i) {
        CHECK(!is_complete(&single[i]), "request %d is complete before the lock was granted", i);
    }
}

static void check_passive(void) {
    CHECK(results[12] == initial(rank, 34), "%ld", results[12]);
    CHECK(results[13] == initial(rank, 36), "%ld", results[13]);
}

static void check_passive_at_target(int owner, const long* word) {
    CHECK(word[33] == 8 && word[34] == initial(owner, 34), "%ld %ld", word[33], word[34]);
    CHECK(word[35] == initial(owner, 35) + 5 && word[36] == initial(owner, 36) + 5, "%ld %ld",
          word[35], word[36]);
    CHECK(word[37] == 6 && word[38] == initial(owner, 38) + 5, "%ld %ld", word[37], word[38]);
}

static void record(int is_passive) {
    memset(results, 0, sizeof results);
    puts_and_gets();
    large_operations();
    accumulates();
    OK(MPIX_Put_notify_tag(sent, 2, MPI_LONG, 0, displacement(40), 2, MPI_LONG, late, rank));
    if (is_passive) {
        passive_operations();
    }
}

/* Before the others begin; all meet behind it. */
static void fill_words(void) {
    for (int owner = 1; rank == 0 && owner < size; ++owner) {
        for (int word = 0; word < kRegion; ++word) {
            base[owner * kRegion + word] = initial(owner, word);
        }
    }
    for (int i = 0; i < kLarge; ++i) {
        many[i] = 7L * rank + i;
    }
}

static MPI_Count counter(void) {
    MPI_Count found = -1;
    OK(MPIX_Win_get_notify_value(late, 0, &found));
    return found;
}

/* Rank 0, while it is late: nothing has come. */
static void nothing_has_come(MPI_Count counted_before) {
    int flag = 1;
    CHECK(counter() == counted_before, "a notification came before the epoch could begin");
    OK(MPIX_Iprobe_notify(late, MPI_ANY_SOURCE, MPI_ANY_TAG, &flag, MPI_STATUS_IGNORE));
    CHECK(!flag, "a tag came before the epoch could begin");
    for (int owner = 1; owner < size; ++owner) {
        const volatile long* const word = base + (size_t)owner * kRegion;
        CHECK(word[0] == initial(owner, 0) && word[21] == initial(owner, 21), "an early value");
    }
}

static void check_tags(void) {
    for (int owner = 1; owner < size; ++owner) {
        MPI_Request request;
        MPI_Status status;
        int number = 0;
        OK(MPIX_Notify_init(late, owner, owner, 1, &request));
        OK(MPI_Start(&request));
        OK(MPI_Wait(&request, &status));
        OK(MPI_Request_free(&request));
        MPI_Get_count(&status, MPI_LONG, &number);
        CHECK(number == 2, "the tagged put of rank %d had %d longs", owner, number);
        CHECK(base[(size_t)owner * kRegion + 40] == 1, "it is not there");
    }
}

static void check_at_target(int is_passive) {
    for (int owner = 1; owner < size; ++owner) {
        const long* const word = base + (size_t)owner * kRegion;
        check_puts_at_target(owner, word);
        check_large_at_target(owner, word);
        check_accumulates_at_target(owner, word);
        if (is_passive) {
            check_passive_at_target(owner, word);
        }
    }
    check_tags();
}

static void check_at_origin(MPI_Request* closed, int is_passive) {
    CHECK(!is_complete(closed), "complete before rank 0 let it begin");
    raise_flag(0);
    finish(closed);
    check_puts_and_gets();
    check_large();
    check_accumulates();
    if (is_passive) {
        OK(MPI_Waitall(4, single, MPI_STATUSES_IGNORE));
        check_passive();
    }
}

static void behind_a_lock(int is_all, int due) {
    MPI_Request request;
    fill_words();
    if (rank == 0) {
        const MPI_Count before = counter();
        OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, late));
        barrier();
        compute_until(0, due);
        nothing_has_come(before);
        OK(MPI_Win_unlock(0, late));
        barrier();
        CHECK(counter() == before + 2 * (size - 1), "%ld", (long)(counter() - before));
        check_at_target(1);
    } else {
        barrier();
        OK(is_all ? MPIX_Win_ilock_all(0, late, &request)
                  : MPIX_Win_ilock(MPI_LOCK_SHARED, 0, 0, late, &request));
        give_up(&request);
        record(1);
        OK(is_all ? MPIX_Win_iunlock_all(late, &request) : MPIX_Win_iunlock(0, late, &request));
        check_at_origin(&request, 1);
        barrier();
    }
    barrier();
}

static void behind_a_post(int due) {
    MPI_Group group;
    MPI_Request request;
    int others[64];
    fill_words();
    barrier();
    if (rank == 0) {
        const MPI_Count before = counter();
        for (int i = 1; i < size; ++i) {
            others[i - 1] = i;
        }
        compute_until(0, due);
        nothing_has_come(before);
        MPI_Group_incl(world, size - 1, others, &group);
        OK(MPI_Win_post(group, 0, late));
        OK(MPI_Win_wait(late));
        check_at_target(0);
    } else {
        const int target = 0;
        MPI_Group_incl(world, 1, &target, &group);
        OK(MPIX_Win_istart(group, 0, late, &request));
        finish(&request);
        record(0);
        OK(MPIX_Win_icomplete(late, &request));
        check_at_origin(&request, 0);
    }
    MPI_Group_free(&group);
    barrier();
}

static void behind_a_fence(int due) {
    MPI_Request request;
    fill_words();
    barrier();
    if (rank == 0) {
        compute_until(0, due);
        nothing_has_come(counter());
        OK(MPI_Win_fence(MPI_MODE_NOPRECEDE, late));
        OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, late));
        check_at_target(0);
    } else {
        OK(MPIX_Win_ifence(MPI_MODE_NOPRECEDE, late, &request));
        finish(&request);
        record(0);
        OK(MPIX_Win_ifence(MPI_MODE_NOSUCCEED, late, &request));
        check_at_origin(&request, 0);
    }
    barrier();
}

/* The window has its words at rank 0 alone. */
static void make(const char* kind, long* memory, MPI_Aint bytes) {
    if (strcmp(kind, "create") == 0) {
        base = memory;
        OK(MPI_Win_create(memory, bytes, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &late));
    } else if (strcmp(kind, "dynamic") == 0) {
        base = memory;
        unit = sizeof(long);
        OK(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &late));
        if (rank == 0) {
            OK(MPI_Win_attach(late, memory, bytes));
            MPI_Get_address(memory, &first_displacement);
        }
        MPI_Bcast(&first_displacement, 1, MPI_AINT, 0, MPI_COMM_WORLD);
    } else if (strcmp(kind, "shared") == 0) {
        OK(MPI_Win_allocate_shared(bytes, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                                   &late));
    } else {
        OK(MPI_Win_allocate(bytes, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &late));
    }
    OK(MPI_Win_set_errhandler(late, MPI_ERRORS_RETURN));
    OK(MPIX_Win_set_num_notify(late, MPI_INFO_NULL, 1));
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    set_up();
    CHECK(size > 1, "this test needs two processes");
    const char* const kind = argc > 1 ? argv[1] : "allocate";
    const MPI_Aint bytes = rank == 0 ? (MPI_Aint)sizeof(long) * size * kRegion : 0;
    long* const memory = malloc((size_t)bytes + 1);
    make(kind, memory, bytes);
    const int others = size - 1;
    behind_a_lock(0, others);
    behind_a_lock(1, 2 * others);
    behind_a_post(3 * others);
    behind_a_fence(4 * others);
    OK(MPI_Win_free(&late));
    free(memory);
    return clean_up();
}
