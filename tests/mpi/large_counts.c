/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The calls with large counts and displacement units (MPI-4), which the library brings to every MPI
 * and which are therefore looked up: right data, the same errors as the small forms, and counts
 * that would be in range if they lost their upper half.
 */
#define _GNU_SOURCE
#include "job.h"
#include "nodes.h"

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

enum { kWords = 8 };
typedef MPI_Count Count;

#define ORIGIN const void*, Count, MPI_Datatype
#define RESULT void*, Count, MPI_Datatype
#define TARGET int, MPI_Aint, Count, MPI_Datatype
static int (*put)(ORIGIN, TARGET, MPI_Win);
static int (*get)(RESULT, TARGET, MPI_Win);
static int (*accumulate)(ORIGIN, TARGET, MPI_Op, MPI_Win);
static int (*get_accumulate)(ORIGIN, RESULT, TARGET, MPI_Op, MPI_Win);
static int (*rput)(ORIGIN, TARGET, MPI_Win, MPI_Request*);
static int (*rget)(RESULT, TARGET, MPI_Win, MPI_Request*);
static int (*raccumulate)(ORIGIN, TARGET, MPI_Op, MPI_Win, MPI_Request*);
static int (*rget_accumulate)(ORIGIN, RESULT, TARGET, MPI_Op, MPI_Win, MPI_Request*);
static int (*create)(void*, MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, MPI_Win*);
static int (*allocate)(MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, void*, MPI_Win*);
static int (*allocate_shared)(MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, void*, MPI_Win*);
static int (*shared_query)(MPI_Win, int, MPI_Aint*, MPI_Aint*, void*);

/* ISO C has no conversion from a data pointer to a function's. */
static void find(void* call, const char* name) {
    void* const found = dlsym(RTLD_DEFAULT, name);
    CHECK(found != NULL, "there is no %s", name);
    memcpy(call, &found, sizeof found);
}

static void find_all(void) {
    find(&put, "MPI_Put_c");
    find(&get, "MPI_Get_c");
    find(&accumulate, "MPI_Accumulate_c");
    find(&get_accumulate, "MPI_Get_accumulate_c");
    find(&rput, "MPI_Rput_c");
    find(&rget, "MPI_Rget_c");
    find(&raccumulate, "MPI_Raccumulate_c");
    find(&rget_accumulate, "MPI_Rget_accumulate_c");
    find(&create, "MPI_Win_create_c");
    find(&allocate, "MPI_Win_allocate_c");
    find(&allocate_shared, "MPI_Win_allocate_shared_c");
    find(&shared_query, "MPI_Win_shared_query_c");
}

static int next; /* rank that this one writes to */
static int64_t mine[kWords], back[kWords];

static void fill(int64_t start) {
    for (int i = 0; i < kWords; ++i) {
        mine[i] = start + i;
        back[i] = -1;
    }
}

static void expect(const int64_t* found, int64_t start, const char* what) {
    for (int i = 0; i < kWords; ++i) {
        CHECK(found[i] == start + i, "%s: word %d is %lld, not %lld", what, i, (long long)found[i],
              (long long)(start + i));
    }
}

#define ALL kWords, MPI_INT64_T
#define THERE next, 0, kWords, MPI_INT64_T

static void moves_data(MPI_Win win, const int64_t* words) {
    const int before = (rank + size - 1) % size;
    MPI_Request request;
    fill(100 * rank);
    MPI_Win_fence(0, win);
    CHECK(put(mine, ALL, THERE, win) == MPI_SUCCESS, "put");
    MPI_Win_fence(0, win);
    expect(words, 100 * before, "MPI_Put_c");
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(get(back, ALL, THERE, win) == MPI_SUCCESS, "get");
    MPI_Win_fence(0, win);
    expect(back, 100 * rank, "MPI_Get_c");
    MPI_Barrier(MPI_COMM_WORLD);
    fill(1000);
    CHECK(accumulate(mine, ALL, THERE, MPI_REPLACE, win) == MPI_SUCCESS, "accumulate");
    MPI_Win_fence(0, win);
    expect(words, 1000, "MPI_Accumulate_c");
    MPI_Barrier(MPI_COMM_WORLD);
    fill(5);
    CHECK(get_accumulate(mine, ALL, back, ALL, THERE, MPI_REPLACE, win) == MPI_SUCCESS, "fetch");
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    expect(back, 1000, "the result of MPI_Get_accumulate_c");
    expect(words, 5, "MPI_Get_accumulate_c");
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    fill(20);
    CHECK(rput(mine, ALL, THERE, win, &request) == MPI_SUCCESS, "rput");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(rget(back, ALL, THERE, win, &request) == MPI_SUCCESS, "rget");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(back, 20, "MPI_Rput_c and MPI_Rget_c");
    fill(30);
    CHECK(raccumulate(mine, ALL, THERE, MPI_REPLACE, win, &request) == MPI_SUCCESS, "raccumulate");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(rget_accumulate(mine, ALL, back, ALL, THERE, MPI_NO_OP, win, &request) == MPI_SUCCESS,
          "rget_accumulate");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(back, 30, "MPI_Raccumulate_c and MPI_Rget_accumulate_c");
    MPI_Win_unlock_all(win);
}

/* Passes one wrong argument to each call. */
static void refuse(Count count, Count there, int to, int class, MPI_Win win) {
    MPI_Request request = MPI_REQUEST_NULL;
    const MPI_Datatype byte = MPI_BYTE;
#define MY mine, count, byte
#define ITS to, 0, there, byte
#define BACK back, count, byte
    CHECK_CLASS(put(MY, ITS, win), class);
    CHECK_CLASS(get(BACK, ITS, win), class);
    CHECK_CLASS(accumulate(MY, ITS, MPI_REPLACE, win), class);
    CHECK_CLASS(get_accumulate(MY, BACK, ITS, MPI_REPLACE, win), class);
    CHECK_CLASS(rput(MY, ITS, win, &request), class);
    CHECK_CLASS(rget(BACK, ITS, win, &request), class);
    CHECK_CLASS(raccumulate(MY, ITS, MPI_REPLACE, win, &request), class);
    CHECK_CLASS(rget_accumulate(MY, BACK, ITS, MPI_REPLACE, win, &request), class);
    CHECK(request == MPI_REQUEST_NULL, "a refused call has made a request");
}

static void keeps_all_of_a_count(MPI_Win win, const int64_t* words) {
    const Count beyond = ((Count)1 << 32) + 8; /* 8 in the lower half */
    MPI_Datatype nothing;
    fill(7);
    MPI_Win_lock_all(0, win);
    refuse(beyond, beyond, next, MPI_ERR_RMA_RANGE, win);
    refuse(-1, -1, next, MPI_ERR_COUNT, win);
    refuse(8, 8, size, MPI_ERR_RANK, win);
    CHECK_CLASS(put(mine, 8, MPI_BYTE, next, (MPI_Aint)1 << 61, 8, MPI_BYTE, win),
                MPI_ERR_RMA_RANGE);
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    MPI_Type_commit(&nothing);
    CHECK(put(mine, beyond, nothing, next, 0, beyond, nothing, win) == MPI_SUCCESS,
          "nothing, often");
    MPI_Win_unlock_all(win);
    MPI_Type_free(&nothing);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < kWords; ++i) {
        CHECK(words[i] == -3, "a refused call has written word %d", i);
        CHECK(back[i] == -1, "a refused get has written word %d", i);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void use(MPI_Win win, int64_t* words) {
    moves_data(win, words);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < kWords; ++i) {
        words[i] = -3;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    keeps_all_of_a_count(win, words);
    MPI_Win_free(&win);
}

int main(int argc, char** argv) {
    static int64_t words[kWords];
    const MPI_Aint bytes = sizeof words;
    int64_t* memory = NULL;
    MPI_Aint found = 0, unit = 0;
    MPI_Win win;
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    find_all();
    next = (rank + 1) % size;
    CHECK_CLASS(create(words, -1, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_SIZE);
    CHECK_CLASS(create(words, bytes, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_DISP);
    CHECK_CLASS(allocate(bytes, -8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win), MPI_ERR_DISP);
    CHECK(create(words, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win) == MPI_SUCCESS, "create");
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    use(win, words);
    CHECK(allocate(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win) == MPI_SUCCESS,
          "allocate");
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    use(win, memory);
    if (!is_one_node()) {
        return end();
    }
    CHECK(allocate_shared(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win) == MPI_SUCCESS,
          "allocate_shared");
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    int64_t* his = NULL;
    CHECK(shared_query(win, next, &found, &unit, &his) == MPI_SUCCESS, "shared_query");
    CHECK(found == bytes && unit == 8 && his != NULL, "%lld bytes, unit %lld", (long long)found,
          (long long)unit);
    CHECK_CLASS(shared_query(win, size, &found, &unit, &his), MPI_ERR_RANK);
    use(win, memory);
    return end();
}
