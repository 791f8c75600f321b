// Messages about what stands outside threads, as the user sees them.
#include <gtest/gtest.h>

#include "unit/frontend_tpl/support.h"

namespace robur::testing {
namespace {

TEST(TplDeclarationErrors, AnUnknownDeclaration) {
  EXPECT_EQ(errorsTpl("golbal x;\nfn t { }\n"),
            "a.tpl:1:1: error: expected a declaration or a thread, found 'golbal'\n"
            "  |\n"
            "1 | golbal x;\n"
            "  | ^^^^^^\n"
            "help: max_value, global, na and track declare, fn begins a thread\n");
}

TEST(TplDeclarationErrors, TheLargestValue) {
  EXPECT_EQ(errorsTpl("global x;\nmax_value 3;\nfn t { }\n"),
            "a.tpl:2:11: error: max_value must come before every other declaration\n"
            "  |\n"
            "2 | max_value 3;\n"
            "  |           ^\n");
  EXPECT_EQ(errorsTpl("max_value 0;\nglobal x; fn t { }"),
            "a.tpl:1:11: error: the largest value must be at least 1\n"
            "  |\n"
            "1 | max_value 0;\n"
            "  |           ^\n");
}

TEST(TplDeclarationErrors, InitialValuesMustFit) {
  EXPECT_EQ(errorsTpl("max_value 3;\nglobal x=4;\nfn t { }"),
            "a.tpl:2:10: error: the initial value 4 is above the largest value 3\n"
            "  |\n"
            "2 | global x=4;\n"
            "  |          ^\n"
            "help: raise max_value at the beginning of the file\n");
}

TEST(TplDeclarationErrors, DoubleNames) {
  EXPECT_EQ(errorsTpl("global x, x;\nfn t { local x, r, r; }\nfn t { }"),
            "a.tpl:1:11: error: 'x' is declared twice\n"
            "  |\n"
            "1 | global x, x;\n"
            "  |           ^\n"
            "a.tpl:2:14: error: 'x' is a shared location already\n"
            "  |\n"
            "2 | fn t { local x, r, r; }\n"
            "  |              ^\n"
            "help: give the register another name\n"
            "a.tpl:2:20: error: 'r' is declared twice\n"
            "  |\n"
            "2 | fn t { local x, r, r; }\n"
            "  |                    ^\n");
  EXPECT_EQ(errorsTpl("global x;\nfn t { }\nfn t { }"),
            "a.tpl:3:4: error: there is already a thread called 't'\n"
            "  |\n"
            "3 | fn t { }\n"
            "  |    ^\n");
}

TEST(TplDeclarationErrors, Tracking) {
  EXPECT_EQ(errorsTpl("global x;\ntrack z: 0;\ntrack x 1;\nfn t { }"),
            "a.tpl:2:7: error: 'z' is not declared\n"
            "  |\n"
            "2 | track z: 0;\n"
            "  |       ^\n"
            "help: declare it: global z;\n"
            "a.tpl:3:9: error: expected ':' before the values to track, found '1'\n"
            "  |\n"
            "3 | track x 1;\n"
            "  |         ^\n");
}

TEST(TplDeclarationErrors, ReservedWords) {
  EXPECT_EQ(errorsTpl("global if;\nfn t { }"),
            "a.tpl:1:8: error: 'if' is a reserved word and cannot be a name for a shared location\n"
            "  |\n"
            "1 | global if;\n"
            "  |        ^^\n");
}

TEST(TplDeclarationErrors, NoThreads) {
  EXPECT_EQ(errorsTpl("global x;"),
            "a.tpl:1:10: error: the program has no threads\n"
            "  |\n"
            "1 | global x;\n"
            "  |          ^\n"
            "help: a thread is written fn name { ... }\n");
}

TEST(TplDeclarationErrors, Arrays) {
  EXPECT_EQ(errorsTpl("global a[3];\nfn t { }"),
            "a.tpl:1:9: error: this language has no arrays\n"
            "  |\n"
            "1 | global a[3];\n"
            "  |         ^\n"
            "help: declare one location per element\n");
}

TEST(TplDeclarationErrors, EachPartIsReportedOnce) {
  EXPECT_EQ(errorsTpl("global ;\nna 3;\nfn { x.store(1); }\nfn t ( ) { }\nfn u { skip }"),
            "a.tpl:1:8: error: expected a name for a shared location, found ';'\n"
            "  |\n"
            "1 | global ;\n"
            "  |        ^\n"
            "a.tpl:2:4: error: expected a name for a shared location, found '3'\n"
            "  |\n"
            "2 | na 3;\n"
            "  |    ^\n"
            "a.tpl:3:4: error: expected the name of a thread, found '{'\n"
            "  |\n"
            "3 | fn { x.store(1); }\n"
            "  |    ^\n"
            "a.tpl:4:6: error: expected '{' before the statements of a thread, found '('\n"
            "  |\n"
            "4 | fn t ( ) { }\n"
            "  |      ^\n"
            "a.tpl:5:12: error: expected ';' after skip\n"
            "  |\n"
            "5 | fn u { skip }\n"
            "  |            ^\n");
}

TEST(TplDeclarationErrors, NoMoreThanSixtyFourThreads) {
  std::string text = "global x;\n";
  for (int i = 0; i < 65; ++i) text += "fn t" + std::to_string(i) + " { }\n";
  EXPECT_EQ(errorsTpl(text),
            "a.tpl:66:4: error: the program has more than 64 threads\n"
            "   |\n"
            "66 | fn t64 { }\n"
            "   |    ^^^\n");
}

}  // namespace
}  // namespace robur::testing
