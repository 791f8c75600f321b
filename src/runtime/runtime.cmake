# The sanitizer's runtime: one archive that needs nothing but the C library.
#
# runtime_module(NAME [USES MODULE…]): the folder src/runtime/NAME. USES lists every other folder of the
# runtime that its files may include, in a form that scripts/check-modules reads (as `module` in the
# main CMakeLists.txt does for the rest of src). A module may use only those listed before it, so there
# are no cycles.
set(ROBUR_RUNTIME_MODULES "")
function(runtime_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES")
  foreach(used ${arg_USES})
    if(NOT used IN_LIST ROBUR_RUNTIME_MODULES)
      message(FATAL_ERROR "src/runtime/${name} uses ${used}, which is not listed before it")
    endif()
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/runtime/${name}/*.cpp)
  set(robur_runtime_${name} ${sources} PARENT_SCOPE)
  set(ROBUR_RUNTIME_MODULES ${ROBUR_RUNTIME_MODULES} ${name} PARENT_SCOPE)
endfunction()

runtime_module(base)
runtime_module(state USES base)
runtime_module(memory USES base state)
runtime_module(text USES base memory)
runtime_module(past USES base state memory)
runtime_module(options USES base state memory text past)
runtime_module(spin USES base state)
runtime_module(clocks USES base state memory past)
runtime_module(shadow USES base state memory past clocks)
runtime_module(explore)
runtime_module(threads USES base state memory spin past clocks explore)
runtime_module(report USES base state memory text options spin clocks shadow threads)
runtime_module(trace USES base state memory text options report)
runtime_module(schedule USES base state memory text options spin explore threads report)
runtime_module(abi USES base state memory options spin past clocks shadow explore threads report trace
                   schedule)
runtime_module(intercept USES base state memory options clocks shadow explore threads report trace
                         schedule abi)
runtime_module(defaults)

# The parts that tests drive directly: the clocks and the shadow with traces, and some smaller ones;
# and the explorer of schedules.
add_library(robur_clocks STATIC ${robur_runtime_state} ${robur_runtime_memory} ${robur_runtime_text}
  ${robur_runtime_spin} ${robur_runtime_past} ${robur_runtime_clocks} ${robur_runtime_shadow}
  ${CMAKE_SOURCE_DIR}/src/runtime/report/code_location.cpp)
target_include_directories(robur_clocks PUBLIC ${CMAKE_SOURCE_DIR}/src)
target_compile_options(robur_clocks PRIVATE -fno-exceptions -fno-rtti)

add_library(robur_explorer STATIC ${robur_runtime_explore})
target_include_directories(robur_explorer PUBLIC ${CMAKE_SOURCE_DIR}/src)
target_compile_options(robur_explorer PRIVATE -fno-exceptions -fno-rtti)

# What programs are linked with. Every member is linked in, so that its functions replace those of the
# C library. In a static program they do so in another way (intercept/intercept.h), so those are compiled
# twice.
add_library(robur_rt_common OBJECT EXCLUDE_FROM_ALL
  ${robur_runtime_state} ${robur_runtime_memory} ${robur_runtime_text} ${robur_runtime_options}
  ${robur_runtime_spin} ${robur_runtime_past} ${robur_runtime_clocks} ${robur_runtime_shadow}
  ${robur_runtime_explore} ${robur_runtime_threads} ${robur_runtime_report} ${robur_runtime_trace}
  ${robur_runtime_schedule} ${robur_runtime_abi})
add_library(robur_rt STATIC EXCLUDE_FROM_ALL ${robur_runtime_intercept}
  $<TARGET_OBJECTS:robur_rt_common>)
add_library(robur_rt_static STATIC EXCLUDE_FROM_ALL ${robur_runtime_intercept}
  $<TARGET_OBJECTS:robur_rt_common>)
target_compile_definitions(robur_rt_static PRIVATE ROBUR_STATIC)
foreach(runtime robur_rt_common robur_rt robur_rt_static)
  set_target_properties(${runtime} PROPERTIES UNITY_BUILD OFF)
  target_include_directories(${runtime} PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_compile_options(${runtime} PRIVATE -O3 -g1 -fno-exceptions -fno-rtti -fno-threadsafe-statics
    -fPIE -ftls-model=local-exec -fno-sanitize=all -mcx16 -mprfchw -fno-stack-protector -Wno-pedantic
    $<$<CXX_COMPILER_ID:GNU>:-Wno-missing-attributes>)
endforeach()

add_library(robur_robustness STATIC EXCLUDE_FROM_ALL ${robur_runtime_defaults})
target_compile_options(robur_robustness PRIVATE -fno-exceptions -fno-rtti -fPIC -fno-sanitize=all)

# gcc looks for a library named libtsan.a when it links instrumented code. static.options tells the
# linker of a static program which functions are replaced; gcc refuses to instrument such a
# program unless the specs file passes the option to its compiler proper. And gcc does not instrument
# calls of memcpy and the like: the linker redirects them to the runtime, except for the runtime's own
# calls, which is why intrinsics/ has a copy with these renamed.
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
