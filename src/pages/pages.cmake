# Manual pages and completions for shells, made from the tables of commands and options by a program that
# is not installed itself.
module(pages QUIET USES robur_cli robur_frontend robur_program robur_report)
program(robur-pages pages/main.cpp USES robur_pages robur_cli)

set(ROBUR_PAGES_DIR ${CMAKE_BINARY_DIR}/pages)
add_custom_command(OUTPUT ${ROBUR_PAGES_DIR}/robur.1
  COMMAND robur-pages ${ROBUR_PAGES_DIR}
  DEPENDS robur-pages
  VERBATIM)
add_custom_target(robur_pages_files ALL DEPENDS ${ROBUR_PAGES_DIR}/robur.1)
