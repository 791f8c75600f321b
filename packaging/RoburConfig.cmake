# find_package(Robur): Robur's commands as tests of a CMake project.
#
#   robur_add_check(NAME SOURCES file… [ENTRIES function…] [ANY function…] [MODELS model…]
#                   [FLAGS flag…] [OPTIONS option…])
#
# adds a test that runs robur check on C or C++ sources. It fails if a program is not robust, has a race,
# or an assertion that fails, and if there is no answer. ENTRIES and ANY are functions that run as
# threads (robur check --help); FLAGS are for clang; OPTIONS is whatever else robur check takes.
#
#   robur_sanitize(target)
#
# builds the target with Robur's sanitizer in place of ThreadSanitizer. The compiler must be clang 19.
#
#   Robur_EXECUTABLE, Robur_INCLUDE_DIR, Robur_RUNTIME_DIR
get_filename_component(_robur_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(Robur_EXECUTABLE robur HINTS "${_robur_prefix}/bin" NO_DEFAULT_PATH REQUIRED)
get_filename_component(_robur_real "${Robur_EXECUTABLE}" REALPATH)
get_filename_component(_robur_private "${_robur_real}" DIRECTORY)
set(Robur_RUNTIME_DIR "${_robur_private}/runtime")
set(Robur_INCLUDE_DIR "${_robur_private}/runtime/include")

function(robur_add_check name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;ENTRIES;ANY;MODELS;FLAGS;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "robur_add_check(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "robur_add_check(${name}): SOURCES are missing")
  endif()
  set(command "${Robur_EXECUTABLE}" check)
  foreach(option ENTRIES ANY MODELS)
    if(arg_${option})
      list(JOIN arg_${option} "," list)
      string(REPLACE "ENTRIES" "--entry" flag ${option})
      string(REPLACE "ANY" "--any" flag ${flag})
      string(REPLACE "MODELS" "--model" flag ${flag})
      list(APPEND command ${flag} "${list}")
    endif()
  endforeach()
  set(flags ${arg_FLAGS})
  if(CMAKE_CXX_STANDARD AND NOT "${flags}" MATCHES "-std=" AND "${arg_SOURCES}" MATCHES "\\.(cc|cpp|cxx)(;|$)")
    list(PREPEND flags "-std=c++${CMAKE_CXX_STANDARD}")
  endif()
  list(APPEND command ${arg_OPTIONS} ${arg_SOURCES} -- ${flags})
  add_test(NAME "${name}" COMMAND ${command} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
endfunction()

function(robur_sanitize target)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  foreach(language C CXX)
    if(language IN_LIST languages AND NOT CMAKE_${language}_COMPILER_ID STREQUAL "Clang")
      message(FATAL_ERROR "robur_sanitize(${target}): the ${language} compiler must be clang 19; "
                          "with gcc, build the whole project with robur-c++ --robur-compiler=gcc")
    endif()
  endforeach()
  target_compile_options(${target} PRIVATE -fsanitize=thread -g)
  target_include_directories(${target} SYSTEM PRIVATE "${Robur_INCLUDE_DIR}")
  target_link_options(${target} PRIVATE -fsanitize=thread -fno-sanitize-link-runtime
    "LINKER:--whole-archive,${Robur_RUNTIME_DIR}/libtsan.a,--no-whole-archive"
    "LINKER:--export-dynamic-symbol=__tsan_*")
  target_link_libraries(${target} PRIVATE dl pthread)
endfunction()

set(Robur_FOUND TRUE)
