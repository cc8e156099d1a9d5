# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# A .deb and an .rpm, by `make packages`: its build folder has the prefix /usr and the folder of libraries that the
# distribution has, and no rpath, as the loader looks there by itself.
set(CPACK_PACKAGE_NAME arauto)
set(CPACK_PACKAGE_VENDOR "the Arauto authors")
set(CPACK_PACKAGE_CONTACT "the Arauto authors <maintainers@users.noreply.a-seed-9b8bd6e4.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "one-sided communication for coarray Fortran, MPI, C and C++")
set(CPACK_PACKAGE_DESCRIPTION
    "An image writes into another image's memory and notifies it in the
same operation. Coarray Fortran of gfortran runs on it without an MPI;
so do C, C++ and the one-sided calls of MPI programs.")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_RELOCATABLE OFF) # the libraries find each other where the loader looks
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/package/before_packing.cmake")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gfortran, gcc, libfabric1, python3 (>= 3.10)")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libopenmpi-dev | libmpich-dev, cmake, pkg-config")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
file(WRITE "${CMAKE_BINARY_DIR}/installed_packages/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${CMAKE_BINARY_DIR}/installed_packages/triggers")
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE BSD-3-Clause)
set(CPACK_RPM_PACKAGE_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}") # it takes no other
set(CPACK_RPM_PACKAGE_GROUP Development/Libraries)
set(CPACK_RPM_PACKAGE_AUTOREQPROV ON)
# The first lines of the spec: CPack has no word for Recommends.
set(CPACK_RPM_SPEC_MORE_DEFINE
    "%define _build_id_links none\nRecommends: gcc-gfortran gcc-c++ libfabric python3 >= 3.10")
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION
    /usr/share/bash-completion /usr/share/bash-completion/completions /usr/share/zsh /usr/share/zsh/site-functions
    /usr/share/fish /usr/share/fish/vendor_completions.d /usr/share/man /usr/share/man/man1 /usr/share/man/man3
    /usr/share/doc /usr/share/modulefiles /usr/share/licenses "/usr/${CMAKE_INSTALL_LIBDIR}/cmake"
    "/usr/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/usr/${CMAKE_INSTALL_LIBDIR}" /usr/lib)
include(CPack)
