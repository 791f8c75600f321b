# The IR: expressions, diagnostics, the checker, the canonical form and the printer.
test_suite(unit_program
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/listing.cpp
          ${CMAKE_CURRENT_LIST_DIR}/random_program.cpp
          ${CMAKE_CURRENT_LIST_DIR}/language_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/expr_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/program_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/source_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/validate_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/simplify_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/code_builder_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/print_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/print_property_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/outline_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/pack_test.cpp
  USES robur_frontend)
