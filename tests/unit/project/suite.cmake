# Projects: how the user's build compiles each file.
test_suite(unit_project USES robur_project robur_support)
