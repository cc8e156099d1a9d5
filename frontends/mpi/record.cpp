// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See record.hpp. A record begins with what has to be done; layouts and data follow, each at a
// multiple of 16 bytes, unless they are private: then the window keeps copies of the layouts.
#include "record.hpp"

#include "accumulate_lock.hpp"
#include "apply.hpp"
#include "dynamic.hpp"
#include "epoch.hpp"
#include "far_accumulate.hpp"
#include "progress.hpp"
#include "wait.hpp"

#include "arauto/rma.h"

#include <algorithm>
#include <cstring>
#include <sched.h>
#include <vector>

namespace arauto::mpi {

/// Private copies of what a recorded operation names, until it has been done.
struct Kept {
    std::unique_ptr<Layout> target;
    std::unique_ptr<Layout> origin;
    std::unique_ptr<Layout> result;
    Kept* newer = nullptr;
    Kept* older = nullptr;
};

namespace {

constexpr int64_t kDataMax = 8192; // of an origin that goes with the record
constexpr int64_t kResultMax = 8192; // that a peer sends to the origin
constexpr uint32_t kPartsMax = 400; // of all layouts in a record

int g_kernel = -1;

enum class Kind : uint8_t { move, accumulate, swap };

/// A layout as it stands in a record; its parts follow.
struct alignas(16) WireLayout {
    int64_t size;
    int64_t lower_bound;
    int64_t extent;
    int64_t true_lower_bound;
    int64_t true_extent;
    uint32_t first;
    uint32_t number;
    Basic basic;
    bool is_dense;
};

struct Replay {
    Kind kind;
    Direction direction;
    Operation operation;
    bool is_direct; // the target's memory lies at `offset` in its heap
    bool has_result;
    bool has_data; // of the origin
    int32_t member;
    int64_t offset;
    uint64_t address;
    int64_t target_count;
    int64_t origin_count;
    int64_t result_count;
    char* origin; // of this process
    char* result;
    uint32_t target_layout; // where in the record
    uint32_t origin_layout;
    uint32_t result_layout;
    uint32_t data;
    Kept* kept; // null: the layouts are in the record
    Region region; // of a dynamic window
    Notification notification;
    char desired[kSwapBytesMax];
    char expected[kSwapBytesMax];
};

/// Puts a record together.
class Record {
  public:
    Record() {
        bytes_.reserve(kUsualBytes);
        bytes_.resize(sizeof(Replay));
    }

    [[nodiscard]] uint32_t append(const void* from, size_t bytes) {
        const size_t place = (bytes_.size() + 15) / 16 * 16;
        bytes_.resize(place + bytes);
        if (from != nullptr && bytes > 0) {
            std::memcpy(bytes_.data() + place, from, bytes);
        }
        return static_cast<uint32_t>(place);
    }
    [[nodiscard]] uint32_t append(const Layout& layout) {
        WireLayout wire{};
        wire.size = layout.size;
        wire.lower_bound = layout.lower_bound;
        wire.extent = layout.extent;
        wire.true_lower_bound = layout.true_lower_bound;
        wire.true_extent = layout.true_extent;
        wire.first = layout.first;
        wire.number = layout.number;
        wire.basic = layout.basic;
        wire.is_dense = layout.is_dense;
        const uint32_t place = append(&wire, sizeof wire);
        static_cast<void>(append(layout.parts.get(), part_count(layout) * sizeof(Part)));
        return place;
    }
    void set(const Replay& replay) { std::memcpy(bytes_.data(), &replay, sizeof replay); }
    [[nodiscard]] char* at(uint32_t place) { return bytes_.data() + place; }
    [[nodiscard]] const void* data() const { return bytes_.data(); }
    [[nodiscard]] size_t size() const { return bytes_.size(); }

  private:
    static constexpr size_t kUsualBytes = 1024; // of few parts and elements: allocated once
    std::vector<char> bytes_;
};

/// A layout of a record, where it stands.
class View {
  public:
    View(char* record, uint32_t place) noexcept {
        if (place == 0) {
            return;
        }
        const auto& wire = *reinterpret_cast<const WireLayout*>(record + place);
        layout_.size = wire.size;
        layout_.lower_bound = wire.lower_bound;
        layout_.extent = wire.extent;
        layout_.true_lower_bound = wire.true_lower_bound;
        layout_.true_extent = wire.true_extent;
        layout_.first = wire.first;
        layout_.number = wire.number;
        layout_.basic = wire.basic;
        layout_.is_dense = wire.is_dense;
        layout_.parts.reset(reinterpret_cast<Part*>(record + place + sizeof wire));
    }
    ~View() { static_cast<void>(layout_.parts.release()); }
    View(const View&) = delete;
    View& operator=(const View&) = delete;
    [[nodiscard]] const Layout& layout() const noexcept { return layout_; }

  private:
    Layout layout_;
};

// ---- What is kept ----

Kept* keep_layouts(Window& window,
                   const Layout* target,
                   const Origin& origin,
                   const Origin& result) {
    auto* const kept = new Kept;
    kept->target = copy_of(*target);
    if (origin.layout != nullptr) {
        kept->origin = copy_of(*origin.layout);
    }
    if (result.layout != nullptr) {
        kept->result = copy_of(*result.layout);
    }
    const std::lock_guard<std::mutex> guard(window.kept_mutex);
    kept->older = window.kept;
    if (window.kept != nullptr) {
        window.kept->newer = kept;
    }
    window.kept = kept;
    return kept;
}

/// Nothing happens where it is not kept any more.
void forget(Window& window, const Kept* gone) noexcept {
    const std::lock_guard<std::mutex> guard(window.kept_mutex);
    Kept* each = window.kept;
    while (each != nullptr && each != gone) {
        each = each->older;
    }
    if (each == nullptr) {
        return;
    }
    (each->newer != nullptr ? each->newer->older : window.kept) = each->older;
    if (each->older != nullptr) {
        each->older->newer = each->newer;
    }
    delete each;
}

// ---- Doing it ----

/// Holds the lock for a recorded operation. This may be done while an engine is held, and within a
/// wait of this thread, so nothing else is done while it waits.
class BareGuard {
  public:
    explicit BareGuard(int job_rank) noexcept : ticket_(job_rank) {
        ++t_locks;
        for (int look = 0; !ticket_.is_served(); ++look) {
            if (look < 1000) {
                pause_core();
            } else {
                sched_yield();
                if (look % 1000 == 0) {
                    ticket_.look_for_dead();
                }
            }
        }
    }
    ~BareGuard() {
        ticket_.leave();
        --t_locks;
    }
    BareGuard(const BareGuard&) = delete;
    BareGuard& operator=(const BareGuard&) = delete;

  private:
    Ticket ticket_;
};

/// The layouts and places of a record, as this process sees them.
struct Scene {
    const Replay& replay;
    Target target;
    Origin origin; // no layout: it is not read
    Origin result;
    char* sent; // where the result waits for being sent; null: it is stored at once
};

/// By the target's process, on another node, if it is short. @return whether it is
bool combine_by_message(const Scene& scene, arauto_status_t& status) noexcept {
    const Replay& replay = scene.replay;
    if (!is_far(scene.target.job_rank)) {
        return false;
    }
    if (replay.kind == Kind::swap) {
        status = swap_far(scene.target, replay.desired, replay.expected, scene.result.address);
        return true;
    }
    const bool reads = replay.operation != Operation::kNoOp;
    const Layout& origin = reads ? *scene.origin.layout : *scene.target.layout;
    FarAccumulate wanted{replay.operation, {}, scene.origin, scene.result};
    if (plan_accumulate(replay.operation, origin, *scene.target.layout, wanted.plan) !=
            MPI_SUCCESS ||
        !accumulate_far(wanted, scene.target, status)) {
        return false;
    }
    settle_far(); // its epoch may be told to be complete next
    return true;
}

bool combine(const Scene& scene) noexcept {
    const Replay& replay = scene.replay;
    if (arauto_status_t status = ARAUTO_OK; combine_by_message(scene, status)) {
        return status >= 0;
    }
    const BareGuard guard(scene.target.job_rank);
    if (replay.kind == Kind::swap) {
        char desired[kSwapBytesMax];
        std::memcpy(desired, replay.desired, sizeof desired);
        return swap_now(scene.target, desired, replay.expected, scene.result.address);
    }
    if (scene.result.layout != nullptr && !move_now(Direction::get, scene.result, scene.target)) {
        return false;
    }
    if (replay.operation == Operation::kNoOp) {
        return true;
    }
    AccumulatePlan plan{};
    return plan_accumulate(replay.operation, *scene.origin.layout, *scene.target.layout, plan) ==
               MPI_SUCCESS &&
           apply_now({plan, scene.origin.address, scene.origin.count}, scene.target);
}

/// Counts the operation in the process that does it.
[[gnu::cold]] void tally_scene(const Scene& scene) noexcept {
    const Replay& replay = scene.replay;
    if (replay.kind == Kind::move) {
        tally_move(replay.direction, scene.origin, scene.target);
        return;
    }
    const arauto_counter_t counter =
        replay.kind == Kind::swap ? ARAUTO_COUNTER_ATOMIC : ARAUTO_COUNTER_ACCUMULATE;
    tally(counter, kLockWords, kLockWords * sizeof(uint64_t));
    for (const Origin* const side : {&scene.origin, &scene.result}) {
        if (side->layout != nullptr) {
            tally_blocks(counter, *side, scene.target);
        }
    }
}

arauto_status_t perform(const arauto_kernel_call_t& call, const Scene& scene) noexcept {
    const Replay& replay = scene.replay;
    if (g_is_counting) [[unlikely]] {
        tally_scene(scene);
    }
    const bool is_done = replay.kind == Kind::move
                             ? move_now(replay.direction, scene.origin, scene.target)
                             : combine(scene);
    if (!is_done) {
        return ARAUTO_ERR_RANGE;
    }
    if (scene.sent != nullptr) {
        const Layout& layout = *scene.result.layout;
        const auto bytes = static_cast<size_t>(layout.size * replay.result_count);
        const uint64_t place = reinterpret_cast<uintptr_t>(replay.result) +
                               static_cast<uint64_t>(layout.true_lower_bound);
        if (const arauto_status_t status = arauto_put_at(call.origin, place, scene.sent, bytes);
            status < 0) {
            return status;
        }
    }
    return replay.notification.post != nullptr ? replay.notification.post(replay.notification)
                                               : ARAUTO_OK;
}

/// A result that this process cannot store goes into `sent` first.
arauto_status_t play(const arauto_kernel_call_t& call, Window& window, const Replay& replay) {
    auto* const record = static_cast<char*>(call.payload);
    const View target(record, replay.target_layout);
    const View origin(record, replay.origin_layout);
    const View result(record, replay.result_layout);
    const Kept* const kept = replay.kept;
    Scene scene{replay, {}, {}, {}, nullptr};
    scene.target.layout = kept != nullptr ? kept->target.get() : &target.layout();
    scene.target.count = replay.target_count;
    scene.target.address = replay.address;
    scene.target.job_rank = call.target;
    scene.target.member = replay.member;
    if (replay.is_direct) {
        scene.target.direct = reinterpret_cast<char*>(window.heap(replay.member)) + replay.offset;
    } else if (replay.member == window.rank) {
        scene.target.direct = reinterpret_cast<char*>(replay.address);
    }
    if (replay.origin_layout != 0 || (kept != nullptr && kept->origin)) {
        scene.origin = {replay.has_data ? record + replay.data : replay.origin,
                        kept != nullptr ? kept->origin.get() : &origin.layout(),
                        replay.origin_count};
    }
    alignas(64) char sent[kResultMax];
    if (replay.has_result) {
        scene.result = {replay.result, kept != nullptr ? kept->result.get() : &result.layout(),
                        replay.result_count};
        if (call.is_origin == 0) {
            scene.sent = sent;
            scene.result.address = sent - scene.result.layout->true_lower_bound;
        }
    }
    return perform(call, scene);
}

arauto_status_t replay_one(const arauto_kernel_call_t* call) {
    auto* const window = static_cast<Window*>(call->context);
    if (window == nullptr || t_locks > 0) { // it is going; or this thread is in the middle of one
        return ARAUTO_RUN_LATER;
    }
    const Replay replay = *static_cast<const Replay*>(call->payload);
    arauto_status_t status = ARAUTO_ERR_RANGE;
    if (window->flavor != Flavor::dynamic || replay.region.bytes == 0 ||
        is_attached(*window, replay.member, replay.region)) {
        status = play(*call, *window, replay);
    }
    if (replay.kept != nullptr) {
        forget(*window, replay.kept);
    }
    return status;
}

// ---- Recording it ----

bool is_portable(const Layout* layout) noexcept {
    return layout == nullptr || (!layout->pairs_with_gap && layout->number > 0);
}

uint32_t parts_of(const Layout* layout) noexcept {
    return layout != nullptr ? part_count(*layout) : 0;
}

/// The operation without layouts, which the caller adds.
Replay begin_replay(const Window& window,
                    Kind kind,
                    const Target& target,
                    const Notification& notification) {
    Replay replay{};
    replay.kind = kind;
    replay.member = target.member;
    replay.target_count = target.count;
    replay.address = target.address;
    const auto* const heap = reinterpret_cast<const char*>(window.heap(target.member));
    if (target.direct != nullptr && target.direct >= heap &&
        target.direct - heap < window.heap_stride) {
        replay.is_direct = true;
        replay.offset = target.direct - heap;
    } else if (target.direct != nullptr) { // this process's own private memory
        replay.address = reinterpret_cast<uintptr_t>(target.direct);
    }
    if (window.flavor == Flavor::dynamic && target.layout->size > 0 && target.count > 0) {
        const Reach reach = reach_of(*target.layout, target.count);
        replay.region = {target.address + static_cast<uint64_t>(reach.first),
                         static_cast<uint64_t>(reach.end - reach.first)};
    }
    replay.notification = notification;
    return replay;
}

/// Whether a peer can do it: it reaches the target and the result without this process's help.
bool may_be_helped(const Replay& replay, const Origin& result) noexcept {
    const bool result_fits =
        result.layout == nullptr ||
        (result.layout->is_dense && result.layout->size * result.count <= kResultMax);
    const bool needs_private = !replay.is_direct || result.layout != nullptr;
    return result_fits && replay.notification.post == nullptr &&
           !(needs_private && reaches_private_by_help());
}

struct Sides {
    Origin origin;
    Origin result;
};

/// Adds layouts, and the origin's data if it is little. @return whether a peer may do it
bool add_sides(
    Window& window, Record& record, Replay& replay, const Layout& target, const Sides& sides) {
    const Origin& origin = sides.origin;
    const Origin& result = sides.result;
    const uint32_t parts = parts_of(&target) + parts_of(origin.layout) + parts_of(result.layout);
    replay.origin = origin.address;
    replay.origin_count = origin.count;
    replay.result = result.address;
    replay.result_count = result.count;
    replay.has_result = result.layout != nullptr;
    const bool reads = origin.layout != nullptr &&
                       !(replay.kind == Kind::move && replay.direction == Direction::get);
    if (!is_portable(&target) || !is_portable(origin.layout) || !is_portable(result.layout) ||
        parts > kPartsMax) {
        replay.kept = keep_layouts(window, &target, origin, result);
        return false;
    }
    replay.target_layout = record.append(target);
    if (result.layout != nullptr) {
        replay.result_layout = record.append(*result.layout);
    }
    if (origin.layout == nullptr) {
        return may_be_helped(replay, result);
    }
    const int64_t bytes = origin.layout->size * origin.count;
    if (!reads || bytes > kDataMax) {
        replay.origin_layout = record.append(*origin.layout);
        return false;
    }
    Layout packed; // one block of the same elements
    packed.size = packed.extent = packed.true_extent = bytes;
    packed.basic = origin.layout->basic;
    packed.is_dense = bytes > 0;
    packed.number = bytes > 0 ? 1 : 0;
    packed.parts = std::make_unique<Part[]>(1);
    packed.parts[0] = {0, 1, 0, bytes, 0, 0};
    replay.origin_layout = record.append(packed);
    replay.origin_count = 1;
    replay.has_data = true;
    replay.data = record.append(nullptr, static_cast<size_t>(bytes));
    copy_layout({packed, 1}, record.at(replay.data), {*origin.layout, origin.count},
                origin.address);
    return may_be_helped(replay, result);
}

/// Hands it to the engine, which does it now if that has become possible.
int submit(Window& window,
           Record& record,
           const Replay& replay,
           bool may_help,
           const char* call,
           Deferral& deferral) {
    record.set(replay);
    arauto_status_t status = ARAUTO_OK;
    {
        const Guard guard(window);
        status = arauto_epoch_run(window.epochs, replay.member, g_kernel, record.data(),
                                  record.size(), may_help ? 0 : ARAUTO_RUN_OWNER_ONLY,
                                  deferral.wants_request ? &deferral.request : nullptr);
    }
    if (status < 0) {
        if (replay.kept != nullptr) {
            forget(window, replay.kept);
        }
        return fail_with(window, status, call);
    }
    deferral.is_recorded = true;
    return MPI_SUCCESS;
}

bool is_dense_move(const Window& window, const Origin& origin, const Target& target) noexcept {
    return origin.layout->is_dense && target.layout->is_dense && origin.count > 0 &&
           target.count > 0 && window.flavor != Flavor::dynamic;
}

/// The engine's own put and get, for one block on each side.
int record_dense(Window& window,
                 Direction direction,
                 const Origin& origin,
                 const Target& target,
                 const char* call,
                 Deferral& deferral) {
    const auto bytes = static_cast<size_t>(origin.layout->size * origin.count);
    const uint64_t address =
        target.address + static_cast<uint64_t>(target.layout->true_lower_bound);
    char* const here = origin.address + origin.layout->true_lower_bound;
    arauto_request_t* const request = deferral.wants_request ? &deferral.request : nullptr;
    arauto_status_t status = ARAUTO_OK;
    {
        const Guard guard(window);
        status =
            direction == Direction::put
                ? arauto_epoch_put_at(window.epochs, target.member, address, here, bytes, request)
                : arauto_epoch_get_at(window.epochs, target.member, address, here, bytes, request);
    }
    if (status < 0) {
        return fail_with(window, status, call);
    }
    deferral.is_recorded = true;
    return MPI_SUCCESS;
}

} // namespace

int record_move(Window& window,
                Direction direction,
                const Origin& origin,
                const Target& target,
                const char* call,
                Deferral& deferral) noexcept {
    if (is_dense_move(window, origin, target) && deferral.notification.post == nullptr) {
        return record_dense(window, direction, origin, target, call, deferral);
    }
    Record record;
    Replay replay = begin_replay(window, Kind::move, target, deferral.notification);
    replay.direction = direction;
    const bool may_help = add_sides(window, record, replay, *target.layout, {origin, {}});
    return submit(window, record, replay, may_help, call, deferral);
}

int record_accumulate(Window& window,
                      const RecordedAccumulate& wanted,
                      const Target& target,
                      const char* call,
                      Deferral& deferral) noexcept {
    Record record;
    Replay replay = begin_replay(window, Kind::accumulate, target, deferral.notification);
    replay.operation = wanted.operation;
    const bool may_help =
        add_sides(window, record, replay, *target.layout, {wanted.origin, wanted.result});
    return submit(window, record, replay, may_help, call, deferral);
}

int record_swap(Window& window,
                const RecordedSwap& wanted,
                const Target& target,
                const char* call) noexcept {
    Record record;
    Deferral deferral;
    Replay replay = begin_replay(window, Kind::swap, target, {});
    const auto bytes = static_cast<size_t>(target.layout->size);
    std::memcpy(replay.desired, wanted.desired, bytes);
    std::memcpy(replay.expected, wanted.expected, bytes);
    const Origin result = {static_cast<char*>(wanted.result), target.layout, 1};
    const bool may_help = add_sides(window, record, replay, *target.layout, {{}, result});
    return submit(window, record, replay, may_help, call, deferral);
}

void register_replay() noexcept {
    if (g_kernel < 0) {
        arauto_kernel_register(replay_one, &g_kernel);
    }
}

void forget_kept(Window& window) noexcept {
    while (window.kept != nullptr) {
        Kept* const gone = window.kept;
        window.kept = gone->older;
        delete gone;
    }
}

} // namespace arauto::mpi
