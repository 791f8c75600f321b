# Relations, execution graphs, and the axioms of each model on litmus tests.
test_suite(unit_graph USES test_oracle)
