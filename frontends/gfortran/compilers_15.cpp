// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The compilers that libcaf_arauto15 is for.
#include "compiled_by.hpp"

const arauto::gfortran::Compilers arauto::gfortran::compilers{15, 15, "libcaf_arauto15"};
