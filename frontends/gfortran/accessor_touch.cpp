// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See accessor_touch.hpp.
#include "accessor_touch.hpp"

#include "accessor_run.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace arauto::gfortran {
namespace {

using Bytes = std::vector<unsigned char>;

void run_receiver(const Accessed& object, Bytes& part, const LocalValue& value) {
    Coarray callback = make_callback(object.captured);
    const Object at(object, part.data());
    const void* const source =
        value.array != nullptr ? static_cast<const void*>(value.array) : value.data;
    call_receiver({object.accessor, object.image.image, object.captured, &callback, object.length,
                   value.length},
                  at.get(), source);
}

/// Returns a copy of the bytes that the accessor reads from a part.
Bytes run_getter(const Accessed& object, Bytes& part, const LocalValue& value) {
    if (value.array == nullptr) {
        Bytes read(value.length != nullptr ? *value.length * value.bytes : value.bytes);
        void* address = read.data();
        static_cast<void>(read_part(object, part.data(),
                                    {.data = static_cast<void*>(&address),
                                     .length = value.length,
                                     .array = nullptr,
                                     .bytes = value.bytes},
                                    false)); // a scalar has no shape
        const auto* const from = static_cast<const unsigned char*>(address);
        const bool is_in_part = from >= part.data() && from < part.data() + part.size();
        if (is_in_part) {
            const auto rest = static_cast<size_t>(part.data() + part.size() - from);
            std::copy_n(from, std::min(read.size(), rest), read.begin());
        }
        return read;
    }
    Descriptor array{};
    std::memcpy(&array, value.array, descriptor_bytes(value.array->rank));
    array.base = nullptr;
    static_cast<void>(
        read_part(object, part.data(),
                  {.data = nullptr, .length = value.length, .array = &array, .bytes = value.bytes},
                  true)); // into new memory
    const size_t bytes = element_count(array) * static_cast<size_t>(span_of(array));
    const auto* const from = static_cast<const unsigned char*>(array.base);
    Bytes read(from, from + bytes);
    std::free(array.base);
    return read;
}

} // namespace

TouchedBytes::TouchedBytes(const Accessed& object, int rank) noexcept : object_(object) {
    side_.kind = SideKind::segment;
    side_.rank = rank;
    side_.segment = object.token->segment;
    side_.base = reinterpret_cast<uintptr_t>(object.token->memory);
}

/// Bytes that are equal afterwards in a part of zeros and in one of ones have been written.
void TouchedBytes::find_written(const LocalValue& value) {
    const size_t bytes = object_.token->bytes;
    Bytes zeros(bytes, 0);
    Bytes ones(bytes, 0xff);
    run_receiver(object_, zeros, value);
    run_receiver(object_, ones, value);
    std::vector<bool> is_touched(bytes);
    for (size_t i = 0; i < bytes; ++i) {
        is_touched[i] = zeros[i] == ones[i];
    }
    describe(is_touched);
}

/// In each run, every byte of the part holds one digit of its offset. From all digits of what the
/// accessor reads follow the offsets.
void TouchedBytes::find_read(const LocalValue& value) {
    constexpr int kBits = 8;
    const size_t bytes = object_.token->bytes;
    std::vector<size_t> offsets;
    for (int shift = 0; shift == 0 || (bytes - 1) >> shift != 0; shift += kBits) {
        Bytes part(bytes);
        for (size_t i = 0; i < bytes; ++i) {
            part[i] = static_cast<unsigned char>(i >> shift);
        }
        const Bytes read = run_getter(object_, part, value);
        offsets.resize(read.size());
        for (size_t i = 0; i < read.size(); ++i) {
            offsets[i] |= size_t{read[i]} << shift;
        }
    }
    std::vector<bool> is_touched(bytes);
    for (const size_t offset : offsets) {
        is_touched[std::min(offset, bytes - 1)] = true;
    }
    describe(is_touched);
}

void TouchedBytes::describe(const std::vector<bool>& is_touched) {
    std::vector<std::pair<int64_t, int64_t>> runs; // start and length
    int64_t piece = 0;
    for (auto at = is_touched.begin(); at != is_touched.end();) {
        const auto start = std::find(at, is_touched.end(), true);
        at = std::find(start, is_touched.end(), false);
        if (start != at) {
            runs.emplace_back(start - is_touched.begin(), at - start);
            piece = std::gcd(piece, at - start);
        }
    }
    for (const auto& [start, length] : runs) {
        for (int64_t offset = 0; offset < length; offset += piece) {
            offsets_.push_back(start + offset);
        }
    }
    side_.section.rank = 1;
    side_.section.element_bytes = static_cast<size_t>(std::max<int64_t>(piece, 1));
    side_.section.dim[0] = {static_cast<int64_t>(offsets_.size()), 0, offsets_.data()};
}

} // namespace arauto::gfortran
