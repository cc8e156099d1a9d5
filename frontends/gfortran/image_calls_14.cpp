// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// THIS_IMAGE and NUM_IMAGES, as programs of gfortran 8 to 15 call them.
#include "coarray.hpp"
#include "compiled_by.hpp"

#include "arauto/runtime.h"

using namespace arauto::gfortran; // NOLINT: the compiler's entry points follow

CAF_EXPORT int _gfortran_caf_this_image(int distance) {
    if (distance != 0) [[unlikely]] { // the compilers accept only the current team
        refuse_object("THIS_IMAGE has got a team");
    }
    return images.own_member + 1;
}

/// @param failed  -1: all images; 0: those that have not failed; 1: those that have
CAF_EXPORT int _gfortran_caf_num_images(int distance, int failed) {
    if (distance != 0 || failed < -1 || failed > 1) [[unlikely]] {
        refuse_object("NUM_IMAGES has got a team");
    }
    if (failed < 0) {
        return images.size;
    }
    arauto_handle_failures();
    const auto count = static_cast<int>(
        arauto::coarray::images_in_state(current_team(), ARAUTO_RANK_FAILED).size());
    return failed != 0 ? count : images.size - count;
}

CAF_EXPORT int _gfortran_caf_image_status(int image, void**) {
    arauto_handle_failures();
    const int rank = image_to_rank(image);
    if (rank < 0) {
        arauto::coarray::refuse_image({}, image, "IMAGE_STATUS");
    }
    return arauto::coarray::image_status(rank);
}
