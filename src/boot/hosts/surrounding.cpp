// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See surrounding.hpp.
#include "boot/hosts/surrounding.hpp"

#include <algorithm>
#include <cstring>

namespace arauto::boot {
namespace {

/// Before each blob of a card; one without a key ends it.
struct Entry {
    char key[14];
    uint16_t bytes;
};
static_assert(sizeof(Entry) == 16);

} // namespace

Result<SurroundingHost*> SurroundingHost::make(const Surroundings& around) {
    auto* const host = new SurroundingHost(around); // lives until the process ends
    host->near_.assign(around.near.begin(), around.near.end());
    host->here_ = std::max(around.processes_here, static_cast<int>(around.near.size()));
    return {host->find_nodes(), host};
}

Status SurroundingHost::find_nodes() {
    const auto size = static_cast<size_t>(around_.size);
    std::vector<int> leaders(size);
    const int leader = near_.front();
    if (around_.gather(around_.context, &leader, leaders.data(), sizeof leader) != 0) {
        return fail(ARAUTO_ERR_SYSTEM, "rank %d: the surrounding job's gather failed",
                    around_.rank);
    }
    for (const int label : leaders) {
        nodes_.append(label);
    }
    return ARAUTO_OK;
}

Status SurroundingHost::publish(const char* key, std::span<const std::byte> blob) noexcept {
    Entry entry{};
    if (std::strlen(key) >= sizeof entry.key || used_ + sizeof entry + blob.size() > sizeof card_) {
        return fail(ARAUTO_ERR_MEMORY, "rank %d: no room to publish '%s' of %zu bytes",
                    around_.rank, key, blob.size());
    }
    std::memcpy(entry.key, key, std::strlen(key));
    entry.bytes = static_cast<uint16_t>(blob.size());
    std::memcpy(card_ + used_, &entry, sizeof entry);
    std::memcpy(card_ + used_ + sizeof entry, blob.data(), blob.size());
    used_ += sizeof entry + blob.size();
    return ARAUTO_OK;
}

Status SurroundingHost::meet() noexcept {
    cards_.resize(static_cast<size_t>(around_.size) * kCardBytes);
    return around_.gather(around_.context, card_, cards_.data(), kCardBytes) == 0
               ? ARAUTO_OK
               : fail(ARAUTO_ERR_SYSTEM, "rank %d: the surrounding job's gather failed",
                      around_.rank);
}

Status SurroundingHost::lookup(int rank, const char* key, std::span<std::byte> blob) noexcept {
    const std::byte* const card = cards_.data() + static_cast<size_t>(rank) * kCardBytes;
    for (size_t at = 0; at + sizeof(Entry) <= kCardBytes;) {
        Entry entry;
        std::memcpy(&entry, card + at, sizeof entry);
        at += sizeof entry;
        if (entry.key[0] == '\0') {
            break;
        }
        if (std::strcmp(entry.key, key) == 0 && entry.bytes == blob.size()) {
            std::memcpy(blob.data(), card + at, blob.size());
            return ARAUTO_OK;
        }
        at += entry.bytes;
    }
    return fail(ARAUTO_ERR_SYSTEM,
                "rank %d: the surrounding job knows no '%s' of %zu bytes of rank %d", around_.rank,
                key, blob.size(), rank);
}

} // namespace arauto::boot
