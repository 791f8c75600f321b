# What keeps the description of the memory models honest.
add_test(NAME models.misspelt_member
         COMMAND bash ${CMAKE_SOURCE_DIR}/tests/models/misspelt_test.sh ${CMAKE_CXX_COMPILER})
set_tests_properties(models.misspelt_member PROPERTIES TIMEOUT 120)
