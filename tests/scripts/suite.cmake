# The scripts a newcomer meets first: install-deps, ./robur, ./test.
foreach(part install_deps launcher suite)
  add_test(NAME scripts.${part}
           COMMAND bash ${CMAKE_SOURCE_DIR}/tests/scripts/${part}_test.sh)
  set_tests_properties(scripts.${part} PROPERTIES TIMEOUT 300)
endforeach()

# A rule that was rewritten and whose mutant was not would be tested by nobody.
add_test(NAME scripts.mutants COMMAND bash ${CMAKE_SOURCE_DIR}/bench/mutate --check)
