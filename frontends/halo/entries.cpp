// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements the grids and plans of arauto/halo.h: checks the arguments of each call, then calls
// division.hpp and plan.hpp.
#include "fail.hpp"
#include "plan.hpp"

#include "arauto/runtime.h"
#include "arauto/spi/trace.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <utility>

using namespace arauto::halo;

namespace {

constexpr size_t kCacheLine = 64;

/// Checks the parts of a domain and copies them.
arauto_status_t read_domain(const arauto_halo_domain_t& domain,
                            int ranks,
                            const char* call,
                            Division& division) noexcept {
    if (domain.axes < 1 || domain.axes > kAxes) {
        return fail(ARAUTO_ERR_ARGUMENT, call, "the domain has %d axes; it must have 1 to %d",
                    domain.axes, kAxes);
    }
    division.axes = domain.axes;
    for (int axis = 0; axis < domain.axes; ++axis) {
        const auto a = static_cast<size_t>(axis);
        if (domain.extent[axis] < 1 || domain.ranks[axis] < 0) {
            return fail(
                ARAUTO_ERR_ARGUMENT, call,
                "along axis %d there are %lld cells and %d %ss; there must be at least 1 cell, "
                "and no fewer than 0 %ss",
                number_of(axis), static_cast<long long>(domain.extent[axis]), domain.ranks[axis],
                noun(), noun());
        }
        division.extent[a] = domain.extent[axis];
        division.is_periodic[a] = domain.is_periodic[axis] != 0;
        division.ranks[a] = domain.ranks[axis];
    }
    if (!choose_ranks(division, ranks)) {
        return fail(
            ARAUTO_ERR_ARGUMENT, call,
            "%d %ss cannot divide this domain: their numbers along the axes must make %d when "
            "multiplied, and each needs a cell",
            ranks, noun(), ranks);
    }
    return ARAUTO_OK;
}

arauto_status_t check_grid(const arauto_halo_grid* grid, const char* call) noexcept {
    return grid != nullptr ? ARAUTO_OK : fail(ARAUTO_ERR_ARGUMENT, call, "the grid is NULL");
}

arauto_status_t check_plan(const arauto_halo_plan* plan, const char* call) noexcept {
    return plan != nullptr ? ARAUTO_OK : fail(ARAUTO_ERR_ARGUMENT, call, "the plan is NULL");
}

/// Whether an exchange may begin, or one that has begun may go on.
arauto_status_t
check_exchange(const arauto_halo_plan* plan, bool begun, const char* call) noexcept {
    if (const arauto_status_t status = check_plan(plan, call); status < 0) {
        return status;
    }
    if (!plan->is_committed) {
        return fail(ARAUTO_ERR_STATE, call, "the plan is not committed yet");
    }
    if (plan->is_lost) {
        return fail(ARAUTO_ERR_FAILED, call,
                    "an exchange of this plan was given up after a failure");
    }
    if (begun && !plan->has_begun && !plan->is_ended_by_sides) {
        return fail(ARAUTO_ERR_STATE, call, "no exchange of this plan has begun");
    }
    if (!begun && plan->has_begun) {
        return fail(ARAUTO_ERR_STATE, call,
                    "an exchange of this plan has begun, and not yet ended");
    }
    return ARAUTO_OK;
}

arauto_status_t check_state(const arauto_halo_plan& plan, int state, const char* call) noexcept {
    if (state < 0 || state >= plan.states) {
        return fail(ARAUTO_ERR_RANGE, call, "there is no state %d; the fields have %d to %d",
                    number_of(state), number_of(0), number_of(plan.states - 1));
    }
    return ARAUTO_OK;
}

/// Cache lines that the runs of a box touch, when each begins at a line.
int64_t lines_of(const Box& box) noexcept {
    return box.runs() * static_cast<int64_t>((box.run + kCacheLine - 1) / kCacheLine);
}

std::string name_of(arauto_halo_mode_t mode) noexcept {
    switch (mode) {
    case ARAUTO_HALO_DIRECT:
        return "direct";
    case ARAUTO_HALO_READ:
        return "read";
    default:
        return "packed";
    }
}

/// The line of a neighbour without its end: how so many cells go there.
template <typename Cells>
std::string line_of(int rank,
                    const arauto_halo_plan& plan,
                    const Direction& direction,
                    const std::string& how,
                    const std::vector<Cells>& cells) noexcept {
    std::string text =
        std::string("to ") + noun() + " " + std::to_string(number_of(rank)) + " at (";
    for (int axis = 0; axis < plan.grid->division.axes; ++axis) {
        text += (axis > 0 ? "," : "") + std::to_string(direction[static_cast<size_t>(axis)]);
    }
    size_t bytes = 0;
    int64_t runs = 0;
    int64_t lines = 0;
    for (const Cells& each : cells) {
        bytes += each.box.bytes();
        runs += each.box.runs();
        lines += lines_of(each.box);
    }
    return text + "): " + how + ", " + std::to_string(bytes) + " bytes in " + std::to_string(runs) +
           " runs of " + std::to_string(lines) + " lines";
}

void describe(const arauto_halo_plan& plan, std::string& text) noexcept {
    for (const Wrap& wrap : plan.wraps) {
        text += line_of(arauto_rank(), plan, wrap.direction, "copied", wrap.copies) + "\n";
    }
    for (size_t number = 0; number < plan.strips.size(); ++number) {
        const Strip& strip = plan.strips[number];
        const std::string how = name_of(strip.out_choice.mode) + reason_of(strip.out_choice);
        text += line_of(plan.channels.job_rank_of(number), plan, strip.direction, how, strip.out);
        if (strip.out_choice.mode == ARAUTO_HALO_PACKED) {
            const size_t packed_lines = (strip.out_bytes + kCacheLine - 1) / kCacheLine;
            text += "; a strip has " + std::to_string(packed_lines) + " lines";
        }
        text += "\n";
    }
}

} // namespace

arauto_status_t arauto_halo_grid_create(arauto_team_h team,
                                        const arauto_halo_domain_t* domain,
                                        arauto_halo_grid_h* grid_out) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_grid_create";
    if (team == nullptr || domain == nullptr || grid_out == nullptr) {
        return fail(ARAUTO_ERR_ARGUMENT, call, "the team, domain or pointer for the grid is NULL");
    }
    Division division{};
    if (const arauto_status_t status = read_domain(*domain, arauto_team_size(team), call, division);
        status < 0) {
        return status;
    }
    auto* const grid = new (std::nothrow) arauto_halo_grid{team, division, arauto_team_rank(team)};
    if (grid == nullptr) {
        return fail(ARAUTO_ERR_MEMORY, call, "there is no memory for a grid");
    }
    *grid_out = grid;
    return ARAUTO_OK;
}

void arauto_halo_grid_free(arauto_halo_grid_h grid) noexcept {
    delete grid;
}

arauto_status_t arauto_halo_grid_owned(arauto_halo_grid_h grid,
                                       int rank,
                                       int64_t* lower_out,
                                       int64_t* upper_out) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_grid_owned";
    if (const arauto_status_t status = check_grid(grid, call); status < 0) {
        return status;
    }
    if (lower_out == nullptr || upper_out == nullptr) {
        return fail(ARAUTO_ERR_ARGUMENT, call, "a pointer for the bounds is NULL");
    }
    const int size = arauto_team_size(grid->team);
    if (rank < 0 || rank >= size) {
        return fail(ARAUTO_ERR_RANK, call, "%s %d is not in the team; it has %d to %d", noun(),
                    number_of(rank), number_of(0), number_of(size - 1));
    }
    const std::array<int, kAxes> position = grid->division.position_of(rank);
    for (int axis = 0; axis < grid->division.axes; ++axis) {
        const int at = position[static_cast<size_t>(axis)];
        lower_out[axis] = grid->division.first_cell(axis, at);
        upper_out[axis] = grid->division.first_cell(axis, at + 1);
    }
    return ARAUTO_OK;
}

arauto_status_t
arauto_halo_grid_neighbour(arauto_halo_grid_h grid, const int* offset, int* rank_out) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_grid_neighbour";
    if (const arauto_status_t status = check_grid(grid, call); status < 0) {
        return status;
    }
    if (offset == nullptr || rank_out == nullptr) {
        return fail(ARAUTO_ERR_ARGUMENT, call, "the offset or the pointer for the rank is NULL");
    }
    Direction direction{};
    for (int axis = 0; axis < grid->division.axes; ++axis) {
        if (offset[axis] < -1 || offset[axis] > 1) {
            return fail(ARAUTO_ERR_ARGUMENT, call,
                        "the offset along axis %d is %d; it must be -1, 0 or 1", number_of(axis),
                        offset[axis]);
        }
        direction[static_cast<size_t>(axis)] = offset[axis];
    }
    *rank_out = grid->division.neighbour(grid->rank, direction);
    return ARAUTO_OK;
}

arauto_status_t arauto_halo_plan_create(arauto_halo_grid_h grid,
                                        arauto_halo_corners_t corners,
                                        arauto_halo_plan_h* plan_out) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_plan_create";
    if (const arauto_status_t status = check_grid(grid, call); status < 0) {
        return status;
    }
    if (plan_out == nullptr || corners < ARAUTO_HALO_NO_CORNERS ||
        corners > ARAUTO_HALO_CORNERS_BY_AXES) {
        return fail(ARAUTO_ERR_ARGUMENT, call,
                    "the pointer for the plan is NULL, or %d is no way to treat corners",
                    static_cast<int>(corners));
    }
    auto* const plan = new (std::nothrow) arauto_halo_plan{.grid = grid, .corners = corners};
    if (plan == nullptr) {
        return fail(ARAUTO_ERR_MEMORY, call, "there is no memory for a plan");
    }
    plan->stages = corners == ARAUTO_HALO_CORNERS_BY_AXES ? grid->division.axes : 1;
    *plan_out = plan;
    return ARAUTO_OK;
}

arauto_status_t arauto_halo_plan_set_mode(arauto_halo_plan_h plan,
                                          arauto_halo_mode_t mode) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_plan_set_mode";
    if (const arauto_status_t status = check_plan(plan, call); status < 0) {
        return status;
    }
    if (mode < ARAUTO_HALO_PACKED || mode > ARAUTO_HALO_AUTO) {
        return fail(ARAUTO_ERR_ARGUMENT, call, "%d is no mode", static_cast<int>(mode));
    }
    if (!plan->fields.empty()) {
        return fail(ARAUTO_ERR_STATE, call, "the plan has fields already; the mode comes first");
    }
    plan->mode = mode;
    return ARAUTO_OK;
}

arauto_status_t arauto_halo_plan_add(arauto_halo_plan_h plan,
                                     const arauto_halo_field_t* field) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_plan_add";
    if (const arauto_status_t status = check_plan(plan, call); status < 0) {
        return status;
    }
    if (field == nullptr) {
        return fail(ARAUTO_ERR_ARGUMENT, call, "the field is NULL");
    }
    if (plan->is_committed) {
        return fail(ARAUTO_ERR_STATE, call, "the plan is committed already");
    }
    Field made;
    if (const Refusal found = read_field(*plan->grid, *field, made); found.text[0] != 0) {
        return fail(ARAUTO_ERR_ARGUMENT, call, "%s", found.text);
    }
    if (made.states < 2 && plan->mode != ARAUTO_HALO_PACKED) {
        return fail(ARAUTO_ERR_ARGUMENT, call,
                    "the field has one state; a plan that is not packed needs two or more, "
                    "which are exchanged in turn");
    }
    if (made.states > 1) {
        plan->states = plan->states > 1 ? std::min(plan->states, made.states) : made.states;
    }
    plan->fields.push_back(std::move(made));
    return ARAUTO_OK;
}

arauto_status_t arauto_halo_plan_commit(arauto_halo_plan_h plan) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_plan_commit";
    if (const arauto_status_t status = check_plan(plan, call); status < 0) {
        return status;
    }
    if (plan->is_committed) {
        return fail(ARAUTO_ERR_STATE, call, "the plan is committed already");
    }
    std::vector<Channel> channels;
    plan->strips.clear();
    plan->wraps.clear();
    make_strips(*plan, channels);
    std::vector<Layout> layouts;
    if (plan->mode != ARAUTO_HALO_PACKED) {
        layouts = layouts_of(plan->fields, arauto_rank());
    }
    arauto_status_t status = plan->channels.open(plan->grid->team, channels, agreement_of(*plan),
                                                 std::as_bytes(std::span(layouts)), call);
    if (status >= 0 && plan->mode != ARAUTO_HALO_PACKED) {
        status = choose_modes(*plan, layouts);
    }
    plan->is_committed = status >= 0;
    return status;
}

arauto_status_t arauto_halo_plan_free(arauto_halo_plan_h plan) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    if (plan == nullptr) {
        return ARAUTO_OK;
    }
    const arauto_status_t status = plan->channels.close();
    delete plan;
    return status;
}

arauto_status_t arauto_halo_begin(arauto_halo_plan_h plan, int state) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_begin";
    arauto_status_t status = check_exchange(plan, false, call);
    if (status >= 0) {
        status = check_state(*plan, state, call);
    }
    return status < 0 ? status : begin(*plan, state, call);
}

arauto_status_t arauto_halo_end(arauto_halo_plan_h plan) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_end";
    const arauto_status_t status = check_exchange(plan, true, call);
    return status < 0 ? status : end(*plan, call);
}

arauto_status_t arauto_halo_end_side(arauto_halo_plan_h plan, int axis, int side) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_end_side";
    if (const arauto_status_t status = check_exchange(plan, true, call); status < 0) {
        return status;
    }
    if (axis < 0 || axis >= plan->grid->division.axes || (side != -1 && side != 1)) {
        return fail(ARAUTO_ERR_ARGUMENT, call,
                    "there is no side %d of axis %d; a side is -1 or 1, and axes are %d to %d",
                    side, number_of(axis), number_of(0), number_of(plan->grid->division.axes - 1));
    }
    if (plan->corners != ARAUTO_HALO_NO_CORNERS) {
        return fail(ARAUTO_ERR_ARGUMENT, call,
                    "the plan exchanges corners, which belong to several sides");
    }
    return end_side(*plan, axis, side, call);
}

arauto_status_t arauto_halo_test(arauto_halo_plan_h plan, int* done_out) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_test";
    if (const arauto_status_t status = check_exchange(plan, true, call); status < 0) {
        return status;
    }
    if (done_out == nullptr) {
        return fail(ARAUTO_ERR_ARGUMENT, call, "the pointer for the answer is NULL");
    }
    bool is_done = false;
    const arauto_status_t status = test(*plan, is_done, call);
    *done_out = is_done ? 1 : 0;
    return status;
}

arauto_status_t arauto_halo_exchange(arauto_halo_plan_h plan, int state) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_exchange";
    arauto_status_t status = check_exchange(plan, false, call);
    if (status >= 0) {
        status = check_state(*plan, state, call);
    }
    if (status >= 0) {
        status = begin(*plan, state, call);
    }
    return status < 0 ? status : end(*plan, call);
}

size_t arauto_halo_describe(arauto_halo_plan_h plan, char* text, size_t bytes) noexcept {
    std::string all;
    if (plan != nullptr && plan->is_committed) {
        describe(*plan, all);
    }
    if (text != nullptr && bytes > 0) {
        const size_t shown = std::min(all.size(), bytes - 1);
        std::memcpy(text, all.data(), shown);
        text[shown] = 0;
    }
    return all.size();
}
