# The parsers against arbitrary input. The replay belongs to every build; the fuzzers need
# clang and are built with -DROBUR_FUZZ=ON (preset "fuzz"), each with its own instrumented
# copy of the frontends.
test_suite(fuzz_replay
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/replay_test.cpp
  USES test_generators robur_frontend)

if(ROBUR_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "ROBUR_FUZZ needs clang: configure with the preset fuzz, "
                        "or with -DCMAKE_CXX_COMPILER=clang++")
  endif()
  set(fuzz_flags -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
                 -fno-omit-frame-pointer -UNDEBUG)
  # A folder of seeds is a language with a parser of its own. tests/unit/frontend/language_test.cpp
  # checks that every such language has one.
  file(GLOB languages CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE ${CMAKE_CURRENT_LIST_DIR}/seeds
       ${CMAKE_CURRENT_LIST_DIR}/seeds/*)
  set(patterns ${CMAKE_SOURCE_DIR}/src/program/*.cpp ${CMAKE_SOURCE_DIR}/src/frontend/*.cpp
               ${CMAKE_SOURCE_DIR}/src/frontend/common/*.cpp)
  foreach(language ${languages})
    list(APPEND patterns ${CMAKE_SOURCE_DIR}/src/frontend/${language}/*.cpp)
  endforeach()
  file(GLOB fuzz_sources CONFIGURE_DEPENDS ${patterns})
  add_library(fuzz_frontends STATIC ${fuzz_sources})
  target_include_directories(fuzz_frontends PUBLIC ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/tests)
  target_compile_options(fuzz_frontends PUBLIC ${fuzz_flags})
  target_link_libraries(fuzz_frontends PUBLIC fmt::fmt)
  foreach(language ${languages})
    add_executable(fuzz_${language} ${CMAKE_CURRENT_LIST_DIR}/fuzz_target.cpp)
    target_compile_definitions(fuzz_${language} PRIVATE ROBUR_LANGUAGE="${language}")
    target_link_libraries(fuzz_${language} PRIVATE fuzz_frontends)
    target_link_options(fuzz_${language} PRIVATE -fsanitize=fuzzer,address,undefined)
  endforeach()
endif()
