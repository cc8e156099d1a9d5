// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See record.hpp. A record begins with a Replay, the description of the operation. Layouts and data
// follow, each at a multiple of 16 bytes. Layouts that do not fit into a record are kept by the
// window, as copies; then only this process can carry out the operation.
#include "record.hpp"

#include "accumulate_lock.hpp"
#include "apply.hpp"
#include "dynamic.hpp"
#include "epoch.hpp"
#include "far_accumulate.hpp"
#include "progress.hpp"
#include "wait.hpp"

#include "arauto/rma.h"
#include "arauto/spi/counters.h"
#include "arauto/spi/epoch.h"
#include "arauto/spi/rma.h"
#include "arauto/spi/runtime.h"

#include <algorithm>
#include <cstring>
#include <sched.h>
#include <vector>

namespace arauto::mpi {

/// Private copies of the layouts of a recorded operation, kept until it has been done.
struct Kept {
    std::unique_ptr<Layout> target;
    std::unique_ptr<Layout> origin;
    std::unique_ptr<Layout> result;
    Kept* newer = nullptr;
    Kept* older = nullptr;
};

namespace {

constexpr int64_t kDataMax = 8192; // bytes of the origin that are copied into the record
constexpr int64_t kResultMax = 8192; // bytes of a result that a peer can send to the origin
constexpr uint32_t kPartsMax = 400; // parts of all layouts in a record

enum class RecordKind : uint8_t { move, accumulate, swap };

/// The form of a layout in a record; its parts follow.
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
    RecordKind kind;
    Direction direction;
    Operation operation;
    bool is_direct; // the target's memory lies at `offset` from its heap, in that or another
    bool has_result;
    bool has_data; // the origin's data is in the record
    int32_t member;
    int64_t offset;
    uint64_t address;
    int64_t target_count;
    int64_t origin_count;
    int64_t result_count;
    char* origin; // in the memory of the process that has recorded it
    char* result;
    uint32_t target_layout; // offsets in the record; 0: none
    uint32_t origin_layout;
    uint32_t result_layout;
    uint32_t data;
    Kept* kept; // null: the layouts are in the record
    AttachedRegion region; // the target memory, in a dynamic window
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
        const size_t offset = (bytes_.size() + 15) / 16 * 16;
        bytes_.resize(offset + bytes);
        if (from != nullptr && bytes > 0) {
            std::memcpy(bytes_.data() + offset, from, bytes);
        }
        return static_cast<uint32_t>(offset);
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
        const uint32_t offset = append(&wire, sizeof wire);
        static_cast<void>(append(layout.parts.get(), part_count(layout) * sizeof(Part)));
        return offset;
    }
    void set(const Replay& replay) { std::memcpy(bytes_.data(), &replay, sizeof replay); }
    [[nodiscard]] char* at(uint32_t offset) { return bytes_.data() + offset; }
    [[nodiscard]] const void* data() const { return bytes_.data(); }
    [[nodiscard]] size_t size() const { return bytes_.size(); }

  private:
    static constexpr size_t kUsualBytes = 1024; // so that most records are allocated once
    std::vector<char> bytes_;
};

/// A layout in a record, used without a copy.
class View {
  public:
    View(char* record, uint32_t offset) noexcept {
        if (offset == 0) {
            return;
        }
        const auto& wire = *reinterpret_cast<const WireLayout*>(record + offset);
        layout_.size = wire.size;
        layout_.lower_bound = wire.lower_bound;
        layout_.extent = wire.extent;
        layout_.true_lower_bound = wire.true_lower_bound;
        layout_.true_extent = wire.true_extent;
        layout_.first = wire.first;
        layout_.number = wire.number;
        layout_.basic = wire.basic;
        layout_.is_dense = wire.is_dense;
        layout_.parts.reset(reinterpret_cast<Part*>(record + offset + sizeof wire));
    }
    ~View() { static_cast<void>(layout_.parts.release()); }
    View(const View&) = delete;
    View& operator=(const View&) = delete;
    [[nodiscard]] const Layout& layout() const noexcept { return layout_; }

  private:
    Layout layout_;
};

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

/// Does nothing when the window no longer keeps them.
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

// ---- Carrying out a record ----

/// A wait that makes no progress for peers but in their accesses to this process's private memory:
/// the holder of the lock may be in one. Two processes that waited for the lock here, and a third
/// that had it and put into the memory of one of them, came to a standstill.
struct BareWait {
    const Ticket& ticket;
    static constexpr spi::WaitPolicy policy = spi::kWaitForTicket;

    [[nodiscard]] static bool is_step_due(int64_t) noexcept { return false; }
    [[nodiscard]] spi::Step step(int64_t look) const noexcept {
        if (look % 1000 == 0) {
            ticket.look_for_dead();
        }
        return spi::Step::idle; // the lock comes in any case
    }
    static void yield(int64_t) noexcept {
        arauto_serve_memory();
        sched_yield();
    }
};

/// Holds the target's lock on accumulates during a recorded operation. This thread may hold the
/// lock of an engine meanwhile, or be inside another wait; therefore waiting for the lock makes no
/// other progress.
class BareGuard {
  public:
    explicit BareGuard(int job_rank) noexcept : ticket_(job_rank) {
        ++t_state.accumulate_locks;
        auto is_served = [this] { return ticket_.is_served(); };
        static_cast<void>(spi::wait(BareWait::policy.looks_without_pause, is_served,
                                    [this] { return BareWait{ticket_}; }));
    }
    ~BareGuard() {
        ticket_.leave();
        --t_state.accumulate_locks;
    }
    BareGuard(const BareGuard&) = delete;
    BareGuard& operator=(const BareGuard&) = delete;

  private:
    Ticket ticket_;
};

/// A record with its layouts and addresses as this process sees them.
struct Work {
    const Replay& replay;
    Target target;
    Origin origin; // without a layout: not read
    Origin result;
    char* sent; // buffer of a result that is then sent to the origin; null: stored there directly
};

/// Lets the target's process do it, if that is on another node and the operation is short.
/// @return whether it did
bool combine_by_message(const Work& work, arauto_status_t& status) noexcept {
    const Replay& replay = work.replay;
    if (!is_on_other_node(work.target.job_rank)) {
        return false;
    }
    if (replay.kind == RecordKind::swap) {
        status = swap_far(work.target, replay.desired, replay.expected, work.result.address);
        return true;
    }
    const bool reads = replay.operation != Operation::kNoOp;
    const Layout& origin = reads ? *work.origin.layout : *work.target.layout;
    FarAccumulate wanted{replay.operation, {}, work.origin, work.result};
    if (plan_accumulate(replay.operation, origin, *work.target.layout, wanted.plan) !=
            MPI_SUCCESS ||
        !accumulate_far(wanted, work.target, status)) {
        return false;
    }
    flush_far_accumulates(); // peers may be notified next that the epoch is complete
    return true;
}

bool combine(const Work& work) noexcept {
    const Replay& replay = work.replay;
    if (arauto_status_t status = ARAUTO_OK; combine_by_message(work, status)) {
        return status >= 0;
    }
    const BareGuard guard(work.target.job_rank);
    if (replay.kind == RecordKind::swap) {
        char desired[kSwapBytesMax];
        std::memcpy(desired, replay.desired, sizeof desired);
        return swap_now(work.target, desired, replay.expected, work.result.address);
    }
    if (work.result.layout != nullptr && !move_now(Direction::get, work.result, work.target)) {
        return false;
    }
    if (replay.operation == Operation::kNoOp) {
        return true;
    }
    AccumulatePlan plan{};
    return plan_accumulate(replay.operation, *work.origin.layout, *work.target.layout, plan) ==
               MPI_SUCCESS &&
           apply_now({plan, work.origin.address, work.origin.count}, work.target);
}

/// Counts the operation in the process that does it.
[[gnu::cold]] void tally_work(const Work& work) noexcept {
    const Replay& replay = work.replay;
    if (replay.kind == RecordKind::move) {
        tally_move(replay.direction, work.origin, work.target);
        return;
    }
    const arauto_counter_t counter =
        replay.kind == RecordKind::swap ? ARAUTO_COUNTER_ATOMIC : ARAUTO_COUNTER_ACCUMULATE;
    tally(counter, kLockWords, kLockWords * sizeof(uint64_t));
    for (const Origin* const side : {&work.origin, &work.result}) {
        if (side->layout != nullptr) {
            tally_blocks(counter, *side, work.target);
        }
    }
}

arauto_status_t perform(const arauto_kernel_call_t& call, const Work& work) noexcept {
    const Replay& replay = work.replay;
    if (job().is_counting) [[unlikely]] {
        tally_work(work);
    }
    const bool is_done = replay.kind == RecordKind::move
                             ? move_now(replay.direction, work.origin, work.target)
                             : combine(work);
    if (!is_done) {
        return ARAUTO_ERR_RANGE;
    }
    if (work.sent != nullptr) {
        const Layout& layout = *work.result.layout;
        const auto bytes = static_cast<size_t>(layout.size * replay.result_count);
        const uint64_t address = reinterpret_cast<uintptr_t>(replay.result) +
                                 static_cast<uint64_t>(layout.true_lower_bound);
        if (const arauto_status_t status = arauto_put_at(call.origin, address, work.sent, bytes);
            status < 0) {
            return status;
        }
    }
    return replay.notification.post != nullptr ? replay.notification.post(replay.notification)
                                               : ARAUTO_OK;
}

/// Finds the layouts and addresses of a record, and carries it out.
arauto_status_t carry_out(const arauto_kernel_call_t& call, Window& window, const Replay& replay) {
    auto* const record = static_cast<char*>(call.payload);
    const View target(record, replay.target_layout);
    const View origin(record, replay.origin_layout);
    const View result(record, replay.result_layout);
    const Kept* const kept = replay.kept;
    Work work{replay, {}, {}, {}, nullptr};
    work.target.layout = kept != nullptr ? kept->target.get() : &target.layout();
    work.target.count = replay.target_count;
    work.target.address = replay.address;
    work.target.job_rank = call.target;
    work.target.member = replay.member;
    if (replay.is_direct) {
        work.target.direct = reinterpret_cast<char*>(window.heap(replay.member)) + replay.offset;
    } else if (replay.member == window.rank) {
        work.target.direct = reinterpret_cast<char*>(replay.address);
    }
    if (replay.origin_layout != 0 || (kept != nullptr && kept->origin)) {
        work.origin = {replay.has_data ? record + replay.data : replay.origin,
                       kept != nullptr ? kept->origin.get() : &origin.layout(),
                       replay.origin_count};
    }
    alignas(64) char sent[kResultMax];
    if (replay.has_result) {
        work.result = {replay.result, kept != nullptr ? kept->result.get() : &result.layout(),
                       replay.result_count};
        if (call.is_origin == 0) {
            work.sent = sent;
            work.result.address = sent - work.result.layout->true_lower_bound;
        }
    }
    return perform(call, work);
}

arauto_status_t run_record(const arauto_kernel_call_t* call) {
    auto* const window = static_cast<Window*>(call->context);
    // The window is being freed, or this thread holds a lock on accumulates.
    if (window == nullptr || t_state.accumulate_locks > 0) {
        return ARAUTO_RUN_LATER;
    }
    const Replay replay = *static_cast<const Replay*>(call->payload);
    arauto_status_t status = ARAUTO_ERR_RANGE;
    if (window->flavor != Flavor::dynamic || replay.region.bytes == 0 ||
        is_attached(*window, replay.member, replay.region)) {
        status = carry_out(*call, *window, replay);
    }
    if (replay.kept != nullptr) {
        forget(*window, replay.kept);
    }
    return status;
}

// ---- Recording an operation ----

bool is_portable(const Layout* layout) noexcept {
    return layout == nullptr || (!layout->pairs_with_gap && layout->number > 0);
}

uint32_t parts_of(const Layout* layout) noexcept {
    return layout != nullptr ? part_count(*layout) : 0;
}

/// The description of an operation without its layouts, which the caller adds.
Replay begin_replay(const Window& window,
                    RecordKind kind,
                    const Target& target,
                    const Notification& notification) {
    Replay replay{};
    replay.kind = kind;
    replay.member = target.member;
    replay.target_count = target.count;
    replay.address = target.address;
    if (target.is_in_heap) {
        replay.is_direct = true;
        replay.offset = target.direct - reinterpret_cast<char*>(window.heap(target.member));
    }
    if (window.flavor == Flavor::dynamic && target.layout->size > 0 && target.count > 0) {
        const Reach reach = reach_of(*target.layout, target.count);
        replay.region = {target.address + static_cast<uint64_t>(reach.first),
                         static_cast<uint64_t>(reach.end - reach.first)};
    }
    replay.notification = notification;
    return replay;
}

/// Whether a peer can carry it out: it can reach the target and the result without this process's
/// help.
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

/// Adds the layouts, and the origin's data if it is short. @return whether a peer may carry it out
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
                       !(replay.kind == RecordKind::move && replay.direction == Direction::get);
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

/// Gives the record to the engine, which carries it out now if that is possible by now.
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
        status = arauto_epoch_run(window.epochs, replay.member, job().replay_kernel, record.data(),
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

/// Records a move with one block on each side as the engine's own put or get, which is cheaper.
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
    Replay replay = begin_replay(window, RecordKind::move, target, deferral.notification);
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
    Replay replay = begin_replay(window, RecordKind::accumulate, target, deferral.notification);
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
    Replay replay = begin_replay(window, RecordKind::swap, target, {});
    const auto bytes = static_cast<size_t>(target.layout->size);
    std::memcpy(replay.desired, wanted.desired, bytes);
    std::memcpy(replay.expected, wanted.expected, bytes);
    const Origin result = {static_cast<char*>(wanted.result), target.layout, 1};
    const bool may_help = add_sides(window, record, replay, *target.layout, {{}, result});
    return submit(window, record, replay, may_help, call, deferral);
}

int register_replay() noexcept {
    int kernel = -1;
    arauto_kernel_register(run_record, &kernel);
    return kernel;
}

void forget_kept(Window& window) noexcept {
    while (window.kept != nullptr) {
        Kept* const gone = window.kept;
        window.kept = gone->older;
        delete gone;
    }
}

} // namespace arauto::mpi
