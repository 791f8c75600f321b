# The rows of the monitors against their definition, on random runs.
test_suite(unit_models USES test_generators robur_check)
add_test(NAME unit_models.misspelt_member
         COMMAND bash ${CMAKE_SOURCE_DIR}/tests/unit/models/misspelt_test.sh ${CMAKE_CXX_COMPILER})
set_tests_properties(unit_models.misspelt_member PROPERTIES TIMEOUT 300)
