# Repairs of C and C++: what is found in texts, how they are edited, and the corpus.
test_suite(unit_repair_c USES test_support robur_cli robur_repair_c robur_verify)
target_compile_definitions(unit_repair_c PRIVATE ROBUR_BINARY_DIR="${CMAKE_BINARY_DIR}")
add_dependencies(unit_repair_c robur-llvm)
