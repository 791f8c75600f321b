#include "support/sarif_rules.h"

#include <functional>
#include <map>
#include <set>

namespace robur::test {

namespace {

using Json = nlohmann::json;

class Checker {
 public:
  std::vector<std::string> complaints;

  void document(const Json& d) {
    object("", d,
           {{"version", {true, [&](auto& p, auto& v) { oneOf(p, v, {"2.1.0"}); }}},
            {"$schema", {false, text()}},
            {"runs", {true, array([&](auto& p, auto& v) { run(p, v); })}}});
  }

 private:
  using Rule = std::function<void(const std::string& path, const Json& value)>;
  struct Property {
    bool required;
    Rule rule;
  };

  void complain(const std::string& path, const std::string& what) {
    complaints.push_back(path + ": " + what);
  }

  void object(const std::string& path, const Json& value,
              const std::map<std::string, Property>& properties) {
    if (!value.is_object()) return complain(path, "is not an object");
    for (const auto& [name, property] : properties) {
      if (value.contains(name)) {
        property.rule(path + "/" + name, value[name]);
      } else if (property.required) {
        complain(path, "has no " + name);
      }
    }
    for (const auto& [name, item] : value.items()) {
      if (!properties.contains(name)) complain(path, "has an unknown property " + name);
    }
  }

  Rule array(Rule item, std::size_t least = 0) {
    return [this, item, least](const std::string& path, const Json& value) {
      if (!value.is_array()) return complain(path, "is not an array");
      if (value.size() < least) complain(path, "is too short");
      for (std::size_t i = 0; i < value.size(); ++i) item(path + "/" + std::to_string(i), value[i]);
    };
  }

  Rule text() {
    return [this](const std::string& path, const Json& value) {
      if (!value.is_string()) complain(path, "is not a string");
    };
  }

  Rule truth() {
    return [this](const std::string& path, const Json& value) {
      if (!value.is_boolean()) complain(path, "is not a boolean");
    };
  }

  Rule number(int least) {
    return [this, least](const std::string& path, const Json& value) {
      if (!value.is_number_integer() || value < least) complain(path, "is not such a number");
    };
  }

  void oneOf(const std::string& path, const Json& value, const std::set<std::string>& values) {
    if (!value.is_string() || !values.contains(value)) complain(path, "has another value");
  }

  Rule among(std::set<std::string> values) {
    return [this, values](const std::string& p, const Json& v) { oneOf(p, v, values); };
  }

  Rule message() {
    return [this](const std::string& path, const Json& value) {
      object(path, value, {{"text", {true, text()}}});
      if (value.contains("text") && value["text"] == "") complain(path, "is empty");
    };
  }

  void region(const std::string& path, const Json& r) {
    object(path, r,
           {{"startLine", {true, number(1)}},
            {"startColumn", {false, number(1)}},
            {"endLine", {false, number(1)}},
            {"endColumn", {false, number(1)}}});
    const auto line = r.value("startLine", 0);
    const auto end = r.value("endLine", line);
    if (end < line) complain(path, "ends before it begins");
    if (end == line && r.contains("endColumn") && r["endColumn"] < r.value("startColumn", 1)) {
      complain(path, "ends before it begins");
    }
  }

  void artifactLocation(const std::string& path, const Json& a) {
    object(path, a, {{"uri", {true, text()}}, {"uriBaseId", {false, text()}}});
    const std::string uri = a.value("uri", "");
    const bool absolute = uri.starts_with("file:///");
    for (const char c : uri) {
      if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7F ||
          std::string("\\\"<>^`{}|").find(c) != std::string::npos ||
          static_cast<unsigned char>(c) >= 0x80) {
        complain(path, "is not a URI: " + uri);
      }
    }
    if (a.contains("uriBaseId") == absolute && hasBase_) complain(path, "has the wrong base");
    if (!absolute && (uri.starts_with("/") || uri.starts_with(".."))) {
      complain(path, "is not below the base");
    }
    if (a.contains("uriBaseId") && !bases_.contains(a["uriBaseId"])) {
      complain(path, "has an unknown base");
    }
  }

  void location(const std::string& path, const Json& l) {
    object(path, l,
           {{"id", {false, number(0)}},
            {"message", {false, message()}},
            {"physicalLocation",
             {true, [&](auto& p, auto& v) {
                object(p, v,
                       {{"artifactLocation",
                         {true, [&](auto& q, auto& w) { artifactLocation(q, w); }}},
                        {"region", {false, [&](auto& q, auto& w) { region(q, w); }}}});
              }}}});
  }

  Rule locations() {
    return array([this](const std::string& p, const Json& v) { location(p, v); });
  }

  void threadFlowLocation(const std::string& path, const Json& v) {
    object(path, v,
           {{"location", {true, [&](auto& p, auto& l) { location(p, l); }}},
            {"executionOrder", {true, number(0)}},
            {"importance", {true, among({"important", "essential", "unimportant"})}}});
  }

  void codeFlow(const std::string& path, const Json& v) {
    std::set<std::string> ids;
    std::set<int> orders;
    const Rule flow = [&](const std::string& p, const Json& f) {
      object(
          p, f,
          {{"id", {true, text()}},
           {"message", {false, message()}},
           {"locations", {true, array([&](auto& q, auto& l) { threadFlowLocation(q, l); }, 1)}}});
      if (!ids.insert(f.value("id", "")).second) complain(p, "is a second flow of its thread");
      int last = 0;
      for (const Json& l : f["locations"]) {
        const int order = l.value("executionOrder", 0);
        if (order <= last) complain(p, "is not in the order of execution");
        if (!orders.insert(order).second) complain(p, "has a step of another thread");
        last = order;
      }
    };
    object(path, v, {{"message", {false, message()}}, {"threadFlows", {true, array(flow, 1)}}});
    if (!orders.empty() && *orders.rbegin() != static_cast<int>(orders.size())) {
      complain(path, "leaves steps out");
    }
  }

  void fix(const std::string& path, const Json& v) {
    const Rule replacement = [&](const std::string& p, const Json& r) {
      object(p, r,
             {{"deletedRegion", {true, [&](auto& q, auto& w) { region(q, w); }}},
              {"insertedContent", {false, message0()}}});
    };
    const Rule change = [&](const std::string& p, const Json& c) {
      object(p, c,
             {{"artifactLocation", {true, [&](auto& q, auto& w) { artifactLocation(q, w); }}},
              {"replacements", {true, array(replacement, 1)}}});
    };
    object(path, v,
           {{"description", {false, message()}}, {"artifactChanges", {true, array(change, 1)}}});
  }

  // Content may be empty.
  Rule message0() {
    return [this](const std::string& p, const Json& v) {
      object(p, v, {{"text", {true, text()}}});
    };
  }

  void result(const std::string& path, const Json& r, const std::vector<std::string>& rules) {
    object(path, r,
           {{"ruleId", {true, text()}},
            {"ruleIndex", {true, number(0)}},
            {"level", {true, among({"error", "warning", "note", "none"})}},
            {"message", {true, message()}},
            {"locations", {true, array([&](auto& p, auto& v) { location(p, v); }, 1)}},
            {"relatedLocations", {false, locations()}},
            {"codeFlows", {false, array([&](auto& p, auto& v) { codeFlow(p, v); }, 1)}},
            {"fixes", {false, array([&](auto& p, auto& v) { fix(p, v); }, 1)}},
            {"suppressions",
             {false, array(
                         [&](auto& p, auto& v) {
                           object(p, v,
                                  {{"kind", {true, among({"inSource", "external"})}},
                                   {"justification", {false, text()}}});
                         },
                         1)}},
            {"partialFingerprints",
             {true,
              [&](auto& p, auto& v) {
                for (const auto& [name, value] : v.items()) text()(p + "/" + name, value);
                if (v.empty() || !fingerprints_.insert(v.dump()).second) {
                  complain(p, "do not identify the result");
                }
              }}},
            {"properties", {false, [](auto&, auto&) {}}}});
    const std::size_t index = r.value("ruleIndex", std::size_t{0});
    if (index >= rules.size() || rules[index] != r.value("ruleId", "")) {
      complain(path, "refers to another rule");
    }
  }

  void run(const std::string& path, const Json& r) {
    std::vector<std::string> rules;
    fingerprints_.clear();
    bases_.clear();
    if (r.contains("originalUriBaseIds")) {
      for (const auto& [name, base] : r["originalUriBaseIds"].items()) {
        bases_.insert(name);
        const std::string uri = base.value("uri", "");
        if (!uri.starts_with("file:///") || !uri.ends_with("/")) complain(path, "has a bad base");
      }
    }
    hasBase_ = !bases_.empty();
    const Rule rule = [&](const std::string& p, const Json& v) {
      object(p, v,
             {{"id", {true, text()}},
              {"shortDescription", {true, message()}},
              {"fullDescription", {true, message()}},
              {"help", {true, message()}}});
      rules.push_back(v.value("id", ""));
    };
    const Rule driver = [&](const std::string& p, const Json& v) {
      object(p, v,
             {{"name", {true, text()}},
              {"version", {false, text()}},
              {"semanticVersion", {false, text()}},
              {"rules", {true, array(rule)}}});
    };
    const Rule notification = [&](const std::string& p, const Json& v) {
      object(p, v,
             {{"level", {true, among({"error", "warning", "note", "none"})}},
              {"message", {true, message()}},
              {"locations", {false, locations()}}});
    };
    if (r.contains("tool")) {
      object(path + "/tool", r["tool"], {{"driver", {true, driver}}});
    }
    object(path, r,
           {{"tool", {true, [](auto&, auto&) {}}},
            {"columnKind", {true, among({"utf16CodeUnits", "unicodeCodePoints"})}},
            {"originalUriBaseIds", {false, [](auto&, auto&) {}}},
            {"automationDetails",
             {false,
              [&](auto& p, auto& v) {
                object(p, v, {{"id", {true, text()}}});
              }}},
            {"invocations",
             {true, array(
                        [&](auto& p, auto& v) {
                          object(p, v,
                                 {{"executionSuccessful", {true, truth()}},
                                  {"toolExecutionNotifications", {false, array(notification, 1)}}});
                        },
                        1)}},
            {"results", {true, array([&](auto& p, auto& v) { result(p, v, rules); })}}});
  }

  std::set<std::string> bases_;
  bool hasBase_ = false;
  std::set<std::string> fingerprints_;  // of one run
};

}  // namespace

std::vector<std::string> sarifComplaints(const Json& document) {
  Checker checker;
  checker.document(document);
  return checker.complaints;
}

}  // namespace robur::test
