// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See plan.hpp.
#include "plan.hpp"

#include "fail.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace arauto::halo {
namespace {

/// Which cells along one axis travel.
struct Interval {
    int64_t first; // index in the array
    int64_t count;
};

/// Cells along an axis that this rank sends towards `step`: those of which the rank there has
/// copies. A face that both ranks have is not sent.
Interval sent(const Field& field, size_t axis, int step) noexcept {
    const int64_t shared = field.is_staggered[axis] ? 1 : 0;
    const int64_t first = field.first[axis];
    const int64_t own = field.own[axis];
    switch (step) {
    case -1:
        return {first + shared, field.upper_depth[axis]};
    case 1:
        return {first + own - shared - field.lower_depth[axis], field.lower_depth[axis]};
    default:
        return {first, own};
    }
}

/// Cells along an axis that come from `step`.
Interval received(const Field& field, size_t axis, int step) noexcept {
    const int64_t first = field.first[axis];
    const int64_t own = field.own[axis];
    switch (step) {
    case -1:
        return {first - field.lower_depth[axis], field.lower_depth[axis]};
    case 1:
        return {first + own, field.upper_depth[axis]};
    default:
        return {first, own};
    }
}

/// Where corners travel axis by axis, a strip has the halos of the axes before its own, as far as
/// the domain goes on there.
Interval with_halos(const arauto_halo_grid& grid, const Field& field, size_t axis) noexcept {
    Direction step{};
    step[axis] = -1;
    const bool has_lower = grid.division.neighbour(grid.rank, step) >= 0;
    step[axis] = 1;
    const bool has_upper = grid.division.neighbour(grid.rank, step) >= 0;
    const int64_t before = has_lower ? field.lower_depth[axis] : 0;
    const int64_t behind = has_upper ? field.upper_depth[axis] : 0;
    return {field.first[axis] - before, before + field.own[axis] + behind};
}

enum class Way : uint8_t { out, in };

Box box_of(const arauto_halo_plan& plan,
           const Field& field,
           const Direction& direction,
           int stage,
           Way way) noexcept {
    std::vector<Extent> dims = field.dims;
    ptrdiff_t offset = 0;
    for (size_t axis = 0; axis < static_cast<size_t>(plan.grid->division.axes); ++axis) {
        const bool is_earlier = plan.stages > 1 && static_cast<int>(axis) < stage;
        Interval cells{};
        if (is_earlier) {
            cells = with_halos(*plan.grid, field, axis);
        } else {
            cells = way == Way::out ? sent(field, axis, direction[axis])
                                    : received(field, axis, direction[axis]);
        }
        Extent& dim = dims[static_cast<size_t>(field.dim_of_axis[axis])];
        offset += cells.first * dim.stride;
        dim.count = cells.count;
    }
    return make_box(offset, field.element_bytes, dims.data(), static_cast<int>(dims.size()));
}

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

[[gnu::format(printf, 1, 2)]] Refusal failure(const char* format, ...) noexcept {
    Refusal made;
    va_list values;
    va_start(values, format);
    std::vsnprintf(made.text, sizeof made.text, format, values);
    va_end(values);
    return made;
}

/// Fills in strides and dimensions. Dimensions along which no axis lies keep their whole extent.
Refusal
read_dims(const arauto_halo_grid& grid, const arauto_halo_field_t& given, Field& field) noexcept {
    const int axes = grid.division.axes;
    if (given.base == nullptr || given.element_bytes == 0) {
        return failure("the field has no base or no element_bytes");
    }
    if (given.dims < axes || given.dims > ARAUTO_DIM_MAX) {
        return failure("the field has %d dimensions; it must have %d, as the grid has axes, to %d",
                       given.dims, axes, ARAUTO_DIM_MAX);
    }
    const auto count = static_cast<size_t>(given.dims);
    const bool is_contiguous =
        std::all_of(given.stride, given.stride + count, [](int64_t each) { return each == 0; });
    auto stride = static_cast<ptrdiff_t>(given.element_bytes);
    for (size_t dim = 0; dim < count; ++dim) {
        if (given.extent[dim] < 0) {
            return failure("dimension %d of the field has %lld elements",
                           number_of(static_cast<int>(dim)),
                           static_cast<long long>(given.extent[dim]));
        }
        field.dims.push_back({given.extent[dim], is_contiguous ? stride : given.stride[dim]});
        stride *= given.extent[dim];
    }
    const bool is_identity = std::all_of(given.dim_of_axis, given.dim_of_axis + axes,
                                         [](int each) { return each == 0; });
    std::array<bool, ARAUTO_DIM_MAX> is_used{};
    for (int axis = 0; axis < axes; ++axis) {
        const int dim = is_identity ? axis : given.dim_of_axis[axis];
        if (dim < 0 || dim >= given.dims || is_used[static_cast<size_t>(dim)]) {
            return failure(
                "axis %d lies along dimension %d; the field has dimensions %d to %d, and no "
                "two axes may have the same",
                number_of(axis), number_of(dim), number_of(0), number_of(given.dims - 1));
        }
        is_used[static_cast<size_t>(dim)] = true;
        field.dim_of_axis[static_cast<size_t>(axis)] = dim;
    }
    return {};
}

/// The halo of one axis: whether the array has it, and whether all ranks own enough cells for it.
Refusal read_axis(const arauto_halo_grid& grid,
                  const arauto_halo_field_t& given,
                  int axis,
                  Field& field) noexcept {
    const auto a = static_cast<size_t>(axis);
    const Division& division = grid.division;
    const int lower = given.lower_depth[a];
    const int upper = given.upper_depth[a];
    const int extra = given.is_staggered[a] != 0 ? 1 : 0;
    const int64_t own = division.width(axis, division.position_of(grid.rank)[a]) + extra;
    const int before = given.lower_halo[a] != 0 ? given.lower_halo[a] : lower;
    if (lower < 0 || upper < 0 || before < lower) {
        return failure("along axis %d the field has depths %d and %d, and %d elements before its "
                       "own cells; no depth may be negative, and there must be room for them",
                       number_of(axis), lower, upper, before);
    }
    const int64_t least = division.least_width(axis);
    const bool is_alone = division.ranks[a] == 1 && !division.is_periodic[a];
    if (!is_alone && std::max(lower, upper) > least) {
        return failure("depth %d along axis %d is more than the %lld cells that some %s owns there",
                       std::max(lower, upper), number_of(axis), static_cast<long long>(least),
                       noun());
    }
    const int64_t there = field.dims[static_cast<size_t>(field.dim_of_axis[a])].count;
    if (there < before + own + upper) {
        return failure("along axis %d the array has %lld elements; it needs %lld: %d before its "
                       "own cells, %lld own ones, and %d behind them",
                       number_of(axis), static_cast<long long>(there),
                       static_cast<long long>(before + own + upper), before,
                       static_cast<long long>(own), upper);
    }
    field.lower_depth[a] = lower;
    field.upper_depth[a] = upper;
    field.first[a] = before;
    field.own[a] = own;
    field.is_staggered[a] = extra != 0;
    return {};
}

/// FNV-1a, which mixes numbers well enough to tell different plans apart.
class Digest {
  public:
    void add(int64_t value) noexcept {
        for (size_t byte = 0; byte < sizeof value; ++byte) {
            constexpr uint64_t kPrime = 1099511628211U;
            value_ ^= static_cast<uint64_t>(value >> (8 * byte)) & 0xff;
            value_ *= kPrime;
        }
    }
    [[nodiscard]] uint64_t value() const noexcept { return value_; }

  private:
    uint64_t value_ = 14695981039346656037U;
};

/// The strip of one direction; without bytes where nothing travels.
Strip make_strip(const arauto_halo_plan& plan, const Direction& direction) noexcept {
    Strip strip{.direction = direction, .stage = plan.stages > 1 ? axis_of(direction) : 0};
    for (size_t number = 0; number < plan.fields.size(); ++number) {
        const Field& field = plan.fields[number];
        const Box out = box_of(plan, field, direction, strip.stage, Way::out);
        const Box in = box_of(plan, field, direction, strip.stage, Way::in);
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

/// Whether cells travel in a direction, or come from it, where there is a neighbour: the same on
/// all ranks.
bool is_travelled(const arauto_halo_plan& plan, const Direction& direction) noexcept {
    const int steps = steps_of(direction);
    if (steps == 0 || (steps > 1 && plan.corners != ARAUTO_HALO_DIRECT_CORNERS)) {
        return false;
    }
    const Strip strip = make_strip(plan, direction);
    return strip.out_bytes > 0 || strip.in_bytes > 0;
}

} // namespace

Refusal read_field(const arauto_halo_grid& grid,
                   const arauto_halo_field_t& given,
                   Field& field_out) noexcept {
    Field field;
    if (const Refusal found = read_dims(grid, given, field); found.text[0] != 0) {
        return found;
    }
    for (int axis = 0; axis < grid.division.axes; ++axis) {
        if (const Refusal found = read_axis(grid, given, axis, field); found.text[0] != 0) {
            return found;
        }
    }
    if (given.states < 0) {
        return failure("the field has %d states", given.states);
    }
    field.base = static_cast<std::byte*>(given.base);
    field.element_bytes = given.element_bytes;
    field.states = std::max(given.states, 1);
    field.state_stride = given.state_stride;
    field_out = field;
    return {};
}

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

Agreement agreement_of(const arauto_halo_plan& plan) noexcept {
    Digest digest;
    const Division& division = plan.grid->division;
    digest.add(plan.corners);
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

namespace {

/// Sends the strips of the stage that begins.
arauto_status_t send_stage(arauto_halo_plan& plan) noexcept {
    for (size_t number = 0; number < plan.strips.size(); ++number) {
        Strip& strip = plan.strips[number];
        if (strip.stage != plan.stage) {
            continue;
        }
        std::byte* to = strip.out_bytes > 0 ? plan.channels.room_for(number) : nullptr;
        for (const Piece& piece : strip.out) {
            to = pack(piece.box, plan.fields[piece.field].array(plan.state), to);
        }
        if (const arauto_status_t status = plan.channels.send(number, strip.out_bytes);
            status < 0) {
            return status;
        }
        strip.is_awaited = strip.in_bytes > 0;
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

/// Stores the strip of a channel whose message has come.
void take_in(arauto_halo_plan& plan, size_t number) noexcept {
    Strip& strip = plan.strips[number];
    const std::byte* from = plan.channels.received(number);
    for (const Piece& piece : strip.in) {
        from = unpack(piece.box, plan.fields[piece.field].array(plan.state), from);
    }
    strip.is_awaited = false;
}

arauto_status_t take_in_strips(arauto_halo_plan& plan, const char* call, auto is_wanted) noexcept {
    for (size_t number = 0; number < plan.strips.size(); ++number) {
        if (!plan.strips[number].is_awaited || !is_wanted(plan.strips[number])) {
            continue;
        }
        if (const arauto_status_t status = plan.channels.await(number, call); status < 0) {
            give_up(plan);
            return status;
        }
        take_in(plan, number);
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
    plan.state = state;
    plan.stage = 0;
    arauto_status_t status = plan.channels.begin(call);
    if (status >= 0) {
        status = send_stage(plan);
    }
    plan.has_begun = true;
    if (status < 0) {
        give_up(plan);
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
    }
    return status;
}

arauto_status_t test(arauto_halo_plan& plan, bool& done_out, const char* call) noexcept {
    done_out = false;
    for (;;) {
        for (size_t number = 0; number < plan.strips.size(); ++number) {
            if (plan.strips[number].is_awaited && plan.channels.has_come(number)) {
                take_in(plan, number);
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
