# Terminal output, JSON and DOT of results written by hand.
test_suite(report_test USES robur_report test_support)
