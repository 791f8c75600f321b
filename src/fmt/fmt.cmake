# {fmt}, compiled in; fmt.cpp says why. It fits version 9; others are used by their headers.
if(fmt_VERSION VERSION_GREATER_EQUAL 9 AND fmt_VERSION VERSION_LESS 10)
  add_library(robur_fmt STATIC ${CMAKE_SOURCE_DIR}/src/fmt/fmt.cpp)
  target_include_directories(robur_fmt SYSTEM PUBLIC
    $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
else()
  add_library(robur_fmt INTERFACE)
  target_link_libraries(robur_fmt INTERFACE fmt::fmt-header-only)
endif()
