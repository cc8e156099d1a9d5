// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See layout_cache.hpp. There are three caches: a table of the predefined types, which are never
// freed; in each thread a few entries for types used recently; the attribute of the type.
#include "layout_cache.hpp"

#include "decode.hpp"
#include "real.hpp"
#include "thread_state.hpp"

#include <mutex>
#include <vector>

namespace arauto::mpi {

constinit LayoutCache g_layouts;

namespace {

const Layout* find_predefined(const Predefined* table, uint64_t key) noexcept {
    for (size_t slot = layout_slot(key, kPredefinedSlots);; slot = (slot + 1) % kPredefinedSlots) {
        if (table[slot].layout == nullptr || table[slot].key == key) {
            return table[slot].layout;
        }
    }
}

/// The table is not freed at the end of the process, since other threads may still read it then.
const Predefined* make_predefined() noexcept {
    auto* const table = new Predefined[kPredefinedSlots]{};
    const std::vector<MPI_Datatype> named = named_types();
    for (size_t i = 0; i < named.size() && i < kPredefinedSlots / 2; ++i) {
        const MPI_Datatype type = named[i];
        const uint64_t key = key_of(type);
        if (find_predefined(table, key) != nullptr) {
            continue; // two names of one type
        }
        size_t slot = layout_slot(key, kPredefinedSlots);
        while (table[slot].layout != nullptr) {
            slot = (slot + 1) % kPredefinedSlots;
        }
        table[slot] = {key, decode(type).release()};
    }
    return table;
}

int forget(MPI_Datatype, int, void* value, void*) noexcept {
    g_layouts.generation.fetch_add(1, std::memory_order_acq_rel); // PAIR layout.generation: release
    delete static_cast<Layout*>(value);
    return MPI_SUCCESS;
}

const Predefined* predefined() noexcept {
    // PAIR layout.table: read
    const Predefined* table = g_layouts.predefined.load(std::memory_order_acquire);
    if (table == nullptr) [[unlikely]] {
        const std::lock_guard guard(g_layouts.decoding);
        // PAIR layout.table: read again, alone
        table = g_layouts.predefined.load(std::memory_order_acquire);
        if (table == nullptr) {
            table = make_predefined();
            g_layouts.predefined.store(table,
                                       std::memory_order_release); // PAIR layout.table: publish
        }
    }
    return table;
}

const Layout* attribute_of(MPI_Datatype type) noexcept {
    void* value = nullptr;
    int is_set = 0;
    if (real().Type_get_attr(type, g_layouts.key, static_cast<void*>(&value), &is_set) !=
        MPI_SUCCESS) {
        return nullptr;
    }
    return is_set ? static_cast<const Layout*>(value) : nullptr;
}

// Decodes a type and sets the layout as its attribute. Layouts of its constituents are not cached,
// since most of those are never used in calls themselves.
const Layout* attach_layout(MPI_Datatype type) noexcept {
    const std::lock_guard guard(g_layouts.decoding);
    if (g_layouts.key == MPI_KEYVAL_INVALID &&
        real().Type_create_keyval(copy_nothing<MPI_Datatype>, forget, &g_layouts.key, nullptr) !=
            MPI_SUCCESS) {
        return nullptr;
    }
    if (const Layout* layout = attribute_of(type)) {
        return layout;
    }
    if (g_layouts.is_usable != nullptr && !g_layouts.is_usable(type)) {
        return nullptr;
    }
    std::unique_ptr<Layout> layout = decode(type);
    if (!layout || real().Type_set_attr(type, g_layouts.key, layout.get()) != MPI_SUCCESS) {
        return nullptr;
    }
    return layout.release(); // the type owns it now
}

} // namespace

const Layout* look_up_layout(MPI_Datatype type) noexcept {
    const uint64_t key = key_of(type);
    if (const Layout* layout = find_predefined(predefined(), key)) {
        return layout;
    }
    // PAIR layout.generation: acquire
    const uint64_t generation = g_layouts.generation.load(std::memory_order_acquire);
    RecentLayout& recent = t_state.recent_layouts[layout_slot(key, kRecentLayouts)];
    if (recent.generation == generation && recent.type == type) {
        return recent.layout;
    }
    if (type == MPI_DATATYPE_NULL) {
        return nullptr;
    }
    const Layout* layout = attach_layout(type);
    if (layout) {
        recent = {type, generation, layout};
    }
    return layout;
}

void set_type_check(bool (*is_usable)(MPI_Datatype)) noexcept {
    g_layouts.is_usable = is_usable;
}

const Layout& byte_layout() noexcept {
    return *find_predefined(predefined(), key_of(MPI_BYTE));
}

void end_layouts() noexcept {
    const std::lock_guard guard(g_layouts.decoding);
    g_layouts.generation.fetch_add(1, std::memory_order_acq_rel); // PAIR layout.generation: release
    if (g_layouts.key != MPI_KEYVAL_INVALID) {
        real().Type_free_keyval(&g_layouts.key);
    }
}

} // namespace arauto::mpi
