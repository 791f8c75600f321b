# The sanitizer as a user meets it: programs compiled by the wrapper, run under many schedules.
# All of them with both compilers; those that show what it is for, at more levels.
file(GLOB programs CONFIGURE_DEPENDS
  ${CMAKE_CURRENT_LIST_DIR}/clean/*.c ${CMAKE_CURRENT_LIST_DIR}/clean/*.cpp
  ${CMAKE_CURRENT_LIST_DIR}/broken/*.c ${CMAKE_CURRENT_LIST_DIR}/broken/*.cpp)
foreach(program ${programs})
  file(RELATIVE_PATH name ${CMAKE_CURRENT_LIST_DIR} ${program})
  set(builds clang-O1 gcc-O2)
  if(name MATCHES "fences|store_buffering")
    list(APPEND builds clang-O0 clang-O2 gcc-O0)
  endif()
  foreach(build ${builds})
    string(REGEX MATCH "^[a-z]+" compiler ${build})
    string(REGEX MATCH "-O.$" level ${build})
    add_test(NAME sanitizer/${name}/${build}
      COMMAND ${CMAKE_CURRENT_LIST_DIR}/run.sh ${program} --robur-compiler=${compiler} ${level})
    set_tests_properties(sanitizer/${name}/${build} PROPERTIES
      ENVIRONMENT "ROBUR_RUNTIME=${ROBUR_RUNTIME_DIR};ROBUR_JUDGE=$<TARGET_FILE:judge_trace>"
      TIMEOUT 1800)
  endforeach()
endforeach()
add_test(NAME sanitizer/wrapper COMMAND ${CMAKE_CURRENT_LIST_DIR}/wrapper_test.sh)
set_tests_properties(sanitizer/wrapper PROPERTIES
  ENVIRONMENT "ROBUR_RUNTIME=${ROBUR_RUNTIME_DIR}" TIMEOUT 1800)
