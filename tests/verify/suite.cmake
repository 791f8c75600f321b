# Safety under SRA: backward search against brute force.
add_library(robur_brute_force STATIC ${CMAKE_CURRENT_LIST_DIR}/brute_force.cpp)
target_include_directories(robur_brute_force PUBLIC ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/tests)
target_link_libraries(robur_brute_force PUBLIC robur_property)

test_suite(verify_test
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/random_programs_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/reductions_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/verdicts_test.cpp
          ${CMAKE_CURRENT_SOURCE_DIR}/corpus_test/expectation.cpp
  USES robur_brute_force robur_frontend robur_verify)
