// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See accessor_guarded.hpp.
#include "accessor_guarded.hpp"

#include "accessor_run.hpp"
#include "guard.hpp"
#include "owner.hpp"
#include "safe_pair.hpp"

#include "arauto/spi/rma.h"

#include <cstdlib>
#include <cstring>

namespace arauto::gfortran {
namespace {

/// Whether others reach what this process gets from malloc: a receiver may allocate a component.
bool malloc_is_shared() noexcept {
    static const bool is_shared = [] {
        void* const probe = std::malloc(1);
        const auto address = reinterpret_cast<uintptr_t>(probe);
        const bool answer = arauto_is_shared_at(images.own_rank, address, nullptr) != 0;
        std::free(probe);
        return answer;
    }();
    return is_shared;
}

/// A scalar is copied inside the guard: the getter only returns its address.
bool read_scalar(const AccessorCall& call, void* object, const LocalValue& value) {
    const size_t bytes = value.length != nullptr ? *value.length * value.bytes : value.bytes;
    void* const to = *static_cast<void**>(value.data);
    void* address = to;
    return run_guarded([&] {
        call_getter(call, object, static_cast<void*>(&address));
        if (address == to) {
            return; // it has copied
        }
        if (value.is_size_unknown) {
            static_cast<void>(copy_readable(to, address, bytes));
        } else {
            std::memcpy(to, address, bytes);
        }
    });
}

/// Reads an array into memory of its own, so that the memory can be freed after a fault.
std::optional<Outcome>
read_array(const AccessorCall& call, void* object, Descriptor& array, bool may_reallocate) {
    Descriptor read{};
    std::memcpy(&read, &array, descriptor_bytes(array.rank));
    read.base = nullptr;
    if (!run_guarded([&] { call_getter(call, object, &read); })) {
        std::free(read.base);
        return std::nullopt;
    }
    if (array.base != nullptr && !may_reallocate) {
        return move_into(array, read);
    }
    std::free(array.base);
    std::memcpy(&array, &read, descriptor_bytes(read.rank)); // a transfer knows no rank before
    return Outcome{};
}

} // namespace

bool may_guard(int rank) noexcept {
    return is_safe_pair(rank) && can_guard();
}

std::optional<Outcome>
read_guarded(const Accessed& object, void* part, const LocalValue& value, bool may_reallocate) {
    Coarray callback = make_callback(object.captured);
    const Object at(object, part);
    const AccessorCall call{object.accessor, object.image.image, object.captured,
                            &callback,       object.length,      value.length};
    if (value.array != nullptr) {
        return read_array(call, at.get(), *value.array, may_reallocate);
    }
    return read_scalar(call, at.get(), value) ? std::optional<Outcome>(Outcome{}) : std::nullopt;
}

bool write_guarded(const Accessed& object, void* part, const LocalValue& value) {
    if (!malloc_is_shared()) {
        return false;
    }
    Coarray callback = make_callback(object.captured);
    const Object at(object, part);
    const void* const source =
        value.array != nullptr ? static_cast<const void*>(value.array) : value.data;
    return run_guarded([&] {
        call_receiver({object.accessor, object.image.image, object.captured, &callback,
                       object.length, value.length},
                      at.get(), source);
    });
}

bool present_guarded(const Accessed& object, void* argument, bool& is_present_out) noexcept {
    Coarray callback = make_callback(object.captured);
    return run_guarded([&] {
        is_present_out = call_present(
            {object.accessor, object.image.image, object.captured, &callback, nullptr, nullptr},
            argument);
    });
}

} // namespace arauto::gfortran
