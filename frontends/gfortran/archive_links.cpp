// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// For libcaf_arauto.a alone: strong references to functions of libgfortran.a that this front-end
// otherwise names by weak symbols, for which a linker takes nothing from an archive.
extern "C" void _gfortran_flush_i4(void*);
extern "C" void _gfortran_random_seed_i4(void*, void*, void*);

namespace {

[[gnu::used]] void (*const g_flush)(void*) = _gfortran_flush_i4;
[[gnu::used]] void (*const g_random_seed)(void*, void*, void*) = _gfortran_random_seed_i4;

} // namespace
