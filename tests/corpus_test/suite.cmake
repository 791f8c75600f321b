# Every program of tests/corpus against the verdicts in its own header.
test_suite(corpus_test USES test_support robur_cli robur_frontend robur_check robur_verify)
add_dependencies(corpus_test robur-llvm)
