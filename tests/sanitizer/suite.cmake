# The sanitizer as users run it: programs compiled by the wrappers, under many schedules.
function(sanitizer_test name environment)
  add_test(NAME sanitizer/${name} COMMAND ${ARGN})
  set_tests_properties(sanitizer/${name} PROPERTIES
    ENVIRONMENT "ROBUR_RUNTIME=${ROBUR_RUNTIME_DIR};${environment}" TIMEOUT 1800)
endfunction()
set(judge ROBUR_JUDGE=$<TARGET_FILE:judge_trace>)
set(binary ROBUR_BINARY=$<TARGET_FILE:robur>)

# All programs with both compilers, the typical ones at more optimisation levels.
file(GLOB programs CONFIGURE_DEPENDS
  ${CMAKE_CURRENT_LIST_DIR}/clean/*.c ${CMAKE_CURRENT_LIST_DIR}/clean/*.cpp
  ${CMAKE_CURRENT_LIST_DIR}/broken/*.c ${CMAKE_CURRENT_LIST_DIR}/broken/*.cpp)
foreach(program ${programs})
  file(RELATIVE_PATH name ${CMAKE_CURRENT_LIST_DIR} ${program})
  set(builds clang-O1 gcc-O2)
  if(name MATCHES "fences|store_buffering")
    list(APPEND builds clang-O0 clang-O2 gcc-O0)
  endif()
  # Without dynamic linking the runtime replaces functions in another way.
  if(name MATCHES "c11_threads|broken/mutex|clean/(pthreads|fork)|/store_buffering.cpp")
    list(APPEND builds clang-O1-static gcc-O1-static)
  endif()
  if(name MATCHES "clean/once")
    list(APPEND builds clang-O1-static gcc-O1-static-libstdc++ gcc-O1-static-pie)
  endif()
  foreach(build ${builds})
    string(REGEX MATCH "^[a-z]+" compiler ${build})
    string(REGEX MATCH "-O." level ${build})
    string(REGEX MATCH "-static.*$" linking ${build})
    sanitizer_test(${name}/${build} "${judge}" ${CMAKE_CURRENT_LIST_DIR}/run.sh ${program}
      --robur-compiler=${compiler} ${level} ${linking})
  endforeach()
endforeach()
sanitizer_test(wrapper "" ${CMAKE_CURRENT_LIST_DIR}/wrapper_test.sh)
sanitizer_test(run "${binary}" ${CMAKE_CURRENT_LIST_DIR}/run_test.sh)
sanitizer_test(explore "${binary}" ${CMAKE_CURRENT_LIST_DIR}/explore_test.sh)
sanitizer_test(waits "${judge}" ${CMAKE_CURRENT_LIST_DIR}/waits_test.sh)
sanitizer_test(twins "${judge}" ${CMAKE_CURRENT_LIST_DIR}/twins_test.sh)
sanitizer_test(builds "" ${CMAKE_CURRENT_LIST_DIR}/builds_test.sh)
sanitizer_test(options "" ${CMAKE_CURRENT_LIST_DIR}/options_test.sh)

# Every schedule of random programs against the checker; bench/soak-sanitizer runs more of them.
test_program(random_programs SOURCES ${CMAKE_CURRENT_LIST_DIR}/random_programs.cpp USES test_generators)
sanitizer_test(equivalence "${binary};ROBUR_PROGRAMS=$<TARGET_FILE:random_programs>"
  ${CMAKE_CURRENT_LIST_DIR}/equivalence_test.sh 1 12)
sanitizer_test(equivalence_sc "${binary};ROBUR_PROGRAMS=$<TARGET_FILE:random_programs>"
  ${CMAKE_CURRENT_LIST_DIR}/equivalence_test.sh 2 25 40)
