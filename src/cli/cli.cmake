# The command line: a library, so that tests reach its parts, and the program `robur`. The program is
# linked statically, because loading shared libraries takes longer than checking a small program.
module(cli QUIET USES robur_accept robur_check robur_promela robur_frontend robur_frontend_rob robur_graph robur_program
                      robur_program_analysis robur_program_transform robur_repair robur_repair_c
                      robur_report robur_result robur_run robur_support robur_verify CLI11::CLI11)
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/cli/version.cpp PROPERTIES
  COMPILE_DEFINITIONS "ROBUR_VERSION=\"${PROJECT_VERSION}\"")

program(robur cli/main.cpp USES robur_cli)
# Until robur-llvm and robur-prove are built, a script that builds them takes their place.
foreach(companion robur-llvm robur-prove)
  if(TARGET ${companion} AND NOT EXISTS ${CMAKE_BINARY_DIR}/${companion})
    file(CREATE_LINK ${CMAKE_SOURCE_DIR}/scripts/build-companion ${CMAKE_BINARY_DIR}/${companion} SYMBOLIC)
  endif()
endforeach()
if(NOT ROBUR_SANITIZE)
  # Code and constants in one segment save a tenth of a megabyte of the five that the process needs.
  target_link_options(robur PRIVATE -static -Wl,--gc-sections -Wl,-z,noseparate-code)
endif()
