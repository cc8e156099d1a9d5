// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See schemes.hpp: sections through a buffer. One operation transfers as many pieces as fit into
// the buffer, so that a latency is paid for each buffer, not for each piece.
#include "schemes.hpp"

#include "state.hpp"

#include "arauto/spi/info.h"
#include "arauto/spi/rma.h"
#include "arauto/spi/segment.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

namespace arauto::translated {
namespace {

/// Below this, copying pieces together costs less than handing each over.
constexpr size_t kShortPiece = 512;
constexpr size_t kRunsMax = 1024;

size_t read_buffer_bytes() noexcept {
    const char* text = arauto_setting("ARAUTO_PUT_BUFFER");
    char* end = nullptr;
    const unsigned long long number = std::strtoull(text != nullptr ? text : "", &end, 10);
    const unsigned shift = *end == 'K' || *end == 'k' ? 10U : *end == 'M' || *end == 'm' ? 20U : 0U;
    return std::max<size_t>(static_cast<size_t>(number) << shift, 64);
}

bool read_may_be_late() noexcept {
    const char* text = arauto_setting("ARAUTO_PUT");
    return text == nullptr || std::strcmp(text, "blocking") != 0;
}

} // namespace

/// Null memory: there is none, so the transfer goes directly.
struct PieceBuffer {
    std::mutex guard;
    char* memory = nullptr;
    size_t bytes = 0;
};

/// Read once.
struct TransferSettings {
    const size_t buffer_bytes = read_buffer_bytes();
    const char* const pieces = arauto_setting("ARAUTO_PIECES");
    const bool may_be_late = read_may_be_late();
};

namespace {

bool prepare(PieceBuffer& one, size_t unit) noexcept {
    if (one.memory == nullptr) {
        void* memory = nullptr;
        one.bytes = buffer_bytes();
        if (arauto_memory_allocate(one.bytes, &memory) >= 0) {
            one.memory = static_cast<char*>(memory);
        }
    }
    return one.memory != nullptr && unit > 0 && unit <= one.bytes;
}

size_t bytes_of(const arauto_section_t& section) noexcept {
    size_t bytes = section.element_bytes;
    for (int i = 0; i < section.rank; ++i) {
        bytes *= static_cast<size_t>(section.dim[i].extent);
    }
    return bytes;
}

/// A position in the elements of a section that moves on by any number of bytes.
class Stream {
  public:
    explicit Stream(const arauto_section_t& section) noexcept : pieces_(section) {}

    [[nodiscard]] int64_t offset() const noexcept {
        return pieces_.offset() + static_cast<int64_t>(within_);
    }
    /// Bytes that are left of the piece in which the position is.
    [[nodiscard]] size_t left() const noexcept { return pieces_.bytes() - within_; }
    void advance(size_t bytes) noexcept {
        within_ += bytes;
        if (within_ == pieces_.bytes()) {
            within_ = 0;
            pieces_.next();
        }
    }

  private:
    Pieces pieces_;
    size_t within_ = 0;
};

/// Copies between the next `bytes` of a section here and packed ones.
template <bool kPacks> void pack(Stream& local, char* base, char* packed, size_t bytes) noexcept {
    while (bytes > 0) {
        const size_t piece = std::min(local.left(), bytes);
        char* here = base + local.offset();
        if constexpr (kPacks) {
            std::memcpy(packed, here, piece);
        } else {
            std::memcpy(here, packed, piece);
        }
        local.advance(piece);
        packed += piece;
        bytes -= piece;
    }
}

/// The pieces that fit into the buffer next: where each belongs at the other image.
size_t plan_buffer(Stream& remote,
                   uint64_t address,
                   const PieceBuffer& one,
                   size_t unit,
                   size_t left,
                   std::vector<arauto_run_t>& runs) {
    size_t used = 0;
    runs.clear();
    while (left > 0 && runs.size() < kRunsMax) {
        const size_t piece = std::min({unit, remote.left(), left});
        if (piece > one.bytes - used) {
            break;
        }
        runs.push_back(
            {address + static_cast<uint64_t>(remote.offset()), one.memory + used, piece});
        remote.advance(piece);
        used += piece;
        left -= piece;
    }
    return used;
}

} // namespace

Pieces::Pieces(const arauto_section_t& section) noexcept
    : section_(section), bytes_(section.element_bytes) {
    for (; first_ < section.rank; ++first_) {
        const arauto_dim_t& dim = section.dim[first_];
        const bool continues =
            dim.index == nullptr && (dim.extent == 1 || dim.stride == static_cast<int64_t>(bytes_));
        if (!continues) {
            break;
        }
        bytes_ *= static_cast<size_t>(dim.extent);
    }
}

int64_t Pieces::offset() const noexcept {
    int64_t offset = section_.offset;
    for (int i = first_; i < section_.rank; ++i) {
        const arauto_dim_t& dim = section_.dim[i];
        offset += dim.index != nullptr ? dim.index[at_[i]] : at_[i] * dim.stride;
    }
    return offset;
}

void Pieces::next() noexcept {
    for (int i = first_; i < section_.rank; ++i) {
        if (++at_[i] < section_.dim[i].extent) {
            return;
        }
        at_[i] = 0;
    }
}

size_t buffer_bytes() noexcept {
    return g_state.transfer_settings.get().buffer_bytes;
}

bool puts_may_be_late() noexcept {
    return g_state.transfer_settings.get().may_be_late;
}

Choice choose(const TargetMemory& target, size_t local, size_t remote) noexcept {
    const Choice direct = choose_by_lengths(local, remote, buffer_bytes(), true);
    const Choice buffered = choose_by_lengths(local, remote, buffer_bytes(), false);
    const char* setting = g_state.transfer_settings.get().pieces;
    if (setting != nullptr && std::strcmp(setting, "auto") != 0) {
        return setting[0] == 'd' ? direct : buffered;
    }
    // Fewer pieces are worth a copy: cases 2 and 3. In the others there are as many without one,
    // and whether memory is registered makes no difference: neither the system's calls nor messages
    // to other nodes ask for it.
    return local < remote && local < kShortPiece && !is_mapped(target) ? buffered : direct;
}

arauto_status_t put_buffered(const TargetMemory& to,
                             const arauto_section_t& there,
                             const void* base,
                             const arauto_section_t& here,
                             size_t unit) noexcept {
    PieceBuffer& one = g_state.piece_buffer.get();
    const std::lock_guard lock(one.guard);
    if (!prepare(one, unit)) {
        return arauto_put_section_at(to.rank, to.address, &there, base, &here);
    }
    Stream local(here);
    Stream remote(there);
    std::vector<arauto_run_t> runs;
    size_t left = bytes_of(there);
    while (left > 0) {
        const size_t bytes = plan_buffer(remote, to.address, one, unit, left, runs);
        pack<true>(local, static_cast<char*>(const_cast<void*>(base)), one.memory, bytes);
        const arauto_status_t status = arauto_put_runs_at(to.rank, runs.data(), runs.size());
        if (status < 0) {
            return status;
        }
        left -= bytes;
    }
    return ARAUTO_OK;
}

arauto_status_t get_buffered(const TargetMemory& from,
                             const arauto_section_t& there,
                             void* base,
                             const arauto_section_t& here,
                             size_t unit) noexcept {
    PieceBuffer& one = g_state.piece_buffer.get();
    const std::lock_guard lock(one.guard);
    if (!prepare(one, unit)) {
        return arauto_get_section_at(from.rank, from.address, &there, base, &here);
    }
    Stream local(here);
    Stream remote(there);
    std::vector<arauto_run_t> runs;
    size_t left = bytes_of(there);
    while (left > 0) {
        const size_t bytes = plan_buffer(remote, from.address, one, unit, left, runs);
        const arauto_status_t status = arauto_get_runs_at(from.rank, runs.data(), runs.size());
        if (status < 0) {
            return status;
        }
        pack<false>(local, static_cast<char*>(base), one.memory, bytes);
        left -= bytes;
    }
    return ARAUTO_OK;
}

} // namespace arauto::translated
