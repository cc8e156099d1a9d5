// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Objects found by number, in chunks that never move. A freed object is reused first, while it is
// still in the cache. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

namespace arauto {

inline constexpr uint32_t kNobody = UINT32_MAX;

template <typename T> class Pool {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    Pool() = default;
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    ~Pool() {
        for (uint32_t i = 0; i < chunk_count_; ++i) {
            std::free(chunks_[i]);
        }
        std::free(chunks_);
    }

    [[nodiscard]] T& operator[](uint32_t number) const noexcept {
        return chunks_[number / kChunk][number % kChunk].value;
    }

    /// kNobody when memory is exhausted.
    [[nodiscard]] uint32_t take() noexcept {
        if (free_ == kNobody && !grow()) {
            return kNobody;
        }
        const uint32_t number = free_;
        free_ = chunks_[number / kChunk][number % kChunk].next_free;
        return number;
    }

    void give_back(uint32_t number) noexcept {
        chunks_[number / kChunk][number % kChunk].next_free = free_;
        free_ = number;
    }

  private:
    static constexpr uint32_t kChunk = 512;
    union Cell {
        T value;
        uint32_t next_free;
    };

    bool grow() noexcept {
        if (chunk_count_ == chunk_room_) {
            const uint32_t room = chunk_room_ == 0 ? 16 : 2 * chunk_room_;
            auto** chunks = static_cast<Cell**>(std::realloc(chunks_, room * sizeof(Cell*)));
            if (chunks == nullptr) {
                return false;
            }
            chunks_ = chunks;
            chunk_room_ = room;
        }
        auto* chunk = static_cast<Cell*>(std::malloc(kChunk * sizeof(Cell)));
        if (chunk == nullptr) {
            return false;
        }
        const uint32_t first = chunk_count_ * kChunk;
        for (uint32_t i = 0; i < kChunk; ++i) {
            chunk[i].next_free = i + 1 < kChunk ? first + i + 1 : free_;
        }
        chunks_[chunk_count_++] = chunk;
        free_ = first;
        return true;
    }

    Cell** chunks_ = nullptr;
    uint32_t chunk_count_ = 0;
    uint32_t chunk_room_ = 0;
    uint32_t free_ = kNobody;
};

} // namespace arauto
