# Proofs against brute force, and the corpus.
if(TARGET robur_prove)
  test_suite(unit_prove USES test_generators robur_prove robur_report)
endif()
