# The scripts, on a copy of them around a small program.
foreach(part install_deps launcher suite check_modules check_prose check_words)
  add_test(NAME scripts.${part}
           COMMAND bash ${CMAKE_SOURCE_DIR}/tests/scripts/${part}_test.sh)
  set_tests_properties(scripts.${part} PROPERTIES TIMEOUT 300)
endforeach()

# An installation, a package, and what a user's project does with them.
if(NOT ROBUR_SANITIZE)
  add_test(NAME scripts.install COMMAND bash ${CMAKE_SOURCE_DIR}/tests/scripts/install_test.sh ${CMAKE_BINARY_DIR})
  set_tests_properties(scripts.install PROPERTIES TIMEOUT 600)
endif()

# The text of every mutant still occurs in the sources.
add_test(NAME scripts.mutants COMMAND bash ${CMAKE_SOURCE_DIR}/bench/mutate --check)

# The modules of src against what CMake declares.
add_test(NAME scripts.modules COMMAND ${CMAKE_SOURCE_DIR}/scripts/check-modules ${CMAKE_BINARY_DIR})

# No code decides by comparing English sentences.
add_test(NAME scripts.prose COMMAND ${CMAKE_SOURCE_DIR}/scripts/check-prose)

# Words that are not used here are errors.
add_test(NAME scripts.words COMMAND ${CMAKE_SOURCE_DIR}/scripts/check-words)

# A wrong rule in the binary is detected by --self-check.
if(NOT ROBUR_SANITIZE)
  add_test(NAME scripts.self_check COMMAND bash ${CMAKE_SOURCE_DIR}/tests/scripts/self_check_test.sh
                                           ${CMAKE_CXX_COMPILER} ${CMAKE_BINARY_DIR})
  set_tests_properties(scripts.self_check PROPERTIES TIMEOUT 600)
endif()
