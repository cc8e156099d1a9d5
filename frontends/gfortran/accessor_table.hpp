// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Accessors: from GCC 15 on the compiler makes a procedure for each coindexed object. It reads or
// writes the object when it is given the base address of another image's part. Programs name an
// accessor by a hash of its name, once for each statement, and then by an index, which they keep.
#pragma once

#include "element_layout.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arauto::gfortran {

/// An accessor of any kind; accessor.cpp knows the kinds.
using AccessorFunction = void (*)();

/// Adds an accessor of a program or of a library that is opened at run time. Indices that were
/// given before stay as they are.
void add_accessor(int hash, AccessorFunction function);

/// The index of the accessor that a statement means. The compiler reduces hashes modulo 10^8, so
/// that two accessors may have one. Each is in the same library as its statement, at a lower
/// address; the nearest is meant. An unknown hash ends the program.
/// @param statement  an address in the code of the statement
[[nodiscard]] int find_accessor(int hash, const void* statement);

/// As find_accessor, in a program that is optimised across files, where the order of procedures
/// changes: two accessors of one library with one hash end the program with a sentence.
[[nodiscard]] int find_moved_accessor(int hash, const void* statement);

/// The name of an accessor, alike in every process that runs the same program.
struct AccessorName {
    int32_t hash;
    int32_t ordinal; // among those with that hash, in the order of their addition
};
[[nodiscard]] AccessorName name_of_accessor(int index) noexcept;
/// Its index in this process; -1 when there is none.
[[nodiscard]] int find_named(const AccessorName& name);

/// A digest of all accessors' hashes, in the order of their addition.
struct AccessorDigest {
    int64_t digest; // not negative
    size_t accessors; // how many
};
[[nodiscard]] AccessorDigest digest_of_accessors();

using AccessorEntry = arauto_element_accessor_t;
inline constexpr size_t kAccessorChunk = kElementAccessorChunk; // accessors
inline constexpr size_t kAccessorChunksMax = 4096;

} // namespace arauto::gfortran

/// The accessors by index, in chunks that never move. Compiled programs read it too.
// PAIR accessor.chunk: a chunk is filled by one thread and read by others
extern "C" {
__attribute__((visibility("default"))) extern constinit std::atomic<arauto_element_accessor_t*>
    arauto_gfortran_accessors[arauto::gfortran::kAccessorChunksMax];
}

namespace arauto::gfortran {

/// @param index  one that find_accessor has returned
[[nodiscard]] inline const AccessorEntry& accessor_entry(int index) noexcept {
    const auto at = static_cast<size_t>(index);
    const AccessorEntry* const chunk = // PAIR accessor.chunk: look
        arauto_gfortran_accessors[at / kAccessorChunk].load(std::memory_order_acquire);
    return chunk[at % kAccessorChunk];
}
[[nodiscard]] inline AccessorFunction accessor_at(int index) noexcept {
    return accessor_entry(index).function;
}

} // namespace arauto::gfortran
