// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See card.hpp.
#include "boot/card.hpp"

#include <cstdint>
#include <cstring>

namespace arauto::boot {
namespace {

/// Before each blob; one without a key ends the card.
struct Entry {
    char key[14];
    uint16_t bytes;
};
static_assert(sizeof(Entry) == 16);

/// The card from the entry with this key on ("": from what is free on); nothing when it has none.
template <typename Byte>
std::span<Byte> card_from(std::span<Byte> card, const char* key, Entry& entry) noexcept {
    while (card.size() >= sizeof entry) {
        std::memcpy(&entry, card.data(), sizeof entry);
        if (std::strcmp(entry.key, key) == 0) {
            return card;
        }
        if (entry.key[0] == '\0') {
            break;
        }
        card = card.subspan(sizeof entry + entry.bytes);
    }
    return {};
}

} // namespace

bool put_on_card(std::span<std::byte> card,
                 const char* key,
                 std::span<const std::byte> blob) noexcept {
    Entry entry{};
    const std::span<std::byte> free = card_from(card, "", entry);
    if (free.size() < sizeof entry + blob.size() || std::strlen(key) >= sizeof entry.key) {
        return false;
    }
    std::memcpy(entry.key, key, std::strlen(key));
    entry.bytes = static_cast<uint16_t>(blob.size());
    std::memcpy(free.data(), &entry, sizeof entry);
    std::memcpy(free.data() + sizeof entry, blob.data(), blob.size());
    return true;
}

bool find_on_card(std::span<const std::byte> card,
                  const char* key,
                  std::span<std::byte> blob) noexcept {
    Entry entry{};
    const std::span<const std::byte> found = card_from(card, key, entry);
    if (found.empty() || entry.bytes != blob.size()) {
        return false;
    }
    std::memcpy(blob.data(), found.data() + sizeof entry, blob.size());
    return true;
}

} // namespace arauto::boot
