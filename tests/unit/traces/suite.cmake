# Robustness by SC execution graphs: programs with known numbers of graphs, loops, and two engines.
test_suite(unit_traces USES test_oracle robur_frontend robur_check robur_executions robur_traces)
