// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// An array or text as a Fortran compiler passes it to procedures with BIND(C): the parts of the
// descriptors of ISO_Fortran_binding.h that gfortran's and flang's have alike.
#pragma once

#include "arauto/section.h"

#include <cstddef>
#include <cstdint>

namespace arauto::halo {

struct Descriptor {
    struct Dimension {
        int64_t lower;
        int64_t extent;
        int64_t stride; // bytes
    };
    void* base;
    size_t element_bytes; // of a text: its length
    int32_t version;
    int8_t rank;
    uint8_t others[3]; // type and attribute, in an order of the compiler's
    Dimension dim[ARAUTO_DIM_MAX];

    static constexpr int32_t kGfortran = 1; // the version
    static constexpr int32_t kFlang = 20180515; // and later ones, which are dates as well

    /// Whether these parts are where they are expected.
    [[nodiscard]] bool is_known() const noexcept {
        return (version == kGfortran || version >= kFlang) && rank >= 0 && rank <= ARAUTO_DIM_MAX;
    }
    enum class Kind : uint8_t { integer, real, complex, other };
    /// The type of the elements, by the codes of the compiler's ISO_Fortran_binding.h.
    [[nodiscard]] Kind kind() const noexcept {
        if (version == kGfortran) { // attribute, then the type in two bytes: first its class
            constexpr uint8_t kInteger = 1;
            constexpr uint8_t kReal = 3;
            constexpr uint8_t kComplex = 4;
            const uint8_t code = others[1];
            return code == kInteger   ? Kind::integer
                   : code == kReal    ? Kind::real
                   : code == kComplex ? Kind::complex
                                      : Kind::other;
        }
        // type, attribute, extra: flang numbers types in a row
        constexpr uint8_t kLastInteger = 11; // logicals come behind them
        constexpr uint8_t kFloat = 27;
        constexpr uint8_t kLastReal = 31;
        constexpr uint8_t kComplexFloat = 34;
        constexpr uint8_t kLastComplex = 38;
        const uint8_t code = others[0];
        return code >= 1 && code <= kLastInteger               ? Kind::integer
               : code >= kFloat && code <= kLastReal           ? Kind::real
               : code >= kComplexFloat && code <= kLastComplex ? Kind::complex
                                                               : Kind::other;
    }
    /// How many elements an array of one dimension has.
    [[nodiscard]] size_t count() const noexcept {
        return dim[0].extent > 0 ? static_cast<size_t>(dim[0].extent) : 0;
    }
    template <class Type> [[nodiscard]] Type& at(size_t index) const noexcept {
        auto* const first = static_cast<std::byte*>(base);
        return *reinterpret_cast<Type*>(first + static_cast<ptrdiff_t>(index) * dim[0].stride);
    }
};

} // namespace arauto::halo
