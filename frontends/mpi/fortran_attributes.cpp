// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// MPI_Win_get_attr of Fortran. The MPIs' own wrappers read predefined attributes from their window
// without calling the C function, and would return those of the native window, which has no bytes.
// The MPIs' other Fortran wrappers call the C functions, and so need nothing here.
#include "info.hpp"
#include "real.hpp"
#include "registry.hpp"

using namespace arauto::mpi;

namespace {

/// The predefined key of C that corresponds to one of Fortran.
int key_in_c(MPI_Fint key) noexcept {
#if defined(OPEN_MPI) || defined(ARAUTO_MPI_STANDARD_ABI)
    return key;
#else
    return key - 1;
#endif
}

/// @return false when the MPI must answer: the window is native, or the attribute not predefined
bool answer(MPI_Fint win, MPI_Fint key, MPI_Aint* value, MPI_Fint* found) noexcept {
    Window* const window = look_up_window(real().Win_f2c(win));
    if (window == nullptr) {
        return false;
    }
    switch (key_in_c(key)) {
    case MPI_WIN_BASE:
        *value = reinterpret_cast<MPI_Aint>(window->base);
        break;
    case MPI_WIN_SIZE:
        *value = window->bytes;
        break;
    case MPI_WIN_DISP_UNIT:
        *value = window->unit;
        break;
    case MPI_WIN_CREATE_FLAVOR:
        *value = window->flavor_value;
        break;
    case MPI_WIN_MODEL:
        *value = window->model_value;
        break;
    default:
        return false;
    }
    *found = 1;
    return true;
}

using FortranGetAttr = void(const MPI_Fint*, const MPI_Fint*, MPI_Aint*, MPI_Fint*, MPI_Fint*);

struct Arguments {
    const MPI_Fint* win;
    const MPI_Fint* key;
    MPI_Aint* value;
    MPI_Fint* found;
    MPI_Fint* error; // null where Fortran leaves it out
};

void get_attr(const Arguments& given, const char* name) noexcept {
    if (answer(*given.win, *given.key, given.value, given.found)) {
        if (given.error != nullptr) {
            *given.error = MPI_SUCCESS;
        }
        return;
    }
    if (auto* const native = reinterpret_cast<FortranGetAttr*>(real_by_name(name));
        native != nullptr) {
        native(given.win, given.key, given.value, given.found, given.error);
    }
}

} // namespace

#define ARAUTO_FORTRAN_GET_ATTR(name)                                                              \
    ARAUTO_MPI_EXPORT void name(const MPI_Fint* win, const MPI_Fint* key, MPI_Aint* value,         \
                                MPI_Fint* found, MPI_Fint* error) {                                \
        get_attr({win, key, value, found, error}, #name);                                          \
    }

ARAUTO_FORTRAN_GET_ATTR(mpi_win_get_attr_)
ARAUTO_FORTRAN_GET_ATTR(pmpi_win_get_attr_)
ARAUTO_FORTRAN_GET_ATTR(mpi_win_get_attr_f08_)
