// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See basic.hpp.
#include "basic.hpp"

#include "real.hpp"

#include <complex>
#include <iterator>
#include <vector>

namespace arauto::mpi {
namespace {

// The class of a type follows from its handle. Class and size, which the MPI returns, give the
// Basic.
enum class Family : uint8_t {
    kSigned,
    kUnsigned,
    kFloating,
    kFloatingFortran, // with 16 bytes a quadruple precision number; kFloating is a long double
    kComplex,
    kComplexFortran,
    kLogical,
    kByte,
    kWideCharacter,
    kOpaque,
    kPair,
    kFortranPair,
};

struct Named {
    MPI_Datatype type;
    Family family;
    Basic pair = Basic::kOpaque;
};

using enum Family;

// Handles are known once the MPI has been found, hence not before main.

std::vector<Named> types_of_c() {
    return {
        {MPI_CHAR, kSigned},
        {MPI_SIGNED_CHAR, kSigned},
        {MPI_SHORT, kSigned},
        {MPI_INT, kSigned},
        {MPI_LONG, kSigned},
        {MPI_LONG_LONG_INT, kSigned},
        {MPI_INT8_T, kSigned},
        {MPI_INT16_T, kSigned},
        {MPI_INT32_T, kSigned},
        {MPI_INT64_T, kSigned},
        {MPI_AINT, kSigned},
        {MPI_OFFSET, kSigned},
        {MPI_COUNT, kSigned},
        {MPI_UNSIGNED_CHAR, kUnsigned},
        {MPI_UNSIGNED_SHORT, kUnsigned},
        {MPI_UNSIGNED, kUnsigned},
        {MPI_UNSIGNED_LONG, kUnsigned},
        {MPI_UNSIGNED_LONG_LONG, kUnsigned},
        {MPI_UINT8_T, kUnsigned},
        {MPI_UINT16_T, kUnsigned},
        {MPI_UINT32_T, kUnsigned},
        {MPI_UINT64_T, kUnsigned},
        {MPI_FLOAT, kFloating},
        {MPI_DOUBLE, kFloating},
        {MPI_LONG_DOUBLE, kFloating},
#if defined(MPIX_C_FLOAT16)
        {MPIX_C_FLOAT16, kFloating},
#endif
        {MPI_C_FLOAT_COMPLEX, kComplex},
        {MPI_C_DOUBLE_COMPLEX, kComplex},
        {MPI_C_LONG_DOUBLE_COMPLEX, kComplex},
        {MPI_CXX_FLOAT_COMPLEX, kComplex},
        {MPI_CXX_DOUBLE_COMPLEX, kComplex},
        {MPI_CXX_LONG_DOUBLE_COMPLEX, kComplex},
        {MPI_C_BOOL, kLogical},
        {MPI_CXX_BOOL, kLogical},
        {MPI_BYTE, Family::kByte},
        {MPI_WCHAR, Family::kWideCharacter},
        {MPI_PACKED, Family::kOpaque},
        {MPI_FLOAT_INT, kPair, Basic::kFloatInt},
        {MPI_DOUBLE_INT, kPair, Basic::kDoubleInt},
        {MPI_LONG_INT, kPair, Basic::kLongInt},
        {MPI_2INT, kPair, Basic::kTwoInt},
        {MPI_SHORT_INT, kPair, Basic::kShortInt},
        {MPI_LONG_DOUBLE_INT, kPair, Basic::kLongDoubleInt},
    };
}

std::vector<Named> types_of_fortran() {
    return {
        {MPI_CHARACTER, kSigned},
        {MPI_INTEGER, kSigned},
        {MPI_INTEGER1, kSigned},
        {MPI_INTEGER2, kSigned},
        {MPI_INTEGER4, kSigned},
        {MPI_INTEGER8, kSigned},
#if defined(MPI_INTEGER16)
        {MPI_INTEGER16, kSigned},
#endif
        {MPI_REAL, kFloatingFortran},
        {MPI_DOUBLE_PRECISION, kFloatingFortran},
#if defined(MPI_REAL2)
        {MPI_REAL2, kFloatingFortran},
#endif
        {MPI_REAL4, kFloatingFortran},
        {MPI_REAL8, kFloatingFortran},
#if defined(MPI_REAL16)
        {MPI_REAL16, kFloatingFortran},
#endif
        {MPI_COMPLEX, kComplexFortran},
        {MPI_DOUBLE_COMPLEX, kComplexFortran},
        {MPI_COMPLEX8, kComplexFortran},
        {MPI_COMPLEX16, kComplexFortran},
#if defined(MPI_COMPLEX32)
        {MPI_COMPLEX32, kComplexFortran},
#endif
        {MPI_LOGICAL, kLogical},
#if defined(MPI_LOGICAL1)
        {MPI_LOGICAL1, kLogical},
#endif
#if defined(MPI_LOGICAL2)
        {MPI_LOGICAL2, kLogical},
#endif
#if defined(MPI_LOGICAL4)
        {MPI_LOGICAL4, kLogical},
#endif
#if defined(MPI_LOGICAL8)
        {MPI_LOGICAL8, kLogical},
#endif
        {MPI_2INTEGER, kFortranPair, Basic::kTwoInt},
        {MPI_2REAL, kFortranPair, Basic::kTwoFloat},
        {MPI_2DOUBLE_PRECISION, kFortranPair, Basic::kTwoDouble},
#if defined(MPI_2COMPLEX)
        {MPI_2COMPLEX, Family::kOpaque},
#endif
#if defined(MPI_2DOUBLE_COMPLEX)
        {MPI_2DOUBLE_COMPLEX, Family::kOpaque},
#endif
    };
}

const std::vector<Named>& named_list() noexcept {
    static const std::vector<Named> list = [] {
        std::vector<Named> all = types_of_c();
        const std::vector<Named> more = types_of_fortran();
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }();
    return list;
}

struct Described {
    uint8_t bytes;
    const char* name;
};

struct ShortInt {
    short value;
    int index;
};

// Sizes and names, in the order of Basic.
constexpr Described kDescribed[] = {
    {0, "nothing"},
    {0, "several basic types"},
    {0, "opaque data"},
    {1, "byte"},
    {sizeof(wchar_t), "wide character"},
    {1, "8-bit integer"},
    {2, "16-bit integer"},
    {4, "32-bit integer"},
    {8, "64-bit integer"},
    {16, "128-bit integer"},
    {1, "unsigned 8-bit integer"},
    {2, "unsigned 16-bit integer"},
    {4, "unsigned 32-bit integer"},
    {8, "unsigned 64-bit integer"},
    {2, "half precision number"},
    {4, "float"},
    {8, "double"},
    {sizeof(long double), "long double"},
    {16, "quadruple precision number"},
    {sizeof(std::complex<float>), "complex float"},
    {sizeof(std::complex<double>), "complex double"},
    {sizeof(std::complex<long double>), "complex long double"},
    {32, "complex quadruple precision number"},
    {1, "1-byte logical"},
    {2, "2-byte logical"},
    {4, "4-byte logical"},
    {8, "8-byte logical"},
    {sizeof(float) + sizeof(int), "pair of float and int"},
    {sizeof(double) + sizeof(int), "pair of double and int"},
    {sizeof(long) + sizeof(int), "pair of long and int"},
    {sizeof(int) + sizeof(int), "pair of int and int"},
    {sizeof(ShortInt), "pair of short and int"},
    {sizeof(long double) + sizeof(int), "pair of long double and int"},
    {2 * sizeof(float), "pair of float and float"},
    {2 * sizeof(double), "pair of double and double"},
};
static_assert(std::size(kDescribed) == static_cast<size_t>(Basic::kTwoDouble) + 1);

Basic integer(bool with_sign, int64_t bytes) noexcept {
    switch (bytes) {
    case 1:
        return with_sign ? Basic::kInt8 : Basic::kUint8;
    case 2:
        return with_sign ? Basic::kInt16 : Basic::kUint16;
    case 4:
        return with_sign ? Basic::kInt32 : Basic::kUint32;
    case 8:
        return with_sign ? Basic::kInt64 : Basic::kUint64;
    case 16:
        return with_sign ? Basic::kInt128 : Basic::kOpaque;
    default:
        return Basic::kOpaque;
    }
}

Basic floating(int64_t bytes, Basic of_16_bytes) noexcept {
    switch (bytes) {
    case 2:
        return Basic::kFloat16;
    case 4:
        return Basic::kFloat;
    case 8:
        return Basic::kDouble;
    case 16:
        return of_16_bytes;
    default:
        return Basic::kOpaque;
    }
}

Basic complex(int64_t bytes, Basic of_32_bytes) noexcept {
    switch (bytes) {
    case 8:
        return Basic::kComplexFloat;
    case 16:
        return Basic::kComplexDouble;
    case 32:
        return of_32_bytes;
    default:
        return Basic::kOpaque;
    }
}

Basic logical(int64_t bytes) noexcept {
    switch (bytes) {
    case 1:
        return Basic::kBool8;
    case 2:
        return Basic::kBool16;
    case 4:
        return Basic::kBool32;
    case 8:
        return Basic::kBool64;
    default:
        return Basic::kOpaque;
    }
}

// A Fortran pair has other sizes when the MPI was built for wider default kinds.
Basic checked_pair(Basic pair, int64_t bytes) noexcept {
    return bytes == static_cast<int64_t>(basic_bytes(pair)) ? pair : Basic::kOpaque;
}

Basic resolve(const Named& named, int64_t bytes) noexcept {
    switch (named.family) {
    case kSigned:
        return integer(true, bytes);
    case kUnsigned:
        return integer(false, bytes);
    case kFloating:
        return floating(bytes, Basic::kLongDouble);
    case kFloatingFortran:
        return floating(bytes, Basic::kFloat128);
    case kComplex:
        return complex(bytes, Basic::kComplexLongDouble);
    case kComplexFortran:
        return complex(bytes, Basic::kComplexFloat128);
    case kLogical:
        return logical(bytes);
    case Family::kByte:
        return Basic::kByte;
    case Family::kWideCharacter:
        return Basic::kWideCharacter;
    case kPair:
        return named.pair;
    case kFortranPair:
        return checked_pair(named.pair, bytes);
    case Family::kOpaque:
        break;
    }
    return Basic::kOpaque;
}

} // namespace

size_t basic_bytes(Basic basic) noexcept {
    return kDescribed[static_cast<size_t>(basic)].bytes;
}

const char* basic_name(Basic basic) noexcept {
    return kDescribed[static_cast<size_t>(basic)].name;
}

bool is_signed(Basic basic) noexcept {
    return basic >= Basic::kInt8 && basic <= Basic::kInt64;
}

bool is_integer(Basic basic) noexcept {
    return is_signed(basic) || (basic >= Basic::kUint8 && basic <= Basic::kUint64);
}

Basic basic_of_named(MPI_Datatype type) noexcept {
    for (const Named& named : named_list()) {
        if (named.type == type) {
            MPI_Count bytes = 0;
            return real().Type_size_x(type, &bytes) == MPI_SUCCESS ? resolve(named, bytes)
                                                                   : Basic::kOpaque;
        }
    }
    return Basic::kOpaque;
}

Basic basic_of_f90(int combiner, int64_t precision, int64_t bytes) noexcept {
    // gfortran has both 80-bit and 128-bit numbers in 16 bytes; the precision distinguishes them.
    const bool extended = precision != MPI_UNDEFINED && precision <= 18;
    if (combiner == MPI_COMBINER_F90_INTEGER) {
        return integer(true, bytes);
    }
    if (combiner == MPI_COMBINER_F90_REAL) {
        return floating(bytes, extended ? Basic::kLongDouble : Basic::kFloat128);
    }
    return complex(bytes, extended ? Basic::kComplexLongDouble : Basic::kComplexFloat128);
}

std::vector<MPI_Datatype> named_types() noexcept {
    std::vector<MPI_Datatype> known;
    for (const Named& named : named_list()) {
        if (named.type != MPI_DATATYPE_NULL && named.type != MPI_Datatype{}) {
            known.push_back(named.type);
        }
    }
    return known;
}

} // namespace arauto::mpi
