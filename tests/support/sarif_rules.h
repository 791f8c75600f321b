// What SARIF 2.1.0 asks of the parts that Robur writes, checked independently of the writer:
// required properties, types, values of enumerations, references between objects, regions and URIs.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace robur::test {

// What is wrong with the document, each with the path of the object; empty if it is valid. A
// property that the checker does not know is wrong too, so that a new one needs a rule here.
std::vector<std::string> sarifComplaints(const nlohmann::json& document);

}  // namespace robur::test
