// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See mac.hpp. The algorithm reads the text as little-endian words; here they have the byte order
// of the host. All hosts of a job have the same byte order, so a big-endian job computes other
// MACs, which serve as well.
#include "transport/ofi/mac.hpp"

#include <bit>
#include <cstring>

namespace arauto::transport::ofi {
namespace {

struct State {
    uint64_t v[4];

    void mix(int rounds) noexcept {
        for (int i = 0; i < rounds; ++i) {
            v[0] += v[1];
            v[2] += v[3];
            v[1] = std::rotl(v[1], 13) ^ v[0];
            v[3] = std::rotl(v[3], 16) ^ v[2];
            v[0] = std::rotl(v[0], 32);
            v[2] += v[1];
            v[0] += v[3];
            v[1] = std::rotl(v[1], 17) ^ v[2];
            v[3] = std::rotl(v[3], 21) ^ v[0];
            v[2] = std::rotl(v[2], 32);
        }
    }
    void take(uint64_t word) noexcept {
        v[3] ^= word;
        mix(2);
        v[0] ^= word;
    }
};

} // namespace

uint64_t mac_of(std::span<const std::byte> text, const uint64_t (&secret)[2]) noexcept {
    State state{{secret[0] ^ 0x736f6d6570736575, secret[1] ^ 0x646f72616e646f6d,
                 secret[0] ^ 0x6c7967656e657261, secret[1] ^ 0x7465646279746573}};
    const size_t length = text.size();
    uint64_t word = 0;
    for (; text.size() >= sizeof word; text = text.subspan(sizeof word)) {
        std::memcpy(&word, text.data(), sizeof word);
        state.take(word);
    }
    word = uint64_t{length} << 56;
    for (size_t i = 0; i < text.size(); ++i) {
        word |= std::to_integer<uint64_t>(text[i]) << (8 * i);
    }
    state.take(word);
    state.v[2] ^= 0xff;
    state.mix(4);
    return state.v[0] ^ state.v[1] ^ state.v[2] ^ state.v[3];
}

} // namespace arauto::transport::ofi
