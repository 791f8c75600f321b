# Random programs, texts and execution graphs, and programs written as one line of litmus test.
test_library(test_generators USES robur_graph robur_program)
