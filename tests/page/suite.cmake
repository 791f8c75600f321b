# The page of --format html: its text, and what happens in headless Chromium.
foreach(part html browser)
  add_test(NAME page.${part}
           COMMAND python3 ${CMAKE_SOURCE_DIR}/tests/page/page_test.py $<TARGET_FILE:robur> ${part})
  set_tests_properties(page.${part} PROPERTIES TIMEOUT 600)
endforeach()
