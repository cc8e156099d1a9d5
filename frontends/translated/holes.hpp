// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// An allocator over the free parts of some memory. A request gets the smallest part that is long
// enough, the lowest of several: so images that make the same requests get the same parts. It never
// touches the memory. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace arauto::translated {

class Holes {
  public:
    /// Joins it with the holes beside it.
    void add(uintptr_t address, size_t bytes);
    /// Takes a part that begins `offset` bytes after a multiple of `unit`.
    std::optional<uintptr_t> take(size_t bytes, size_t unit = 1, size_t offset = 0);

  private:
    std::map<uintptr_t, size_t> by_address_; // never adjacent
    std::set<std::pair<size_t, uintptr_t>> by_size_; // the same
};

} // namespace arauto::translated
