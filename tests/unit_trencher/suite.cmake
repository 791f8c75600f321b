# Trencher's format: automata, conditions, memory, lock ... unlock regions, messages.
test_suite(unit_trencher
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/../unit_program/listing.cpp
          ${CMAKE_CURRENT_LIST_DIR}/support.cpp
          ${CMAKE_CURRENT_LIST_DIR}/lowering_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/memory_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/logic_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/region_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/region_meaning_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/errors_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/hostile_test.cpp
  USES robur_frontend_trencher)
