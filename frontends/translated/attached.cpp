// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The table of an image lies in a segment behind a generation that is odd while the table changes.
// Others keep a copy of the table of each image that they access, and read it anew when the
// generation has changed. The first image of a job that attaches an event notifies all images, so
// that segments of programs that attach nothing begin without a question.
#include "attached.hpp"

#include "coarray/binding_table.hpp"
#include "quick.hpp"

#include "arauto/spi/segment.h"

#include <algorithm>
#include <mutex>
#include <optional>

namespace arauto::translated {
namespace {

constexpr size_t kCapacity = 8192; // of one image's table; its pages come when they are used

struct Header {
    std::atomic<uint64_t> generation;
    std::atomic<uint64_t> count; // of entries
    std::atomic<uint32_t> is_used; // by any image's table
    std::atomic<uint32_t> all_know; // on image 1: every image's is_used is set
};

struct Entry {
    uint64_t slot; // its offset
    int64_t base; // as the owner sees what others reach
    Access access;
    arauto_section_t section;
};
constexpr size_t kEntries = 64; // where they start
static_assert(sizeof(Header) <= kEntries);

/// The part of an entry that only its owner needs: addresses of the program.
struct Own {
    const void* event;
    int64_t low; // of the data
};

/// The state that this image keeps of another's table.
struct Known {
    uint64_t generation = 0;
    coarray::BindingIndexes indexes;

    void set(const std::vector<Entry>& entries) {
        indexes = {};
        for (const Entry& entry : entries) {
            coarray::Footprint section;
            coarray::make_footprint(section, entry.section, entry.base);
            indexes.of(entry.access).add(section, entry.slot);
        }
        indexes.finish();
    }
};

} // namespace

struct Attachments {
    // Never held while communicating: the runtime's own threads free memory with its locks held,
    // and every free() asks for this one.
    std::mutex own_guard; // of `own` and `privates`
    std::mutex known_guard;
    arauto_segment_h segment = nullptr;
    Header* own = nullptr;
    std::vector<Own> privates; // of own entries
    std::vector<Known> known; // by rank
};

namespace {

Attachments& attachments() noexcept {
    return g_state.attached.all.get();
}

/// Holds some of the tables. Memory that their own containers free then is no coarray.
class Hold {
  public:
    explicit Hold(std::mutex& guard) : lock_(guard) { t_state.holds_attachments = true; }
    ~Hold() { t_state.holds_attachments = false; }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

  private:
    std::lock_guard<std::mutex> lock_;
};

Entry* own_entries(Attachments& all) noexcept {
    return reinterpret_cast<Entry*>(reinterpret_cast<char*>(all.own) + kEntries);
}

/// Notifies all images that tables are used, unless they know; failed ones need not. Two images
/// that are first at the same time both do.
void notify_all_images(Attachments& all) noexcept {
    constexpr size_t kWidth = sizeof(uint32_t);
    uint64_t all_know = 0;
    if (arauto_atomic_load(all.segment, 0, offsetof(Header, all_know), kWidth, &all_know) >= 0 &&
        all_know != 0) {
        return;
    }
    for (int rank = 0; rank < arauto_size(); ++rank) {
        // PAIR attached.used: behind the table
        static_cast<void>(
            arauto_atomic_store(all.segment, rank, offsetof(Header, is_used), kWidth, 1));
    }
    static_cast<void>(arauto_atomic_store(all.segment, 0, offsetof(Header, all_know), kWidth, 1));
}

arauto_status_t read_word(Attachments& all, int rank, size_t offset, uint64_t* value) noexcept {
    return arauto_atomic_load(all.segment, rank, offset, sizeof *value, value);
}

/// The attachments of a rank; none when they cannot be read. The caller holds the guard.
Known& known_of(Attachments& all, int rank) {
    Known& known = all.known[static_cast<size_t>(rank)];
    for (;;) {
        uint64_t before = 0;
        uint64_t count = 0;
        if (read_word(all, rank, offsetof(Header, generation), &before) < 0) {
            known.set({});
            return known;
        }
        if (before == known.generation) {
            return known;
        }
        // PAIR bindings.generation: before what it guards
        std::atomic_thread_fence(std::memory_order_acquire);
        arauto_status_t status = read_word(all, rank, offsetof(Header, count), &count);
        std::vector<Entry> entries(std::min<size_t>(count, kCapacity));
        if (status >= 0 && !entries.empty()) {
            status = arauto_get(all.segment, rank, kEntries, entries.data(),
                                entries.size() * sizeof(Entry));
        }
        // PAIR bindings.generation: the same before and behind
        std::atomic_thread_fence(std::memory_order_acquire);
        uint64_t after = 0;
        const bool is_read =
            status >= 0 && read_word(all, rank, offsetof(Header, generation), &after) >= 0;
        if (is_read && before == after && before % 2 == 0) {
            known.generation = before;
            known.set(entries);
            return known;
        }
        known.generation = UINT64_MAX; // whatever is there is read next time
        if (!is_read) {
            known.set({});
            return known;
        }
        arauto_progress();
    }
}

bool is_same(const arauto_section_t& a, const arauto_section_t& b) noexcept {
    const auto* end = a.dim + a.rank;
    return a.rank == b.rank && a.element_bytes == b.element_bytes &&
           std::equal(a.dim, end, b.dim, [](const arauto_dim_t& x, const arauto_dim_t& y) {
               return x.extent == y.extent && (x.stride == y.stride || x.extent <= 1);
           });
}

bool is_same(const Entry& a, const Entry& b) noexcept {
    return a.slot == b.slot && a.base == b.base && is_same(a.section, b.section);
}

/// Removes all own entries for which is_meant(index), and says how many.
template <class Predicate> size_t remove_own(Attachments& all, Predicate is_meant) noexcept {
    const Hold hold(all.own_guard);
    Entry* entries = own_entries(all);
    // relaxed because the guard is held
    const auto before = static_cast<size_t>(all.own->count.load(std::memory_order_relaxed));
    size_t count = before;
    for (size_t i = before; i-- > 0;) {
        if (is_meant(i)) {
            const coarray::TableChange change(all.own->generation);
            entries[i] = entries[--count];
            all.privates[i] = all.privates[count];
            all.privates.pop_back();
            // relaxed because the generation orders it
            all.own->count.store(count, std::memory_order_relaxed);
        }
    }
    return before - count;
}

/// The event as a counting slot; false, with the failure reported, when it is none of this image.
bool find_event(const void* event,
                const Errors& errors,
                const char* statement,
                uint64_t* slot_out) noexcept {
    GlobalAddress global{};
    if (!find_global_address(event, global)) {
        fail(errors, "%s: %s", statement, coarray::kNoEvent);
        return false;
    }
    *slot_out = event_slot(event, statement).offset;
    return true;
}

/// The attachment as an entry; false with the failure reported.
bool describe(const translated_array_t& data,
              bool is_component,
              const Errors& errors,
              const char* statement,
              Entry& entry) noexcept {
    const auto local = reinterpret_cast<int64_t>(data.base);
    entry.section = data.section;
    const Region* region = find_region(reinterpret_cast<uintptr_t>(data.base));
    if (region == nullptr && (!is_component || data.base == nullptr)) {
        coarray::refuse_data(errors, statement);
        return false;
    }
    if (region != nullptr && !is_component) {
        coarray::Footprint section;
        coarray::make_footprint(section, data.section, local);
        if (!coarray::check_inside(section, static_cast<int64_t>(region->base),
                                   static_cast<int64_t>(region->bytes), errors, statement)) {
            return false;
        }
    }
    // Static data have a second address, by which others reach them.
    const uint64_t address = is_component ? 0 : remote_address(data.base, arauto_rank());
    entry.base = address != 0 ? static_cast<int64_t>(address) : local;
    return true;
}

void use_attachments() noexcept {
    g_state.attached.is_used.store(true, std::memory_order_relaxed);
    close_fast_path();
}

} // namespace

void start_attachments() {
    Attachments& all = attachments();
    report({}, arauto_segment_declare(kEntries + kCapacity * sizeof(Entry), &all.segment),
           "start of the program");
    all.own = static_cast<Header*>(arauto_segment_base(all.segment));
    all.known.resize(static_cast<size_t>(arauto_size()));
}

void segment_begins() noexcept {
    // PAIR attached.used: looked at before the tables
    const bool is_used = attachments().own->is_used.load(std::memory_order_acquire) != 0;
    if (is_used && !g_state.attached.is_used.load(std::memory_order_relaxed)) [[unlikely]] {
        use_attachments();
    }
}

arauto_status_t
post_attached(int rank, uint64_t address, const arauto_section_t& section, Access access) noexcept {
    Attachments& all = attachments();
    const Hold hold(all.known_guard);
    coarray::Footprint touched;
    coarray::make_footprint(touched, section, static_cast<int64_t>(address));
    arauto_status_t first = ARAUTO_OK;
    known_of(all, rank).indexes.of(access).visit(touched, [&](uint64_t slot) {
        const arauto_status_t status = arauto_notify_post(rank, {slot});
        first = first < 0 ? first : status;
    });
    return first;
}

void forget_attached(const void* memory, size_t bytes) noexcept {
    Attachments& all = attachments();
    // relaxed because a thread that frees memory has synchronised with the one that attached to it
    if (t_state.holds_attachments || all.own->count.load(std::memory_order_relaxed) == 0) {
        return;
    }
    const auto start = reinterpret_cast<int64_t>(memory);
    const auto end = start + static_cast<int64_t>(bytes);
    remove_own(all, [&](size_t i) {
        const auto event = reinterpret_cast<int64_t>(all.privates[i].event);
        const int64_t low = all.privates[i].low;
        return (low >= start && low < end) || (event >= start && event < end);
    });
}

} // namespace arauto::translated

using namespace arauto::translated;
namespace coarray = arauto::coarray;

void translated_event_attach(const void* event,
                             const translated_attachment_t* attachment,
                             const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    const translated_array_t& data = attachment->data;
    Entry entry{};
    const bool is_read =
        attachment->access == nullptr ||
        coarray::read_access({attachment->access, attachment->access_bytes}, entry.access, to);
    if (!is_read || !find_event(event, to, coarray::kAttach, &entry.slot) ||
        !describe(data, attachment->is_component != 0, to, coarray::kAttach, entry)) {
        return;
    }
    coarray::Footprint local;
    coarray::make_footprint(local, data.section, reinterpret_cast<int64_t>(data.base));
    Attachments& all = attachments();
    std::optional<Hold> hold(all.own_guard);
    Entry* entries = own_entries(all);
    // relaxed because the guard is held
    const auto count = static_cast<size_t>(all.own->count.load(std::memory_order_relaxed));
    const bool is_there = std::any_of(entries, entries + count, [&](const Entry& other) {
        return other.access == entry.access && is_same(other, entry);
    });
    if (is_there) {
        hold.reset();
        coarray::refuse_attached(to);
        return;
    }
    if (count == kCapacity) {
        hold.reset();
        coarray::refuse_without_memory(to, stat_codes.memory, count);
        return;
    }
    all.privates.push_back({event, local.low});
    {
        const coarray::TableChange change(all.own->generation);
        entries[count] = entry;
        // relaxed because the generation orders it
        all.own->count.store(count + 1, std::memory_order_relaxed);
    }
    hold.reset();
    use_attachments();
    if (count == 0) {
        notify_all_images(all);
    }
    set_ok(to.stat);
}

void translated_event_detach(const void* event,
                             const translated_attachment_t* attachment,
                             const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    Entry entry{};
    if (!find_event(event, to, coarray::kDetach, &entry.slot) ||
        (attachment != nullptr &&
         !describe(attachment->data, attachment->is_component != 0, to, coarray::kDetach, entry))) {
        return;
    }
    Attachments& all = attachments();
    const Entry* entries = own_entries(all);
    const size_t removed = remove_own(all, [&](size_t i) {
        return attachment == nullptr ? all.privates[i].event == event : is_same(entries[i], entry);
    });
    if (removed == 0) {
        coarray::refuse_detach(to, attachment == nullptr);
        return;
    }
    set_ok(to.stat);
}
