# The table of languages, and that everything which must mention each language does.
test_suite(unit_frontend USES robur_frontend)
