// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See surrounding.hpp.
#include "boot/managers/surrounding.hpp"

#include "base/naming.hpp"
#include "boot/card.hpp"

#include <algorithm>

namespace arauto::boot {

Result<SurroundingManager*> SurroundingManager::make(const Surroundings& around) {
    auto* const manager = new SurroundingManager(around); // lives until the process ends
    manager->near_.assign(around.near.begin(), around.near.end());
    manager->here_ = std::max(around.processes_here, static_cast<int>(around.near.size()));
    return {manager->find_nodes(), manager};
}

Status SurroundingManager::find_nodes() {
    const auto size = static_cast<size_t>(around_.size);
    std::vector<int> leaders(size);
    const int leader = near_.front();
    if (around_.gather(around_.context, &leader, leaders.data(), sizeof leader) != 0) {
        return fail(ARAUTO_ERR_SYSTEM, "%s: the surrounding job's gather failed",
                    name_of(around_.rank).text);
    }
    for (const int label : leaders) {
        nodes_.append(label);
    }
    return ARAUTO_OK;
}

Status SurroundingManager::publish(const char* key, std::span<const std::byte> blob) noexcept {
    return put_on_card(card_, key, blob)
               ? ARAUTO_OK
               : fail(ARAUTO_ERR_MEMORY, "%s: no room to publish '%s' of %zu bytes",
                      name_of(around_.rank).text, key, blob.size());
}

Status SurroundingManager::synchronise() noexcept {
    cards_.resize(static_cast<size_t>(around_.size) * kCardBytes);
    return around_.gather(around_.context, card_, cards_.data(), kCardBytes) == 0
               ? ARAUTO_OK
               : fail(ARAUTO_ERR_SYSTEM, "%s: the surrounding job's gather failed",
                      name_of(around_.rank).text);
}

Status SurroundingManager::lookup(int rank, const char* key, std::span<std::byte> blob) noexcept {
    const auto card = std::span<const std::byte>(cards_).subspan(
        static_cast<size_t>(rank) * kCardBytes, kCardBytes);
    return find_on_card(card, key, blob)
               ? ARAUTO_OK
               : fail(ARAUTO_ERR_SYSTEM, "%s: the surrounding job knows no '%s' of %zu bytes of %s",
                      name_of(around_.rank).text, key, blob.size(), name_of(rank).text);
}

} // namespace arauto::boot
