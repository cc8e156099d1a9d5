/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The messages and the memory that the protocols cost: run with ARAUTO_COUNTERS=on at 2 to 64
 * processes. Where nothing may grow with the number of processes, the bounds are the same for all.
 */
#define _GNU_SOURCE
#include "job.h"
#include "nodes.h"

#include "arauto/spi/counters.h"

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { kTimes = 8, kPage = 4096, kWindows = 16 };

/* The counters, by name, now and at the last mark. */
struct Counter {
    const char* name;
    arauto_count_t now, before;
};
static struct Counter counters[ARAUTO_COUNTERS];
static int found;
static int is_near; /* all of them share memory; else what is far is reached in another way */
static void (*visit_all)(arauto_counters_visit_t, void*);

static void take(void* context, const char* name, arauto_count_t count, const char* help) {
    (void)context;
    (void)help;
    if (found < ARAUTO_COUNTERS) {
        counters[found].name = name;
        counters[found++].now = count;
    }
}

static void look(void) {
    found = 0;
    visit_all(take, NULL);
}

static void mark(void) {
    look();
    for (int i = 0; i < found; ++i) {
        counters[i].before = counters[i].now;
    }
}

/* The counts since the mark. */
static arauto_count_t since(const char* name) {
    look();
    for (int i = 0; i < found; ++i) {
        if (strcmp(counters[i].name, name) == 0) {
            const arauto_count_t a = counters[i].before, b = counters[i].now;
            return (arauto_count_t){b.calls - a.calls, b.messages - a.messages, b.bytes - a.bytes};
        }
    }
    check_failed(__FILE__, __LINE__, name, " among the counters");
}

static uint64_t all_messages(void) {
    uint64_t sum = 0;
    look();
    for (int i = 0; i < found; ++i) {
        sum += counters[i].now.messages - counters[i].before.messages;
    }
    return sum;
}

/* `calls` calls of `name` took exactly so many messages each. */
static void expect(const char* name, uint64_t calls, uint64_t messages) {
    const arauto_count_t count = since(name);
    CHECK(count.calls == calls && count.messages == calls * messages,
          "%s: %llu calls took %llu messages, but %llu of %llu each were due", name,
          (unsigned long long)count.calls, (unsigned long long)count.messages,
          (unsigned long long)calls, (unsigned long long)messages);
}

/* At most so many, and more than none where `messages` is not 0. */
static void bound(const char* name, uint64_t calls, uint64_t messages) {
    const arauto_count_t count = since(name);
    CHECK(count.calls == calls && count.messages <= calls * messages &&
              (messages == 0 || count.messages > 0),
          "%s: %llu calls took %llu messages, at most %llu each are due", name,
          (unsigned long long)count.calls, (unsigned long long)count.messages,
          (unsigned long long)messages);
}

/* The processes at both sides, once each. */
static int neighbours(int* ranks) {
    ranks[0] = (rank + size - 1) % size;
    ranks[1] = (rank + 1) % size;
    return ranks[0] == ranks[1] ? 1 : 2;
}

/* As exactly as all of one node do it; over several up to `more` calls and messages come on top. */
static void expect_near(const char* name, uint64_t calls, uint64_t messages, uint64_t more) {
    if (is_near) {
        expect(name, calls, messages);
        return;
    }
    const arauto_count_t count = since(name);
    CHECK(
        count.calls >= calls && count.calls <= calls + more && count.messages > 0 &&
            count.messages <= calls * messages + more,
        "%s: %llu calls took %llu messages, but %llu of %llu each were due, and %llu more at most",
        name, (unsigned long long)count.calls, (unsigned long long)count.messages,
        (unsigned long long)calls, (unsigned long long)messages, (unsigned long long)more);
}

/* Rounds in which all nodes meet, at most: were each process one. */
static uint64_t rounds(void) {
    uint64_t count = 0;
    while ((1 << count) < size) {
        ++count;
    }
    return count;
}

/* Few look at each other; many go through a tree, and so do nodes. */
static void fences(MPI_Win win) {
    MPI_Win_fence(0, win);
    mark();
    for (int i = 0; i < kTimes; ++i) {
        MPI_Win_fence(0, win);
    }
    expect("win_fence", kTimes, 0);
    if (!is_near) {
        bound("epoch_fence", kTimes, 1 + rounds());
    } else if (size <= 8) {
        expect("epoch_fence", kTimes, (uint64_t)size - 1);
    } else {
        bound("epoch_fence", kTimes, 8);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

static void neighbourhoods(MPI_Win win) {
    MPI_Group all, near;
    int ranks[2];
    const int k = neighbours(ranks);
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, k, ranks, &near);
    MPI_Barrier(MPI_COMM_WORLD); /* nobody helps others before he has marked */
    mark();
    for (int i = 0; i < kTimes; ++i) {
        const int64_t value = rank;
        MPI_Win_post(near, 0, win);
        MPI_Win_start(near, 0, win);
        for (int n = 0; n < k; ++n) {
            MPI_Put(&value, 1, MPI_INT64_T, ranks[n], n, 1, MPI_INT64_T, win);
        }
        MPI_Win_complete(win);
        MPI_Win_wait(win);
    }
    expect("win_post", kTimes, 0);
    expect("win_start", kTimes, 0);
    expect("win_complete", kTimes, 0);
    expect("win_wait", kTimes, 0);
    /* A put to a target that is late is done by the rank that waits for it, and counted there. */
    MPI_Barrier(MPI_COMM_WORLD);
    const arauto_count_t mine = since("put");
    uint64_t puts[3] = {mine.calls, mine.messages, mine.bytes}, all_puts[3];
    const uint64_t due = (uint64_t)(kTimes * k) * (uint64_t)size;
    MPI_Allreduce(puts, all_puts, 3, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    const uint64_t grants = since("epoch_grant").messages, dones = since("epoch_done").messages;
    uint64_t told[2] = {grants, dones}, all_told[2];
    MPI_Allreduce(told, all_told, 2, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all_told[0] == due && all_told[1] == due, "%llu grants and %llu dones, not %llu each",
          (unsigned long long)all_told[0], (unsigned long long)all_told[1],
          (unsigned long long)due);
    CHECK(all_puts[0] == due && all_puts[1] == due && all_puts[2] == due * sizeof(int64_t),
          "%llu puts of %llu bytes, not %llu of 8 each", (unsigned long long)all_puts[0],
          (unsigned long long)all_puts[2], (unsigned long long)due);
    MPI_Group_free(&near);
    MPI_Group_free(&all);
}

/* Without and with other ranks that want the same lock. */
static void locks(MPI_Win win, int target, int type) {
    MPI_Barrier(MPI_COMM_WORLD);
    mark();
    for (int i = 0; i < kTimes; ++i) {
        int64_t value = i;
        MPI_Win_lock(type, target, 0, win);
        MPI_Get(&value, 1, MPI_INT64_T, target, 0, 1, MPI_INT64_T, win);
        MPI_Win_flush(target, win);
        MPI_Win_unlock(target, win);
    }
    expect("win_lock", kTimes, 0);
    expect("win_unlock", kTimes, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    const uint64_t mine[2] = {since("epoch_lock").messages, since("epoch_unlock").messages};
    uint64_t all[2];
    MPI_Allreduce(mine, all, 2, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    const uint64_t times = (uint64_t)(kTimes * size);
    CHECK(all[0] >= 3 * times && all[0] <= 12 * times, "locks took %llu messages",
          (unsigned long long)all[0]);
    CHECK(all[1] == (type == MPI_LOCK_EXCLUSIVE ? 3 : 1) * times, "unlocks took %llu messages",
          (unsigned long long)all[1]);
    expect("win_flush", kTimes, 0);
    expect_near("get", kTimes, 1, 1); /* where a far window lies is asked for once */
}

static void everybody(MPI_Win win) {
    const int next = (rank + 1) % size;
    mark();
    for (int i = 0; i < kTimes; ++i) {
        MPI_Win_lock_all(0, win);
        MPI_Win_flush_all(win);
        MPI_Win_unlock_all(win);
    }
    expect("win_lock_all", kTimes, 0);
    expect("win_unlock_all", kTimes, 0);
    /* From another node one may be heard of as held which its last owner has left. */
    expect_near("epoch_lock", kTimes, 2, 16 * kTimes);
    expect("epoch_unlock", kTimes, 1);
    expect("win_flush", kTimes, 0);
    MPI_Win_lock_all(0, win);
    mark();
    for (int i = 0; i < kTimes; ++i) {
        int64_t one = 1, seen = 0;
        MPI_Put(&one, 1, MPI_INT64_T, next, 1, 1, MPI_INT64_T, win);
        MPI_Fetch_and_op(&one, &seen, MPI_INT64_T, next, 2, MPI_SUM, win);
        MPI_Compare_and_swap(&one, &seen, &seen, MPI_INT64_T, next, 3, win);
        MPI_Accumulate(&one, 1, MPI_INT64_T, next, 4, 1, MPI_INT64_T, MPI_SUM, win);
    }
    expect("put", kTimes, 1);
    bound("atomic", 2 * kTimes, 6);
    bound("accumulate", kTimes, 6);
    CHECK(since("native_call").calls == 0, "the window is the MPI's own");
    MPI_Win_unlock_all(win);
}

static void notified(MPI_Win win) {
    int (*set_num)(MPI_Win, MPI_Info, int);
    int (*put)(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, int, MPI_Win);
    *(void**)&set_num = dlsym(RTLD_DEFAULT, "MPIX_Win_set_num_notify");
    *(void**)&put = dlsym(RTLD_DEFAULT, "MPIX_Put_notify");
    CHECK(set_num(win, MPI_INFO_NULL, 1) == MPI_SUCCESS, "no counters");
    MPI_Win_lock_all(0, win);
    mark();
    for (int i = 0; i < kTimes; ++i) {
        const int64_t value = i;
        put(&value, 1, MPI_INT64_T, (rank + 1) % size, 5, 1, MPI_INT64_T, 0, win);
    }
    expect("put", kTimes, 1);
    expect("notify", kTimes, 1);
    CHECK(since("put").bytes == kTimes * sizeof(int64_t), "8 bytes for each put");
    MPI_Win_unlock_all(win);
}

/* Pages of this process's part of shared memory that exist between two addresses. */
static size_t pages_between(const char* from, const char* to) {
    const uintptr_t start = (uintptr_t)from / kPage * kPage;
    const size_t pages = ((uintptr_t)to - start + kPage - 1) / kPage;
    unsigned char* exists = malloc(pages + 1);
    size_t sum = 0;
    CHECK(exists != NULL && mincore((void*)start, pages * kPage, exists) == 0, "%zu pages", pages);
    for (size_t i = 0; i < pages; ++i) {
        sum += exists[i] & 1U;
    }
    free(exists);
    return sum;
}

/* Private and shared memory of a window, and what it takes to make one. */
static void memory(void) {
    MPI_Win win[kWindows + 1];
    char* base[kWindows + 1];
    mark();
    for (int i = 0; i <= kWindows; ++i) {
        MPI_Win_allocate(256, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base[i], &win[i]);
    }
    const uint64_t messages = all_messages() / (kWindows + 1);
    const uint64_t bytes = since("win_create").bytes / (kWindows + 1);
    for (int i = 0; i <= kWindows; ++i) {
        neighbourhoods(win[i]);
        locks(win[i], (rank + 1) % size, MPI_LOCK_EXCLUSIVE);
    }
    const size_t pages =
        base[kWindows] > base[0] ? pages_between(base[0], base[kWindows]) / kWindows : 0;
    if (rank == 0) {
        printf("%d processes: a window takes %llu messages, %llu private bytes, %zu shared pages\n",
               size, (unsigned long long)messages, (unsigned long long)bytes, pages);
    }
    CHECK(since("win_create").calls == 0, "no window is made by epochs");
    CHECK(bytes > 0 && bytes <= 1024, "%llu private bytes", (unsigned long long)bytes);
    CHECK(pages <= 8, "%zu shared pages", pages);
    CHECK(messages <= 64, "%llu messages", (unsigned long long)messages);
    mark();
    for (int i = 0; i <= kWindows; ++i) {
        MPI_Win_free(&win[i]);
    }
    const arauto_count_t freed = since("win_free");
    CHECK(freed.calls == kWindows + 1, "%llu were freed", (unsigned long long)freed.calls);
    /* With what the epochs took: room for the neighbours and for one lock. */
    CHECK(freed.bytes >= bytes * (kWindows + 1) && freed.bytes <= (bytes + 256) * (kWindows + 1),
          "%llu bytes were given back", (unsigned long long)freed.bytes);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    is_near = is_one_node();
    *(void**)&visit_all = dlsym(RTLD_DEFAULT, "arauto_counters_visit");
    CHECK(visit_all != NULL, "run it with libarauto_mpi");
    memory();
    int64_t* base = NULL;
    MPI_Win win;
    MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    fences(win);
    neighbourhoods(win);
    locks(win, (rank + 1) % size, MPI_LOCK_EXCLUSIVE);
    locks(win, (rank + 1) % size, MPI_LOCK_SHARED);
    locks(win, 0, MPI_LOCK_EXCLUSIVE);
    everybody(win);
    notified(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        printf("all well\n");
    }
    MPI_Finalize();
    return 0;
}
