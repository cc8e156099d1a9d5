/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Faults of the prototype of Notified Access: each part fails if one of them is present. More
 * notifications than a ring holds and from many ranks at once, statuses that are ignored, a test
 * that must not free, odd lengths and addresses of gets, large tags, a source one too high, a freed
 * datatype whose handle is reused, data that is there when a fence or flush says so.
 */
#include "notify.h"

#include "arauto/fompi.h"

/* Rings overflow, and two origins overwrite each other's entries. */
static void flood(void) {
    enum { kEach = 20000 };
    long* data = NULL;
    foMPI_Win win = window_of(1, &data);
    foMPI_Win_lock_all(0, win);
    if (rank != 0) {
        for (int i = 0; i < kEach; ++i) {
            OK(foMPI_Put_notify(NULL, 0, MPI_LONG, 0, 0, 0, MPI_LONG, win, i));
        }
    } else {
        /* Each source's tags must come in order, none twice, none lost. */
        int* next = calloc((size_t)size, sizeof *next);
        foMPI_Request request;
        MPI_Status status;
        OK(foMPI_Notify_init(win, foMPI_ANY_SOURCE, foMPI_ANY_TAG, 1, &request));
        for (long i = 0; i < (long)kEach * (size - 1); ++i) {
            OK(foMPI_Start(&request));
            OK(foMPI_Wait(&request, &status));
            CHECK(status.MPI_TAG == next[status.MPI_SOURCE]);
            ++next[status.MPI_SOURCE];
        }
        OK(foMPI_Request_free(&request));
        free(next);
    }
    foMPI_Win_unlock_all(win);
    foMPI_Win_free(&win);
}

/* More than a ring holds, while the target is in a call of the MPI that ends after them. */
static void flood_while_busy(void) {
    enum { kEach = 50000 };
    long* data = NULL;
    foMPI_Win win = window_of(1, &data);
    foMPI_Request request;
    foMPI_Win_lock_all(0, win);
    OK(foMPI_Notify_init(win, foMPI_ANY_SOURCE, 1, kEach * (size - 1), &request));
    if (rank != 0) {
        for (int i = 0; i < kEach; ++i) {
            OK(foMPI_Put_notify(NULL, 0, MPI_LONG, 0, 0, 0, MPI_LONG, win, 1));
        }
        OK(MPI_Send(&rank, 1, MPI_INT, 0, 5, MPI_COMM_WORLD));
    } else {
        for (int rank = 1; rank < size; ++rank) {
            int sender = -1;
            OK(MPI_Recv(&sender, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        }
        OK(foMPI_Start(&request));
        OK(foMPI_Wait(&request, MPI_STATUS_IGNORE));
    }
    OK(foMPI_Request_free(&request));
    foMPI_Win_unlock_all(win);
    foMPI_Win_free(&win);
}

static void requests_and_statuses(void) {
    long* data = NULL;
    foMPI_Win win = window_of(1, &data);
    foMPI_Request request;
    int flag = -1;
    foMPI_Win_lock_all(0, win);
    CHECK_CLASS(foMPI_Notify_init(win, size, 0, 1, &request), MPI_ERR_RANK);
    OK(foMPI_Notify_init(win, rank, 70000, 1, &request));
    for (int round = 0; round < 3; ++round) {
        OK(foMPI_Start(&request));
        for (int i = 0; i < 3; ++i) {
            OK(foMPI_Test(&request, &flag, MPI_STATUS_IGNORE));
            CHECK(flag == 0 && request != foMPI_REQUEST_NULL);
        }
        OK(foMPI_Put_notify(NULL, 0, MPI_LONG, rank, 0, 0, MPI_LONG, win, 70000));
        OK(foMPI_Wait(&request, MPI_STATUS_IGNORE));
        OK(foMPI_Wait(&request, MPI_STATUS_IGNORE)); /* inactive: returns */
    }
    /* A put with any tag notifies nobody. */
    const long value = 4;
    OK(foMPI_Put_notify(&value, 1, MPI_LONG, rank, 0, 1, MPI_LONG, win, foMPI_ANY_TAG));
    CHECK(data[0] == 4);
    OK(MPIX_Iprobe_notify(win, foMPI_ANY_SOURCE, foMPI_ANY_TAG, &flag, MPI_STATUS_IGNORE));
    CHECK(flag == 0);
    OK(foMPI_Request_free(&request));
    /* To nobody: the request is set, and complete. */
    OK(foMPI_Rput_notify(&value, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, win, &request, 1));
    OK(foMPI_Wait(&request, MPI_STATUS_IGNORE));
    foMPI_Win_unlock_all(win);
    foMPI_Win_free(&win);
}

/* Every length from 0 to 70 bytes at every alignment, there and back. */
static void lengths(void) {
    enum { kBytes = 128 };
    char* data = NULL;
    foMPI_Win win;
    foMPI_Request request;
    MPI_Status status;
    const int right = (rank + 1) % size;
    const int left = (rank + size - 1) % size;
    OK(foMPI_Win_allocate(kBytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &data, &win));
    foMPI_Win_lock_all(0, win);
    OK(foMPI_Notify_init(win, left, 1, 2, &request));
    for (int bytes = 0; bytes <= 70; ++bytes) {
        const int offset = bytes % 9;
        char sent[kBytes], got[kBytes];
        memset(data, 0, kBytes);
        memset(got, 0, sizeof got);
        for (int i = 0; i < bytes; ++i) {
            sent[i] = (char)(rank + 3 * i + bytes);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        OK(foMPI_Start(&request));
        OK(foMPI_Put_notify(sent, bytes, MPI_BYTE, right, offset, bytes, MPI_BYTE, win, 1));
        OK(foMPI_Get_notify(got + offset, bytes, MPI_BYTE, right, offset, bytes, MPI_BYTE, win, 1));
        CHECK(memcmp(got + offset, sent, (size_t)bytes) == 0);
        CHECK(got[offset + bytes] == 0 && (offset == 0 || got[offset - 1] == 0));
        OK(foMPI_Wait(&request, &status));
        CHECK(bytes_of(&status) == bytes);
        for (int i = 0; i < bytes; ++i) {
            CHECK(data[offset + i] == (char)(left + 3 * i + bytes));
        }
        CHECK(data[offset + bytes] == 0);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    OK(foMPI_Request_free(&request));
    foMPI_Win_unlock_all(win);
    foMPI_Win_free(&win);
}

/* A handle that comes again must not bring the layout of the type that had it before. */
static void freed_types(void) {
    long* data = NULL;
    foMPI_Win win = window_of(64, &data);
    foMPI_Request request;
    foMPI_Win_lock_all(0, win);
    OK(foMPI_Notify_init(win, rank, 2, 1, &request));
    for (int stride = 1; stride <= 16; ++stride) {
        const long sent[4] = {stride, stride + 1, stride + 2, stride + 3};
        MPI_Datatype type;
        memset(data, 0, 64 * sizeof *data);
        MPI_Type_vector(4, 1, stride, MPI_LONG, &type);
        MPI_Type_commit(&type);
        OK(foMPI_Start(&request));
        OK(foMPI_Put_notify(sent, 4, MPI_LONG, rank, 0, 1, type, win, 2));
        foMPI_Type_free(&type);
        OK(foMPI_Wait(&request, MPI_STATUS_IGNORE));
        for (int i = 0; i < 64; ++i) {
            const int is_there = i % stride == 0 && i / stride < 4;
            CHECK(data[i] == (is_there ? stride + i / stride : 0));
        }
    }
    OK(foMPI_Request_free(&request));
    foMPI_Win_unlock_all(win);
    foMPI_Win_free(&win);
}

/* Small data is in its place when a fence or a flush says so, whether anybody has looked for the
 * notification or not. */
static void fences(void) {
    long* data = NULL;
    foMPI_Win win = window_of(2, &data);
    const int right = (rank + 1) % size;
    const int left = (rank + size - 1) % size;
    const long value = 40 + rank;
    long back = -1;
    foMPI_Win_fence(0, win);
    OK(foMPI_Put_notify(&value, 1, MPI_LONG, right, 0, 1, MPI_LONG, win, 1));
    foMPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    CHECK(data[0] == 40 + left);
    foMPI_Win_lock(foMPI_LOCK_SHARED, right, 0, win);
    OK(foMPI_Put_notify(&value, 1, MPI_LONG, right, 1, 1, MPI_LONG, win, 1));
    foMPI_Win_flush(right, win);
    OK(foMPI_Get(&back, 1, MPI_LONG, right, 1, 1, MPI_LONG, win));
    foMPI_Win_flush(right, win);
    CHECK(back == value);
    foMPI_Win_unlock(right, win);
    foMPI_Win_free(&win);
}

/* Several requests at once, and any of them. */
static void any_of_several(void) {
    enum { kRequests = 8 };
    long* data = NULL;
    foMPI_Win win = window_of(1, &data);
    foMPI_Request requests[kRequests];
    const int right = (rank + 1) % size;
    const int left = (rank + size - 1) % size;
    foMPI_Win_lock_all(0, win);
    for (int i = 0; i < kRequests; ++i) {
        OK(foMPI_Notify_init(win, left, i, 1, &requests[i]));
        OK(foMPI_Start(&requests[i]));
    }
    for (int i = kRequests - 1; i >= 0; --i) {
        OK(foMPI_Put_notify(NULL, 0, MPI_LONG, right, 0, 0, MPI_LONG, win, i));
    }
    int seen = 0;
    for (int i = 0; i < kRequests; ++i) {
        MPI_Status status;
        int index = -1;
        OK(foMPI_Waitany(kRequests, requests, &index, &status));
        CHECK(status.MPI_TAG == index && status.MPI_SOURCE == left);
        seen |= 1 << index;
    }
    CHECK(seen == (1 << kRequests) - 1);
    for (int i = 0; i < kRequests; ++i) {
        OK(foMPI_Request_free(&requests[i]));
    }
    foMPI_Win_unlock_all(win);
    foMPI_Win_free(&win);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    flood();
    flood_while_busy();
    requests_and_statuses();
    lengths();
    freed_types();
    fences();
    any_of_several();
    return finish("prototype");
}
