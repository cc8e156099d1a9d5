/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Every operation between start and complete, from every process to every process, itself too. The
 * targets post before the operations, behind all of them, or at any time: an operation that comes
 * before the post is recorded, and later done by its origin or by a process that waits.
 *
 * recorded KIND [ROUNDS]: where the window's memory lies. private, heap (MPI_Alloc_mem), allocate,
 * shared, shared_gaps, dynamic, dynamic_heap; large (beyond 2 GiB); create_c, allocate_c, shared_c:
 * made by the calls with large displacement units. ROUNDS instead of 4, where each operation needs
 * its target's processor.
 */
#define _GNU_SOURCE
#include "job.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

/* Words (longs) that each origin has at each target: for single operations; then a long put, a long
 * accumulate and a long Get_accumulate, whose data does not go with the record. */
enum { kWords = 80, kLong = 2000, kMixed = kWords + 3 * kLong, kRanksMax = 8 };
/* Words for types that have gaps or several parts, from kMixed on. The last are so many that their
 * description does not go with the record. */
enum {
    kMost = kMixed, /* a double and an int: MPI_MAXLOC */
    kLeast = kMixed + 2, /* the same with a result: MPI_MINLOC */
    kTwo = kMixed + 4, /* two ints: MPI_MINLOC */
    kTwoFetched = kMixed + 5,
    kLongest = kMixed + 6, /* a long and an int: MPI_MAXLOC */
    kComplex = kMixed + 8,
    kDouble = kMixed + 10,
    kStructs = kMixed + 12, /* three words from one to the next */
    kScattered = 450,
    kPlaces = 3 * kScattered, /* words over which they are scattered */
    kScatteredPut = kMixed + 20,
    kScatteredSum = kScatteredPut + kPlaces,
    kRegion = kScatteredSum + kPlaces
};
enum { kBeyond = 1 << 28 }; /* words of a large window before those: 2 GiB */

typedef int Create(void*, MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, MPI_Win*);
typedef int Allocate(MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, void*, MPI_Win*);

struct DoubleInt {
    double value;
    int at;
};
struct LongInt {
    long value;
    int at;
};
struct Two {
    int value, at;
};
struct Mixed {
    int first;
    double second;
};

/* The origin's buffers for one target. They are valid until the epoch is complete. */
struct Buffers {
    long put, three[3], got, got_three[3], add[3], old[2], old_three[5], fetched[2], swapped[2];
    long fits, wrong;
    int little;
    long many[kLong], old_many[kLong];
    struct DoubleInt most, least, old_least;
    struct Two two, two_fetched;
    struct LongInt longest;
    struct Mixed mixed[2];
    double complex_number[2], real_number;
    long scattered[kScattered], old_scattered[kScattered];
};

static struct Buffers buffers[kRanksMax];
static MPI_Comm comm; /* of the window */
static int me, members;
static MPI_Win win;
static long* words; /* this process's */
static MPI_Aint bytes_of_words;
static MPI_Aint start_of[kRanksMax]; /* displacements of the words */
static int step = 1; /* displacement of the next word */
static MPI_Datatype column; /* words 0, 2 and 4 */
static MPI_Datatype struct_there; /* struct Mixed, the next one three words on */
static MPI_Datatype struct_here; /* the same without a gap behind it */
static MPI_Datatype scattered; /* irregular, so that no vector describes it */

static int place(int i) {
    return 3 * i + i % 3 / 2;
}

static void make_types(void) {
    MPI_Type_vector(3, 1, 2, MPI_LONG, &column);
    MPI_Type_commit(&column);
    const int lengths[2] = {1, 1};
    const MPI_Aint starts[2] = {offsetof(struct Mixed, first), offsetof(struct Mixed, second)};
    MPI_Datatype parts[2] = {MPI_INT, MPI_DOUBLE}, packed;
    MPI_Type_create_struct(2, lengths, starts, parts, &packed);
    MPI_Type_create_resized(packed, 0, 3 * sizeof(long), &struct_there);
    MPI_Type_create_resized(packed, 0, sizeof(struct Mixed), &struct_here);
    MPI_Type_free(&packed);
    MPI_Type_commit(&struct_there);
    MPI_Type_commit(&struct_here);
    int places[kScattered];
    for (int i = 0; i < kScattered; ++i) {
        places[i] = place(i);
    }
    MPI_Type_create_indexed_block(kScattered, 1, places, MPI_LONG, &scattered);
    MPI_Type_commit(&scattered);
}

static void free_types(void) {
    MPI_Type_free(&column);
    MPI_Type_free(&struct_there);
    MPI_Type_free(&struct_here);
    MPI_Type_free(&scattered);
}

static long initial(int target, int origin, int word) {
    return 1000000L * (target + 1) + 10000L * origin + word;
}

static MPI_Aint at(int target, int word) {
    return start_of[target] + (MPI_Aint)(me * kRegion + word) * step;
}

static void moves(int target, struct Buffers* b) {
    OK(MPI_Put(&b->put, 1, MPI_LONG, target, at(target, 0), 1, MPI_LONG, win));
    OK(MPI_Put(b->three, 3, MPI_LONG, target, at(target, 1), 1, column, win));
    OK(MPI_Get(&b->got, 1, MPI_LONG, target, at(target, 10), 1, MPI_LONG, win));
    OK(MPI_Get(b->got_three, 3, MPI_LONG, target, at(target, 11), 1, column, win));
    OK(MPI_Put(b->many, kLong, MPI_LONG, target, at(target, kWords), kLong, MPI_LONG, win));
}

static const struct {
    MPI_Op op;
    int word;
} kOperations[] = {{MPI_SUM, 40},  {MPI_PROD, 41}, {MPI_MIN, 42},    {MPI_MAX, 43},
                   {MPI_BAND, 44}, {MPI_BOR, 45},  {MPI_BXOR, 46},   {MPI_LAND, 47},
                   {MPI_LOR, 48},  {MPI_LXOR, 49}, {MPI_REPLACE, 50}};
enum { kOperationCount = sizeof kOperations / sizeof kOperations[0] };

static void accumulates(int target, struct Buffers* b) {
    for (int i = 0; i < kOperationCount; ++i) {
        OK(MPI_Accumulate(b->add, 1, MPI_LONG, target, at(target, kOperations[i].word), 1, MPI_LONG,
                          kOperations[i].op, win));
    }
    OK(MPI_Accumulate(b->add, 2, MPI_LONG, target, at(target, 52), 2, MPI_LONG, MPI_SUM, win));
    OK(MPI_Accumulate(b->add, 3, MPI_LONG, target, at(target, 54), 1, column, MPI_SUM, win));
    OK(MPI_Accumulate(&b->little, 1, MPI_INT, target, at(target, 60), 1, MPI_INT, MPI_SUM, win));
    OK(MPI_Accumulate(b->many, kLong, MPI_LONG, target, at(target, kWords + kLong), kLong, MPI_LONG,
                      MPI_SUM, win));
}

static void fetches(int target, struct Buffers* b) {
    OK(MPI_Get_accumulate(b->add, 1, MPI_LONG, &b->old[0], 1, MPI_LONG, target, at(target, 62), 1,
                          MPI_LONG, MPI_SUM, win));
    OK(MPI_Get_accumulate(NULL, 0, MPI_LONG, &b->old[1], 1, MPI_LONG, target, at(target, 63), 1,
                          MPI_LONG, MPI_NO_OP, win));
    OK(MPI_Get_accumulate(b->add, 3, MPI_LONG, b->old_three, 1, column, target, at(target, 64), 1,
                          column, MPI_SUM, win));
    OK(MPI_Fetch_and_op(b->add, &b->fetched[0], MPI_LONG, target, at(target, 70), MPI_SUM, win));
    OK(MPI_Fetch_and_op(NULL, &b->fetched[1], MPI_LONG, target, at(target, 71), MPI_NO_OP, win));
    OK(MPI_Compare_and_swap(b->add, &b->fits, &b->swapped[0], MPI_LONG, target, at(target, 72),
                            win));
    OK(MPI_Compare_and_swap(b->add, &b->wrong, &b->swapped[1], MPI_LONG, target, at(target, 73),
                            win));
    OK(MPI_Get_accumulate(b->many, kLong, MPI_LONG, b->old_many, kLong, MPI_LONG, target,
                          at(target, kWords + 2 * kLong), kLong, MPI_LONG, MPI_SUM, win));
}

static void mixed_types(int target, struct Buffers* b) {
    OK(MPI_Accumulate(&b->most, 1, MPI_DOUBLE_INT, target, at(target, kMost), 1, MPI_DOUBLE_INT,
                      MPI_MAXLOC, win));
    OK(MPI_Get_accumulate(&b->least, 1, MPI_DOUBLE_INT, &b->old_least, 1, MPI_DOUBLE_INT, target,
                          at(target, kLeast), 1, MPI_DOUBLE_INT, MPI_MINLOC, win));
    OK(MPI_Accumulate(&b->two, 1, MPI_2INT, target, at(target, kTwo), 1, MPI_2INT, MPI_MINLOC,
                      win));
    OK(MPI_Fetch_and_op(&b->two, &b->two_fetched, MPI_2INT, target, at(target, kTwoFetched),
                        MPI_MAXLOC, win));
    OK(MPI_Accumulate(&b->longest, 1, MPI_LONG_INT, target, at(target, kLongest), 1, MPI_LONG_INT,
                      MPI_MAXLOC, win));
    OK(MPI_Accumulate(b->complex_number, 1, MPI_C_DOUBLE_COMPLEX, target, at(target, kComplex), 1,
                      MPI_C_DOUBLE_COMPLEX, MPI_PROD, win));
    OK(MPI_Accumulate(&b->real_number, 1, MPI_DOUBLE, target, at(target, kDouble), 1, MPI_DOUBLE,
                      MPI_MIN, win));
    OK(MPI_Put(b->mixed, 2, struct_here, target, at(target, kStructs), 2, struct_there, win));
    OK(MPI_Put(b->scattered, kScattered, MPI_LONG, target, at(target, kScatteredPut), 1, scattered,
               win));
    OK(MPI_Get_accumulate(b->scattered, kScattered, MPI_LONG, b->old_scattered, kScattered,
                          MPI_LONG, target, at(target, kScatteredSum), 1, scattered, MPI_SUM, win));
}

struct Values {
    struct DoubleInt most, least;
    struct Two two, two_fetched;
    struct LongInt longest;
    double complex_number[2], real_number;
};

/* The gaps keep what was there. */
static void store(long* region, const struct Values* values) {
    const size_t pair_bytes = offsetof(struct DoubleInt, at) + sizeof values->most.at;
    memcpy(&region[kMost], &values->most, pair_bytes);
    memcpy(&region[kLeast], &values->least, pair_bytes);
    memcpy(&region[kTwo], &values->two, sizeof values->two);
    memcpy(&region[kTwoFetched], &values->two_fetched, sizeof values->two_fetched);
    memcpy(&region[kLongest], &values->longest,
           offsetof(struct LongInt, at) + sizeof values->longest.at);
    memcpy(&region[kComplex], values->complex_number, sizeof values->complex_number);
    memcpy(&region[kDouble], &values->real_number, sizeof values->real_number);
}

/* Values of a region before any operation. */
static void begin_mixed(long* region) {
    store(region, &(struct Values){.most = {2.5, 4},
                                   .least = {2.5, 4},
                                   .two = {2, 4},
                                   .two_fetched = {2, 4},
                                   .longest = {2, 4},
                                   .complex_number = {2, 1},
                                   .real_number = 2.5});
}

/* The same after the operations of an origin. Equal values: the lower place is kept. */
static void end_mixed(long* region, int origin) {
    store(region, &(struct Values){.most = {7.5, origin},
                                   .least = {2.5, origin < 4 ? origin : 4},
                                   .two = {1, origin},
                                   .two_fetched = {2, 4},
                                   .longest = {9, origin},
                                   .complex_number = {2.0 * 3 - 1.0 * 2, 2.0 * 2 + 1.0 * 3},
                                   .real_number = 1.5});
    for (int i = 0; i < 2; ++i) {
        const int first = 100 * origin + i;
        const double second = 0.5 * origin + i;
        memcpy(&region[kStructs + 3 * i], &first, sizeof first);
        memcpy(&region[kStructs + 3 * i + 1], &second, sizeof second);
    }
    for (int i = 0; i < kScattered; ++i) {
        region[kScatteredPut + place(i)] = 5L * i + origin;
        region[kScatteredSum + place(i)] += 5L * i + origin;
    }
}

static void fill_mixed(struct Buffers* b) {
    b->most = (struct DoubleInt){7.5, me};
    b->least = (struct DoubleInt){2.5, me};
    b->two = (struct Two){1, me};
    b->longest = (struct LongInt){9, me};
    b->complex_number[0] = 3;
    b->complex_number[1] = 2;
    b->real_number = 1.5;
    for (int i = 0; i < 2; ++i) {
        b->mixed[i].first = 100 * me + i;
        b->mixed[i].second = 0.5 * me + i;
    }
    for (int i = 0; i < kScattered; ++i) {
        b->scattered[i] = 5L * i + me;
    }
}

static long many_of(int origin, int i) {
    return 3L * i + origin;
}

static void fill(void) {
    for (int origin = 0; origin < members; ++origin) {
        for (int word = 0; word < kRegion; ++word) {
            words[origin * kRegion + word] = initial(me, origin, word);
        }
        begin_mixed(words + origin * kRegion);
    }
    for (int target = 0; target < members; ++target) {
        struct Buffers* const b = &buffers[target];
        memset(b, 0, sizeof *b);
        b->put = 7 + me;
        b->little = 5;
        b->fits = initial(target, me, 72);
        b->wrong = -1;
        for (int i = 0; i < 3; ++i) {
            b->three[i] = 11 + i;
            b->add[i] = 12 + i;
        }
        for (int i = 0; i < kLong; ++i) {
            b->many[i] = many_of(me, i);
        }
        fill_mixed(b);
    }
    MPI_Barrier(comm);
}

#define EQUAL(found, right) CHECK((found) == (right), "%ld, not %ld", (long)(found), (long)(right))

/* Checks the values that this process has fetched from a target. */
static void check_results(int target) {
    const struct Buffers* const b = &buffers[target];
    EQUAL(b->got, initial(target, me, 10));
    EQUAL(b->old[0], initial(target, me, 62));
    EQUAL(b->old[1], initial(target, me, 63));
    EQUAL(b->fetched[0], initial(target, me, 70));
    EQUAL(b->fetched[1], initial(target, me, 71));
    EQUAL(b->swapped[0], initial(target, me, 72));
    EQUAL(b->swapped[1], initial(target, me, 73));
    for (int i = 0; i < 3; ++i) {
        EQUAL(b->got_three[i], initial(target, me, 11 + 2 * i));
        EQUAL(b->old_three[2 * i], initial(target, me, 64 + 2 * i));
    }
    for (int i = 0; i < kLong; ++i) {
        EQUAL(b->old_many[i], initial(target, me, kWords + 2 * kLong + i));
    }
    EQUAL(b->old_least.value == 2.5 ? b->old_least.at : -1, 4);
    EQUAL(b->two_fetched.value == 2 ? b->two_fetched.at : -1, 4);
    for (int i = 0; i < kScattered; ++i) {
        EQUAL(b->old_scattered[i], initial(target, me, kScatteredSum + place(i)));
    }
}

static long combined(MPI_Op op, long old, long add) {
    const long results[] = {old + add,
                            old * add,
                            old < add ? old : add,
                            old > add ? old : add,
                            old & add,
                            old | add,
                            old ^ add,
                            old && add,
                            old || add,
                            !old != !add,
                            add};
    for (int i = 0; i < kOperationCount; ++i) {
        if (kOperations[i].op == op) {
            return results[i];
        }
    }
    return -1;
}

/* Checks this process's words after the operations of an origin. */
static void check_words(int origin) {
    const long* const word = words + origin * kRegion;
    long right[kRegion];
    for (int i = 0; i < kRegion; ++i) {
        right[i] = initial(me, origin, i);
    }
    right[0] = 7 + origin;
    for (int i = 0; i < kOperationCount; ++i) {
        long* const there = &right[kOperations[i].word];
        *there = combined(kOperations[i].op, *there, 12);
    }
    right[52] += 12;
    right[53] += 13;
    right[60] += 5;
    right[62] += 12;
    right[70] += 12;
    right[72] = 12;
    for (int i = 0; i < 3; ++i) {
        right[1 + 2 * i] = 11 + i;
        right[54 + 2 * i] += 12 + i;
        right[64 + 2 * i] += 12 + i;
    }
    for (int i = 0; i < kLong; ++i) {
        right[kWords + i] = many_of(origin, i);
        right[kWords + kLong + i] += many_of(origin, i);
        right[kWords + 2 * kLong + i] += many_of(origin, i);
    }
    begin_mixed(right);
    end_mixed(right, origin);
    for (int i = 0; i < kRegion; ++i) {
        CHECK(word[i] == right[i], "word %d of rank %d is %ld, not %ld", i, origin, word[i],
              right[i]);
    }
}

enum When { kEarly, kLate, kAnyTime };

static void epoch(enum When when) {
    MPI_Group all;
    MPI_Comm_group(comm, &all);
    fill();
    if (when != kLate) {
        OK(MPI_Win_post(all, 0, win));
    }
    if (when == kEarly) {
        MPI_Barrier(comm); /* every target has posted */
    }
    OK(MPI_Win_start(all, 0, win));
    make_types();
    for (int i = 0; i < members; ++i) {
        const int target = (me + i) % members;
        moves(target, &buffers[target]);
        accumulates(target, &buffers[target]);
        fetches(target, &buffers[target]);
        mixed_types(target, &buffers[target]);
    }
    free_types(); /* before they are done */
    if (when == kLate) {
        MPI_Barrier(comm); /* every origin has recorded all */
        OK(MPI_Win_post(all, 0, win));
    }
    OK(MPI_Win_complete(win));
    OK(MPI_Win_wait(win));
    for (int i = 0; i < members; ++i) {
        check_results(i);
        check_words(i);
    }
    MPI_Group_free(&all);
    MPI_Barrier(comm);
}

/* ISO C has no conversion from a data pointer to a function's. */
static void find(void* call, const char* name) {
    void* const found = dlsym(RTLD_DEFAULT, name);
    CHECK(found != NULL, "there is no %s", name);
    memcpy(call, &found, sizeof found);
}

static int is(const char* kind, const char* name) {
    return strcmp(kind, name) == 0;
}

static void make_dynamic(int is_in_heap) {
    if (is_in_heap) {
        MPI_Alloc_mem(bytes_of_words, MPI_INFO_NULL, &words);
    } else {
        words = malloc((size_t)bytes_of_words);
    }
    step = sizeof(long);
    OK(MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &win));
    OK(MPI_Win_attach(win, words, bytes_of_words));
    MPI_Get_address(words, &start_of[me]);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, start_of, 1, MPI_AINT, comm);
}

/* Memory of which only the end is used. */
static void make_large(void) {
    const size_t before = (size_t)kBeyond * sizeof(long);
    const size_t bytes = before + (size_t)bytes_of_words;
    char* const base = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CHECK(base != MAP_FAILED, "no address space");
    words = (long*)(base + before);
    for (int i = 0; i < members; ++i) {
        start_of[i] = kBeyond;
    }
    OK(MPI_Win_create(base, (MPI_Aint)bytes, sizeof(long), MPI_INFO_NULL, comm, &win));
}

static void make_shared(int has_gaps) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", has_gaps ? "true" : "false");
    OK(MPI_Win_allocate_shared(bytes_of_words, sizeof(long), info, comm, &words, &win));
    MPI_Info_free(&info);
}

static void make(const char* kind) {
    Create* create;
    Allocate* allocate;
    if (strncmp(kind, "dynamic", 7) == 0) {
        make_dynamic(is(kind, "dynamic_heap"));
    } else if (is(kind, "large")) {
        make_large();
    } else if (is(kind, "shared") || is(kind, "shared_gaps")) {
        make_shared(is(kind, "shared_gaps"));
    } else if (is(kind, "allocate")) {
        OK(MPI_Win_allocate(bytes_of_words, sizeof(long), MPI_INFO_NULL, comm, &words, &win));
    } else if (is(kind, "allocate_c") || is(kind, "shared_c")) {
        find(&allocate, is(kind, "shared_c") ? "MPI_Win_allocate_shared_c" : "MPI_Win_allocate_c");
        OK(allocate(bytes_of_words, sizeof(long), MPI_INFO_NULL, comm, &words, &win));
    } else if (is(kind, "create_c")) {
        find(&create, "MPI_Win_create_c");
        words = malloc((size_t)bytes_of_words);
        OK(create(words, bytes_of_words, sizeof(long), MPI_INFO_NULL, comm, &win));
    } else {
        if (is(kind, "heap")) {
            MPI_Alloc_mem(bytes_of_words, MPI_INFO_NULL, &words);
        } else {
            CHECK(is(kind, "private"), "no kind of window is called %s", kind);
            words = malloc((size_t)bytes_of_words);
        }
        OK(MPI_Win_create(words, bytes_of_words, sizeof(long), MPI_INFO_NULL, comm, &win));
    }
}

/* A shared window is within a node, which may be a pretended one. */
static void choose_members(const char* kind) {
    const char* const on_node = getenv("ARAUTO_MPI_NODE");
    const int near = on_node != NULL && strncmp(kind, "shared", 6) == 0 ? atoi(on_node) : size;
    MPI_Comm_split(MPI_COMM_WORLD, rank / near, rank, &comm);
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &members);
    CHECK(members <= kRanksMax, "run it with up to %d ranks", kRanksMax);
}

/* Takes the addresses at which all processes would map the job's memory alike (see
 * src/os/shared_memory.cpp), so that an address in it means something else in each process. */
static void take_common_addresses(void) {
    for (int i = 0; i < 13; ++i) {
        char* const wanted = (char*)(0x200000000000L + i * 0x040000000000L);
        const void* const taken =
            mmap(wanted, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        CHECK(taken != MAP_FAILED, "no address space");
    }
}

int main(int argc, char** argv) {
    const char* const by_openmpi = getenv("OMPI_COMM_WORLD_RANK");
    const char* const by_mpich = getenv("PMI_RANK");
    if (atoi(by_openmpi != NULL ? by_openmpi : by_mpich != NULL ? by_mpich : "0") % 2 != 0) {
        take_common_addresses();
    }
    begin(&argc, &argv);
    const char* const kind = argc > 1 ? argv[1] : "shared";
    const int rounds = argc > 2 ? atoi(argv[2]) : 4;
    choose_members(kind);
    bytes_of_words = (MPI_Aint)sizeof(long) * (members * kRegion + me % 3); /* sizes differ */
    make(kind);
    for (int round = 0; round < rounds; ++round) {
        epoch(kLate);
        epoch(kEarly);
        epoch(kAnyTime);
    }
    if (strncmp(kind, "dynamic", 7) == 0) {
        MPI_Win_detach(win, words);
    }
    OK(MPI_Win_free(&win));
    MPI_Comm_free(&comm);
    return end();
}
