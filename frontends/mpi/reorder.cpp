// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See reorder.hpp; and the calls that set and return a window's info.
#include "reorder.hpp"

#include "epoch.hpp"
#include "errors.hpp"
#include "real.hpp"
#include "registry.hpp"

#include <cstring>

namespace arauto::mpi {
namespace {

struct Key {
    int flag;
    const char* names[2];
};

constexpr Key kKeys[] = {
    {ARAUTO_REORDER_ACCESS_AFTER_ACCESS, {"MPI_WIN_ACCESS_AFTER_ACCESS_REORDER", "A_A_A_R"}},
    {ARAUTO_REORDER_ACCESS_AFTER_EXPOSURE, {"MPI_WIN_ACCESS_AFTER_EXPOSURE_REORDER", "A_A_E_R"}},
    {ARAUTO_REORDER_EXPOSURE_AFTER_EXPOSURE,
     {"MPI_WIN_EXPOSURE_AFTER_EXPOSURE_REORDER", "E_A_E_R"}},
    {ARAUTO_REORDER_EXPOSURE_AFTER_ACCESS, {"MPI_WIN_EXPOSURE_AFTER_ACCESS_REORDER", "E_A_A_R"}},
};

constexpr int kValueBytes = 16;

/// Some MPIs have keys of 35 characters at most, and treat a longer one as an error.
bool fits(const char* key) noexcept {
    return std::strlen(key) < MPI_MAX_INFO_KEY;
}

/// @return whether the info has the key; a value that is too long is cut, and then is not valid
bool find_value(MPI_Info info, const char* key, char (&value)[kValueBytes]) noexcept {
    int found = 0;
    if (!fits(key)) {
        return false;
    }
    real().Info_get(info, key, kValueBytes - 1, value, &found);
    return found != 0;
}

} // namespace

Reorder reorder_in(MPI_Info info) noexcept {
    Reorder all;
    if (info == MPI_INFO_NULL) {
        return all;
    }
    for (const Key& key : kKeys) {
        for (const char* const name : key.names) {
            char value[kValueBytes] = {};
            if (!find_value(info, name, value)) {
                continue;
            }
            const bool is_on = std::strcmp(value, "1") == 0 || std::strcmp(value, "true") == 0;
            if (!is_on && std::strcmp(value, "0") != 0 && std::strcmp(value, "false") != 0) {
                all.wrong_key = name;
                return all;
            }
            all.named |= key.flag;
            all.flags = is_on ? all.flags | key.flag : all.flags & ~key.flag;
        }
    }
    return all;
}

void set_reorder(Window& window, const Reorder& wanted) noexcept {
    const Guard guard(window);
    window.reorder = (window.reorder & ~wanted.named) | wanted.flags;
    arauto_epochs_set_reorder(window.epochs, window.reorder);
}

namespace {

int set_info(Window& window, MPI_Info info, MPI_Win win) noexcept {
    const Reorder wanted = reorder_in(info);
    if (wanted.wrong_key != nullptr) {
        return fail(window, MPI_ERR_INFO_VALUE,
                    "MPI_Win_set_info: the value of %s must be \"0\", \"1\", \"false\" or \"true\"",
                    wanted.wrong_key);
    }
    const int status = real().Win_set_info(win, info);
    if (status == MPI_SUCCESS) {
        set_reorder(window, wanted);
    }
    return status;
}

int get_info(const Window& window, MPI_Win win, MPI_Info* info) noexcept {
    if (const int checked = check_output(window, info, "MPI_Win_get_info", "info");
        checked != MPI_SUCCESS) {
        return checked;
    }
    const int status = real().Win_get_info(win, info);
    for (const Key& key : kKeys) {
        if (status != MPI_SUCCESS) {
            break;
        }
        for (const char* const name : key.names) {
            if (fits(name)) {
                real().Info_set(*info, name, (window.reorder & key.flag) != 0 ? "1" : "0");
            }
        }
    }
    return status;
}

} // namespace
} // namespace arauto::mpi

using namespace arauto::mpi;

ARAUTO_MPI_EXPORT int MPI_Win_set_info(MPI_Win win, MPI_Info info) {
    Window* const window = find_window(win);
    return window != nullptr ? set_info(*window, info, win) : real().Win_set_info(win, info);
}
ARAUTO_MPI_BOTH(Win_set_info)

ARAUTO_MPI_EXPORT int MPI_Win_get_info(MPI_Win win, MPI_Info* info) {
    const Window* const window = find_window(win);
    return window != nullptr ? get_info(*window, win, info) : real().Win_get_info(win, info);
}
ARAUTO_MPI_BOTH(Win_get_info)
