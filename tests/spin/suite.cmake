# Spin repeats the check: verdicts and state counts of the exported model against ours.
test_suite(spin_test
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/compare.cpp
          ${CMAKE_CURRENT_LIST_DIR}/pan.cpp
          ${CMAKE_CURRENT_LIST_DIR}/export_error_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/test_spin.cpp
  USES robur_check robur_export robur_frontend robur_property)
