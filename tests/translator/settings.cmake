# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Translated programs under every setting of transfers.
if(NOT ARAUTO_SANITIZE)
  set(settings_programs)
  foreach(name late puts structures blocks positions counted)
    list(APPEND settings_programs "${CMAKE_CURRENT_LIST_DIR}/programs/${name}.f90")
  endforeach()
  foreach(compiler ${ARAUTO_FORTRANS})
    get_filename_component(short "${compiler}" NAME)
    add_test(NAME translator.settings.${short}
             COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/settings.py" "${ARAUTO_COMMAND}" "${compiler}"
                     ${settings_programs})
    set_tests_properties(translator.settings.${short} PROPERTIES TIMEOUT 400 LABELS fortran
                         ENVIRONMENT "${ARAUTO_TRANSLATED_CACHE}")
  endforeach()
endif()
