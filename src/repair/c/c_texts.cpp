// Turns a choice into edits of the files, and into the edited files.
#include <algorithm>
#include <set>

#include "repair/c/c_draft.h"
#include "repair/c/fence_edits.h"

namespace robur {

using repair_c::CFile;

std::vector<std::vector<TextEdit>> CDraft::editsOf(const Choice& choice) const {
  const std::vector<Draft::Strength> now = draft.strengths(choice);
  std::vector<std::vector<TextEdit>> edits(files.size());
  std::vector<std::vector<repair_c::FenceToWrite>> fences(files.size());
  const auto add = [&](std::uint32_t file, std::vector<TextEdit> more) {
    for (TextEdit& edit : more) edits[file].push_back(std::move(edit));
  };
  std::set<std::pair<std::uint32_t, std::size_t>> locked;  // calls that become updates
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (draft.sites[i].kind == Site::Kind::Locked && now[i].there)
      locked.insert({changes[i].file, changes[i].call->begin});
  }
  // Backwards, because in `y = x` the call for the read must be closed before the call for the
  // write.
  for (std::size_t i = changes.size(); i-- > 0;) {
    const Change& change = changes[i];
    const CFile& file = files[change.file];
    const Order order = now[i].order;
    switch (draft.sites[i].kind) {
      case Site::Kind::Gap:
        if (now[i].there)
          fences[change.file].push_back({*change.gap, file.spelling().fenceCall(order) + ";"});
        break;
      case Site::Kind::Fence:
        if (!now[i].there) {
          add(change.file,
              {withoutStatement(file.source->text, change.offset, change.call->close + 1)});
        } else if (order != change.written) {
          add(change.file, repair_c::orderEdits(*change.call, order, file.spelling()));
        }
        break;
      case Site::Kind::Access:
        if (order != change.written && !locked.contains({change.file, change.call->begin}))
          add(change.file, repair_c::orderEdits(*change.call, order, file.spelling()));
        break;
      case Site::Kind::Failure:
        if (order != change.written)
          add(change.file, repair_c::failureEdits(*change.call, order, file.spelling()));
        break;
      case Site::Kind::Locked:
        if (now[i].there)
          add(change.file,
              repair_c::lockedEdits(*change.call, join(order, change.written), file.spelling()));
        break;
    }
  }
  for (std::size_t f = 0; f < files.size(); ++f) {
    std::ranges::reverse(fences[f]);
    for (repair_c::FenceEdit& each :
         repair_c::fenceEdits(files[f].source->text, files[f].statements, fences[f])) {
      edits[f].push_back(std::move(each.edit));
    }
  }
  return edits;
}

std::vector<Source> CDraft::textsOf(const Choice& choice) const {
  std::vector<std::vector<TextEdit>> edits = editsOf(choice);
  std::vector<Source> out;
  for (std::size_t f = 0; f < files.size(); ++f) {
    if (edits[f].empty()) continue;
    out.push_back({files[f].source->path, applied(files[f].source->text, std::move(edits[f]))});
  }
  return out;
}

}  // namespace robur
