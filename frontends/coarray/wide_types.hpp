// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Names for the 16-byte numbers of Fortran, which C++ compilers name differently.
#pragma once

#include <cfloat>

namespace arauto::coarray {

#if LDBL_MANT_DIG == 113 // as on ARM64
using Real16 = long double;
#else
__extension__ using Real16 = __float128;
#endif
__extension__ using Integer16 = __int128;
__extension__ using Wrapping16 = unsigned __int128;

} // namespace arauto::coarray
