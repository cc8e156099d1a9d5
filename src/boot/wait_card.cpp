// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See wait_card.hpp. A seqlock: the image never waits for a reader.
#include "boot/wait_card.hpp"

#include "os/futex.hpp"
#include "os/thread_times.hpp"

#include <cstring>

namespace arauto::boot {
namespace {

constexpr size_t kWords = sizeof(os::ProgramFrames) / sizeof(uint64_t);
static_assert(sizeof(os::ProgramFrames) == sizeof(WaitCard::words));
constexpr size_t kDetailWords = sizeof(WaitDetail) / sizeof(uint64_t);

/// Changes the card by `write` while its sequence is odd.
template <typename Write> void change(WaitCard& card, Write write) noexcept {
    // relaxed because one thread at a time changes it
    const uint32_t sequence = card.sequence.load(std::memory_order_relaxed);
    card.sequence.store(sequence + 1, std::memory_order_relaxed); // ordered by the fence
    std::atomic_thread_fence(std::memory_order_release); // PAIR wait.card: odd before the words
    write();
    card.sequence.store(sequence + 2, std::memory_order_release); // PAIR wait.card: even after them
}

/// Within `change`.
void write_detail(WaitCard& card, const WaitDetail& detail) noexcept {
    uint64_t words[kDetailWords];
    std::memcpy(words, &detail, sizeof words);
    for (size_t i = 0; i < kDetailWords; ++i) {
        card.detail[i].store(words[i], std::memory_order_relaxed); // relaxed because `change`
    }
}

} // namespace

bool show_wait(WaitCard& card, int64_t since_ns, const WaitDetail& detail) noexcept {
    uint32_t none = 0;
    // PAIR wait.card_owner: take
    if (!card.owner.compare_exchange_strong(none, os::this_thread_number(),
                                            std::memory_order_acquire)) {
        return false;
    }
    os::ProgramFrames frames;
    os::find_program_frames(frames);
    uint64_t words[kWords];
    std::memcpy(words, &frames, sizeof words);
    change(card, [&] {
        for (size_t i = 0; i < kWords; ++i) {
            // relaxed because `change` orders it
            card.words[i].store(words[i], std::memory_order_relaxed);
        }
        write_detail(card, detail);
        card.since_ns.store(static_cast<uint64_t>(since_ns),
                            std::memory_order_relaxed); // relaxed because `change` orders it
    });
    return true;
}

void show_detail(WaitCard& card, const WaitDetail& detail) noexcept {
    change(card, [&] { write_detail(card, detail); });
}

void hide_wait(WaitCard& card) noexcept {
    change(card, [&] {
        card.since_ns.store(0, std::memory_order_relaxed); // relaxed because `change` orders it
    });
    card.owner.store(0, std::memory_order_release); // PAIR wait.card_owner: give back
}

namespace {

/// The words of a card, as they were at one instant.
struct Words {
    uint64_t frames[kWords];
    uint64_t detail[kDetailWords];
    uint64_t since;
    uint32_t owner;
};

/// @return false: they are being changed
bool read_words(const WaitCard& card, Words& out) noexcept {
    // PAIR wait.card: look, before the words
    const uint32_t before = card.sequence.load(std::memory_order_acquire);
    for (size_t i = 0; i < kWords; ++i) {
        // relaxed because the fence below orders it
        out.frames[i] = card.words[i].load(std::memory_order_relaxed);
    }
    for (size_t i = 0; i < kDetailWords; ++i) {
        // relaxed because of the fence
        out.detail[i] = card.detail[i].load(std::memory_order_relaxed);
    }
    // relaxed likewise, because of the fence
    out.since = card.since_ns.load(std::memory_order_relaxed);
    out.owner = card.owner.load(std::memory_order_relaxed); // relaxed: see the fence
    std::atomic_thread_fence(std::memory_order_acquire); // PAIR wait.card: words before the rest
    // relaxed because the fence above orders it
    return before % 2 == 0 && card.sequence.load(std::memory_order_relaxed) == before;
}

} // namespace

bool read_wait(const WaitCard& card, ShownWait& wait_out) noexcept {
    // An image that is changing it may have lost its core meanwhile. One that was killed there
    // leaves it so.
    constexpr int kTries = 100;
    Words words;
    bool is_whole = read_words(card, words);
    for (int i = 1; !is_whole && i < kTries; ++i) {
        os::yield_core();
        is_whole = read_words(card, words);
    }
    if (!is_whole || words.since == 0) {
        return false;
    }
    wait_out.since_ns = static_cast<int64_t>(words.since);
    wait_out.thread = words.owner;
    std::memcpy(&wait_out.frames, words.frames, sizeof words.frames);
    std::memcpy(&wait_out.detail, words.detail, sizeof words.detail);
    return true;
}

} // namespace arauto::boot
