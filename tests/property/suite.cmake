# The checker against the oracle on random programs: as tests, and as a program that runs as long as
# it is asked to (bench/soak).
set(tools ${CMAKE_CURRENT_LIST_DIR}/soak.cpp ${CMAKE_CURRENT_LIST_DIR}/write_mixes.cpp)
file(GLOB tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*_test.cpp)
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cpp)
list(REMOVE_ITEM sources ${tests} ${tools})
test_library(test_compare SOURCES ${sources} USES test_oracle robur_check robur_executions)
test_suite(property_test SOURCES ${tests} USES test_compare test_support robur_report robur_verify robur_litmus robur_frontend_litmus)

test_program(robur_soak SOURCES ${CMAKE_CURRENT_LIST_DIR}/soak.cpp
                        USES test_compare robur_frontend CLI11::CLI11)

# Writes tests/corpus/mixes.
test_program(robur_mixes SOURCES ${CMAKE_CURRENT_LIST_DIR}/write_mixes.cpp USES test_oracle)
