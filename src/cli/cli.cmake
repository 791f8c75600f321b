# The command line: a library, so that tests reach its parts, and the program `robur`, which
# is main.cpp alone. It is linked statically, because loading shared libraries costs more
# time than checking a small program does.
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/cli/*.cpp)
list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
add_library(robur_cli STATIC ${sources})
target_include_directories(robur_cli PUBLIC ${CMAKE_SOURCE_DIR}/src)
target_link_libraries(robur_cli PUBLIC robur_frontend robur_check robur_report robur_export robur_repair_c robur_run robur_verify
                                       CLI11::CLI11 robur_fmt)
# Reading options is not where the time goes, and CLI11 is slow to optimise and large.
target_compile_options(robur_cli PRIVATE $<$<CONFIG:Release>:-Os>)
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/cli/version.cpp PROPERTIES
  COMPILE_DEFINITIONS "ROBUR_VERSION=\"${PROJECT_VERSION}\"")

add_executable(robur ${CMAKE_SOURCE_DIR}/src/cli/main.cpp)
target_link_libraries(robur PRIVATE robur_cli)
foreach(companion robur-llvm robur-prove)
  if(TARGET ${companion})
    add_dependencies(robur ${companion})
  endif()
endforeach()
if(NOT ROBUR_SANITIZE)
  # Code and constants in one segment share pages: a tenth of a megabyte less of a process that needs five.
  target_link_options(robur PRIVATE -static -Wl,--gc-sections -Wl,-z,noseparate-code)
endif()
