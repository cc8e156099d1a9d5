// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The table of an image lies in a segment behind a generation that is odd while the table changes.
// Others keep a copy of the table of each image that they access, and read it anew when the
// generation has changed. The first image of a job to attach tells all, so that segments of
// programs that attach nothing begin without a question.
#include "attached.hpp"

#include "overlap.hpp"
#include "quick.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <optional>

namespace arauto::translated {

constinit std::atomic<bool> attachments_exist{false};

namespace {

constexpr size_t kCapacity = 8192; // of one image's table; its pages come when they are used

struct Header {
    std::atomic<uint64_t> generation;
    std::atomic<uint64_t> count; // of entries
    std::atomic<uint32_t> is_used; // by any image's table
    std::atomic<uint32_t> all_know; // on image 1: every image's is_used is set
};

struct Entry {
    Range range;
    uint64_t place; // of the event
    int64_t base; // as the owner sees what others reach
    Access access;
    arauto_section_t section;
};
constexpr size_t kEntries = 64; // where they start
static_assert(sizeof(Header) <= kEntries);

/// What only the owner needs of an entry: addresses of the program.
struct Own {
    const void* event;
    int64_t low; // of the data
};

/// What this image knows of another's table.
struct Known {
    uint64_t generation = 0;
    std::vector<Entry> entries;
};

struct Tables {
    // Never held while communicating: the runtime's own threads free memory with its locks held,
    // and every free() asks for this one.
    std::mutex own_guard; // of `own` and `privates`
    std::mutex known_guard;
    arauto_segment_h segment = nullptr;
    Header* own = nullptr;
    std::vector<Own> privates; // of own entries
    std::vector<Known> known; // by rank
};

/// Never destroyed: programs free memory until their very end.
Tables& tables() noexcept {
    static auto* all = new Tables;
    return *all;
}

/// Holds some of the tables. Memory that their own containers free then is no coarray.
class Hold {
  public:
    explicit Hold(std::mutex& guard) : lock_(guard) { is_held = true; }
    ~Hold() { is_held = false; }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

    static thread_local constinit bool is_held; // by this thread

  private:
    std::lock_guard<std::mutex> lock_;
};
thread_local constinit bool Hold::is_held = false;

Entry* own_entries(Tables& all) noexcept {
    return reinterpret_cast<Entry*>(reinterpret_cast<char*>(all.own) + kEntries); // NOLINT: as laid
}

/// While one exists the own table may change.
class Change {
  public:
    explicit Change(Header& header) noexcept : header_(header) {
        // relaxed because only the holder of the guard writes it
        even_ = header_.generation.load(std::memory_order_relaxed);
        // PAIR attached.generation: odd before any change
        header_.generation.store(even_ + 1, std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_release);
    }
    ~Change() {
        // PAIR attached.generation: even behind every change
        header_.generation.store(even_ + 2, std::memory_order_release);
    }
    Change(const Change&) = delete;
    Change& operator=(const Change&) = delete;

  private:
    Header& header_;
    uint64_t even_ = 0;
};

/// Tells all images that tables are used, if they may not know; failed ones need not. Two images
/// that are first at the same time both do.
void tell_everyone(Tables& all) noexcept {
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

arauto_status_t read_word(Tables& all, int rank, size_t offset, uint64_t* value) noexcept {
    return arauto_atomic_load(all.segment, rank, offset, sizeof *value, value);
}

/// The table of a rank; empty when it cannot be read. Its guard is held.
const std::vector<Entry>& entries_of(Tables& all, int rank) {
    Known& known = all.known[static_cast<size_t>(rank)];
    for (;;) {
        uint64_t before = 0;
        uint64_t count = 0;
        if (read_word(all, rank, offsetof(Header, generation), &before) < 0) {
            known.entries.clear();
            return known.entries;
        }
        if (before == known.generation) {
            return known.entries;
        }
        // PAIR attached.generation: before what it guards
        std::atomic_thread_fence(std::memory_order_acquire);
        arauto_status_t status = read_word(all, rank, offsetof(Header, count), &count);
        known.entries.resize(std::min<size_t>(count, kCapacity));
        if (status >= 0 && !known.entries.empty()) {
            status = arauto_get(all.segment, rank, kEntries, known.entries.data(),
                                known.entries.size() * sizeof(Entry));
        }
        // PAIR attached.generation: the same before and behind
        std::atomic_thread_fence(std::memory_order_acquire);
        uint64_t after = 0;
        const bool is_read =
            status >= 0 && read_word(all, rank, offsetof(Header, generation), &after) >= 0;
        if (is_read && before == after && before % 2 == 0) {
            known.generation = before;
            return known.entries;
        }
        known.generation = UINT64_MAX; // whatever is there is read next time
        if (!is_read) {
            known.entries.clear();
            return known.entries;
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
    return a.place == b.place && a.base == b.base && is_same(a.section, b.section);
}

/// Removes all own entries for which is_meant(index), and says how many.
template <class Predicate> size_t remove_own(Tables& all, Predicate is_meant) noexcept {
    const Hold hold(all.own_guard);
    Entry* entries = own_entries(all);
    const auto before = static_cast<size_t>(all.own->count.load(std::memory_order_relaxed));
    size_t count = before;
    for (size_t i = before; i-- > 0;) {
        if (is_meant(i)) {
            const Change change(*all.own);
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
                const translated_errors_t& errors,
                const char* statement,
                uint64_t* place_out) noexcept {
    Place place{};
    if (!find_place(event, place)) {
        fail(errors, 1,
             "%s: what is given is no event of a coarray of this image; it must be a variable of "
             "type event_type or notify_type that is a coarray, or an element of one, without [ ]",
             statement);
        return false;
    }
    *place_out = event_slot(event, statement).place;
    return true;
}

/// What is attached, as an entry; false with the failure reported.
bool describe(const translated_array_t& data,
              bool is_component,
              const translated_errors_t& errors,
              const char* statement,
              Entry& entry) noexcept {
    const auto local = reinterpret_cast<int64_t>(data.base);
    entry.section = data.section;
    entry.range = range_of(local, entry.section);
    const Region* region = find_region(reinterpret_cast<uintptr_t>(data.base));
    if (region == nullptr && (!is_component || data.base == nullptr)) {
        fail(errors, 1,
             "%s: the second argument is no coarray of this image, nor a part of one; expressions, "
             "vector subscripts and what has [ ] are copies",
             statement);
        return false;
    }
    if (region != nullptr && !is_component) {
        const auto start = static_cast<int64_t>(region->base);
        const auto bytes = static_cast<int64_t>(region->bytes);
        if (entry.range.low < start || entry.range.end > start + bytes) {
            fail(errors, 1, "%s: the range leaves its coarray: it has bytes %lld to %lld of %lld",
                 statement, static_cast<long long>(entry.range.low - start),
                 static_cast<long long>(entry.range.end - 1 - start),
                 static_cast<long long>(bytes));
            return false;
        }
    }
    // Static data have a second address, by which others reach them.
    const uint64_t address = is_component ? 0 : remote_address(data.base, arauto_rank());
    entry.base = address != 0 ? static_cast<int64_t>(address) : local;
    entry.range.low += entry.base - local;
    entry.range.end += entry.base - local;
    return true;
}

/// 'put' or 'get', in any case, with blanks behind.
bool read_access(const char* text, size_t length, Access& access) noexcept {
    while (length > 0 && text[length - 1] == ' ') {
        --length;
    }
    const bool is_short = length == 3;
    const auto is = [&](const char* word) {
        return is_short && std::equal(word, word + 3, text, [](char a, char b) {
                   return a == static_cast<char>(b | 0x20);
               });
    };
    access = is("get") ? Access::get : Access::put;
    return text == nullptr || is("get") || is("put");
}

void use_attachments() noexcept {
    attachments_exist.store(true, std::memory_order_relaxed);
    shut_quick_way();
}

} // namespace

void start_attachments() {
    Tables& all = tables();
    report({}, arauto_segment_declare(kEntries + kCapacity * sizeof(Entry), &all.segment),
           "start of the program");
    all.own = static_cast<Header*>(arauto_segment_base(all.segment));
    all.known.resize(static_cast<size_t>(arauto_size()));
}

void segment_begins() noexcept {
    // PAIR attached.used: looked at before the tables
    const bool is_used = tables().own->is_used.load(std::memory_order_acquire) != 0;
    if (is_used && !attachments_exist.load(std::memory_order_relaxed)) [[unlikely]] {
        use_attachments();
    }
}

arauto_status_t
tell_attached(int rank, uint64_t address, const arauto_section_t& section, Access access) noexcept {
    Tables& all = tables();
    const Hold hold(all.known_guard);
    const auto base = static_cast<int64_t>(address);
    const Range range = range_of(base, section);
    arauto_status_t first = ARAUTO_OK;
    for (const Entry& entry : entries_of(all, rank)) {
        if (entry.access == access && entry.range.low < range.end && range.low < entry.range.end &&
            share_a_byte(base, section, entry.base, entry.section)) {
            const arauto_status_t status = arauto_notify_post(rank, {entry.place});
            first = first < 0 ? first : status;
        }
    }
    return first;
}

void forget_attached(const void* memory, size_t bytes) noexcept {
    Tables& all = tables();
    if (Hold::is_held || all.own->count.load(std::memory_order_relaxed) == 0) {
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

using namespace arauto::translated; // NOLINT: what translated code calls follows

void translated_event_attach(const void* event,
                             const translated_attachment_t* attachment,
                             const translated_errors_t* errors) {
    constexpr const char* kStatement = "EVENT_ATTACH";
    Entry entry{};
    if (!read_access(attachment->access, attachment->access_bytes, entry.access)) {
        fail(*errors, 1, "%s: access is '%.*s', but it must be 'put' or 'get'", kStatement,
             static_cast<int>(attachment->access_bytes), attachment->access);
        return;
    }
    if (!find_event(event, *errors, kStatement, &entry.place) ||
        !describe(attachment->data, attachment->is_component != 0, *errors, kStatement, entry)) {
        return;
    }
    Tables& all = tables();
    std::optional<Hold> hold(all.own_guard);
    Entry* entries = own_entries(all);
    const auto count = static_cast<size_t>(all.own->count.load(std::memory_order_relaxed));
    const bool is_there = std::any_of(entries, entries + count, [&](const Entry& other) {
        return other.access == entry.access && is_same(other, entry);
    });
    if (is_there) {
        hold.reset();
        fail(*errors, 1, "%s: this event is attached to this range already", kStatement);
        return;
    }
    if (count == kCapacity) {
        hold.reset();
        fail(*errors, 1,
             "%s: no memory is left for one more than the %zu attachments of this image",
             kStatement, count);
        return;
    }
    all.privates.push_back(
        {event, entry.range.low - entry.base + reinterpret_cast<int64_t>(attachment->data.base)});
    {
        const Change change(*all.own);
        entries[count] = entry;
        // relaxed because the generation orders it
        all.own->count.store(count + 1, std::memory_order_relaxed);
    }
    hold.reset();
    use_attachments();
    if (count == 0) {
        tell_everyone(all);
    }
    set_ok(errors->stat);
}

void translated_event_detach(const void* event,
                             const translated_attachment_t* attachment,
                             const translated_errors_t* errors) {
    constexpr const char* kStatement = "EVENT_DETACH";
    Entry entry{};
    if (!find_event(event, *errors, kStatement, &entry.place) ||
        (attachment != nullptr &&
         !describe(attachment->data, attachment->is_component != 0, *errors, kStatement, entry))) {
        return;
    }
    Tables& all = tables();
    const Entry* entries = own_entries(all);
    const size_t removed = remove_own(all, [&](size_t i) {
        return attachment == nullptr ? all.privates[i].event == event : is_same(entries[i], entry);
    });
    if (removed == 0) {
        fail(*errors, 1, "%s: this event is not attached to %s", kStatement,
             attachment == nullptr ? "anything" : "this range");
        return;
    }
    set_ok(errors->stat);
}
