# Numbers of execution graphs that are known from the literature or by counting.
test_suite(unit_executions USES test_oracle robur_executions)
