/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Contiguous put and get of many lengths and alignments, by segment and by address, to every kind
 * of memory; what lies around the piece stays as it was.
 */
#include "job.h"

#include "arauto/spi/rma.h"
#include "arauto/spi/segment.h"

enum { kBytes = 300000, kKinds = 3 };
static const size_t kLengths[] = {0,    1,    7,     8,     63,    64,    4095,
                                  4096, 4097, 65535, 65536, 65537, 200001};
static unsigned char private_memory[kBytes];
static unsigned char mine[kBytes];
static unsigned char back[kBytes];
static unsigned char* memory[kKinds];

static unsigned char byte_for(int rank, size_t turn, size_t i) {
    return (unsigned char)mixed((uint64_t)rank, turn, i);
}

static void put_and_get(
    arauto_segment_h segment, int way, int rank, uint64_t there, size_t offset, size_t length) {
    if (way == 0) {
        CHECK_OK(arauto_put(segment, rank, offset, mine + offset % 8, length));
        CHECK_OK(arauto_get(segment, rank, offset, back, length));
        return;
    }
    CHECK_OK(arauto_put_at(rank, there + offset, mine + offset % 8, length));
    CHECK_OK(arauto_get_at(rank, there + offset, back, length));
}

int main(void) {
    start();
    const int me = arauto_rank();
    const int ranks = arauto_size();
    arauto_segment_h segment = NULL;
    void* allocated = NULL;
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), kBytes, &segment));
    CHECK_OK(arauto_memory_allocate(kBytes, &allocated));
    memory[0] = arauto_segment_base(segment);
    memory[1] = allocated;
    memory[2] = private_memory;
    uint64_t addresses[kKinds];
    uint64_t(*all)[kKinds] = malloc((size_t)ranks * sizeof addresses);
    for (int kind = 0; kind < kKinds; ++kind) {
        addresses[kind] = (uint64_t)(uintptr_t)memory[kind];
    }
    CHECK_OK(arauto_allgather(arauto_team_world(), addresses, sizeof addresses, all));
    const size_t lengths = sizeof kLengths / sizeof *kLengths;
    for (size_t turn = 0; turn < lengths * (kKinds + 1); ++turn) {
        const size_t length = kLengths[turn / (kKinds + 1)];
        const int way = (int)(turn % (kKinds + 1));
        const int kind = way == 0 ? 0 : way - 1;
        const int shift = (int)turn % ranks;
        const int to = (me + shift) % ranks;
        const int from = (me + ranks - shift) % ranks;
        const size_t offset = 64 + turn % 13;
        memset(memory[kind], 0x5a, kBytes);
        for (size_t i = 0; i < length; ++i) {
            mine[offset % 8 + i] = byte_for(me, turn, i);
        }
        barrier();
        put_and_get(segment, way, to, all[to][kind], offset, length);
        CHECK(memcmp(back, mine + offset % 8, length) == 0,
              "%zu bytes by way %d came back from rank %d changed", length, way, to);
        barrier();
        for (size_t i = 0; i < kBytes; ++i) {
            const int inside = i >= offset && i < offset + length;
            const unsigned char wanted = inside ? byte_for(from, turn, i - offset) : 0x5a;
            CHECK(memory[kind][i] == wanted,
                  "%zu bytes by way %d from rank %d: byte %zu is %d, expected %d", length, way,
                  from, i, memory[kind][i], wanted);
        }
        barrier();
    }
    free(all);
    CHECK_OK(arauto_memory_free(allocated));
    CHECK_OK(arauto_segment_free(segment));
    return 0;
}
