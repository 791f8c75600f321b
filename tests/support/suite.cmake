# What several suites share: listings of programs, the expectations in the headers of corpus programs,
# readers of reports.
test_library(test_support USES robur_frontend robur_program robur_result nlohmann_json::nlohmann_json)
