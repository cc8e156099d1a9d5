// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The first half of plan.hpp: which boxes travel to which neighbour, and how.
#include "digest.hpp"
#include "plan.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace arauto::halo {
namespace {

/// How many axes a direction has a step along.
int steps_of(const Direction& direction) noexcept {
    return static_cast<int>(
        std::count_if(direction.begin(), direction.end(), [](int step) { return step != 0; }));
}

/// The axis along which a direction has its only step.
int axis_of(const Direction& direction) noexcept {
    const auto* const found =
        std::find_if(direction.begin(), direction.end(), [](int step) { return step != 0; });
    return static_cast<int>(found - direction.begin());
}

Direction opposite(const Direction& direction) noexcept {
    Direction back{};
    std::transform(direction.begin(), direction.end(), back.begin(),
                   [](int step) { return -step; });
    return back;
}

/// Axes along which the cells of a direction include halos: those that are exchanged before, where
/// corners travel axis by axis; those that are wrapped, where they come from their owners.
Axes axes_with_halos(const arauto_halo_plan& plan, const Direction& direction) noexcept {
    const Division& division = plan.grid->division;
    const bool is_wrap = steps_of(direction) == 1 && division.is_wrapped(axis_of(direction));
    Axes with{};
    for (int axis = 0; axis < division.axes; ++axis) {
        const bool is_earlier = axis < axis_of(direction);
        bool& has_halos = with[static_cast<size_t>(axis)];
        switch (plan.corners) {
        case ARAUTO_HALO_NO_CORNERS:
            break;
        case ARAUTO_HALO_DIRECT_CORNERS:
            has_halos = division.is_wrapped(axis) && (is_earlier || !is_wrap);
            break;
        case ARAUTO_HALO_CORNERS_BY_AXES:
            has_halos = is_earlier;
            break;
        }
    }
    return with;
}

/// The part of a field that rank `rank` has in a strip of its own in this direction.
Part part_of(const arauto_halo_plan& plan,
             int rank,
             const Field& field,
             const Direction& direction,
             Way way) noexcept {
    return part_of(plan.grid->division, rank, field, direction, axes_with_halos(plan, direction),
                   way);
}

/// The strip of one direction; without bytes where nothing travels.
Strip make_strip(const arauto_halo_plan& plan, const Direction& direction) noexcept {
    Strip strip{.direction = direction, .stage = plan.stages > 1 ? axis_of(direction) : 0};
    for (size_t number = 0; number < plan.fields.size(); ++number) {
        const Field& field = plan.fields[number];
        const Box out = part_of(plan, plan.grid->rank, field, direction, Way::out).box();
        const Box in = part_of(plan, plan.grid->rank, field, direction, Way::in).box();
        if (out.run > 0) {
            strip.out.push_back({number, out});
            strip.out_bytes += out.bytes();
        }
        if (in.run > 0) {
            strip.in.push_back({number, in});
            strip.in_bytes += in.bytes();
        }
    }
    return strip;
}

/// Whether a direction has a step along an axis that is wrapped.
bool has_wrapped_step(const Division& division, const Direction& direction) noexcept {
    for (int axis = 0; axis < division.axes; ++axis) {
        if (direction[static_cast<size_t>(axis)] != 0 && division.is_wrapped(axis)) {
            return true;
        }
    }
    return false;
}

/// Whether cells travel in a direction, or come from it, where there is a neighbour: the same on
/// all ranks.
bool is_travelled(const arauto_halo_plan& plan, const Direction& direction) noexcept {
    const int steps = steps_of(direction);
    if (steps == 0 || (steps > 1 && plan.corners != ARAUTO_HALO_DIRECT_CORNERS) ||
        has_wrapped_step(plan.grid->division, direction)) {
        return false;
    }
    const Strip strip = make_strip(plan, direction);
    return strip.out_bytes > 0 || strip.in_bytes > 0;
}

/// The copies within the arrays, axis by axis.
void make_wraps(arauto_halo_plan& plan) noexcept {
    const Division& division = plan.grid->division;
    for (int axis = 0; axis < division.axes; ++axis) {
        for (const int step : {-1, 1}) {
            if (!division.is_wrapped(axis)) {
                continue;
            }
            Wrap wrap{.stage = plan.stages > 1 ? axis : 0};
            wrap.direction[static_cast<size_t>(axis)] = step;
            for (size_t number = 0; number < plan.fields.size(); ++number) {
                const Field& field = plan.fields[number];
                const int rank = plan.grid->rank;
                const Part cells = part_of(plan, rank, field, wrap.direction, Way::out);
                const Part halo = part_of(plan, rank, field, opposite(wrap.direction), Way::in);
                if (cells.box().run > 0) {
                    wrap.copies.push_back({number, cells.box(), halo.offset});
                }
            }
            plan.wraps.push_back(wrap);
        }
    }
}

} // namespace

void make_strips(arauto_halo_plan& plan, std::vector<Channel>& channels_out) noexcept {
    const Division& division = plan.grid->division;
    const int directions = directions_of(division.axes);
    std::vector<bool> travelled;
    for (int each = 0; each < directions; ++each) {
        travelled.push_back(is_travelled(plan, direction_at(each, division.axes)));
    }
    const auto has_channel = [&](int rank, int each) {
        return travelled[static_cast<size_t>(each)] &&
               division.neighbour(rank, direction_at(each, division.axes)) >= 0;
    };
    // A rank numbers its channels in the order of directions. The other end's direction is the
    // opposite one.
    const auto channel_number = [&](int rank, int wanted) {
        uint32_t number = 0;
        for (int each = 0; each < wanted; ++each) {
            number += has_channel(rank, each) ? 1U : 0U;
        }
        return number;
    };
    make_wraps(plan);
    for (int each = 0; each < directions; ++each) {
        if (has_channel(plan.grid->rank, each)) {
            const Direction direction = direction_at(each, division.axes);
            const int neighbour = division.neighbour(plan.grid->rank, direction);
            const Strip& strip = plan.strips.emplace_back(make_strip(plan, direction));
            channels_out.push_back({neighbour,
                                    channel_number(neighbour, opposite_of(each, division.axes)),
                                    strip.out_bytes, strip.in_bytes});
        }
    }
}

namespace {

/// One way between this rank and the neighbour of a strip, as both ends see it.
struct Crossing {
    std::vector<Passage> passages{};
    bool is_shared_here = true;
    bool is_shared_there = true;
    size_t run = SIZE_MAX;
};

/// @param pieces  of the strip that travel this way
Crossing crossing_of(const arauto_halo_plan& plan,
                     const Strip& strip,
                     const std::vector<Piece>& pieces,
                     Way way,
                     int rank,
                     std::span<const Layout> here,
                     std::span<const Layout> there) noexcept {
    const Direction back = opposite(strip.direction);
    const Way way_there = way == Way::out ? Way::in : Way::out;
    Crossing crossing;
    for (const Piece& piece : pieces) {
        const Field& mine = plan.fields[piece.field];
        const Layout& layout = there[piece.field];
        const Field other = field_of(mine, layout, plan.grid->division, rank);
        const Part part = part_of(plan, rank, other, back, way_there);
        const Part own = part_of(plan, plan.grid->rank, mine, strip.direction, way);
        crossing.passages.push_back({piece.field, layout.base,
                                     other.states > 1 ? layout.state_stride : 0, part.section(),
                                     own.section()});
        crossing.is_shared_here = crossing.is_shared_here && here[piece.field].is_shared != 0;
        crossing.is_shared_there = crossing.is_shared_there && layout.is_shared != 0;
        crossing.run = std::min({crossing.run, piece.box.run, part.box().run});
    }
    return crossing;
}

} // namespace

arauto_status_t choose_modes(arauto_halo_plan& plan, const std::vector<Layout>& layouts) noexcept {
    // A neighbour that stores directly may do so before this rank has marked the cells.
    if (plan.channels.is_checking()) {
        for (Strip& strip : plan.strips) {
            strip.out_choice = strip.in_choice = {ARAUTO_HALO_PACKED, Why::is_checked};
        }
        return ARAUTO_OK;
    }
    std::vector<Layout> theirs(layouts.size());
    for (size_t number = 0; number < plan.strips.size(); ++number) {
        const arauto_status_t status =
            plan.channels.read_letter(number, std::as_writable_bytes(std::span(theirs)));
        if (status < 0) {
            return status;
        }
        Strip& strip = plan.strips[number];
        const int rank = plan.channels.rank_of(number);
        const bool is_near = plan.channels.is_near(number);
        Crossing out = crossing_of(plan, strip, strip.out, Way::out, rank, layouts, theirs);
        Crossing in = crossing_of(plan, strip, strip.in, Way::in, rank, layouts, theirs);
        strip.out_choice =
            choose(plan.mode, is_near, out.is_shared_there, out.is_shared_here, out.run);
        strip.in_choice = choose(plan.mode, is_near, in.is_shared_here, in.is_shared_there, in.run);
        if (strip.out_choice.mode == ARAUTO_HALO_DIRECT) {
            strip.stored = std::move(out.passages);
        }
        if (strip.in_choice.mode == ARAUTO_HALO_READ) {
            strip.loaded = std::move(in.passages);
        }
    }
    return ARAUTO_OK;
}

Agreement agreement_of(const arauto_halo_plan& plan) noexcept {
    Digest digest;
    const Division& division = plan.grid->division;
    digest.add(plan.corners);
    digest.add(plan.mode);
    digest.add(plan.mode != ARAUTO_HALO_PACKED ? plan.states : 0);
    for (size_t axis = 0; axis < static_cast<size_t>(division.axes); ++axis) {
        digest.add(division.extent[axis]);
        digest.add(division.ranks[axis]);
        digest.add(division.is_periodic[axis] ? 1 : 0);
    }
    for (const Field& field : plan.fields) {
        digest.add(static_cast<int64_t>(field.element_bytes));
        for (size_t axis = 0; axis < static_cast<size_t>(division.axes); ++axis) {
            digest.add(field.lower_depth[axis]);
            digest.add(field.upper_depth[axis]);
            digest.add(field.is_staggered[axis] ? 1 : 0);
            digest.add(field.dim_of_axis[axis]);
        }
        for (size_t dim = 0; dim < field.dims.size(); ++dim) {
            const auto* const end = field.dim_of_axis.begin() + division.axes;
            const bool has_axis =
                std::find(field.dim_of_axis.begin(), end, static_cast<int>(dim)) != end;
            digest.add(has_axis ? -1 : field.dims[dim].count);
        }
    }
    return {plan.fields.size(), digest.value()};
}

} // namespace arauto::halo
