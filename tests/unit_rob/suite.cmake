# The .rob frontend: lowering, diagnostics, formatter, hostile input, and every .rob text
# that the repository contains.
test_suite(unit_rob
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/support.cpp
          ${CMAKE_CURRENT_LIST_DIR}/random_text.cpp
          ${CMAKE_CURRENT_LIST_DIR}/lexer_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/declarations_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/lowering_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/control_flow_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/spans_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/syntax_errors_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/declaration_errors_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/access_errors_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/statement_errors_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/format_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/format_property_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/hostile_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/files_test.cpp
  USES robur_frontend_rob)
