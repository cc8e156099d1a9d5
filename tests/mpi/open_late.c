/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A program that is not linked to an MPI and opens one later, for itself alone, as Python does:
 * with the library preloaded, its MPI is not there yet when the library is loaded. open_late MODULE
 * [ARGUMENT...]: MODULE is a program of MPI that has been made a shared object.
 */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char** argv) {
    if (argc < 2) {
        fprintf(stderr, "open_late MODULE [ARGUMENT...]\n");
        return 2;
    }
    void* const module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (module == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    int (*const run)(int, char**) = (int (*)(int, char**))dlsym(module, "main");
    return run(argc - 1, argv + 1);
}
