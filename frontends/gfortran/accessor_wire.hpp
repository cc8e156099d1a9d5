// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The messages by which an image lets the owner of a coarray's part run an accessor: questions and
// answers. A wire format: fixed widths, and no address of the reading process, except those that a
// process returns to the one that has sent them.
#pragma once

#include "accessor_table.hpp"
#include "descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace arauto::gfortran {

inline constexpr size_t kWireAlignment = 16;

[[nodiscard]] constexpr size_t wire_bytes(size_t bytes) noexcept {
    return (bytes + kWireAlignment - 1) / kWireAlignment * kWireAlignment;
}

enum class QuestionKind : uint32_t { scalar, array, put, present };

/// The head of a question. After it come, each padded: the captured values, the descriptor of the
/// object, the descriptor of the value, the value, then `fetched` values of captured arrays.
struct Question {
    uint64_t left_at; // at the owner, where the whole question lies; 0: here
    uint64_t bytes; // of the whole question
    QuestionKind kind;
    AccessorName accessor;
    int32_t image;
    int64_t displacement; // of the owner's part, from its BindingHeader
    int64_t array_offset; // of the object's array, from the start of the part
    uint64_t object_length; // of a character
    uint64_t value_length; // of a character
    uint64_t value_bytes; // that follow; of a question for a scalar: that are wanted
    uint64_t notified; // a slot of the owner, which counts the put; 0: none
    uint32_t captured_bytes;
    uint32_t object_array_bytes; // 0: no descriptor
    uint32_t value_array_bytes; // 0: no descriptor
    uint32_t fetched; // how many
    uint8_t has_object_length;
    uint8_t has_value_length;
    uint8_t gives_address; // see is_component_there
    uint8_t is_size_unknown; // of a scalar: as many bytes as can be read, at most
    uint8_t spare[12];
};
static_assert(sizeof(Question) == 112 && sizeof(Question) % kWireAlignment == 0);

/// The head of an array among the captured values; its descriptor and its elements follow.
struct FetchedHead {
    uint64_t array_bytes;
    uint64_t data_bytes;
};
static_assert(sizeof(FetchedHead) == kWireAlignment);

enum class AnswerKind : uint32_t {
    done,
    needs_fetch, // of a captured array by `accessor`; the descriptor for it follows
    no_accessor, // of this name
    no_memory,
    unknown_form, // of a captured value
};

/// The head of an answer. After it come, each padded: the descriptor of the value, the value.
struct Answer {
    AnswerKind kind;
    AccessorName accessor;
    int32_t is_present;
    uint64_t left_at; // at the owner, where the value lies until it is released; 0: here
    uint64_t value_bytes;
    uint32_t array_bytes; // 0: no descriptor
    uint32_t spare;
    uint64_t spare2;
};
static_assert(sizeof(Answer) == 48 && sizeof(Answer) % kWireAlignment == 0);

/// A message in the making.
class WireMessage {
  public:
    void append(const void* from, size_t bytes) {
        const size_t start = bytes_.size();
        bytes_.resize(start + wire_bytes(bytes));
        if (bytes > 0) {
            std::memcpy(bytes_.data() + start, from, bytes);
        }
    }
    /// Room for `bytes`, which the caller writes at once.
    [[nodiscard]] std::byte* extend(size_t bytes) {
        const size_t start = bytes_.size();
        bytes_.resize(start + wire_bytes(bytes));
        return bytes_.data() + start;
    }
    [[nodiscard]] std::byte* data() noexcept { return bytes_.data(); }
    [[nodiscard]] size_t size() const noexcept { return bytes_.size(); }

  private:
    std::vector<std::byte> bytes_;
};

/// A message that has come.
class WireReader {
  public:
    explicit WireReader(std::span<const std::byte> bytes) noexcept : rest_(bytes) {}

    /// The next part; null when the message has no further `bytes`.
    [[nodiscard]] const std::byte* take(size_t bytes) noexcept {
        const size_t whole = wire_bytes(bytes);
        if (whole > rest_.size()) {
            return nullptr;
        }
        const std::byte* const at = rest_.data();
        rest_ = rest_.subspan(whole);
        return at;
    }

  private:
    std::span<const std::byte> rest_;
};

} // namespace arauto::gfortran
