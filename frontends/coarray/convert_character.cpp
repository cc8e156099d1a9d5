// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See convert_character.hpp. Kind 1 is Latin-1, kind 4 UCS-4: the first 256 code points are the
// same.
#include "convert_character.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace arauto::coarray {
namespace {

uint32_t load(const std::byte* from, int kind, size_t index) noexcept {
    if (kind == 1) {
        return static_cast<uint32_t>(from[index]);
    }
    uint32_t code = 0;
    std::memcpy(&code, from + index * sizeof code, sizeof code);
    return code;
}

void store(std::byte* to, int kind, size_t index, uint32_t code) noexcept {
    if (kind == 1) {
        to[index] = static_cast<std::byte>(code > 255 ? uint32_t{'?'} : code);
    } else {
        std::memcpy(to + index * sizeof code, &code, sizeof code);
    }
}

} // namespace

void convert_characters(std::byte* target,
                        const Element& to,
                        const std::byte* source,
                        const Element& from,
                        size_t count) noexcept {
    const size_t to_length = to.bytes / static_cast<size_t>(to.kind);
    const size_t common = std::min(to_length, from.bytes / static_cast<size_t>(from.kind));
    for (size_t i = 0; i < count; ++i) {
        std::byte* const out = target + i * to.bytes;
        const std::byte* const in = source + i * from.bytes;
        if (to.kind == from.kind) {
            std::memcpy(out, in, common * static_cast<size_t>(to.kind));
        } else {
            for (size_t k = 0; k < common; ++k) {
                store(out, to.kind, k, load(in, from.kind, k));
            }
        }
        for (size_t k = common; k < to_length; ++k) {
            store(out, to.kind, k, uint32_t{' '});
        }
    }
}

} // namespace arauto::coarray
