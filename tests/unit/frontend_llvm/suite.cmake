# C and C++ as input: random programs written in C mean the same as in the program representation,
# different ways to write a loop are treated alike, what cannot be represented is rejected with its line.
test_suite(unit_frontend_llvm USES robur_cli test_compare robur_report)
add_dependencies(unit_frontend_llvm robur-llvm)
