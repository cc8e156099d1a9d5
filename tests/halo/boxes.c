/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Halo exchanges of random plans: after each exchange every halo cell has the value that belongs to
 * its position in the domain, and all other cells are as they were.
 */
#include "../capi/job.h"

#include "arauto/halo.h"
#include "arauto/spi/segment.h"

#include <time.h>

enum {
    AXES = ARAUTO_HALO_AXES_MAX,
    DIMS_MAX = 6,
    FIELDS_MAX = 5,
    DEPTH_MAX = 5,
    POISON = 0xa5,
    CASES = 24,
    STEPS = 10,
    LONG_STEPS = 200
};

/* The role of an element in the exchange. */
typedef enum kind { OWN, COPY, OTHER } kind_t;

typedef struct element {
    size_t offset; /* in bytes, in the memory of a state */
    uint64_t position; /* a number for its position in the domain */
    int64_t at[DIMS_MAX];
    kind_t kind;
} element_t;

/* A field, the same on all ranks but for its extents. */
typedef struct field {
    arauto_halo_field_t given;
    element_t* elements;
    size_t count;
    int64_t own[AXES]; /* cells, or faces */
    int64_t first[AXES]; /* the first own one in the domain */
    unsigned char* memory; /* of all states */
    size_t bytes; /* of one state */
    int is_shared; /* on this rank */
} field_t;

typedef struct plan {
    arauto_halo_domain_t domain;
    arauto_halo_grid_h grid;
    arauto_halo_plan_h plan;
    arauto_halo_corners_t corners;
    arauto_halo_mode_t mode;
    field_t fields[FIELDS_MAX];
    int count;
    int state; /* that was exchanged last; -1: none */
    uint64_t seed;
} plan_t;

static uint64_t g_row;

static int64_t between(int64_t least, int64_t most) {
    return least + (int64_t)next_below(&g_row, (uint64_t)(most - least + 1));
}

static void nap(uint64_t seed) {
    const uint64_t chance = mixed(seed, (uint64_t)arauto_rank(), 17) % 40;
    if (chance < 3) {
        nanosleep(&(struct timespec){.tv_nsec = (long)(chance * 40000)}, NULL);
    }
}

static void make_domain(plan_t* plan) {
    plan->domain = (arauto_halo_domain_t){.axes = (int)between(1, AXES)};
    const int size = arauto_size();
    for (int axis = 0; axis < plan->domain.axes; ++axis) {
        const int64_t most = plan->domain.axes > 2 ? 4 : 9;
        plan->domain.extent[axis] = size + between(0, most);
        plan->domain.is_periodic[axis] = (int)between(0, 1);
    }
    CHECK_OK(arauto_halo_grid_create(arauto_team_world(), &plan->domain, &plan->grid));
}

/* The least cells that any rank owns along an axis, and what this rank owns. */
static int64_t least_width(const plan_t* plan, int axis) {
    int64_t least = plan->domain.extent[axis];
    for (int rank = 0; rank < arauto_size(); ++rank) {
        int64_t lower[AXES];
        int64_t upper[AXES];
        CHECK_OK(arauto_halo_grid_owned(plan->grid, rank, lower, upper));
        if (upper[axis] - lower[axis] < least) {
            least = upper[axis] - lower[axis];
        }
    }
    return least;
}

static void make_field(plan_t* plan, field_t* field) {
    static const size_t sizes[] = {1, 2, 4, 8, 12, 16, 24, 40};
    arauto_halo_field_t* given = &field->given;
    const int states_min = plan->mode == ARAUTO_HALO_PACKED ? 0 : 2;
    *given = (arauto_halo_field_t){.element_bytes = sizes[between(0, 7)],
                                   .states = (int)between(states_min, states_min + 2)};
    const int axes = plan->domain.axes;
    given->dims = axes + (int)between(0, DIMS_MAX - axes < 2 ? DIMS_MAX - axes : 2);
    int dims[DIMS_MAX];
    for (int dim = 0; dim < given->dims; ++dim) {
        dims[dim] = dim;
        given->extent[dim] = between(1, 3);
    }
    const int shuffles = (int)between(0, 1);
    for (int dim = given->dims - 1; shuffles && dim > 0; --dim) {
        const int other = (int)between(0, dim);
        const int kept = dims[dim];
        dims[dim] = dims[other];
        dims[other] = kept;
    }
    int64_t lower[AXES];
    int64_t upper[AXES];
    CHECK_OK(arauto_halo_grid_owned(plan->grid, arauto_rank(), lower, upper));
    for (int axis = 0; axis < axes; ++axis) {
        const int64_t least = least_width(plan, axis);
        const int most = least < DEPTH_MAX ? (int)least : DEPTH_MAX;
        given->lower_depth[axis] = (int)between(0, most);
        given->upper_depth[axis] = (int)between(0, most);
        given->is_staggered[axis] = between(0, 3) == 0;
        given->lower_halo[axis] = given->lower_depth[axis] + (int)between(0, 1);
        field->own[axis] = upper[axis] - lower[axis] + given->is_staggered[axis];
        field->first[axis] = lower[axis];
        given->dim_of_axis[axis] = dims[axis];
        const int before =
            given->lower_halo[axis] != 0 ? given->lower_halo[axis] : given->lower_depth[axis];
        given->lower_halo[axis] = before;
        given->extent[dims[axis]] =
            before + field->own[axis] + given->upper_depth[axis] + between(0, 1);
    }
    int64_t stride = (int64_t)given->element_bytes;
    const int has_gaps = (int)between(0, 1);
    for (int dim = 0; dim < given->dims; ++dim) {
        if (has_gaps) {
            given->stride[dim] = stride;
            stride += dim == 0 ? (int64_t)given->element_bytes : 0;
        }
        stride *= given->extent[dim];
    }
    field->bytes = (size_t)stride;
    if (!has_gaps) {
        memset(given->stride, 0, sizeof given->stride);
    }
    const int states = given->states > 1 ? given->states : 1;
    given->state_stride = (int64_t)field->bytes;
    const size_t bytes = field->bytes * (size_t)states + 1;
    /* Ranks may differ. */
    field->is_shared = mixed(plan->seed, (uint64_t)arauto_rank(), (uint64_t)plan->count) % 4 != 0;
    if (field->is_shared) {
        void* memory = NULL;
        CHECK_OK(arauto_memory_allocate(bytes, &memory));
        field->memory = memory;
    } else {
        field->memory = malloc(bytes);
    }
    CHECK(field->memory != NULL, "there is no memory");
    given->base = field->memory;
}

static kind_t kind_of(const plan_t* plan, const field_t* field, const int64_t* at) {
    int outside = 0;
    int has_owner = 1;
    for (int axis = 0; axis < plan->domain.axes; ++axis) {
        const int64_t i = at[field->given.dim_of_axis[axis]] - field->given.lower_halo[axis];
        if (i >= 0 && i < field->own[axis]) {
            continue;
        }
        int offset[AXES] = {0};
        offset[axis] = i < 0 ? -1 : 1;
        int rank = -1;
        CHECK_OK(arauto_halo_grid_neighbour(plan->grid, offset, &rank));
        const int64_t distance = i < 0 ? -i : i - field->own[axis] + 1;
        const int depth = i < 0 ? field->given.lower_depth[axis] : field->given.upper_depth[axis];
        has_owner = has_owner && rank >= 0 && distance <= depth;
        ++outside;
    }
    if (outside == 0) {
        return OWN;
    }
    return has_owner && (outside == 1 || plan->corners != ARAUTO_HALO_NO_CORNERS) ? COPY : OTHER;
}

/* A number for the position of an element in the domain. */
static uint64_t position_of(const plan_t* plan, const field_t* field, const int64_t* at) {
    uint64_t position = 0;
    int axis_of[DIMS_MAX] = {0};
    for (int axis = 0; axis < plan->domain.axes; ++axis) {
        axis_of[field->given.dim_of_axis[axis]] = axis + 1;
    }
    for (int dim = 0; dim < field->given.dims; ++dim) {
        int64_t i = at[dim];
        if (axis_of[dim] != 0) {
            const int axis = axis_of[dim] - 1;
            i += field->first[axis] - field->given.lower_halo[axis];
            if (plan->domain.is_periodic[axis]) {
                const int64_t extent = plan->domain.extent[axis];
                i = (i % extent + extent) % extent;
            }
        }
        position = mixed(position, (uint64_t)i, (uint64_t)dim);
    }
    return position;
}

static size_t offset_of(const field_t* field, const int64_t* at) {
    size_t offset = 0;
    int64_t stride = (int64_t)field->given.element_bytes;
    int has_gaps = 0;
    for (int dim = 0; dim < field->given.dims; ++dim) {
        has_gaps = has_gaps || field->given.stride[dim] != 0;
    }
    for (int dim = 0; dim < field->given.dims; ++dim) {
        offset += (size_t)(at[dim] * (has_gaps ? field->given.stride[dim] : stride));
        stride *= field->given.extent[dim];
    }
    return offset;
}

/* Lists the elements of a field, once: asking the grid for each of them takes longer than exchanges
 * do. */
static void list_elements(const plan_t* plan, field_t* field) {
    size_t count = 1;
    for (int dim = 0; dim < field->given.dims; ++dim) {
        count *= (size_t)field->given.extent[dim];
    }
    field->count = count;
    field->elements = malloc(count * sizeof *field->elements);
    CHECK(field->elements != NULL, "there is no memory");
    int64_t at[DIMS_MAX] = {0};
    for (size_t i = 0; i < count; ++i) {
        element_t* element = &field->elements[i];
        *element = (element_t){.offset = offset_of(field, at),
                               .position = position_of(plan, field, at),
                               .kind = kind_of(plan, field, at)};
        memcpy(element->at, at, sizeof at);
        for (int dim = 0; dim < field->given.dims && ++at[dim] == field->given.extent[dim]; ++dim) {
            at[dim] = 0;
        }
    }
}

static void make_plan(plan_t* plan, uint64_t seed) {
    plan->seed = seed;
    make_domain(plan);
    plan->corners = (arauto_halo_corners_t)between(0, 2);
    plan->mode = (arauto_halo_mode_t)between(0, 3);
    plan->state = -1;
    CHECK_OK(arauto_halo_plan_create(plan->grid, plan->corners, &plan->plan));
    CHECK_OK(arauto_halo_plan_set_mode(plan->plan, plan->mode));
    const int count = (int)between(1, FIELDS_MAX);
    for (plan->count = 0; plan->count < count; ++plan->count) {
        field_t* field = &plan->fields[plan->count];
        make_field(plan, field);
        CHECK_OK(arauto_halo_plan_add(plan->plan, &field->given));
    }
    CHECK_OK(arauto_halo_plan_commit(plan->plan));
    for (int i = 0; i < plan->count; ++i) {
        list_elements(plan, &plan->fields[i]);
    }
}

static void free_plan(plan_t* plan) {
    CHECK_OK(arauto_halo_plan_free(plan->plan));
    arauto_halo_grid_free(plan->grid);
    for (int i = 0; i < plan->count; ++i) {
        free(plan->fields[i].elements);
        if (plan->fields[i].is_shared) {
            CHECK_OK(arauto_memory_free(plan->fields[i].memory));
        } else {
            free(plan->fields[i].memory);
        }
    }
}

static unsigned char* array_of(const field_t* field, int state) {
    return field->memory + (size_t)(field->given.states > 1 ? state : 0) * field->bytes;
}

static unsigned char wanted_byte(uint64_t value, size_t byte) {
    return (unsigned char)((value >> byte % 8 * 8) + byte);
}

static uint64_t value_at(const plan_t* plan, int number, uint64_t step, const element_t* element) {
    return mixed(plan->seed + step, element->position, (uint64_t)number);
}

/* Writes the own cells of a state. */
static void write_own(const plan_t* plan, int state, uint64_t step) {
    for (int number = 0; number < plan->count; ++number) {
        const field_t* field = &plan->fields[number];
        for (size_t i = 0; i < field->count; ++i) {
            const element_t* element = &field->elements[i];
            const uint64_t value = value_at(plan, number, step, element);
            unsigned char* bytes = array_of(field, state) + element->offset;
            for (size_t byte = 0; element->kind == OWN && byte < field->given.element_bytes;
                 ++byte) {
                bytes[byte] = wanted_byte(value, byte);
            }
        }
    }
}

/* Gives all but the own cells of a state a value that no exchange brings. */
static void poison(const plan_t* plan, int state) {
    for (int number = 0; number < plan->count; ++number) {
        const field_t* field = &plan->fields[number];
        for (size_t i = 0; i < field->count; ++i) {
            if (field->elements[i].kind != OWN) {
                memset(array_of(field, state) + field->elements[i].offset, POISON,
                       field->given.element_bytes);
            }
        }
    }
}

static void check(const plan_t* plan, int number, int state, uint64_t step) {
    const field_t* field = &plan->fields[number];
    for (size_t i = 0; i < field->count; ++i) {
        const element_t* element = &field->elements[i];
        const uint64_t value = value_at(plan, number, step, element);
        const unsigned char* bytes = array_of(field, state) + element->offset;
        for (size_t byte = 0; byte < field->given.element_bytes; ++byte) {
            const unsigned char wanted = element->kind == OTHER ? POISON : wanted_byte(value, byte);
            CHECK(bytes[byte] == wanted,
                  "seed %llu, mode %d, step %llu, field %d, element %lld %lld %lld %lld, byte %zu, "
                  "kind %d: %d instead of %d",
                  (unsigned long long)plan->seed, (int)plan->mode, (unsigned long long)step, number,
                  (long long)element->at[0], (long long)element->at[1], (long long)element->at[2],
                  (long long)element->at[3], byte, (int)element->kind, bytes[byte], wanted);
        }
    }
}

static int states_of(const plan_t* plan) {
    int least = 1;
    for (int i = 0; i < plan->count; ++i) {
        least = plan->fields[i].given.states > 1 ? 2 : least;
    }
    return least;
}

/* The state of the next exchange. Where a neighbour reads own cells they may not change before an
 * exchange of another state has ended, so the same one does not follow itself. */
static int next_state(const plan_t* plan, uint64_t step) {
    if (states_of(plan) == 1) {
        return 0;
    }
    const int may_repeat = plan->mode == ARAUTO_HALO_PACKED || plan->mode == ARAUTO_HALO_DIRECT;
    return may_repeat && mixed(plan->seed, step, 23) % 4 == 0 && plan->state >= 0
               ? plan->state
               : (plan->state + 2) % 2 ^ 1;
}

/* Changes an own cell of each field, or changes it back. */
static void toggle(const plan_t* plan) {
    for (int i = 0; i < plan->count; ++i) {
        const field_t* field = &plan->fields[i];
        int64_t at[DIMS_MAX] = {0};
        for (int axis = 0; axis < plan->domain.axes; ++axis) {
            at[field->given.dim_of_axis[axis]] = field->given.lower_halo[axis];
        }
        array_of(field, plan->state)[offset_of(field, at)] ^= 0xff;
    }
}

/* Own cells of a packed plan may be changed as soon as an exchange has begun; but not where they
 * are sent later too. They are written back before they are checked. */
static int may_toggle(const plan_t* plan) {
    return plan->mode == ARAUTO_HALO_PACKED && plan->corners != ARAUTO_HALO_CORNERS_BY_AXES;
}

static void begin(plan_t* plan, uint64_t step) {
    const int state = next_state(plan, step);
    /* A neighbour that has ended the exchange before may have stored its cells by now. */
    const int may_be_there = (plan->mode == ARAUTO_HALO_DIRECT || plan->mode == ARAUTO_HALO_AUTO) &&
                             plan->state >= 0 && plan->state != state;
    write_own(plan, state, step);
    if (!may_be_there) {
        poison(plan, state);
    }
    if (plan->mode == ARAUTO_HALO_DIRECT || plan->mode == ARAUTO_HALO_AUTO) {
        poison(plan, 1 - state); /* whose halos may be stored to from now on */
    }
    nap(plan->seed + 3 * step);
    plan->state = state;
    CHECK_OK(arauto_halo_begin(plan->plan, state));
    if (may_toggle(plan)) {
        toggle(plan);
    }
}

static void end(plan_t* plan, uint64_t step) {
    nap(plan->seed + 3 * step + 1);
    const uint64_t way = mixed(plan->seed, step, (uint64_t)arauto_rank()) % 3;
    if (way == 0) {
        for (int done = 0; !done;) {
            CHECK_OK(arauto_halo_test(plan->plan, &done));
        }
    } else {
        if (way == 1 && plan->corners == ARAUTO_HALO_NO_CORNERS) {
            const arauto_status_t status =
                arauto_halo_end_side(plan->plan, plan->domain.axes - 1, 1);
            CHECK(status == ARAUTO_OK, "end_side: %s", arauto_last_error());
        }
        CHECK_OK(arauto_halo_end(plan->plan));
    }
    if (may_toggle(plan)) {
        toggle(plan);
    }
    for (int i = 0; i < plan->count; ++i) {
        check(plan, i, plan->state, step);
    }
    nap(plan->seed + 3 * step + 2);
}

static void run_case(uint64_t seed, int steps) {
    g_row = seed * 1000003u;
    plan_t plans[2];
    make_plan(&plans[0], seed);
    make_plan(&plans[1], seed + 1);
    for (int step = 0; step < steps; ++step) {
        const uint64_t s = (uint64_t)step;
        switch (mixed(seed, s, 5) % 4) {
        case 0: /* one inside the other */
            begin(&plans[0], s);
            begin(&plans[1], s);
            end(&plans[1], s);
            end(&plans[0], s);
            break;
        case 1: /* overlapping */
            begin(&plans[1], s);
            begin(&plans[0], s);
            end(&plans[1], s);
            end(&plans[0], s);
            break;
        case 2: /* one alone */
            begin(&plans[1], s);
            end(&plans[1], s);
            break;
        default:
            begin(&plans[0], s);
            end(&plans[0], s);
            break;
        }
    }
    free_plan(&plans[1]);
    free_plan(&plans[0]);
}

/* Cells go up a line of ranks, and nothing comes down. Each rank reads late; the one below must not
 * change the cells before. */
static void read_late(void) {
    enum { OWN_CELLS = 2, CELLS = 1 + OWN_CELLS };
    const arauto_halo_domain_t domain = {.axes = 1, .extent = {OWN_CELLS * arauto_size()}};
    arauto_halo_grid_h grid = NULL;
    arauto_halo_plan_h plan = NULL;
    void* memory = NULL;
    CHECK_OK(arauto_memory_allocate(sizeof(uint64_t[2][CELLS]), &memory));
    uint64_t(*const u)[CELLS] = memory;
    CHECK_OK(arauto_halo_grid_create(arauto_team_world(), &domain, &grid));
    CHECK_OK(arauto_halo_plan_create(grid, ARAUTO_HALO_NO_CORNERS, &plan));
    CHECK_OK(arauto_halo_plan_set_mode(plan, ARAUTO_HALO_READ));
    CHECK_OK(arauto_halo_plan_add(plan, &(arauto_halo_field_t){.base = u,
                                                               .element_bytes = sizeof u[0][0],
                                                               .dims = 1,
                                                               .extent = {CELLS},
                                                               .lower_depth = {1},
                                                               .lower_halo = {1},
                                                               .states = 2,
                                                               .state_stride = sizeof u[0]}));
    CHECK_OK(arauto_halo_plan_commit(plan));
    for (uint64_t step = 1; step <= STEPS; ++step) {
        uint64_t* const state = u[step % 2];
        state[OWN_CELLS] = 1000 * step + (uint64_t)arauto_rank();
        CHECK_OK(arauto_halo_begin(plan, (int)(step % 2)));
        if (arauto_rank() > 0) {
            nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
        }
        CHECK_OK(arauto_halo_end(plan));
        const uint64_t wanted = 1000 * step + (uint64_t)arauto_rank() - 1;
        CHECK(arauto_rank() == 0 || state[0] == wanted,
              "read late: step %llu, %llu instead of %llu", (unsigned long long)step,
              (unsigned long long)state[0], (unsigned long long)wanted);
    }
    CHECK_OK(arauto_halo_plan_free(plan));
    CHECK_OK(arauto_memory_free(memory));
    arauto_halo_grid_free(grid);
}

int main(void) {
    start();
    read_late();
    for (uint64_t number = 0; number < (uint64_t)repetitions(CASES); ++number) {
        run_case(100 + 7 * number, number == 0 ? LONG_STEPS : STEPS);
    }
    return 0;
}
