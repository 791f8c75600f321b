# The checker against the oracle on random programs: as tests, and as a program that runs as long as
# it is asked to (bench/soak).
set(tools ${CMAKE_CURRENT_LIST_DIR}/soak.cpp ${CMAKE_CURRENT_LIST_DIR}/write_mixes.cpp)
file(GLOB tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*_test.cpp)
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cpp)
list(REMOVE_ITEM sources ${tests} ${tools})
test_library(test_compare SOURCES ${sources} USES test_oracle robur_check)
test_suite(property_test SOURCES ${tests} USES test_compare)

add_executable(robur_soak ${CMAKE_CURRENT_LIST_DIR}/soak.cpp)
target_link_libraries(robur_soak PRIVATE test_compare robur_frontend CLI11::CLI11)

# Writes tests/corpus/mixes.
add_executable(robur_mixes ${CMAKE_CURRENT_LIST_DIR}/write_mixes.cpp)
target_link_libraries(robur_mixes PRIVATE test_oracle)
