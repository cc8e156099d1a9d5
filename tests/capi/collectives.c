/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Broadcasts, gathers and reductions by an operation of the program that does not commute, from
 * nothing to more than a MiB, in the world and in two teams at a time.
 */
#include "job.h"

static void* room(size_t bytes) {
    void* memory = malloc(bytes + 1);
    CHECK(memory != NULL, "no memory for %zu bytes", bytes);
    return memory;
}

static void fill(unsigned char* data, size_t bytes, int rank) {
    for (size_t i = 0; i < bytes; ++i) {
        data[i] = (unsigned char)mixed(bytes, (uint64_t)rank, i);
    }
}

static void check_broadcast(arauto_team_h team, size_t bytes, int root) {
    unsigned char* data = room(bytes);
    unsigned char* wanted = room(bytes);
    fill(data, bytes, arauto_rank());
    fill(wanted, bytes, arauto_team_to_world(team, root));
    data[bytes] = 0x7e;
    CHECK_OK(arauto_broadcast(team, data, bytes, root));
    CHECK(memcmp(data, wanted, bytes) == 0, "%zu bytes from %d arrived changed", bytes, root);
    CHECK(data[bytes] == 0x7e, "the byte behind %zu bytes from %d changed", bytes, root);
    free(data);
    free(wanted);
}

static void check_allgather(arauto_team_h team, size_t bytes) {
    const size_t size = (size_t)arauto_team_size(team);
    unsigned char* mine = room(bytes);
    unsigned char* all = room(size * bytes);
    unsigned char* wanted = room(bytes);
    fill(mine, bytes, arauto_rank());
    all[size * bytes] = 0x7e;
    CHECK_OK(arauto_allgather(team, mine, bytes, all));
    for (size_t member = 0; member < size; ++member) {
        fill(wanted, bytes, arauto_team_to_world(team, (int)member));
        CHECK(memcmp(all + member * bytes, wanted, bytes) == 0,
              "the %zu bytes of member %zu arrived changed", bytes, member);
    }
    fill(wanted, bytes, arauto_rank());
    CHECK(memcmp(mine, wanted, bytes) == 0, "gathering changed what this rank gave");
    CHECK(all[size * bytes] == 0x7e, "the byte behind the result changed");
    free(mine);
    free(all);
    free(wanted);
}

/* Elements are rows of maps x -> a*x + b over uint32_t; to compose them is associative only. */
static void compose(void* context, void* inout, const void* in, size_t count) {
    const size_t maps = *(const size_t*)context * count;
    for (size_t i = 0; i < maps; ++i) {
        uint32_t f[2], g[2];
        memcpy(f, (char*)inout + i * sizeof f, sizeof f);
        memcpy(g, (const char*)in + i * sizeof g, sizeof g);
        const uint32_t made[2] = {f[0] * g[0], f[0] * g[1] + f[1]};
        memcpy((char*)inout + i * sizeof made, made, sizeof made);
    }
}

static void check_composition(arauto_team_h team, size_t count, size_t maps, int root) {
    const size_t numbers = count * maps * 2;
    uint32_t* data = room(numbers * sizeof *data);
    uint32_t* wanted = room(numbers * sizeof *wanted);
    uint32_t* next = room(numbers * sizeof *next);
    for (int member = 0; member < arauto_team_size(team); ++member) {
        uint32_t* into = member == 0 ? wanted : next;
        for (size_t i = 0; i < numbers; ++i) {
            into[i] = (uint32_t)mixed(5, (uint64_t)arauto_team_to_world(team, member), i);
        }
        if (member == arauto_team_rank(team)) {
            memcpy(data, into, numbers * sizeof *data);
        }
        if (member > 0) {
            compose(&maps, wanted, next, count);
        }
    }
    CHECK_OK(arauto_reduce_with(team, data, count, maps * 8, compose, &maps, root));
    if (root == ARAUTO_ALL_RANKS || root == arauto_team_rank(team)) {
        CHECK(memcmp(data, wanted, numbers * sizeof *data) == 0,
              "%zu elements of %zu bytes are not composed in the order of the ranks", count,
              maps * 8);
    }
    free(data);
    free(wanted);
    free(next);
}

static void check_in(arauto_team_h team) {
    static const size_t lengths[] = {0,    1,    8,     47,    48,    49,     2039,
                                     2040, 2041, 65535, 65536, 65537, 200001, 1500001};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; ++l) {
        for (int root = 0; root < arauto_team_size(team); ++root) {
            check_broadcast(team, lengths[l], root);
        }
        check_allgather(team, lengths[l]);
    }
    static const size_t shapes[][2] = {{0, 1},    {1, 1},    {3, 2},     {300, 1},
                                       {70, 5},   {7000, 3}, {1, 256},   {1, 257},
                                       {3, 8192}, {2, 8193}, {1, 20000}, {60000, 3}};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s) {
        check_composition(team, shapes[s][0], shapes[s][1],
                          (int)s % (arauto_team_size(team) + 1) - 1);
    }
}

int main(void) {
    start();
    check_in(arauto_team_world());
    arauto_team_h team = NULL;
    CHECK_OK(arauto_team_split(arauto_team_world(), arauto_rank() % 3 == 0, -arauto_rank(), &team));
    check_in(team);
    CHECK_OK(arauto_team_free(team));
    return 0;
}
