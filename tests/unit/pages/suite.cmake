# What is made from the tables for installation. tests/scripts/install_test.sh uses the results.
test_suite(unit_pages USES robur_pages robur_cli)
