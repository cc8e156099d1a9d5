# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Notified access from Fortran: the module `arauto`.
foreach(feature notify attach)
  arauto_fortran_test(NAME notify.fortran_${feature} SOURCE "${CMAKE_CURRENT_LIST_DIR}/fortran_${feature}.f90"
                      IMAGES 1 2 3 4 FLAGS "-I${CMAKE_BINARY_DIR}/lib/arauto/gfortran")
endforeach()
