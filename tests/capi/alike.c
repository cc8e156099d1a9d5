/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Heaps lie at the same addresses in all processes: a rank follows a pointer that another one has
 * stored, if it is near. With ARAUTO_TEST_TAKEN the odd ranks have used those addresses before:
 * then theirs lie elsewhere, every rank learns it, and data moves as ever.
 */
#include "job.h"

#include "arauto/spi/rma.h"
#include "arauto/spi/segment.h"

#include <sys/mman.h>

enum { kPage = 4096 };

/* Where os/shared_memory.cpp puts memory that all are to have at one address. */
static void take_addresses(void) {
    for (uintptr_t at = 0x200000000000; at < 0x540000000000; at += 0x040000000000) {
        mmap((void*)at, kPage, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    }
}

static void check_addresses(int odd_ones_differ) {
    const arauto_heaps_t heaps = arauto_heaps();
    CHECK(heaps.count == arauto_size(), "there are %d heaps", heaps.count);
    const uint64_t mine = (uint64_t)(uintptr_t)heaps.first;
    uint64_t* firsts = malloc((size_t)heaps.count * sizeof *firsts);
    CHECK_OK(arauto_allgather(arauto_team_world(), &mine, sizeof mine, firsts));
    for (int rank = 0; rank < heaps.count; ++rank) {
        const int is_alike = arauto_heaps_are_alike(rank);
        CHECK(is_alike == (firsts[rank] == mine),
              "the heaps of rank %d are at %llx, mine at %llx, and said to be %s", rank,
              (unsigned long long)firsts[rank], (unsigned long long)mine,
              is_alike ? "alike" : "different");
        const int may_differ = odd_ones_differ && rank % 2 + arauto_rank() % 2 != 0;
        CHECK(may_differ || is_alike, "the heaps of rank %d are not where mine are", rank);
    }
    CHECK(arauto_heaps_are_alike(-1) == 0 && arauto_heaps_are_alike(heaps.count) == 0,
          "a rank that does not exist has heaps");
    free(firsts);
}

typedef struct {
    int64_t* target; /* in the heap of its rank */
    int64_t direct;
} node_t;

/* Each rank follows the pointer of the next one, or gets what it points to. */
static void follow_pointers(void) {
    const int next = (arauto_rank() + 1) % arauto_size();
    void* memory = NULL;
    CHECK_OK(arauto_memory_allocate(sizeof(int64_t), &memory));
    *(int64_t*)memory = 1000 + arauto_rank();
    arauto_segment_h nodes = NULL;
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), sizeof(node_t), &nodes));
    *(node_t*)arauto_segment_base(nodes) = (node_t){memory, arauto_rank()};
    barrier();
    node_t node = {NULL, 0};
    CHECK_OK(arauto_get(nodes, next, 0, &node, sizeof node));
    CHECK(node.direct == next, "rank %d says that it is %lld", next, (long long)node.direct);
    int64_t value = 0;
    const node_t* near = arauto_segment_pointer(nodes, next);
    if (near != NULL && arauto_heaps_are_alike(next)) {
        value = *near->target;
    } else {
        CHECK_OK(arauto_get_at(next, (uint64_t)(uintptr_t)node.target, &value, sizeof value));
    }
    CHECK(value == 1000 + next, "rank %d points to %lld", next, (long long)value);
    barrier();
    CHECK_OK(arauto_segment_free(nodes));
    CHECK_OK(arauto_memory_free(memory));
}

int main(void) {
    const int is_taken = getenv("ARAUTO_TEST_TAKEN") != NULL;
    const char* rank = getenv("ARAUTO_RANK");
    CHECK(arauto_heaps().count == 0 && arauto_heaps_are_alike(0) == 0, "heaps before the start");
    if (is_taken && rank != NULL && atoi(rank) % 2 == 1) {
        take_addresses();
    }
    start();
    check_addresses(is_taken);
    follow_pointers();
    CHECK_OK(arauto_finalize());
    return 0;
}
