// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The compilers that libcaf_arauto16 is for.
#include "compiled_by.hpp"

const arauto::gfortran::Compilers arauto::gfortran::compilers{16, kNoLimit, "libcaf_arauto16"};
