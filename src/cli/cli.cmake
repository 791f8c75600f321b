# The command line: a library, so that tests reach its parts, and the program `robur`. The program is
# linked statically, because loading shared libraries takes longer than checking a small program.
module(cli QUIET USES robur_accept robur_check robur_litmus robur_promela robur_frontend robur_frontend_rob robur_graph robur_program
                      robur_program_analysis robur_program_transform robur_project robur_repair robur_repair_c
                      robur_report robur_result robur_run robur_support robur_verify CLI11::CLI11)

# What `robur --version` prints. The file is compiled alone, and again when the commit changes.
set(built_with "")
if(ROBUR_LLVM_CONFIG AND ROBUR_CLANG)
  execute_process(COMMAND ${ROBUR_LLVM_CONFIG} --version OUTPUT_VARIABLE llvm_version
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(APPEND built_with ", LLVM ${llvm_version}")
endif()
if(TARGET robur-prove)
  file(STRINGS ${ROBUR_Z3_HEADERS}/z3_version.h z3_version REGEX "Z3_FULL_VERSION")
  string(REGEX REPLACE ".*\"(.*)\".*" "\\1" z3_version "${z3_version}")
  string(APPEND built_with ", Z3 ${z3_version}")
endif()
# Configuring makes the header too, for presets that only configure.
set(commit_header ${CMAKE_BINARY_DIR}/commit/robur_commit.h)
set(make_commit_header ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR} -DHEADER=${commit_header}
                       -P ${CMAKE_SOURCE_DIR}/src/cli/commit.cmake)
execute_process(COMMAND ${make_commit_header} COMMAND_ERROR_IS_FATAL ANY)
add_custom_target(robur_commit BYPRODUCTS ${commit_header} COMMAND ${make_commit_header})
add_dependencies(robur_cli robur_commit)
target_include_directories(robur_cli PRIVATE ${CMAKE_BINARY_DIR}/commit)
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/cli/version.cpp PROPERTIES
  SKIP_UNITY_BUILD_INCLUSION ON
  COMPILE_DEFINITIONS "ROBUR_VERSION=\"${PROJECT_VERSION}\";ROBUR_BUILT_WITH=\"${built_with}\"")

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
