# The pages a reader meets: their links, their programs, and the sessions that they show.
set(docs_binary ${CMAKE_BINARY_DIR}/robur)
set(docs_test bash ${CMAKE_SOURCE_DIR}/tests/docs/docs_test.sh)
add_test(NAME docs.links COMMAND ${docs_test} links)
add_test(NAME docs.excerpts COMMAND ${docs_test} excerpts)
add_test(NAME docs.programs COMMAND ${docs_test} programs ${docs_binary})
add_test(NAME docs.models COMMAND ${docs_test} models ${docs_binary})
add_test(NAME docs.sessions
         COMMAND bash ${CMAKE_SOURCE_DIR}/scripts/update-sessions --check ${docs_binary})
set_tests_properties(docs.links docs.excerpts docs.programs docs.models PROPERTIES TIMEOUT 60)
set_tests_properties(docs.sessions PROPERTIES TIMEOUT 300)
add_test(NAME docs.contributing
         COMMAND bash ${CMAKE_SOURCE_DIR}/tests/docs/contributing_test.sh ${CMAKE_BINARY_DIR})
set_tests_properties(docs.contributing PROPERTIES TIMEOUT 300)
add_test(NAME docs.architecture COMMAND bash ${CMAKE_SOURCE_DIR}/tests/docs/architecture_test.sh)
