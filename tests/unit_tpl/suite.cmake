# Rocker's language: what each construct lowers to, every message, hostile input.
test_suite(unit_tpl
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/../unit_program/listing.cpp
          ${CMAKE_CURRENT_LIST_DIR}/support.cpp
          ${CMAKE_CURRENT_LIST_DIR}/lowering_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/control_flow_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/values_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/declaration_errors_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/statement_errors_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/hostile_test.cpp
  USES robur_frontend_tpl)
