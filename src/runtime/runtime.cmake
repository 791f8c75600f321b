# The sanitizer's runtime. Its clocks are a library of their own, which tests drive with
# traces; around them are the entry points that compilers call.
add_library(robur_clocks STATIC
  ${CMAKE_SOURCE_DIR}/src/runtime/clocks/history.cpp
  ${CMAKE_SOURCE_DIR}/src/runtime/clocks/last_accesses.cpp
  ${CMAKE_SOURCE_DIR}/src/runtime/clocks/location.cpp
  ${CMAKE_SOURCE_DIR}/src/runtime/clocks/rules.cpp
  ${CMAKE_SOURCE_DIR}/src/runtime/memory/arena.cpp
  ${CMAKE_SOURCE_DIR}/src/runtime/shadow/mixed_race.cpp
  ${CMAKE_SOURCE_DIR}/src/runtime/shadow/race.cpp
  ${CMAKE_SOURCE_DIR}/src/runtime/shadow/shadow.cpp)
target_include_directories(robur_clocks PUBLIC ${CMAKE_SOURCE_DIR}/src)
target_compile_options(robur_clocks PRIVATE -fno-exceptions -fno-rtti)

# What programs are linked with: everything in one archive, which needs nothing but the C
# library. Every member is linked in, so that its functions stand in for the library's. In a
# program without dynamic linking they do so another way (intercept/intercept.h), so those are
# compiled twice.
file(GLOB sources CONFIGURE_DEPENDS
  ${CMAKE_SOURCE_DIR}/src/runtime/abi/*.cpp ${CMAKE_SOURCE_DIR}/src/runtime/clocks/*.cpp
  ${CMAKE_SOURCE_DIR}/src/runtime/memory/*.cpp ${CMAKE_SOURCE_DIR}/src/runtime/report/*.cpp
  ${CMAKE_SOURCE_DIR}/src/runtime/shadow/*.cpp ${CMAKE_SOURCE_DIR}/src/runtime/schedule/*.cpp
  ${CMAKE_SOURCE_DIR}/src/runtime/threads/*.cpp ${CMAKE_SOURCE_DIR}/src/runtime/trace/*.cpp)
file(GLOB standIns CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/runtime/intercept/*.cpp)
add_library(robur_rt_common OBJECT EXCLUDE_FROM_ALL ${sources})
add_library(robur_rt STATIC EXCLUDE_FROM_ALL ${standIns} $<TARGET_OBJECTS:robur_rt_common>)
add_library(robur_rt_static STATIC EXCLUDE_FROM_ALL ${standIns} $<TARGET_OBJECTS:robur_rt_common>)
target_compile_definitions(robur_rt_static PRIVATE ROBUR_STATIC)
foreach(runtime robur_rt_common robur_rt robur_rt_static)
  target_include_directories(${runtime} PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_compile_options(${runtime} PRIVATE -O3 -g1 -fno-exceptions -fno-rtti -fno-threadsafe-statics
    -fPIE -ftls-model=local-exec -fno-sanitize=all -mcx16 -mprfchw -fno-stack-protector -Wno-pedantic
    $<$<CXX_COMPILER_ID:GNU>:-Wno-missing-attributes>)
endforeach()

add_library(robur_robustness STATIC EXCLUDE_FROM_ALL
  ${CMAKE_SOURCE_DIR}/src/runtime/defaults/robustness.cpp)
target_compile_options(robur_robustness PRIVATE -fno-exceptions -fno-rtti -fPIC -fno-sanitize=all)

# gcc looks for a library of this name when it links what it has instrumented. The linker's
# options for a static program name every function that is stood in for; gcc refuses to instrument
# such a program unless it is told behind its driver's back. And gcc leaves calls of memcpy and its
# like alone: the linker makes them ours, but for the runtime's own in intrinsics/.
set(ROBUR_RUNTIME_DIR ${CMAKE_BINARY_DIR}/runtime)
add_custom_command(OUTPUT ${ROBUR_RUNTIME_DIR}/libtsan.a
  COMMAND ${CMAKE_COMMAND} -E make_directory ${ROBUR_RUNTIME_DIR}
  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:robur_robustness> ${ROBUR_RUNTIME_DIR}/
  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:robur_rt_static> ${ROBUR_RUNTIME_DIR}/librobur_static.a
  COMMAND sh -c "nm -g --defined-only $<TARGET_FILE:robur_rt_static> | sed -n 's/^.* [TW] __wrap_/--wrap=/p' >${ROBUR_RUNTIME_DIR}/static.options"
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/src/runtime/gcc-static.specs ${ROBUR_RUNTIME_DIR}/
  COMMAND ${CMAKE_COMMAND} -E make_directory ${ROBUR_RUNTIME_DIR}/intrinsics
  COMMAND ${CMAKE_OBJCOPY} --redefine-sym memcpy=__real_memcpy --redefine-sym memmove=__real_memmove
    --redefine-sym memset=__real_memset $<TARGET_FILE:robur_rt> ${ROBUR_RUNTIME_DIR}/intrinsics/libtsan.a
  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:robur_rt> ${ROBUR_RUNTIME_DIR}/libtsan.a
  DEPENDS robur_rt robur_rt_static robur_robustness ${CMAKE_SOURCE_DIR}/src/runtime/gcc-static.specs
  VERBATIM)
add_custom_target(robur_runtime ALL DEPENDS ${ROBUR_RUNTIME_DIR}/libtsan.a)
