// random_programs SEED COUNT DIRECTORY [SHARE]: random programs as files, for equivalence_test.sh.
//
// DIRECTORY/N.rob is program N; programs.cpp holds all of them in C++ and runs program N when N is
// its argument. SHARE percent of the accesses are sc.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "generators/twin_text.h"

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fputs("usage: random_programs SEED COUNT DIRECTORY [SHARE]\n", stderr);
    return 2;
  }
  robur::testing::Rng rng(std::strtoull(argv[1], nullptr, 10));
  const int count = std::atoi(argv[2]);
  const std::string directory = argv[3];
  const unsigned scShare = argc > 4 ? static_cast<unsigned>(std::atoi(argv[4])) : 0;
  std::ofstream cpp(directory + "/programs.cpp");
  cpp << "#include <atomic>\n#include <cstdlib>\n#include <mutex>\n#include <thread>\n";
  std::string table;
  for (int i = 0; i < count; ++i) {
    const robur::testing::TwinText twin = robur::testing::randomTwin(rng, scShare);
    std::ofstream(directory + "/" + std::to_string(i) + ".rob") << twin.rob;
    cpp << "void p" << i << "() {\n" << twin.cpp << "}\n";
    table += "p" + std::to_string(i) + ", ";
  }
  cpp << "int main(int, char** a) {\n  void (*const all[])() = {" << table
      << "};\n  all[std::atoi(a[1])]();\n}\n";
  return cpp.good() ? 0 : 2;
}
