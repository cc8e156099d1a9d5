// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See element_access.hpp.
#include "element_access.hpp"

#include "binding_gate.hpp"
#include "coarray.hpp"
#include "foreign.hpp"

#include "arauto/spi/event.h"
#include "arauto/spi/segment.h"

#include <cstddef>

using namespace arauto::gfortran;

constinit arauto_element_access_t arauto_gfortran_element_access = {};

namespace arauto::gfortran {
namespace {

static_assert(offsetof(Coarray, part) == 0);

void set(uint32_t& number, uint32_t value) noexcept {
    // relaxed because another thread's accesses are ordered with this by the program
    std::atomic_ref<uint32_t>(number).store(value, std::memory_order_relaxed);
}

void set_post_access(arauto_element_access_t& access) noexcept {
    arauto_post_addresses_t posts{};
    static_cast<void>(
        arauto_find_post_addresses(&posts)); // posts may bypass calls where elements may
    access.sleepers = reinterpret_cast<const char*>(posts.sleepers) - posts.sleepers_stride;
    access.sleepers_stride = posts.sleepers_stride;
    const std::atomic<bool>& are_counted = coarray::g_state.segments.are_counted;
    static_assert(sizeof foreign.is_used == 1 && sizeof are_counted == 1);
    access.is_kept = reinterpret_cast<const uint8_t*>(&foreign.is_used);
    access.is_counted = reinterpret_cast<const uint8_t*>(&are_counted);
}

} // namespace

void learn_events(Coarray& coarray) noexcept {
    arauto_post_addresses_t posts{};
    if (coarray.slot_offset != 0 && arauto_find_post_addresses(&posts) != 0) {
        coarray.part = {posts.heap + coarray.slot_offset, 0, coarray.bytes, coarray.slot_stride, 0};
    }
}

void choose_element_access() noexcept {
    arauto_element_access_t& access = arauto_gfortran_element_access;
    if (images.ranks != nullptr || arauto_segment_stride(&access.stride, &access.failed) == 0) {
        close_element_access();
        return;
    }
    access.origin = -(ptrdiff_t{images.own_rank} + 1) * access.stride;
    access.bindings = reinterpret_cast<const uint32_t*>(g_state.binding_gate);
    set_post_access(access);
    const auto count = static_cast<uint32_t>(images.size);
    // relaxed because a thread that has given a hint sees its own store
    set(access.images_put, g_state.has_hints.load(std::memory_order_relaxed) ? 0 : count);
    set(access.images, count);
}

void close_element_access() noexcept {
    set(arauto_gfortran_element_access.images, 0);
    set(arauto_gfortran_element_access.images_put, 0);
}

void shut_element_puts() noexcept {
    // relaxed because only this thread's puts must see it
    if (!g_state.has_hints.load(std::memory_order_relaxed)) [[unlikely]] {
        g_state.has_hints.store(true, std::memory_order_relaxed);
        set(arauto_gfortran_element_access.images_put, 0);
    }
}

} // namespace arauto::gfortran
