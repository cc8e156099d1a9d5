// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See target_bindings.hpp. To read another image's table, everything is copied, and the copy is
// valid if the generation is still the same; this image's own too, which another thread may change.
// An image that dies while it changes its table leaves an odd generation behind.
#include "target_bindings.hpp"

#include "bindings.hpp"
#include "images.hpp"
#include "segment_boundary.hpp"

#include "arauto/rma.h"
#include "arauto/runtime.h"
#include "arauto/spi/rma.h"

#include <cstdlib>
#include <mutex>
#include <thread>

namespace arauto::coarray {

/// The newest copy of each image's bindings; by rank, changed under the mutex.
struct BindingCopies {
    std::mutex mutex;
    ByImage<const TargetBindings*> newest;
};

namespace {

/// Gives a thread's copies back when it ends.
struct ThreadEnd {
    KnownTargets* targets = nullptr;

    ~ThreadEnd() {
        targets->visit([](KnownTarget& known) { release(known.bindings); });
        targets->clear();
    }
};

/// The state that this thread keeps of an image from now on.
KnownTarget* make_known(KnownTargets& targets, int rank) noexcept {
    thread_local ThreadEnd end;
    end.targets = &targets;
    return targets.make(rank, arauto_size());
}

/// NULL when it cannot be read directly; this image's own always can.
const BindingHeader* header_of(int rank) noexcept {
    return static_cast<const BindingHeader*>(rank == images.own_rank
                                                 ? arauto_segment_base(binding_segment())
                                                 : arauto_segment_pointer(binding_segment(), rank));
}

/// A header as it was read: consistent when the generation is even and has not changed since.
struct Snapshot {
    uint64_t generation;
    uint64_t table;
    uint64_t count;
    uint64_t base;
};
static_assert(sizeof(Snapshot) == offsetof(BindingHeader, base) + sizeof(uint64_t));

bool read_header(int rank, Snapshot& snapshot) noexcept {
    const BindingHeader* const header = header_of(rank);
    if (header == nullptr) {
        return arauto_get(binding_segment(), rank, 0, &snapshot, sizeof snapshot) >= 0;
    }
    // PAIR bindings.generation: before what it guards
    snapshot.generation = header->generation.load(std::memory_order_acquire);
    // relaxed because they are believed only when the generation is the same afterwards
    snapshot.table = header->table.load(std::memory_order_relaxed);
    snapshot.count = header->count.load(std::memory_order_relaxed);
    snapshot.base = header->base.load(std::memory_order_relaxed);
    return true;
}

/// Whether everything read since `snapshot` was taken belongs together.
bool is_unchanged(int rank, const Snapshot& snapshot) noexcept {
    // PAIR bindings.generation: behind what it guards
    std::atomic_thread_fence(std::memory_order_acquire);
    Snapshot now{};
    return snapshot.generation % 2 == 0 && read_header(rank, now) &&
           now.generation == snapshot.generation;
}

bool read_section(int rank, const BindingEntry& entry, Footprint& section) noexcept {
    make_contiguous(section, entry.low, entry.run);
    if (entry.dims < 0 || entry.dims > ARAUTO_DIM_MAX) {
        return false;
    }
    section.dims = entry.dims;
    BindingDim dims[ARAUTO_DIM_MAX] = {entry.first};
    if (entry.dims >= 2) {
        const size_t bytes = static_cast<size_t>(entry.dims - 1) * sizeof(BindingDim);
        if (arauto_get_at(rank, entry.more, dims + 1, bytes) < 0) {
            return false;
        }
    }
    for (int32_t i = 0; i < entry.dims; ++i) {
        section.dim[i] = {dims[i].extent, dims[i].stride, nullptr};
    }
    update_spans(section);
    return true;
}

/// Reads all that `snapshot` names. NULL when it has changed meanwhile.
TargetBindings* read_table(int rank, const Snapshot& snapshot) noexcept {
    std::vector<BindingEntry> entries;
    if (!is_unchanged(rank, snapshot)) {
        return nullptr;
    }
    entries.resize(snapshot.count);
    if (snapshot.count > 0 && arauto_get_at(rank, snapshot.table, entries.data(),
                                            snapshot.count * sizeof(BindingEntry)) < 0) {
        return nullptr;
    }
    if (rank == images.own_rank && !is_unchanged(rank, snapshot)) {
        return nullptr; // nothing checks an address of this process that the entries might contain
    }
    auto* const read =
        new TargetBindings{snapshot.generation, static_cast<int64_t>(snapshot.base), {}, {}, {1}};
    bool is_readable = true;
    for (const BindingEntry& entry : entries) {
        Footprint section;
        is_readable = is_readable && read_section(rank, entry, section);
        if (is_readable) {
            const auto access = static_cast<Access>(entry.access);
            (access == Access::put ? read->puts : read->gets).add(section, entry.slot);
        }
    }
    if (!is_readable || !is_unchanged(rank, snapshot)) {
        release(read);
        return nullptr;
    }
    read->puts.finish();
    read->gets.finish();
    return read;
}

/// Reads until it is consistent. Without one when that image has ended or failed: then a put to it
/// fails too.
const TargetBindings* read_bindings(int rank) noexcept {
    for (;;) {
        Snapshot snapshot{};
        if (!read_header(rank, snapshot)) {
            return nullptr;
        }
        if (TargetBindings* const read = read_table(rank, snapshot); read != nullptr) {
            return read;
        }
        arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
        static_cast<void>(arauto_rank_state(rank, &state));
        if (state != ARAUTO_RANK_RUNNING) {
            return nullptr;
        }
        std::this_thread::yield();
    }
}

} // namespace

void release(const TargetBindings* bindings) noexcept {
    if (bindings == nullptr) {
        return;
    }
    auto* const counted = const_cast<TargetBindings*>(bindings); // only its count changes
    // PAIR target_bindings.holders: the last one out comes behind all readers
    if (counted->holders.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        delete counted;
    }
}

const TargetBindings* hold(const TargetBindings* bindings) noexcept {
    if (bindings != nullptr) {
        // relaxed because the holder it is taken from keeps it alive
        const_cast<TargetBindings*>(bindings)->holders.fetch_add(1, std::memory_order_relaxed);
    }
    return bindings;
}

const TargetBindings* look_at_bindings(KnownTargets& targets, int rank) noexcept {
    BindingCopies& all = g_state.bindings.copies.get();
    const std::lock_guard<std::mutex> guard(all.mutex);
    KnownTarget* const entry = make_known(targets, rank);
    const TargetBindings** const newest = all.newest.make(rank, arauto_size());
    if (entry == nullptr || newest == nullptr) {
        arauto_error_stop(1, "no memory is left to remember which images have attached events");
    }
    const TargetBindings*& copy = *newest;
    // Before the header is read: a segment that ends meanwhile asks again.
    const uint64_t segment = segment_number();
    Snapshot snapshot{};
    if (copy == nullptr || !read_header(rank, snapshot) ||
        snapshot.generation != copy->generation) {
        release(copy);
        copy = read_bindings(rank);
    }
    KnownTarget& known = *entry;
    release(known.bindings);
    const BindingHeader* const header = header_of(rank);
    known.generation = header != nullptr ? &header->generation : &g_state.segments.number;
    known.seen = header == nullptr ? segment : copy != nullptr ? copy->generation : 0;
    known.bindings = hold(copy);
    return known.bindings;
}

} // namespace arauto::coarray
