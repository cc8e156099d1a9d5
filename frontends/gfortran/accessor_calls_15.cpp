// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The entries that programs of gfortran 15 call in another form than those of 16.
#include "accessor.hpp"
#include "caller.hpp"

using namespace arauto::gfortran; // NOLINT: the compiler's entry points follow

/// The compiler passes 20 arguments, although its own header has 22. The team of the source is not
/// among them.
CAF_EXPORT void _gfortran_caf_transfer_between_remotes(Token to,
                                                       Descriptor* to_array,
                                                       size_t* to_length,
                                                       int to_image,
                                                       int to_accessor,
                                                       void* to_captured,
                                                       size_t to_captured_bytes,
                                                       Token from,
                                                       const Descriptor* from_array,
                                                       const size_t* from_length,
                                                       int from_image,
                                                       int from_accessor,
                                                       void* from_captured,
                                                       size_t from_captured_bytes,
                                                       size_t bytes,
                                                       bool is_scalar,
                                                       int* to_stat,
                                                       const void* const* to_team,
                                                       const int* to_team_number,
                                                       int* from_stat) {
    note_caller(__builtin_return_address(0));
    transfer_object({to,
                     to_array,
                     to_length,
                     {to_image, to_team, to_team_number},
                     to_accessor,
                     to_captured,
                     to_captured_bytes,
                     to_stat},
                    {from,
                     from_array,
                     from_length,
                     {from_image, nullptr, nullptr},
                     from_accessor,
                     from_captured,
                     from_captured_bytes,
                     from_stat},
                    bytes, is_scalar);
}

CAF_EXPORT int32_t _gfortran_caf_is_present_on_remote(
    Token token, int image, int accessor, void* captured, size_t captured_bytes) {
    note_caller(__builtin_return_address(0));
    return is_component_there({token,
                               nullptr,
                               nullptr,
                               {image, nullptr, nullptr},
                               accessor,
                               captured,
                               captured_bytes,
                               nullptr},
                              false)
               ? 1
               : 0;
}
