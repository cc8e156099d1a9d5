/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The program's malloc lies in this image's heap: blocks keep their contents, whichever thread and
 * whichever image frees them, and a child that was forked does not disturb them.
 * ARAUTO_TEST_MALLOC=libc: the C library's was asked for; plain: there is no coarray of a derived
 * type; full: the heap is too small.
 */
#include "../capi/job.h"

#include "arauto/spi/segment.h"

#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

/* As gfortran has it, for a scalar. */
typedef struct {
    void* base;
    size_t offset;
    size_t element_bytes;
    int version;
    signed char rank, type;
    short attribute;
    ptrdiff_t span;
} descriptor_t;

void _gfortran_caf_register(size_t size,
                            int type,
                            void** token,
                            descriptor_t* descriptor,
                            int* stat,
                            char* errmsg,
                            size_t errmsg_bytes);
void _gfortran_caf_init(int* count, char*** words);
__asm__(".ident \"GCC: (a stand-in for gfortran) 16.0.0\""); /* or libcaf_arauto16 refuses it */
void _gfortran_caf_finalize(void);

enum { kThreads = 4, kBlocks = 200, kTurns = 20000 };

static int is_in_heap_of(int rank, const void* memory) {
    const arauto_heaps_t heaps = arauto_heaps();
    const uintptr_t offset = (uintptr_t)memory - (uintptr_t)heaps.first;
    return offset / heaps.stride == (uintptr_t)rank && offset < heaps.stride * (size_t)heaps.count;
}

typedef struct {
    unsigned char* memory;
    size_t bytes;
    unsigned char mark;
} block_t;

static void check_block(const block_t* block, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) {
        CHECK(block->memory[i] == block->mark, "byte %zu of %zu is %d, expected %d", i,
              block->bytes, block->memory[i], block->mark);
    }
}

static void fill(block_t* block, void* memory, size_t bytes, unsigned char mark) {
    CHECK(memory != NULL && (uintptr_t)memory % 16 == 0, "%zu bytes came at %p", bytes, memory);
    CHECK(malloc_usable_size(memory) >= bytes, "a block of %zu bytes has %zu", bytes,
          malloc_usable_size(memory));
    *block = (block_t){memory, bytes, mark};
    memset(memory, mark, bytes);
}

static size_t some_bytes(uint64_t* row) {
    return (size_t)next_below(row, (uint64_t)1 << (3 + next_below(row, 15)));
}

static void take(block_t* block, uint64_t* row) {
    const size_t bytes = some_bytes(row);
    const unsigned char mark = (unsigned char)next_below(row, 256);
    const size_t alignment = (size_t)8 << next_below(row, 14);
    void* memory = NULL;
    switch (next_below(row, 4)) {
    case 0:
        memory = calloc(bytes / 8 + 1, 8);
        for (size_t i = 0; i < bytes; ++i) {
            CHECK(((unsigned char*)memory)[i] == 0, "byte %zu of calloc is not zero", i);
        }
        break;
    case 1:
        CHECK(posix_memalign(&memory, alignment, bytes) == 0, "no memory of %zu bytes", bytes);
        CHECK((uintptr_t)memory % alignment == 0, "%p is not aligned to %zu", memory, alignment);
        break;
    case 2:
        memory = aligned_alloc(alignment, bytes);
        CHECK((uintptr_t)memory % alignment == 0, "%p is not aligned to %zu", memory, alignment);
        break;
    default:
        memory = malloc(bytes);
        break;
    }
    fill(block, memory, bytes, mark);
}

static void resize(block_t* block, uint64_t* row) {
    const size_t bytes = some_bytes(row) + 1;
    void* moved = realloc(block->memory, bytes);
    CHECK(moved != NULL, "realloc to %zu bytes gives nothing", bytes);
    block->memory = moved;
    check_block(block, block->bytes < bytes ? block->bytes : bytes);
    fill(block, moved, bytes, block->mark);
}

static block_t g_blocks[kThreads][kBlocks];

static void* churn(void* argument) {
    const size_t own = (size_t)(uintptr_t)argument;
    uint64_t row = 99 + own;
    block_t* blocks = g_blocks[own];
    for (int turn = 0; turn < kTurns; ++turn) {
        block_t* block = &blocks[next_below(&row, kBlocks)];
        if (block->memory == NULL) {
            take(block, &row);
        } else if (next_below(&row, 3) == 0) {
            resize(block, &row);
        } else {
            check_block(block, block->bytes);
            free(block->memory);
            block->memory = NULL;
        }
    }
    return NULL;
}

/* Blocks outlive the thread that has allocated them, and another thread frees them. */
static void use_threads(void) {
    for (int turn = 0; turn < 2; ++turn) {
        pthread_t threads[kThreads];
        for (size_t i = 0; i < kThreads; ++i) {
            CHECK(pthread_create(&threads[i], NULL, churn, (void*)(uintptr_t)i) == 0, "no thread");
        }
        for (size_t i = 0; i < kThreads; ++i) {
            pthread_join(threads[i], NULL);
        }
    }
    for (size_t i = 0; i < kThreads; ++i) {
        for (size_t j = 0; j < kBlocks; ++j) {
            if (g_blocks[i][j].memory != NULL) {
                check_block(&g_blocks[i][j], g_blocks[i][j].bytes);
                free(g_blocks[i][j].memory);
            }
        }
    }
}

static void give_to_each_other(void) {
    enum { kGiven = 1000 };
    const int next = (arauto_rank() + 1) % arauto_size();
    arauto_segment_h addresses = NULL;
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), kGiven * sizeof(block_t), &addresses));
    block_t* own = arauto_segment_base(addresses);
    uint64_t row = 5;
    for (int turn = 0; turn < 3; ++turn) {
        for (int i = 0; i < kGiven; ++i) {
            const size_t bytes = 1 + (i % 50 == 0 ? 100000 : some_bytes(&row));
            fill(&own[i], malloc(bytes), bytes, (unsigned char)i);
            CHECK(is_in_heap_of(arauto_rank(), own[i].memory), "a block is not in this heap");
        }
        barrier();
        const block_t* theirs = arauto_segment_pointer(addresses, next);
        for (int i = 0; i < kGiven; ++i) {
            block_t block = theirs[i];
            check_block(&block, block.bytes);
            CHECK(malloc_usable_size(block.memory) >= block.bytes, "a length of another image");
            if (i % 3 == 0) {
                block.memory = realloc(block.memory, block.bytes + 1000);
                CHECK(is_in_heap_of(arauto_rank(), block.memory) || arauto_size() == 1,
                      "a block that has grown stays in another image's heap");
                check_block(&block, block.bytes);
            }
            free(block.memory);
        }
        barrier();
    }
    CHECK_OK(arauto_segment_free(addresses));
}

/* The owner makes new blocks of those that others give back. */
static void have_given_back(void) {
    enum { kMany = 100, kBytes = 1 << 20 };
    const int next = (arauto_rank() + 1) % arauto_size();
    arauto_segment_h addresses = NULL;
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), sizeof(void*), &addresses));
    void** own = arauto_segment_base(addresses);
    void* lowest = (void*)UINTPTR_MAX;
    void* highest = NULL;
    for (int i = 0; i < kMany; ++i) {
        *own = malloc(kBytes);
        lowest = *own < lowest ? *own : lowest;
        highest = *own > highest ? *own : highest;
        barrier();
        free(*(void**)arauto_segment_pointer(addresses, next));
        barrier();
    }
    CHECK((uintptr_t)highest - (uintptr_t)lowest < (uintptr_t)kBytes * kMany / 2,
          "what another image has freed is not used again");
    CHECK_OK(arauto_segment_free(addresses));
}

static void fork_a_child(void) {
    block_t block;
    fill(&block, malloc(5000), 5000, 'p');
    void* small = malloc(40);
    const pid_t child = fork();
    if (child == 0) {
        void* other = malloc(5000);
        const int is_apart = other != NULL && !is_in_heap_of(arauto_rank(), other);
        free(other);
        free(small);
        char* moved = realloc(block.memory, 6000);
        const int is_copied = moved != (char*)block.memory && moved[4999] == 'p';
        _exit(is_apart && is_copied ? 0 : 1);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child && status == 0, "the child ended with %d", status);
    check_block(&block, block.bytes);
    free(small);
    free(block.memory);
}

static void check_edges(void) {
    free(NULL);
    void* volatile none = malloc(0);
    CHECK(none != NULL, "malloc(0) gives nothing");
    free(none);
    volatile size_t many = SIZE_MAX / 4;
    CHECK(calloc(many, 8) == NULL && malloc(many * 3) == NULL, "there cannot be so much memory");
    CHECK(realloc(malloc(10), 0) == NULL, "realloc to nothing");
    CHECK(malloc_usable_size(NULL) == 0, "the length of nothing");
}

/* A coarray of a derived type: only programs that have one get memory from the heap. */
static void declare_coarray(void) {
    enum { kStatic = 0, kDerived = 5 };
    static void* token = NULL;
    static descriptor_t coarray = {.element_bytes = 64, .type = kDerived};
    _gfortran_caf_register(64, kStatic, &token, &coarray, NULL, NULL, 0);
}

int main(void) {
    const char* way = getenv("ARAUTO_TEST_MALLOC");
    void* early = malloc(100); /* of the C library */
    memset(early, 1, 100);
    CHECK(malloc_usable_size(early) >= 100, "the length of an early block");
    if (way == NULL || strcmp(way, "plain") != 0) {
        declare_coarray();
    }
    _gfortran_caf_init(NULL, NULL);
    void* block = malloc(100);
    void* large = malloc((size_t)40 << 20);
    memset(large, 1, (size_t)40 << 20);
    if (way == NULL) {
        CHECK(is_in_heap_of(arauto_rank(), block) && is_in_heap_of(arauto_rank(), large),
              "the program's memory is not in this image's heap");
        if (getenv("ARAUTO_NODE_RANKS") == NULL) { /* images of other nodes cannot read blocks */
            give_to_each_other();
            have_given_back();
        }
        fork_a_child();
    } else {
        CHECK(!is_in_heap_of(arauto_rank(), large), "40 MiB lie in the heap");
        CHECK(is_in_heap_of(arauto_rank(), block) == (strcmp(way, "full") == 0), "at %p", block);
    }
    free(block);
    free(large);
    early = realloc(early, 1000);
    CHECK(((char*)early)[99] == 1, "realloc has lost what was there");
    CHECK(is_in_heap_of(arauto_rank(), early) == (way == NULL || strcmp(way, "full") == 0),
          "an early block has moved to %p", early);
    free(early);
    check_edges();
    use_threads();
    _gfortran_caf_finalize();
    return 0;
}
