# Rocker's language: what each construct lowers to, every message, hostile input.
test_suite(unit_frontend_tpl USES test_support robur_frontend_tpl)
