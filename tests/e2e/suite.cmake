# The program `robur` as a user meets it: arguments, files, terminals, signals.
test_suite(e2e_test
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/run.cpp ${CMAKE_CURRENT_LIST_DIR}/usage_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/input_test.cpp ${CMAKE_CURRENT_LIST_DIR}/check_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/formats_test.cpp ${CMAKE_CURRENT_LIST_DIR}/terminal_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/fmt_test.cpp ${CMAKE_CURRENT_LIST_DIR}/export_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/repair_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/growth_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/verify_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/prove_test.cpp
  USES nlohmann_json::nlohmann_json)
add_dependencies(e2e_test robur robur-llvm robur-prove)
target_compile_definitions(e2e_test PRIVATE ROBUR_BINARY="$<TARGET_FILE:robur>")

# Its parts that need no process.
test_suite(cli_test
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/options_test.cpp
  USES robur_cli)
