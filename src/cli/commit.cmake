# Writes the commit of the source tree into a header, which changes only when the commit does. A tree
# without a repository, such as a release archive, has none.
#
#   cmake -DSOURCE=directory -DHEADER=file -P commit.cmake
set(commit "")
if(EXISTS ${SOURCE}/.git)
  execute_process(COMMAND git -C ${SOURCE} rev-parse --short=10 HEAD OUTPUT_VARIABLE commit
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define ROBUR_COMMIT \"${commit}\"\n")
