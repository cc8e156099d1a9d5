# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Files that distributions want beside the installed tree: compressed pages of the manual, the licence where they
# look for it, and what lintian is to know. CPack calls this before it packs.
file(GLOB_RECURSE pages "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*.1" "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*.3")
foreach(page ${pages})
  if(page MATCHES "/man/man[13]/")
    execute_process(COMMAND gzip -9nf "${page}" COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
# Each distribution has a place of its own for the licence.
file(GLOB_RECURSE licences "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/LICENSE")
list(FILTER licences INCLUDE REGEX "/share/doc/arauto/LICENSE$")
foreach(licence ${licences})
  get_filename_component(documents "${licence}" DIRECTORY)
  get_filename_component(share "${documents}/../.." ABSOLUTE)
  if(CPACK_GENERATOR STREQUAL "RPM")
    file(COPY "${licence}" DESTINATION "${share}/licenses/arauto")
  elseif(CPACK_GENERATOR STREQUAL "DEB")
    file(RENAME "${licence}" "${documents}/copyright")
    file(RENAME "${documents}/CHANGELOG.md" "${documents}/changelog")
    # The changelog of the package, not of the program: the package has changed once, when it was made.
    string(TIMESTAMP made "%a, %d %b %Y %H:%M:%S +0000" UTC) # or the time that SOURCE_DATE_EPOCH names
    file(WRITE "${documents}/changelog.Debian"
         "arauto (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
         "  * Made by `make packages`; changelog.gz has the changes of Arauto.\n\n"
         " -- ${CPACK_PACKAGE_CONTACT}  ${made}\n")
    execute_process(COMMAND gzip -9nf "${documents}/changelog" "${documents}/changelog.Debian"
                    COMMAND_ERROR_IS_FATAL ANY)
    file(COPY "${CMAKE_CURRENT_LIST_DIR}/lintian-overrides" DESTINATION "${share}/lintian/overrides")
    file(RENAME "${share}/lintian/overrides/lintian-overrides" "${share}/lintian/overrides/arauto")
  endif()
endforeach()

# As dh_strip does; rpmbuild does so by itself. CPack has taken out the symbols of programs, but not the notes of the
# compiler.
if(CPACK_GENERATOR STREQUAL "DEB")
  file(GLOB_RECURSE libraries "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/lib*.a"
       "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/lib*.so.*")
  file(GLOB_RECURSE commands LIST_DIRECTORIES false "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/arauto")
  list(FILTER commands INCLUDE REGEX "/bin/arauto$")
  foreach(binary ${libraries} ${commands})
    if(NOT IS_SYMLINK "${binary}")
      # Fails for scripts of the linker, which stay as they are.
      execute_process(COMMAND strip --strip-debug --enable-deterministic-archives -R .comment -R .note "${binary}"
                      ERROR_QUIET)
    endif()
  endforeach()
endif()
