// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The parts of messages about the states of images: values one behind the other, and lines of a
// report.
#pragma once

#include "boot/waiting.hpp"

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

namespace arauto::core {

template <typename T> void append(std::vector<std::byte>& body, const T& value) {
    const size_t before = body.size();
    body.resize(before + sizeof value);
    std::memcpy(body.data() + before, &value, sizeof value);
}

/// @return false when the message ends before
template <typename T> bool take(std::span<const std::byte>& body, T& value_out) {
    if (body.size() < sizeof(T)) {
        return false;
    }
    std::memcpy(&value_out, body.data(), sizeof(T));
    body = body.subspan(sizeof(T));
    return true;
}

[[nodiscard]] std::vector<std::byte> encode(const boot::StateLine& line);

/// @param images  of the job
/// @return false at the end of the message
[[nodiscard]] bool decode(std::span<const std::byte>& body, int images, boot::StateLine& line_out);

} // namespace arauto::core
