/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Every operation on every type against a serial result, in all lengths from none to more than a
 * MiB, in the world and in teams.
 */
#include "job.h"

#include <complex.h>

typedef struct {
    arauto_type_t type;
    size_t bytes;
    int ops; /* SUM and PROD, or all four */
    void (*draw)(void* out, uint64_t drawn);
    void (*apply)(void* inout, const void* in, int op);
    int (*equal)(const void* a, const void* b);
} kind_t;

#define DEFINE_KIND(NAME, T, DRAWN, SUM, PROD, MIN, MAX)                                           \
    static void draw_##NAME(void* out, uint64_t drawn) {                                           \
        const T value = (T)(DRAWN);                                                                \
        memcpy(out, &value, sizeof value);                                                         \
    }                                                                                              \
    static void apply_##NAME(void* inout, const void* in, int op) {                                \
        T a, b;                                                                                    \
        memcpy(&a, inout, sizeof a);                                                               \
        memcpy(&b, in, sizeof b);                                                                  \
        if (op == ARAUTO_SUM || op == ARAUTO_PROD) {                                               \
            a = op == ARAUTO_SUM ? (T)(SUM) : (T)(PROD);                                           \
        } else {                                                                                   \
            a = op == ARAUTO_MIN ? (MIN) : (MAX);                                                  \
        }                                                                                          \
        memcpy(inout, &a, sizeof a);                                                               \
    }                                                                                              \
    static int equal_##NAME(const void* x, const void* y) {                                        \
        T a, b;                                                                                    \
        memcpy(&a, x, sizeof a);                                                                   \
        memcpy(&b, y, sizeof b);                                                                   \
        return a == b;                                                                             \
    }

/* Integers use all their bits and wrap; floating point values are small, so that sums are exact. */
#define DEFINE_INTEGER(NAME, T)                                                                    \
    DEFINE_KIND(NAME, T, drawn, (uint64_t)a + (uint64_t)b, (uint64_t)a * (uint64_t)b,              \
                b < a ? b : a, b > a ? b : a)
#define DEFINE_REAL(NAME, T)                                                                       \
    DEFINE_KIND(NAME, T, (drawn & 1 ? 1.5 : -1.0) * (drawn & 2 ? 1 : 2), a + b, a * b,             \
                b < a ? b : a, b > a ? b : a)
#define DEFINE_COMPLEX(NAME, T)                                                                    \
    DEFINE_KIND(NAME, T, (drawn & 1 ? 1.0 : -1.0) + (drawn & 2 ? 2.0 : -1.0) * I, a + b, a * b, a, \
                a)

DEFINE_INTEGER(int8, int8_t)
DEFINE_INTEGER(int16, int16_t)
DEFINE_INTEGER(int32, int32_t)
DEFINE_INTEGER(int64, int64_t)
DEFINE_INTEGER(uint8, uint8_t)
DEFINE_INTEGER(uint16, uint16_t)
DEFINE_INTEGER(uint32, uint32_t)
DEFINE_INTEGER(uint64, uint64_t)
DEFINE_REAL(float, float)
DEFINE_REAL(double, double)
DEFINE_REAL(long_double, long double)
DEFINE_COMPLEX(complex_float, float _Complex)
DEFINE_COMPLEX(complex_double, double _Complex)
DEFINE_COMPLEX(complex_long_double, long double _Complex)

#define KIND(CODE, NAME, T, OPS) {CODE, sizeof(T), OPS, draw_##NAME, apply_##NAME, equal_##NAME}
static const kind_t kKinds[] = {
    KIND(ARAUTO_INT8, int8, int8_t, 4),
    KIND(ARAUTO_INT16, int16, int16_t, 4),
    KIND(ARAUTO_INT32, int32, int32_t, 4),
    KIND(ARAUTO_INT64, int64, int64_t, 4),
    KIND(ARAUTO_UINT8, uint8, uint8_t, 4),
    KIND(ARAUTO_UINT16, uint16, uint16_t, 4),
    KIND(ARAUTO_UINT32, uint32, uint32_t, 4),
    KIND(ARAUTO_UINT64, uint64, uint64_t, 4),
    KIND(ARAUTO_FLOAT, float, float, 4),
    KIND(ARAUTO_DOUBLE, double, double, 4),
    KIND(ARAUTO_LONG_DOUBLE, long_double, long double, 4),
    KIND(ARAUTO_COMPLEX_FLOAT, complex_float, float _Complex, 2),
    KIND(ARAUTO_COMPLEX_DOUBLE, complex_double, double _Complex, 2),
    KIND(ARAUTO_COMPLEX_LONG_DOUBLE, complex_long_double, long double _Complex, 2),
};

static void* room(size_t bytes) {
    void* memory = malloc(bytes + 1);
    CHECK(memory != NULL, "no memory for %zu bytes", bytes);
    return memory;
}

static void draw_element(const kind_t* kind, void* out, int world_rank, int op, size_t i) {
    kind->draw(out, mixed((uint64_t)kind->type * 8 + (uint64_t)op, (uint64_t)world_rank, i));
}

static void check_reduce(arauto_team_h team, const kind_t* kind, int op, size_t count, int root) {
    const size_t bytes = count * kind->bytes;
    unsigned char* data = room(bytes);
    for (size_t i = 0; i < count; ++i) {
        draw_element(kind, data + i * kind->bytes, arauto_rank(), op, i);
    }
    data[bytes] = 0x7e;
    CHECK_OK(arauto_reduce(team, data, count, kind->type, (arauto_reduce_op_t)op, root));
    CHECK(data[bytes] == 0x7e, "type %d: the byte behind the data changed", (int)kind->type);
    const int is_told = root == ARAUTO_ALL_RANKS || root == arauto_team_rank(team);
    for (size_t i = 0; i < count; ++i) { /* a rank without the result keeps what it had */
        long double wanted[4];
        long double next[4];
        draw_element(kind, wanted, is_told ? arauto_team_to_world(team, 0) : arauto_rank(), op, i);
        for (int member = 1; is_told && member < arauto_team_size(team); ++member) {
            draw_element(kind, next, arauto_team_to_world(team, member), op, i);
            kind->apply(wanted, next, op);
        }
        CHECK(kind->equal(wanted, data + i * kind->bytes),
              "type %d, operation %d, root %d: element %zu of %zu is wrong", (int)kind->type, op,
              root, i, count);
    }
    free(data);
}

static void check_all_kinds(arauto_team_h team) {
    int root = -1; /* turns through all ranks and ARAUTO_ALL_RANKS */
    for (size_t k = 0; k < sizeof kKinds / sizeof *kKinds; ++k) {
        const kind_t* kind = &kKinds[k];
        const size_t edge = 2048 / kind->bytes; /* longer ones go another way */
        const size_t counts[] = {0, 1, 3, edge, edge + 1, 5000};
        for (int op = 0; op < kind->ops; ++op) {
            for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
                check_reduce(team, kind, op, counts[c], root);
                root = root + 1 < arauto_team_size(team) ? root + 1 : ARAUTO_ALL_RANKS;
            }
        }
        for (int op = kind->ops; op < 4; ++op) {
            double pair[4] = {1, 2, 3, 4};
            CHECK_FAILS(arauto_reduce(team, pair, 1, kind->type, (arauto_reduce_op_t)op, -1),
                        ARAUTO_ERR_ARGUMENT, "arauto_reduce");
            CHECK(pair[0] == 1 && pair[3] == 4, "a refused reduction changed its data");
        }
    }
}

typedef struct {
    long words[1 << 16]; /* more than the shared room for one step */
} huge_t;

static void add_huge(void* context, void* inout, const void* in, size_t count) {
    (void)context;
    huge_t* const left = inout;
    const huge_t* const right = in;
    for (size_t i = 0; i < count; ++i) {
        left[i].words[0] += right[i].words[0];
        left[i].words[(1 << 16) - 1] += right[i].words[(1 << 16) - 1];
    }
}

static void check_huge_elements(int root) {
    huge_t* const data = room(2 * sizeof(huge_t));
    const long mine = arauto_rank() + 1;
    const long sum = (long)arauto_size() * (arauto_size() + 1) / 2;
    const long wanted = root < 0 || root == arauto_rank() ? sum : mine;
    for (int i = 0; i < 2; ++i) {
        data[i].words[0] = mine;
        data[i].words[(1 << 16) - 1] = 3 * mine;
    }
    CHECK_OK(
        arauto_reduce_with(arauto_team_world(), data, 2, sizeof(huge_t), add_huge, NULL, root));
    for (int i = 0; i < 2; ++i) {
        CHECK(data[i].words[0] == wanted && data[i].words[(1 << 16) - 1] == 3 * wanted,
              "element %d of those that are huge is wrong with root %d", i, root);
    }
    free(data);
}

int main(void) {
    start();
    for (int root = ARAUTO_ALL_RANKS; root < arauto_size(); ++root) {
        check_huge_elements(root);
    }
    check_all_kinds(arauto_team_world());
    for (size_t k = 0; k < sizeof kKinds / sizeof *kKinds; ++k) { /* more than a MiB */
        check_reduce(arauto_team_world(), &kKinds[k], (int)(k % (size_t)kKinds[k].ops),
                     1200000 / kKinds[k].bytes, (int)k % 2 - 1);
    }
    arauto_team_h team = NULL;
    CHECK_OK(arauto_team_split(arauto_team_world(), arauto_rank() % 3 == 0, -arauto_rank(), &team));
    check_all_kinds(team);
    CHECK_OK(arauto_team_free(team));
    return 0;
}
