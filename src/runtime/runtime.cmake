# The sanitizer's runtime. Its clocks are a library of their own, which tests drive with
# traces; around them are the entry points that compilers call.
add_library(robur_clocks STATIC
  ${CMAKE_SOURCE_DIR}/src/runtime/clocks/history.cpp
  ${CMAKE_SOURCE_DIR}/src/runtime/clocks/rules.cpp
  ${CMAKE_SOURCE_DIR}/src/runtime/memory/arena.cpp)
target_include_directories(robur_clocks PUBLIC ${CMAKE_SOURCE_DIR}/src)
target_compile_options(robur_clocks PRIVATE -fno-exceptions -fno-rtti)
