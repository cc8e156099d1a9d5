// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See kvs_manager.hpp.
#include "boot/managers/kvs_manager.hpp"

#include "base/naming.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <utility>

namespace arauto::boot {
namespace {

std::string key_of(int rank, const char* key) {
    return "arauto-" + std::to_string(rank) + "-" + key;
}

} // namespace

std::string text_of(std::span<const std::byte> blob) {
    constexpr const char* kDigits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * blob.size());
    for (const std::byte byte : blob) {
        text += kDigits[static_cast<unsigned>(byte) >> 4];
        text += kDigits[static_cast<unsigned>(byte) & 15];
    }
    return text;
}

bool blob_of(const std::string& text, std::span<std::byte> blob_out) noexcept {
    if (text.size() != 2 * blob_out.size()) {
        return false;
    }
    for (size_t i = 0; i < blob_out.size(); ++i) {
        unsigned value = 0;
        const char* const start = text.data() + 2 * i;
        const auto [end, error] = std::from_chars(start, start + 2, value, 16);
        if (error != std::errc{} || end != start + 2) {
            return false;
        }
        blob_out[i] = static_cast<std::byte>(value);
    }
    return true;
}

Status KvsManager::publish(const char* key, std::span<const std::byte> blob) noexcept {
    const std::lock_guard lock(mutex_);
    if (!put(key_of(rank_, key), text_of(blob))) {
        return fail(ARAUTO_ERR_SYSTEM, "%s: %s did not take '%s' (%zu bytes)", name_of(rank_).text,
                    name(), key, blob.size());
    }
    return ARAUTO_OK;
}

Status KvsManager::synchronise() noexcept {
    const std::lock_guard lock(mutex_);
    return barrier() ? ARAUTO_OK
                     : fail(ARAUTO_ERR_SYSTEM, "%s: the barrier of %s failed", name_of(rank_).text,
                            name());
}

Status KvsManager::lookup(int rank, const char* key, std::span<std::byte> blob) noexcept {
    const std::lock_guard lock(mutex_);
    std::string text;
    if (!get(rank, key_of(rank, key), text)) {
        return fail(ARAUTO_ERR_SYSTEM, "%s: %s knows nothing of '%s' of %s", name_of(rank_).text,
                    name(), key, name_of(rank).text);
    }
    std::array<std::byte, kBlobBytesMax> read;
    const auto part = std::span(read).first(blob.size());
    if (!blob_of(text, part)) {
        return fail(ARAUTO_ERR_SYSTEM,
                    "%s: '%s' of %s has not the size expected: are all programs of one "
                    "version of Arauto?",
                    name_of(rank_).text, key, name_of(rank).text);
    }
    std::copy(part.begin(), part.end(), blob.begin());
    return ARAUTO_OK;
}

Status KvsManager::collect_labels(int label) noexcept {
    const std::string own = std::to_string(label);
    if (!put(key_of(rank_, "node"), own) || !barrier()) {
        return fail(ARAUTO_ERR_SYSTEM, "%s: %s does not exchange texts", name_of(rank_).text,
                    name());
    }
    for (int rank = 0; rank < size_; ++rank) {
        std::string text;
        if (!get(rank, key_of(rank, "node"), text)) {
            return fail(ARAUTO_ERR_SYSTEM, "%s: %s does not name the node of %s",
                        name_of(rank_).text, name(), name_of(rank).text);
        }
        nodes_.append(std::atoi(text.c_str()));
    }
    return ARAUTO_OK;
}

Status KvsManager::find_nodes(const std::string& mapping, int label) noexcept {
    if (mapping.empty()) {
        if (const Status status = collect_labels(label); status < 0) {
            return status;
        }
    } else {
        Result<Nodes> nodes = nodes_of_mapping(mapping.c_str(), size_);
        if (!nodes.ok()) {
            return nodes.status;
        }
        nodes_ = std::move(nodes.value);
    }
    near_ = nodes_.ranks_of(nodes_.node_of(rank_));
    return ARAUTO_OK;
}

} // namespace arauto::boot
