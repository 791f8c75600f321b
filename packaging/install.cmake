# Installation and Debian packages.
#
# Robur's programs, and what they find beside them (bitcode and headers of robur-llvm, the sanitizer's
# runtime), are in one folder, lib/robur. What users call are links in bin. A program finds its folder by
# its own path, so an installed tree may be moved.
include(GNUInstallDirs)
set(private ${CMAKE_INSTALL_LIBDIR}/robur)

install(TARGETS robur DESTINATION ${private})
install(PROGRAMS robur-c++ DESTINATION ${private})
if(TARGET robur-llvm)
  install(TARGETS robur-llvm DESTINATION ${private})
  install(FILES ${CMAKE_BINARY_DIR}/robur-library.bc ${CMAKE_BINARY_DIR}/robur-exceptions.bc
          DESTINATION ${private})
  install(DIRECTORY ${CMAKE_BINARY_DIR}/include DESTINATION ${private})
endif()
if(TARGET robur-prove)
  install(TARGETS robur-prove DESTINATION ${private})
endif()
install(DIRECTORY ${CMAKE_BINARY_DIR}/runtime DESTINATION ${private})
install(FILES include/robur.h DESTINATION ${private}/runtime/include)
install(FILES include/robur.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(CODE "
  set(bin \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
  file(RELATIVE_PATH to \"/${CMAKE_INSTALL_BINDIR}\" \"/${private}\")
  file(MAKE_DIRECTORY \"\${bin}\")
  foreach(name robur robur-c++)
    file(CREATE_LINK \"\${to}/\${name}\" \"\${bin}/\${name}\" SYMBOLIC)
  endforeach()
  file(CREATE_LINK robur-c++ \"\${bin}/robur-cc\" SYMBOLIC)
")

install(DIRECTORY ${ROBUR_PAGES_DIR}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
        FILES_MATCHING PATTERN "*.1")
install(FILES ${ROBUR_PAGES_DIR}/robur.bash RENAME robur
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
# zsh looks for what Debian's packages install in another place than for what users do.
install(CODE "
  set(data \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh\")
  if(CMAKE_INSTALL_PREFIX STREQUAL /usr)
    set(data \"\${data}/vendor-completions\")
  else()
    set(data \"\${data}/site-functions\")
  endif()
  file(INSTALL ${ROBUR_PAGES_DIR}/_robur DESTINATION \"\${data}\")
")
install(FILES ${ROBUR_PAGES_DIR}/robur.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})

include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/RoburConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES packaging/RoburConfig.cmake ${CMAKE_BINARY_DIR}/RoburConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_DATADIR}/cmake/Robur)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME robur)
set(CPACK_PACKAGE_VENDOR "The Robur maintainers")
set(CPACK_PACKAGE_CONTACT "The Robur maintainers <maintainers@robur.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "robustness of concurrent programs against weak memory")
set(CPACK_PACKAGE_DESCRIPTION
"Robur decides whether a concurrent C or C++ program can tell a weak memory
model from sequential consistency, shows where, says whether it matters, and
repairs it. It has a checker, a sanitizer for running programs, and proofs.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# C and C++ are read by clang; the sanitizer gets names from llvm-symbolizer-19.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, libstdc++-12-dev, llvm-19")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "graphviz, spin")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
include(CPack)
