/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * No process waits for a late one that it does not need. The order of events proves it: the late
 * process does its part only after the other has reported, by a flag that is no call of MPI, that
 * its closing call has returned; if that call waited, both would wait for ever.
 * epochs_late [late|pending|halo|helped]: these alone; everything without an argument.
 */
#include "epochs.h"

enum { kDeep = 50, kNap = 50000 /* microseconds */ };

/* Behind the other's flag and late besides. */
static void be_late(int flag) {
    compute_until(flag, 1);
    usleep(kNap);
}

/* The origin's calls return before the target has posted. */
static void late_post(int is_nonblocking_start, int flag) {
    const int target = 1, origin = 0;
    const long value = 11 + flag;
    MPI_Request closed;
    if (rank == 0) {
        start_to(is_nonblocking_start, 1, &target);
        put_long(&value, target, 0);
        OK(MPIX_Win_icomplete(win, &closed));
        CHECK(!is_complete(&closed), "complete before the target has posted");
        raise_flag(flag);
        finish(&closed);
    } else if (rank == 1) {
        be_late(flag);
        CHECK(words[0] != value, "the put came before its post");
        post_to(is_nonblocking_start, 1, &origin);
        wait_exposure(0);
        CHECK(words[0] == value, "%ld", words[0]);
    }
    barrier();
}

/* The target's calls return before the origin has started. */
static void late_start(int flag) {
    const int target = 1, origin = 0;
    const long value = 11 + flag;
    MPI_Request closed;
    if (rank == 1) {
        post_to(1, 1, &origin);
        OK(MPIX_Win_iwait(win, &closed));
        CHECK(!is_complete(&closed), "complete before the origin has started");
        raise_flag(flag);
        finish(&closed);
        CHECK(words[0] == value, "%ld", words[0]);
    } else if (rank == 0) {
        be_late(flag);
        start_to(0, 1, &target);
        put_long(&value, target, 0);
        complete_access(0);
    }
    barrier();
}

/* All but the last rank leave their fence before the last one comes to it. */
static void late_fence(int flag) {
    const long value = 100 * flag + rank;
    const int last = size - 1;
    MPI_Request closed;
    fence(0, MPI_MODE_NOPRECEDE);
    put_long(&value, right, 1);
    if (rank != last) {
        OK(MPIX_Win_ifence(MPI_MODE_NOSUCCEED, win, &closed));
        CHECK(!is_complete(&closed), "complete before all have called the fence");
        raise_flag(flag);
        finish(&closed);
    } else {
        compute_until(flag, size - 1);
        usleep(kNap);
        fence(0, MPI_MODE_NOSUCCEED);
    }
    CHECK(words[1] == 100 * flag + left, "%ld", words[1]);
    barrier();
}

/* Several fences behind each other, with something put between all, before the last rank comes to
 * the first. */
static void late_for_many_fences(int flag) {
    enum { kFences = 6 };
    static long values[kFences];
    const int last = size - 1;
    MPI_Request closed[kFences];
    for (int i = 0; i < kFences; ++i) {
        values[i] = 1000L * flag + 100 * rank + i;
    }
    if (rank == last) {
        compute_until(flag, size - 1);
    }
    OK(MPIX_Win_ifence(MPI_MODE_NOPRECEDE, win, &closed[0]));
    finish(&closed[0]);
    for (int i = 0; i < kFences; ++i) {
        put_long(&values[i], right, 128 + i);
        OK(MPIX_Win_ifence(i == kFences - 1 ? MPI_MODE_NOSUCCEED : 0, win, &closed[i]));
        CHECK(rank == last || !is_complete(&closed[i]), "fence %d is complete too early", i);
    }
    if (rank != last) {
        raise_flag(flag);
    }
    for (int i = kFences - 1; i >= 0; --i) {
        finish(&closed[i]);
    }
    for (int i = 0; i < kFences; ++i) {
        CHECK(words[128 + i] == 1000L * flag + 100 * left + i, "%ld", words[128 + i]);
    }
    barrier();
}

/* Waiting on one window delays nothing on another. */
static void another_window(int flag) {
    const long value = 60 + flag;
    MPI_Request closed;
    long* memory;
    MPI_Win other = window_of(1, MPI_INFO_NULL, &memory), first = win;
    const int target = 1, origin = 0;
    if (rank == 0) {
        start_to(1, 1, &target);
        put_long(&value, target, 0);
        OK(MPIX_Win_icomplete(win, &closed));
        win = other;
        start_to(1, 1, &target);
        put_long(&value, target, 0);
        complete_access(1);
        win = first;
        CHECK(!is_complete(&closed), "complete before the target has posted");
        raise_flag(flag);
        finish(&closed);
    } else if (rank == 1) {
        win = other;
        post_to(0, 1, &origin);
        wait_exposure(0);
        CHECK(memory[0] == value, "%ld", memory[0]);
        win = first;
        compute_until(flag, 1);
        post_to(0, 1, &origin);
        wait_exposure(0);
        CHECK(words[0] == value, "%ld", words[0]);
    }
    OK(MPI_Win_free(&other));
}

/* Rank 0 holds the lock of `target` while the others ask for it, put and give it back. */
static void late_unlock(int target, int flag) {
    const long value = 100 * flag + rank;
    MPI_Request opened, closed;
    if (rank == 0) {
        OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win));
        barrier();
        compute_until(flag, size - 1);
        usleep(kNap);
        OK(MPI_Win_unlock(target, win));
    } else {
        barrier();
        OK(MPIX_Win_ilock(rank % 2 == 0 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, target, 0, win,
                          &opened));
        put_long(&value, target, 8 + rank);
        OK(MPIX_Win_iunlock(target, win, &closed));
        CHECK(!is_complete(&opened), "the lock was granted while another held it");
        CHECK(!is_complete(&closed), "given back before it was granted");
        raise_flag(flag);
        finish(&closed);
        finish(&opened);
    }
    barrier();
    for (int i = 1; rank == target && i < size; ++i) {
        CHECK(words[8 + i] == 100 * flag + i, "from rank %d: %ld", i, words[8 + i]);
    }
    barrier();
}

/* As above, with lock_all. */
static void late_unlock_all(int flag) {
    const long value = 100 * flag + rank;
    MPI_Request opened, closed;
    if (rank == 0) {
        OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
        barrier();
        compute_until(flag, size - 1);
        OK(MPI_Win_unlock(0, win));
    } else {
        barrier();
        OK(MPIX_Win_ilock_all(0, win, &opened));
        put_long(&value, 0, 8 + rank);
        OK(MPIX_Win_iunlock_all(win, &closed));
        CHECK(!is_complete(&opened), "all locks were granted while another held one");
        CHECK(!is_complete(&closed), "given back before they were granted");
        raise_flag(flag);
        finish(&opened);
        finish(&closed);
    }
    barrier();
    for (int i = 1; rank == 0 && i < size; ++i) {
        CHECK(words[8 + i] == 100 * flag + i, "from rank %d: %ld", i, words[8 + i]);
    }
    barrier();
}

/* Many closed access epochs towards a late target, waited for from the last to the first. */
static void pending_access(int flag) {
    const int target = 1, origin = 0;
    static long values[kDeep];
    MPI_Request closed[kDeep];
    if (rank == 0) {
        for (int i = 0; i < kDeep; ++i) {
            values[i] = 500 + i;
            start_to(1, 1, &target);
            put_long(&values[i], target, 16 + i);
            OK(MPIX_Win_icomplete(win, &closed[i]));
        }
        for (int i = 0; i < kDeep; ++i) {
            CHECK(!is_complete(&closed[i]), "epoch %d is complete before its post", i);
        }
        raise_flag(flag);
        for (int i = kDeep - 1; i >= 0; --i) {
            finish(&closed[i]);
        }
    } else if (rank == 1) {
        be_late(flag);
        for (int i = 0; i < kDeep; ++i) {
            post_to(i & 1, 1, &origin);
            wait_exposure((i >> 1) & 1);
            CHECK(words[16 + i] == 500 + i, "epoch %d: %ld", i, words[16 + i]);
            CHECK(i == kDeep - 1 || words[16 + i + 1] == 0, "epoch %d came early", i + 1);
        }
    }
    barrier();
}

/* Many closed lock epochs behind a lock that is held. */
static void pending_locks(int flag) {
    static const long one = 1;
    MPI_Request closed[kDeep];
    long seen[kDeep];
    if (rank == 0) {
        words[2] = 0;
        OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
        barrier();
        compute_until(flag, size - 1);
        CHECK(*(volatile long*)&words[2] == 0, "somebody has added under my lock");
        OK(MPI_Win_unlock(0, win));
        barrier();
        CHECK(words[2] == (long)kDeep * (size - 1), "%ld", words[2]);
    } else {
        barrier();
        for (int i = 0; i < kDeep; ++i) {
            OK(MPIX_Win_ilock(MPI_LOCK_EXCLUSIVE, 0, 0, win, &closed[i]));
            give_up(&closed[i]); /* the grant need not be reported */
            OK(MPI_Fetch_and_op(&one, &seen[i], MPI_LONG, 0, 2, MPI_SUM, win));
            OK(MPIX_Win_iunlock(0, win, &closed[i]));
        }
        CHECK(!is_complete(&closed[0]), "a lock epoch is complete while another is held");
        raise_flag(flag);
        OK(MPI_Waitall(kDeep, closed, MPI_STATUSES_IGNORE));
        for (int i = 1; i < kDeep; ++i) {
            CHECK(seen[i] > seen[i - 1], "%ld came after %ld", seen[i], seen[i - 1]);
        }
        barrier();
    }
    barrier();
}

/* One of each kind after the other, all closed before any is waited for. */
static void pending_kinds(void) {
    static const long one = 1;
    long seen = -1;
    MPI_Request requests[8];
    memset(words, 0, kLongs * sizeof *words);
    barrier();
    post_to(1, 1, &left);
    start_to(1, 1, &right);
    put_long(&one, right, 0);
    OK(MPIX_Win_icomplete(win, &requests[0]));
    OK(MPIX_Win_iwait(win, &requests[1]));
    OK(MPIX_Win_ifence(MPI_MODE_NOPRECEDE, win, &requests[2]));
    put_long(&one, right, 1);
    OK(MPIX_Win_ifence(MPI_MODE_NOSUCCEED, win, &requests[3]));
    OK(MPIX_Win_ilock(MPI_LOCK_EXCLUSIVE, 0, 0, win, &requests[4]));
    OK(MPI_Fetch_and_op(&one, &seen, MPI_LONG, 0, 2, MPI_SUM, win));
    OK(MPIX_Win_iunlock(0, win, &requests[5]));
    OK(MPIX_Win_ilock_all(0, win, &requests[6]));
    OK(MPI_Accumulate(&one, 1, MPI_LONG, size - 1, 3, 1, MPI_LONG, MPI_SUM, win));
    OK(MPIX_Win_iunlock_all(win, &requests[7]));
    for (int i = 7; i >= 0; --i) {
        finish(&requests[i]);
    }
    CHECK(seen >= 0 && seen < size, "%ld", seen);
    barrier();
    CHECK(words[0] == 1 && words[1] == 1, "%ld and %ld", words[0], words[1]);
    CHECK(rank != 0 || words[2] == size, "%ld", words[2]);
    CHECK(rank != size - 1 || words[3] == size, "%ld", words[3]);
    barrier();
}

/* post; start; put; complete; wait: would deadlock if a start waited for an open exposure. */
static void halo(int forms) {
    const int neighbours[2] = {left, right};
    const int count = left == right ? 1 : 2;
    for (int round = 1; round <= 100; ++round) {
        const long value = 1000L * rank + round;
        MPI_Request requests[2];
        post_to(forms & 1, count, neighbours);
        start_to((forms >> 1) & 1, count, neighbours);
        put_long(&value, right, 0);
        put_long(&value, left, 1);
        OK(MPIX_Win_icomplete(win, &requests[0]));
        OK(MPIX_Win_iwait(win, &requests[1]));
        if (round % 2 == 0) {
            finish(&requests[1]);
        } else {
            OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
        }
        CHECK(words[0] == 1000L * left + round, "from the left: %ld", words[0]);
        CHECK(words[1] == 1000L * right + round, "from the right: %ld", words[1]);
        finish(&requests[0]);
    }
    barrier();
}

/* The origin has closed its epochs and computes until its target has the data: the target, which
 * waits, does the work of the origin. */
static void helped(int flag) {
    const int target = 1, origin = 0;
    static long value = 4711, added = 3;
    MPI_Request closed[2];
    if (rank == 0) {
        start_to(1, 1, &target);
        put_long(&value, target, 100);
        OK(MPIX_Win_icomplete(win, &closed[0]));
        start_to(1, 1, &target);
        OK(MPI_Accumulate(&added, 1, MPI_LONG, target, 100, 1, MPI_LONG, MPI_SUM, win));
        OK(MPIX_Win_icomplete(win, &closed[1]));
        raise_flag(flag);
        compute_until(flag + 1, 2);
        OK(MPI_Waitall(2, closed, MPI_STATUSES_IGNORE));
    } else if (rank == 1) {
        be_late(flag);
        for (int i = 0; i < 2; ++i) {
            post_to(0, 1, &origin);
            wait_exposure(i);
            CHECK(words[100] == (i == 0 ? 4711 : 4714), "epoch %d: %ld", i, words[100]);
            raise_flag(flag + 1);
        }
    }
    barrier();
}

/* Rank 1's lock epochs wait for rank 0's; then rank 1 computes until rank 2 (or 0) has had the lock
 * behind it. */
static void helped_by_the_next(int flag) {
    static long value = 99;
    const int next = size > 2 ? 2 : 0;
    MPI_Request closed;
    long seen = -1;
    if (rank == 0) {
        OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
        barrier();
        compute_until(flag, 1);
        OK(MPI_Win_unlock(0, win));
    } else {
        barrier();
    }
    if (rank == 1) {
        OK(MPIX_Win_ilock(MPI_LOCK_EXCLUSIVE, 0, 0, win, &closed));
        give_up(&closed);
        put_long(&value, 0, 101);
        OK(MPIX_Win_iunlock(0, win, &closed));
        raise_flag(flag);
        compute_until(flag + 1, 1);
        finish(&closed);
    } else if (rank == next) {
        compute_until(flag, 1);
        OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
        OK(MPI_Get(&seen, 1, MPI_LONG, 0, 101, 1, MPI_LONG, win));
        OK(MPI_Win_unlock(0, win));
        CHECK(seen == 99, "the lock was passed on before the put: %ld", seen);
        raise_flag(flag + 1);
    }
    barrier();
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    set_up();
    const char* const only = argc > 1 ? argv[1] : "";
    CHECK(size > 1, "this test needs two processes");
    if (*only == 0 || strcmp(only, "late") == 0) {
        late_post(0, 0);
        late_post(1, 1);
        late_start(2);
        late_fence(3);
        late_for_many_fences(7);
        another_window(10);
        late_unlock(0, 4);
        late_unlock(1, 5);
        late_unlock_all(6);
    }
    if (*only == 0 || strcmp(only, "pending") == 0) {
        pending_access(8);
        pending_locks(9);
        pending_kinds();
    }
    if (*only == 0 || strcmp(only, "halo") == 0) {
        for (int forms = 0; forms < 4; ++forms) {
            halo(forms);
        }
    }
    if (*only == 0 || strcmp(only, "helped") == 0) {
        helped(16);
        helped_by_the_next(18);
    }
    return clean_up();
}
