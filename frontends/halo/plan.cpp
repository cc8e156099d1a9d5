// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The second half of plan.hpp: an exchange.
#include "plan.hpp"

#include "check.hpp"
#include "fail.hpp"

#include "arauto/spi/rma.h"

#include <algorithm>

namespace arauto::halo {
namespace {

arauto_halo_mode_t mode_of(const arauto_halo_plan& plan, const Choice& choice) noexcept {
    return plan.packs_all ? ARAUTO_HALO_PACKED : choice.mode;
}

/// The part of a passage's state that lies at the neighbour.
uint64_t address_of(const Passage& passage, int state) noexcept {
    return passage.base + static_cast<uint64_t>(state * passage.state_stride);
}

arauto_status_t send(arauto_halo_plan& plan, size_t number) noexcept {
    const Strip& strip = plan.strips[number];
    switch (mode_of(plan, strip.out_choice)) {
    case ARAUTO_HALO_DIRECT:
        for (const Passage& passage : strip.stored) {
            const arauto_status_t status = arauto_put_section_at(
                plan.channels.job_rank_of(number), address_of(passage, plan.state), &passage.there,
                plan.fields[passage.field].array(plan.state), &passage.here);
            if (status < 0) {
                return status;
            }
        }
        return plan.channels.send(number, 0);
    case ARAUTO_HALO_READ:
        return plan.channels.send(number, 0);
    default:
        break;
    }
    std::byte* to = strip.out_bytes > 0 ? plan.channels.send_buffer(number) : nullptr;
    for (const Piece& piece : strip.out) {
        to = pack(piece.box, plan.fields[piece.field].array(plan.state), to);
    }
    return plan.channels.send(number, strip.out_bytes);
}

/// Fills the halos of this stage that belong to axes which are not divided.
void wrap_stage(const arauto_halo_plan& plan) noexcept {
    for (const Wrap& wrap : plan.wraps) {
        if (wrap.stage != plan.stage) {
            continue;
        }
        for (const Copy& copy : wrap.copies) {
            copy_within(copy.box, plan.fields[copy.field].array(plan.state), copy.halo);
        }
    }
}

/// Sends the strips of the stage that begins.
arauto_status_t send_stage(arauto_halo_plan& plan) noexcept {
    wrap_stage(plan);
    for (size_t number = 0; number < plan.strips.size(); ++number) {
        Strip& strip = plan.strips[number];
        if (strip.stage != plan.stage) {
            continue;
        }
        if (const arauto_status_t status = send(plan, number); status < 0) {
            return status;
        }
        // A neighbour that reads has read the exchange before when its message comes.
        const bool is_read =
            strip.out_bytes > 0 && mode_of(plan, strip.out_choice) == ARAUTO_HALO_READ;
        strip.is_awaited = strip.in_bytes > 0 || is_read;
        if (!strip.is_awaited) {
            plan.channels.expect_nothing(number);
        }
    }
    return ARAUTO_OK;
}

void give_up(arauto_halo_plan& plan) noexcept {
    plan.is_lost = true;
    plan.has_begun = false;
}

/// Marks the cells that strips will fill, with ARAUTO_HALO_CHECK=on.
void mark(const arauto_halo_plan& plan) noexcept {
    for (const Strip& strip : plan.strips) {
        for (const Piece& piece : strip.in) {
            const Field& field = plan.fields[piece.field];
            unpack(piece.box, field.array(plan.state),
                   marks(field.element_bytes, piece.box.bytes()).data());
        }
    }
}

/// Whether the cells that a strip fills are still marked, and the strip is as it was sent.
arauto_status_t check(const arauto_halo_plan& plan, size_t number, const char* call) noexcept {
    const Strip& strip = plan.strips[number];
    for (const Piece& piece : strip.in) {
        const Field& field = plan.fields[piece.field];
        std::vector<std::byte> found(piece.box.bytes());
        pack(piece.box, field.array(plan.state), found.data());
        if (found != marks(field.element_bytes, found.size())) {
            return fail(ARAUTO_ERR_STATE, call,
                        "the program has assigned to halo cells of field %d that %s %d owns, "
                        "while the exchange was under way",
                        number_of(static_cast<int>(piece.field)), noun(),
                        number_of(plan.channels.job_rank_of(number)));
        }
    }
    return plan.channels.check(number, strip.in_bytes, call);
}

/// Brings the cells of a channel whose message has come to where they belong.
arauto_status_t take_in(arauto_halo_plan& plan, size_t number, const char* call) noexcept {
    Strip& strip = plan.strips[number];
    strip.is_awaited = false;
    switch (mode_of(plan, strip.in_choice)) {
    case ARAUTO_HALO_DIRECT:
        return ARAUTO_OK; // they are there
    case ARAUTO_HALO_READ:
        for (const Passage& passage : strip.loaded) {
            const arauto_status_t status = arauto_get_section_at(
                plan.channels.job_rank_of(number), address_of(passage, plan.state), &passage.there,
                plan.fields[passage.field].array(plan.state), &passage.here);
            if (status < 0) {
                return status;
            }
        }
        return ARAUTO_OK;
    default:
        break;
    }
    if (plan.channels.is_checking()) {
        if (const arauto_status_t status = check(plan, number, call); status < 0) {
            return status;
        }
    }
    const std::byte* from = plan.channels.received(number);
    for (const Piece& piece : strip.in) {
        from = unpack(piece.box, plan.fields[piece.field].array(plan.state), from);
    }
    return ARAUTO_OK;
}

arauto_status_t take_in_strips(arauto_halo_plan& plan, const char* call, auto is_wanted) noexcept {
    for (size_t number = 0; number < plan.strips.size(); ++number) {
        if (!plan.strips[number].is_awaited || !is_wanted(plan.strips[number])) {
            continue;
        }
        arauto_status_t status = plan.channels.await(number, call);
        if (status >= 0) {
            status = take_in(plan, number, call);
        }
        if (status < 0) {
            give_up(plan);
            return status;
        }
    }
    return ARAUTO_OK;
}

[[nodiscard]] bool is_any_awaited(const arauto_halo_plan& plan) noexcept {
    return std::any_of(plan.strips.begin(), plan.strips.end(),
                       [](const Strip& strip) { return strip.is_awaited; });
}

/// Begins the stage behind the one that is complete; after the last one the exchange has ended.
arauto_status_t begin_next_stage(arauto_halo_plan& plan, bool& is_last_out) noexcept {
    is_last_out = plan.stage + 1 == plan.stages;
    if (is_last_out) {
        plan.has_begun = false;
        return ARAUTO_OK;
    }
    ++plan.stage;
    const arauto_status_t status = send_stage(plan);
    if (status < 0) {
        give_up(plan);
    }
    return status;
}

} // namespace

arauto_status_t begin(arauto_halo_plan& plan, int state, const char* call) noexcept {
    // In the first exchange, and in one of the state that was exchanged last, a neighbour may still
    // use what would be stored to.
    plan.packs_all = plan.state < 0 || plan.state == state;
    plan.state = state;
    plan.stage = 0;
    arauto_status_t status = plan.channels.begin(call);
    if (status >= 0) {
        status = send_stage(plan);
    }
    plan.has_begun = true;
    plan.is_ended_by_sides = false;
    if (status < 0) {
        give_up(plan);
    } else if (plan.channels.is_checking()) {
        mark(plan);
    }
    return status;
}

arauto_status_t end(arauto_halo_plan& plan, const char* call) noexcept {
    for (;;) {
        arauto_status_t status = take_in_strips(plan, call, [](const Strip&) { return true; });
        bool is_last = false;
        if (status >= 0) {
            status = begin_next_stage(plan, is_last);
        }
        if (status < 0 || is_last) {
            return status;
        }
    }
}

arauto_status_t end_side(arauto_halo_plan& plan, int axis, int side, const char* call) noexcept {
    const arauto_status_t status = take_in_strips(plan, call, [&](const Strip& strip) {
        return strip.direction[static_cast<size_t>(axis)] == side;
    });
    if (status >= 0 && !is_any_awaited(plan)) {
        plan.has_begun = false;
        plan.is_ended_by_sides = true;
    }
    return status;
}

arauto_status_t test(arauto_halo_plan& plan, bool& done_out, const char* call) noexcept {
    done_out = false;
    for (;;) {
        for (size_t number = 0; number < plan.strips.size(); ++number) {
            if (!plan.strips[number].is_awaited || !plan.channels.has_come(number)) {
                continue;
            }
            if (const arauto_status_t status = take_in(plan, number, call); status < 0) {
                give_up(plan);
                return status;
            }
        }
        if (is_any_awaited(plan)) {
            const arauto_status_t status = plan.channels.check_ranks(call);
            if (status < 0) {
                give_up(plan);
            }
            return status;
        }
        const arauto_status_t status = begin_next_stage(plan, done_out);
        if (status < 0 || done_out) {
            return status;
        }
    }
}

} // namespace arauto::halo
