/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Wrong calls: the error class of the standard through the window's error handler, with a sentence,
 * and nothing is written.
 */
#include "job.h"

#include <string.h>

static int handled; /* calls of the handler */

static void handle(MPI_Win* win, int* code, ...) {
    (void)win;
    int class;
    MPI_Error_class(*code, &class);
    handled = class;
}

/* The arguments that every access has; a call is made with one of them wrong at a time. */
struct Access {
    int rank;
    MPI_Aint displacement;
    int count, there;
    MPI_Datatype type, type_there;
    MPI_Op op;
};

enum { kCalls = 10 };
static long got[4], expected_value = 7, one = 1;

/* One of the calls that reach memory of others; `request` is set by the last four. */
static int reach(int call, const struct Access* at, MPI_Win win, MPI_Request* request) {
    switch (call) {
    case 0:
        return MPI_Put(&one, at->count, at->type, at->rank, at->displacement, at->there,
                       at->type_there, win);
    case 1:
        return MPI_Get(got, at->count, at->type, at->rank, at->displacement, at->there,
                       at->type_there, win);
    case 2:
        return MPI_Accumulate(&one, at->count, at->type, at->rank, at->displacement, at->there,
                              at->type_there, at->op, win);
    case 3:
        return MPI_Get_accumulate(&one, at->count, at->type, got, 1, MPI_LONG, at->rank,
                                  at->displacement, at->there, at->type_there, at->op, win);
    case 4:
        return MPI_Fetch_and_op(&one, got, at->type, at->rank, at->displacement, at->op, win);
    case 5:
        return MPI_Compare_and_swap(&one, &expected_value, got, at->type, at->rank,
                                    at->displacement, win);
    case 6:
        return MPI_Rput(&one, at->count, at->type, at->rank, at->displacement, at->there,
                        at->type_there, win, request);
    case 7:
        return MPI_Rget(got, at->count, at->type, at->rank, at->displacement, at->there,
                        at->type_there, win, request);
    case 8:
        return MPI_Raccumulate(&one, at->count, at->type, at->rank, at->displacement, at->there,
                               at->type_there, at->op, win, request);
    default:
        return MPI_Rget_accumulate(&one, at->count, at->type, got, 1, MPI_LONG, at->rank,
                                   at->displacement, at->there, at->type_there, at->op, win,
                                   request);
    }
}

static const struct Access kGood = {0, 0, 1, 1, 0, 0, 0};

static struct Access good(void) {
    struct Access at = kGood;
    at.type = at.type_there = MPI_LONG;
    at.op = MPI_SUM;
    return at;
}

/* Every call with these arguments must fail with an error of the class, at the handler, too. */
static void
refuse(const struct Access* at, int class, unsigned calls, MPI_Win win, const char* what) {
    for (int call = 0; call < kCalls; ++call) {
        if ((calls & 1u << call) == 0) {
            continue;
        }
        MPI_Request request = MPI_REQUEST_NULL;
        handled = MPI_SUCCESS;
        const int code = reach(call, at, win, &request);
        int found = MPI_SUCCESS;
        if (code != MPI_SUCCESS) {
            MPI_Error_class(code, &found);
        }
        CHECK(found == class, "call %d, %s: error class %d, wanted %d", call, what, found, class);
        CHECK(handled == class, "call %d, %s: the handler was told %d", call, what, handled);
        CHECK(request == MPI_REQUEST_NULL, "call %d, %s: a request was made", call, what);
    }
}

enum { kAll = 0x3ff, kCounted = 0x3cf, kMoves = 0xc3, kSums = 0x33c & ~0x20, kRequests = 0x3c0 };

static void plus(void* in, void* inout, int* count, MPI_Datatype* type) {
    (void)in, (void)inout, (void)count, (void)type;
}

static void wrong_arguments(MPI_Win win) {
    struct Access at;
    MPI_Datatype raw;
    MPI_Op own;
    MPI_Type_contiguous(2, MPI_LONG, &raw); /* not committed */
    MPI_Op_create(plus, 1, &own);
    at = good(), at.rank = size;
    refuse(&at, MPI_ERR_RANK, kAll, win, "rank size");
    at = good(), at.rank = -77;
    refuse(&at, MPI_ERR_RANK, kAll, win, "rank -77");
    at = good(), at.displacement = 10;
    refuse(&at, MPI_ERR_RMA_RANGE, kAll, win, "behind the end");
    at = good(), at.displacement = -1;
    refuse(&at, MPI_ERR_RMA_RANGE, kAll, win, "before the start");
    at = good(), at.displacement = (MPI_Aint)1 << 62;
    refuse(&at, MPI_ERR_RMA_RANGE, kAll, win, "a displacement that overflows");
    at = good(), at.count = -1;
    refuse(&at, MPI_ERR_COUNT, kCounted, win, "count -1");
    at = good(), at.there = -1;
    refuse(&at, MPI_ERR_COUNT, kCounted, win, "target count -1");
    at = good(), at.type = MPI_DATATYPE_NULL;
    refuse(&at, MPI_ERR_TYPE, kAll, win, "no type");
    at = good(), at.type_there = MPI_DATATYPE_NULL;
    refuse(&at, MPI_ERR_TYPE, kCounted, win, "no target type");
    at = good(), at.op = MPI_OP_NULL;
    refuse(&at, MPI_ERR_OP, kSums, win, "no operation");
    at = good(), at.op = own;
    refuse(&at, MPI_ERR_OP, kSums, win, "an operation that is not predefined");
    at = good(), at.type = at.type_there = MPI_DOUBLE, at.op = MPI_BAND;
    refuse(&at, MPI_ERR_OP, kSums & ~8u & ~0x200u, win, "bits of reals");
    at = good(), at.there = 2, at.type_there = MPI_INT;
    refuse(&at, MPI_ERR_TYPE, kSums & ~0x10u, win, "longs into ints");
    at = good(), at.type = MPI_DOUBLE;
    refuse(&at, MPI_ERR_TYPE, 0x20, win, "a swap of reals");
    at = good(), at.count = 2;
    refuse(&at, MPI_ERR_TYPE, kCounted & ~2u & ~0x80u, win,
           "more at the origin than at the target");
    at = good(), at.there = 2;
    refuse(&at, MPI_ERR_TYPE, kCounted, win, "more at the target than at the origin");
    MPI_Type_free(&raw);
    MPI_Op_free(&own);
}

static void wrong_displacements(MPI_Win win, long* words) {
    got[0] = -5;
    MPI_Win_lock_all(0, win);
    wrong_arguments(win);
    handled = MPI_SUCCESS;
    CHECK_CLASS(MPI_Win_flush(size, win), MPI_ERR_RANK);
    CHECK(handled == MPI_ERR_RANK, "the handler was not called");
    CHECK_CLASS(MPI_Win_flush_local(-9, win), MPI_ERR_RANK);
    MPI_Win_unlock_all(win);
    CHECK(got[0] == -5, "a refused get has written %ld", got[0]);
    for (int i = 0; i < 10; ++i) {
        CHECK(words[i] == 7, "a refused call has written word %d", i);
    }
}

static void without_epoch(MPI_Win win) {
    struct Access at = good();
    int done = 0;
    refuse(&at, MPI_ERR_RMA_SYNC, kAll, win, "no epoch");
    CHECK_CLASS(MPI_Win_unlock(0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_unlock_all(win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_flush(0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_flush_local(0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_flush_all(win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_flush_local_all(win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_complete(win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_wait(win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_test(win, &done), MPI_ERR_RMA_SYNC);
}

static void refuse_free(MPI_Win win) {
    MPI_Win wanted = win;
    CHECK_CLASS(MPI_Win_free(&wanted), MPI_ERR_RMA_SYNC);
    CHECK(wanted == win, "a refused free has taken the handle");
}

static void in_lock(MPI_Win win) {
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_lock_all(0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_unlock_all(win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_fence(0, win), MPI_ERR_RMA_SYNC);
    if (size > 1) {
        struct Access at = good();
        at.rank = (rank + 1) % size;
        refuse(&at, MPI_ERR_RMA_SYNC, kAll, win, "a rank that is not locked");
        CHECK_CLASS(MPI_Win_unlock(at.rank, win), MPI_ERR_RMA_SYNC);
        CHECK_CLASS(MPI_Win_flush(at.rank, win), MPI_ERR_RMA_SYNC);
    }
    refuse_free(win);
    MPI_Win_unlock(rank, win);
    MPI_Win_lock_all(0, win);
    CHECK_CLASS(MPI_Win_lock_all(0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_unlock(rank, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_fence(0, win), MPI_ERR_RMA_SYNC);
    refuse_free(win);
    MPI_Win_unlock_all(win);
}

static void in_active_epochs(MPI_Win win) {
    MPI_Group all, self;
    struct Access at = good();
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, &rank, &self);
    MPI_Win_post(self, 0, win);
    CHECK_CLASS(MPI_Win_post(self, 0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_fence(0, win), MPI_ERR_RMA_SYNC);
    refuse_free(win);
    MPI_Win_start(self, 0, win);
    CHECK_CLASS(MPI_Win_start(self, 0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_lock_all(0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_flush_all(win), MPI_ERR_RMA_SYNC);
    at.rank = rank;
    refuse(&at, MPI_ERR_RMA_SYNC, kRequests, win, "requests between start and complete");
    if (size > 1) {
        at.rank = (rank + 1) % size;
        refuse(&at, MPI_ERR_RMA_SYNC, kAll, win, "a rank outside the group of the start");
    }
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    CHECK_CLASS(MPI_Win_post(MPI_GROUP_NULL, 0, win), MPI_ERR_GROUP);
    CHECK_CLASS(MPI_Win_start(MPI_GROUP_NULL, 0, win), MPI_ERR_GROUP);
    MPI_Win_fence(0, win);
    at = good();
    at.rank = rank;
    refuse(&at, MPI_ERR_RMA_SYNC, kRequests, win, "requests between fences");
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Group_free(&self);
    MPI_Group_free(&all);
}

static void wrong_asserts(MPI_Win win) {
    enum { kNone = 1 << 30 };
    CHECK_CLASS(MPI_Win_fence(kNone, win), MPI_ERR_ASSERT);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, rank, kNone, win), MPI_ERR_ASSERT);
    CHECK_CLASS(MPI_Win_lock_all(kNone, win), MPI_ERR_ASSERT);
    CHECK_CLASS(MPI_Win_post(MPI_GROUP_EMPTY, kNone, win), MPI_ERR_ASSERT);
    CHECK_CLASS(MPI_Win_start(MPI_GROUP_EMPTY, kNone, win), MPI_ERR_ASSERT);
    CHECK_CLASS(MPI_Win_lock(12345, rank, 0, win), MPI_ERR_LOCKTYPE);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, size, 0, win), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, -7, 0, win), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Win_unlock(size, win), MPI_ERR_RANK);
}

/* A group with a process that is not in the window's. */
static void groups_with_others(MPI_Errhandler handler) {
    MPI_Win win;
    MPI_Group world;
    long* base;
    MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_SELF, &base, &win);
    MPI_Win_set_errhandler(win, handler);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    if (size > 1) {
        CHECK_CLASS(MPI_Win_start(world, 0, win), MPI_ERR_GROUP);
        CHECK_CLASS(MPI_Win_post(world, 0, win), MPI_ERR_GROUP);
    }
    MPI_Group_free(&world);
    MPI_Win_free(&win);
}

static void queries(MPI_Win win) {
    MPI_Aint bytes;
    int unit;
    long* base;
    CHECK_CLASS(MPI_Win_shared_query(win, size, &bytes, &unit, &base), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Win_attach(win, &one, sizeof one), MPI_ERR_RMA_FLAVOR);
    CHECK_CLASS(MPI_Win_detach(win, &one), MPI_ERR_RMA_FLAVOR);
}

/* After the window has been freed. */
static void after_free(void) {
    MPI_Win win = MPI_WIN_NULL;
    struct Access at = good();
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (int call = 0; call < kCalls; ++call) {
        MPI_Request request;
        CHECK_CLASS(reach(call, &at, win, &request), MPI_ERR_WIN);
    }
    CHECK_CLASS(MPI_Win_fence(0, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_unlock(0, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_flush(0, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_complete(win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_free(&win), MPI_ERR_WIN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

/* The handler may use the window itself, also where the fault was found among its locks. */
static void handle_and_unlock(MPI_Win* win, int* code, ...) {
    (void)code;
    MPI_Win_unlock(rank, *win);
}

static void handlers(MPI_Win win) {
    MPI_Errhandler unlocks, found;
    MPI_Win_create_errhandler(handle_and_unlock, &unlocks);
    MPI_Win_set_errhandler(win, unlocks);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win), MPI_ERR_RMA_SYNC);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    CHECK_CLASS(MPI_Win_unlock(rank, win), MPI_ERR_RMA_SYNC); /* the handler has */
    MPI_Win_get_errhandler(win, &found);
    CHECK(found == MPI_ERRORS_RETURN, "another handler is set than was");
    MPI_Errhandler_free(&found);
    MPI_Errhandler_free(&unlocks);
    handled = MPI_SUCCESS;
    CHECK_CLASS(MPI_Win_unlock(rank, win), MPI_ERR_RMA_SYNC);
    CHECK(handled == MPI_SUCCESS, "a handler was called that is not set any more");
}

static void sentences(MPI_Win win) {
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Win_lock_all(0, win);
    const int code = MPI_Put(&one, 1, MPI_LONG, 0, 12, 1, MPI_LONG, win);
    MPI_Win_unlock_all(win);
    MPI_Error_string(code, text, &length);
    CHECK(strstr(text, "MPI_Put") != NULL && strstr(text, "12") != NULL, "only: %s", text);
}

static void refused_windows(void) {
    MPI_Win win = MPI_WIN_NULL;
    long word = 0;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK_CLASS(MPI_Win_create(&word, -8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_SIZE);
    CHECK_CLASS(MPI_Win_create(&word, 8, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_DISP);
    CHECK(win == MPI_WIN_NULL, "a refused window was made");
}

static void dynamic(MPI_Errhandler handler) {
    MPI_Win win;
    static long word = 3;
    MPI_Aint displacement;
    MPI_Get_address(&word, &displacement);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, handler);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    CHECK_CLASS(MPI_Put(&one, 1, MPI_LONG, rank, displacement, 1, MPI_LONG, win),
                MPI_ERR_RMA_RANGE);
    MPI_Win_attach(win, &word, sizeof word);
    CHECK_CLASS(MPI_Win_attach(win, &word, sizeof word), MPI_ERR_RMA_ATTACH);
    CHECK_CLASS(MPI_Put(&one, 1, MPI_LONG, rank, displacement + 1, 1, MPI_LONG, win),
                MPI_ERR_RMA_RANGE);
    CHECK_CLASS(MPI_Win_attach(win, &word, -1), MPI_ERR_SIZE);
    CHECK_CLASS(MPI_Win_detach(win, &handled), MPI_ERR_ARG);
    MPI_Aint bytes;
    int unit;
    long* base;
    CHECK_CLASS(MPI_Win_shared_query(win, 0, &bytes, &unit, &base), MPI_ERR_RMA_FLAVOR);
    CHECK(word == 3, "a refused put has written %ld", word);
    MPI_Put(&one, 1, MPI_LONG, rank, displacement, 1, MPI_LONG, win);
    CHECK(word == 1, "the put has not come");
    MPI_Win_unlock(rank, win);
    MPI_Win_detach(win, &word);
    MPI_Win_free(&win);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    long* words;
    MPI_Win win;
    MPI_Errhandler handler;
    MPI_Win_create_errhandler(handle, &handler);
    MPI_Win_allocate(10 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &words, &win);
    MPI_Win_set_errhandler(win, handler);
    for (int i = 0; i < 10; ++i) {
        words[i] = 7;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    wrong_displacements(win, words);
    without_epoch(win);
    in_lock(win);
    in_active_epochs(win);
    wrong_asserts(win);
    queries(win);
    sentences(win);
    handlers(win);
    if (argc > 1) { /* the default handler ends the job, with the sentence */
        MPI_Win_set_errhandler(win, MPI_ERRORS_ARE_FATAL);
        MPI_Win_unlock(size + 3, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    groups_with_others(handler);
    dynamic(handler);
    refused_windows();
    after_free();
    MPI_Errhandler_free(&handler);
    return end();
}
