file(GLOB repair_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/repair/*.cpp)
test_suite(repair_test SOURCES ${repair_sources} ${CMAKE_CURRENT_SOURCE_DIR}/corpus_test/expectation.cpp USES robur_repair robur_verify robur_property)
