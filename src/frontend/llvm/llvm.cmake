# robur-llvm reads C, C++ and LLVM bitcode. It is a program beside robur, with the bitcode of library.c
# and library_exceptions.cc, and robur.h next to it. Without LLVM 19 it is not built, and robur prints what is missing.
find_program(ROBUR_CLANG clang-19)
find_program(ROBUR_LLVM_CONFIG llvm-config-19)
if(NOT ROBUR_LLVM_CONFIG OR NOT ROBUR_CLANG)
  message(STATUS "clang-19 or llvm-19-dev is missing: C and C++ input is not built")
  return()
endif()
execute_process(COMMAND ${ROBUR_LLVM_CONFIG} --includedir OUTPUT_VARIABLE llvm_headers
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${ROBUR_LLVM_CONFIG} --libdir OUTPUT_VARIABLE llvm_libraries
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

# LLVM's headers take most of the time to compile.
module(frontend/llvm
  HEADERS <llvm/IR/Constants.h> <llvm/IR/DebugInfoMetadata.h> <llvm/IR/Instructions.h>
          <llvm/IR/IntrinsicInst.h> <llvm/IR/Module.h> <llvm/IR/Operator.h>
  USES robur_frontend robur_program robur_program_transform robur_support)
target_include_directories(robur_frontend_llvm SYSTEM PUBLIC ${llvm_headers})
# Running clang takes most of the time; full optimisation would gain milliseconds.
target_compile_options(robur_frontend_llvm PRIVATE $<$<CONFIG:Release>:-O1>)
target_link_directories(robur_frontend_llvm PUBLIC ${llvm_libraries})
target_link_libraries(robur_frontend_llvm PUBLIC LLVM-19)
program(robur-llvm frontend/llvm/main.cpp USES robur_frontend_llvm robur_program robur_support)

add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/robur-library.bc
  COMMAND ${ROBUR_CLANG} -O0 -Xclang -disable-O0-optnone -emit-llvm -c -w -fexceptions
          ${CMAKE_SOURCE_DIR}/src/frontend/llvm/library.c -o ${CMAKE_BINARY_DIR}/robur-library.bc
  DEPENDS ${CMAKE_SOURCE_DIR}/src/frontend/llvm/library.c
          ${CMAKE_SOURCE_DIR}/src/frontend/llvm/library_blocks.c
          ${CMAKE_SOURCE_DIR}/src/frontend/llvm/library_containers.c
          ${CMAKE_SOURCE_DIR}/src/frontend/llvm/library_environment.c
          ${CMAKE_SOURCE_DIR}/src/frontend/llvm/library_threads.c
          ${CMAKE_SOURCE_DIR}/src/frontend/llvm/library_trees.c)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/robur-exceptions.bc
  COMMAND ${ROBUR_CLANG} -O0 -Xclang -disable-O0-optnone -emit-llvm -c -w -std=c++20
          ${CMAKE_SOURCE_DIR}/src/frontend/llvm/library_exceptions.cc
          -o ${CMAKE_BINARY_DIR}/robur-exceptions.bc
  DEPENDS ${CMAKE_SOURCE_DIR}/src/frontend/llvm/library_exceptions.cc
          ${CMAKE_SOURCE_DIR}/src/frontend/llvm/library_errors.cc)
add_custom_target(robur_library ALL DEPENDS ${CMAKE_BINARY_DIR}/robur-library.bc
                  ${CMAKE_BINARY_DIR}/robur-exceptions.bc)
configure_file(${CMAKE_SOURCE_DIR}/src/frontend/llvm/robur.h
               ${CMAKE_BINARY_DIR}/include/robur.h COPYONLY)
# Replacements of libstdc++ headers whose own code cannot be translated.
foreach(header barrier future bits/atomic_wait.h bits/atomic_timed_wait.h bits/c++config.h)
  configure_file(${CMAKE_SOURCE_DIR}/src/frontend/llvm/headers/${header}
                 ${CMAKE_BINARY_DIR}/include/c++/${header} COPYONLY)
endforeach()
add_dependencies(robur-llvm robur_library)
