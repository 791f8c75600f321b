# Terminal output, JSON and DOT of results made by hand.
test_suite(report_test
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/scene.cpp ${CMAKE_CURRENT_LIST_DIR}/stories.cpp ${CMAKE_CURRENT_LIST_DIR}/narrate_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/text_test.cpp ${CMAKE_CURRENT_LIST_DIR}/json_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/dot_test.cpp ${CMAKE_CURRENT_LIST_DIR}/words_test.cpp
  USES robur_report)
