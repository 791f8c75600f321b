# The program `robur` as a user runs it: arguments, files, terminals, signals.
test_suite(e2e_test USES test_support nlohmann_json::nlohmann_json)
add_dependencies(e2e_test robur robur-llvm robur-prove)
target_compile_definitions(e2e_test PRIVATE ROBUR_BINARY="$<TARGET_FILE:robur>")
