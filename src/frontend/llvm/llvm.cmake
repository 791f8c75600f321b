# robur-llvm, the reader of C, C++ and LLVM bitcode: a program beside robur, with the bitcode of
# library.c and robur.h next to it. Without LLVM 19 it is left out, and robur says so when asked.
find_program(ROBUR_CLANG clang-19)
find_program(ROBUR_LLVM_CONFIG llvm-config-19)
if(NOT ROBUR_LLVM_CONFIG OR NOT ROBUR_CLANG)
  message(STATUS "clang-19 or llvm-19-dev is missing: C and C++ are left out")
  return()
endif()
execute_process(COMMAND ${ROBUR_LLVM_CONFIG} --includedir OUTPUT_VARIABLE llvm_headers
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${ROBUR_LLVM_CONFIG} --libdir OUTPUT_VARIABLE llvm_libraries
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/frontend/llvm/*.cpp)
add_executable(robur-llvm ${sources})
target_include_directories(robur-llvm PRIVATE ${CMAKE_SOURCE_DIR}/src)
target_include_directories(robur-llvm SYSTEM PRIVATE ${llvm_headers})
# Clang takes most of the time; optimising this for minutes would gain milliseconds.
target_compile_options(robur-llvm PRIVATE $<$<CONFIG:Release>:-O1>)
# LLVM's headers take most of the time to compile.
precompiled(robur-llvm robur-llvm ${standard_headers} <llvm/IR/Constants.h> <llvm/IR/DebugInfoMetadata.h>
            <llvm/IR/Instructions.h> <llvm/IR/IntrinsicInst.h> <llvm/IR/Module.h> <llvm/IR/Operator.h>)
target_link_directories(robur-llvm PRIVATE ${llvm_libraries})
target_link_libraries(robur-llvm PRIVATE robur_program LLVM-19)

add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/robur-library.bc
  COMMAND ${ROBUR_CLANG} -O0 -Xclang -disable-O0-optnone -emit-llvm -c -w
          ${CMAKE_SOURCE_DIR}/src/frontend/llvm/library.c -o ${CMAKE_BINARY_DIR}/robur-library.bc
  DEPENDS ${CMAKE_SOURCE_DIR}/src/frontend/llvm/library.c)
add_custom_target(robur_library ALL DEPENDS ${CMAKE_BINARY_DIR}/robur-library.bc)
configure_file(${CMAKE_SOURCE_DIR}/src/frontend/llvm/robur.h
               ${CMAKE_BINARY_DIR}/include/robur.h COPYONLY)
# What stands in for headers of libstdc++ that are no use to a reader.
foreach(header barrier future bits/atomic_wait.h bits/atomic_timed_wait.h bits/c++config.h)
  configure_file(${CMAKE_SOURCE_DIR}/src/frontend/llvm/headers/${header}
                 ${CMAKE_BINARY_DIR}/include/c++/${header} COPYONLY)
endforeach()
add_dependencies(robur-llvm robur_library)
