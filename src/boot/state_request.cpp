// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See state_request.hpp. The answer is a seqlock, so that the node leader never waits for a reader.
#include "boot/state_request.hpp"

#include "base/clock.hpp"

#include <string_view>
#include <unistd.h>

namespace arauto::boot {
namespace {

constexpr int kNapUs = 5000;
constexpr std::string_view kRest = "and images in further states\n";

std::vector<std::string> lines_in(std::string_view text) {
    std::vector<std::string> lines;
    for (size_t start = 0; start < text.size();) {
        const size_t end = text.find('\n', start);
        lines.emplace_back(text.substr(start, end - start));
        start = end == std::string_view::npos ? text.size() : end + 1;
    }
    return lines;
}

/// @return false when the answer is for an earlier request, or changes now
bool read_answer(const StateRequest& request, uint32_t number, std::string& text_out) {
    // PAIR states.answer: look, before the text
    const uint32_t before = request.sequence.load(std::memory_order_acquire);
    // relaxed because of the fence, as all that follow
    const uint32_t answered = request.answered.load(std::memory_order_relaxed);
    const uint32_t bytes = request.bytes.load(std::memory_order_relaxed);
    if (before % 2 != 0 || static_cast<int32_t>(answered - number) < 0 ||
        bytes > std::size(request.text)) {
        return false;
    }
    text_out.resize(bytes);
    for (uint32_t i = 0; i < bytes; ++i) {
        // relaxed because of the fence
        text_out[i] = request.text[i].load(std::memory_order_relaxed);
    }
    std::atomic_thread_fence(std::memory_order_acquire); // PAIR states.answer: text before the rest
    // relaxed because the fence orders it
    return request.sequence.load(std::memory_order_relaxed) == before;
}

} // namespace

bool ask_for_states(StateRequest& request,
                    int64_t patience_ns,
                    std::vector<std::string>& lines_out) {
    // PAIR states.asked: ask
    const uint32_t number = request.asked.fetch_add(1, std::memory_order_acq_rel) + 1;
    std::string text;
    for (const int64_t end = now_ns() + patience_ns; now_ns() < end; usleep(kNapUs)) {
        if (read_answer(request, number, text)) {
            lines_out = lines_in(text);
            return true;
        }
    }
    return false;
}

uint32_t pending_request(const StateRequest& request) noexcept {
    // PAIR states.asked: look
    const uint32_t asked = request.asked.load(std::memory_order_acquire);
    // relaxed because only the node leader writes it
    return asked == request.answered.load(std::memory_order_relaxed) ? 0 : asked;
}

void answer_request(StateRequest& request, uint32_t number, const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        if (text.size() + line.size() + 1 + kRest.size() > std::size(request.text)) {
            text += kRest;
            break;
        }
        text += line + '\n';
    }
    // relaxed because one thread at a time changes it
    const uint32_t sequence = request.sequence.load(std::memory_order_relaxed);
    request.sequence.store(sequence + 1, std::memory_order_relaxed); // ordered by the fence
    std::atomic_thread_fence(std::memory_order_release); // PAIR states.answer: odd before the text
    for (size_t i = 0; i < text.size(); ++i) {
        request.text[i].store(text[i], std::memory_order_relaxed); // relaxed because of `sequence`
    }
    request.bytes.store(static_cast<uint32_t>(text.size()),
                        std::memory_order_relaxed); // likewise, because of `sequence`
    request.answered.store(number, std::memory_order_relaxed); // likewise, because of `sequence`
    // PAIR states.answer: even after the text
    request.sequence.store(sequence + 2, std::memory_order_release);
}

} // namespace arauto::boot
