// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See state_message.hpp.
#include "failure/state_message.hpp"

#include <cstdint>

namespace arauto::core {
namespace {

/// A wire format: the start of a StateLine. Stretches of images (first, count) follow, those of the
/// members of its meeting, then text.
struct LineHead {
    uint64_t meeting;
    uint32_t stretches;
    uint32_t member_stretches;
    uint32_t text_bytes;
    uint32_t spare;
};

/// (first, count), (first, count), ...
std::vector<int32_t> stretches_of(const std::vector<int>& images) {
    std::vector<int32_t> stretches;
    for (const int image : images) {
        if (!stretches.empty() && stretches.end()[-2] + stretches.back() == image) {
            ++stretches.back();
        } else {
            stretches.insert(stretches.end(), {image, 1});
        }
    }
    return stretches;
}

/// @return false when the message is no such thing
bool decode_stretches(std::span<const std::byte>& body,
                      uint32_t count,
                      int images,
                      std::vector<int>& out) {
    for (uint32_t i = 0; i < count; ++i) {
        int32_t stretch[2];
        if (!take(body, stretch) || stretch[0] < 1 || stretch[1] < 1 ||
            stretch[1] > images - stretch[0] + 1) {
            return false;
        }
        for (int32_t k = 0; k < stretch[1]; ++k) {
            out.push_back(stretch[0] + k);
        }
    }
    return true;
}

} // namespace

std::vector<std::byte> encode(const boot::StateLine& line) {
    const std::vector<int32_t> images = stretches_of(line.images);
    const std::vector<int32_t> members = stretches_of(line.members);
    std::vector<std::byte> body;
    append(body, LineHead{.meeting = line.meeting,
                          .stretches = static_cast<uint32_t>(images.size() / 2),
                          .member_stretches = static_cast<uint32_t>(members.size() / 2),
                          .text_bytes = static_cast<uint32_t>(line.text.size()),
                          .spare = 0});
    for (const std::span<const int32_t> numbers : {std::span(images), std::span(members)}) {
        const auto bytes = std::as_bytes(numbers);
        body.insert(body.end(), bytes.begin(), bytes.end());
    }
    const auto text = std::as_bytes(std::span(line.text));
    body.insert(body.end(), text.begin(), text.end());
    return body;
}

bool decode(std::span<const std::byte>& body, int images, boot::StateLine& line_out) {
    LineHead head{};
    if (!take(body, head) || !decode_stretches(body, head.stretches, images, line_out.images) ||
        !decode_stretches(body, head.member_stretches, images, line_out.members) ||
        body.size() < head.text_bytes) {
        return false;
    }
    line_out.meeting = head.meeting;
    line_out.text.assign(reinterpret_cast<const char*>(body.data()), head.text_bytes);
    body = body.subspan(head.text_bytes);
    return true;
}

} // namespace arauto::core
