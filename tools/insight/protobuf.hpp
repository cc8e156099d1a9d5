// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The bytes of a message of Protocol Buffers, written field by field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace arauto::tools::insight {

class Message {
  public:
    Message& number(uint32_t field, uint64_t value) {
        varint(uint64_t{field} << kWireBits);
        varint(value);
        return *this;
    }
    Message& fixed(uint32_t field, uint64_t value) {
        constexpr uint32_t kFixed64 = 1;
        constexpr int kBits = 8;
        varint(uint64_t{field} << kWireBits | kFixed64);
        for (size_t i = 0; i < sizeof value; ++i) { // the lowest byte first, on any machine
            bytes_ += static_cast<char>(value >> kBits * i);
        }
        return *this;
    }
    /// A text, or a message.
    Message& bytes(uint32_t field, std::string_view value) {
        constexpr uint32_t kDelimited = 2;
        varint(uint64_t{field} << kWireBits | kDelimited);
        varint(value.size());
        bytes_ += value;
        return *this;
    }
    Message& message(uint32_t field, const Message& value) { return bytes(field, value.bytes_); }

    [[nodiscard]] std::string_view view() const { return bytes_; }
    void clear() { bytes_.clear(); } // keeps the memory

  private:
    static constexpr int kWireBits = 3;

    void varint(uint64_t value) {
        constexpr uint64_t kMore = 0x80;
        constexpr int kBits = 7;
        for (; value >= kMore; value >>= kBits) {
            bytes_ += static_cast<char>(value | kMore);
        }
        bytes_ += static_cast<char>(value);
    }

    std::string bytes_;
};

} // namespace arauto::tools::insight
