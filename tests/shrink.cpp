// SPDX-License-Identifier: Apache-2.0
#include "tests/shrink.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "model/tree.h"

namespace freeplay::testing {
namespace {

using tree::List;
using tree::Member;
using tree::Node;
using TreeTable = tree::Table;

/// A value as TOML; tables stand in one line.
std::string written(const Node& node) {
  std::string out;
  if (const auto* flag = node.as<bool>()) return *flag ? "true" : "false";
  if (const auto* whole = node.as<long long>()) return fmt::format("{}", *whole);
  if (const auto* real = node.as<double>()) {
    out = fmt::format("{}", *real);
    return out.find_first_of(".en") == std::string::npos ? out + ".0" : out;
  }
  if (const auto* word = node.as<std::string>()) {
    for (const char c : *word) out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return '"' + out + '"';
  }
  if (const auto* list = node.as<List>()) {
    for (const Node& one : *list) out += (out.empty() ? "" : ", ") + written(one);
    return "[" + out + "]";
  }
  if (const auto* table = node.as<TreeTable>()) {
    for (const Member& one : *table)
      out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", one.key, written(one.value));
    return "{ " + out + " }";
  }
  return "";
}

bool is_tables(const Node& node) {
  const List* list = node.as<List>();
  return list != nullptr && !list->empty() && list->front().as<TreeTable>() != nullptr;
}

/// A model file: what stands alone, then blocks.
std::string file_of(const Node& model) {
  std::string head, blocks;
  for (const Member& member : *model.as<TreeTable>()) {
    std::vector<const Node*> tables;
    const bool list = is_tables(member.value);
    if (list) {
      for (const Node& one : *member.value.as<List>()) tables.push_back(&one);
    } else if (member.value.as<TreeTable>() != nullptr) {
      tables.push_back(&member.value);
    } else if (const List* none = member.value.as<List>(); none == nullptr || !none->empty()) {
      head += fmt::format("{} = {}\n", member.key, written(member.value));
    }
    for (const Node* one : tables) {
      blocks += list ? fmt::format("\n[[{}]]\n", member.key) : fmt::format("\n[{}]\n", member.key);
      for (const Member& key : *one->as<TreeTable>())
        blocks += fmt::format("{} = {}\n", key.key, written(key.value));
    }
  }
  return head + blocks;
}

std::string word_of(const Node& block, const char* key) {
  const TreeTable* table = block.as<TreeTable>();
  const Member* member = table == nullptr ? nullptr : tree::find_member(*table, key);
  const auto* word = member == nullptr ? nullptr : member->value.as<std::string>();
  return word == nullptr ? "" : *word;
}

/// Whether a value of a block, or one in its lists, is that word.
bool names(const Node& node, const std::string& word) {
  if (const auto* own = node.as<std::string>()) return *own == word;
  if (const auto* list = node.as<List>())
    return std::any_of(list->begin(), list->end(), [&](const Node& one) { return names(one, word); });
  const auto* table = node.as<TreeTable>();
  return table != nullptr && std::any_of(table->begin(), table->end(), [&](const Member& one) {
           return one.key != "name" && names(one.value, word);
         });
}

/// Takes out a block, what names it, what names that, and so on: joints of a body, drivers of a joint.
void take_out(Node& model, const std::string& key, std::size_t at) {
  TreeTable& all = *model.as<TreeTable>();
  List& list = *tree::find_member(all, key)->value.as<List>();
  const std::string name = word_of(list[at], "name");
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
  if (name.empty()) return;
  for (Member& member : all) {
    if (!is_tables(member.value)) continue;
    for (std::size_t i = member.value.as<List>()->size(); i-- > 0;) {
      if (i < member.value.as<List>()->size() && names((*member.value.as<List>())[i], name))
        take_out(model, member.key, i);
    }
  }
}

class Shrinking {
 public:
  Shrinking(Node model, const std::function<bool(const std::string&)>& shows, int trials)
      : model_(std::move(model)), text_(file_of(model_)), shows_(shows), left_(trials) {}

  std::string go() {
    for (std::string before; before != text_ && left_ > 0;) {
      before = text_;
      blocks();
      end();
      remove_keys({});
      round({});
    }
    return text_;
  }
  bool asked_at_all() { return accept(model_, true); }

 private:
  using Path = std::vector<std::size_t>;  ///< members of tables and elements of lists, from the model down

  static Node& at(Node& model, const Path& path) {
    Node* node = &model;
    for (const std::size_t step : path) {
      node = node->as<TreeTable>() ? &(*node->as<TreeTable>())[step].value : &(*node->as<List>())[step];
    }
    return *node;
  }
  static std::size_t children(const Node& node) {
    if (const auto* table = node.as<TreeTable>()) return table->size();
    const auto* list = node.as<List>();
    return list == nullptr ? 0 : list->size();
  }

  bool accept(const Node& candidate, bool same = false) {
    const std::string text = file_of(candidate);
    if ((!same && text == text_) || left_-- <= 0 || !shows_(text)) return false;
    model_ = candidate;
    text_ = text;
    return true;
  }

  void blocks() {
    for (const char* key : {"body", "joint", "force", "driver", "shape", "pair"}) {
      const auto list = [&] {
        Member* member = tree::find_member(*model_.as<TreeTable>(), key);
        return member == nullptr ? nullptr : member->value.as<List>();
      };
      for (std::size_t i = list() == nullptr ? 0 : list()->size(); i-- > 0;) {
        if (list() == nullptr || i >= list()->size()) continue;
        Node candidate = model_;
        take_out(candidate, key, i);
        accept(candidate);
      }
    }
  }

  void end() {
    Member* run = tree::find_member(*model_.as<TreeTable>(), "run");
    if (run == nullptr || run->value.as<TreeTable>() == nullptr) return;
    for (bool shorter = true; shorter;) {
      Node candidate = model_;
      Member* time = tree::find_member(
          *tree::find_member(*candidate.as<TreeTable>(), "run")->value.as<TreeTable>(), "end");
      if (time == nullptr || time->value.as<double>() == nullptr) return;
      *time->value.as<double>() /= 2;
      shorter = accept(candidate);
    }
  }

  void remove_keys(const Path& path) {
    for (std::size_t i = children(at(model_, path)); i-- > 0;) {
      if (i >= children(at(model_, path))) continue;
      Node candidate = model_;
      if (auto* table = at(candidate, path).as<TreeTable>()) {
        if ((*table)[i].key == "freeplay" || is_tables((*table)[i].value)) {
          // blocks have been tried
        } else {
          table->erase(table->begin() + static_cast<std::ptrdiff_t>(i));
          if (accept(candidate)) continue;
        }
      }
      Path deeper = path;
      deeper.push_back(i);
      remove_keys(deeper);
    }
  }

  /// Numbers become 0, or get one, two or three digits.
  void round(const Path& path) {
    const Node& node = at(model_, path);
    if (const double* real = node.as<double>()) {
      const double was = *real;
      for (int digits = 0; digits <= 3; ++digits) {
        const double now =
            digits == 0 ? 0 : std::strtod(fmt::format("{:.{}e}", was, digits - 1).c_str(), nullptr);
        Node candidate = model_;
        *at(candidate, path).as<double>() = now;
        if (now == was || accept(candidate)) break;
      }
      return;
    }
    for (std::size_t i = 0; i < children(at(model_, path)); ++i) {
      Path deeper = path;
      deeper.push_back(i);
      round(deeper);
    }
  }

  Node model_;
  std::string text_;
  const std::function<bool(const std::string&)>& shows_;
  int left_;
};

}  // namespace

std::string shrink(const std::string& text, const std::function<bool(const std::string&)>& shows,
                   int trials) {
  Diagnostics problems;
  const Node model = tree::parse_toml(text, "model.toml", problems);
  if (model.as<TreeTable>() == nullptr || model.as<TreeTable>()->empty()) return text;
  Shrinking shrinking(model, shows, trials);
  return shrinking.asked_at_all() ? shrinking.go() : text;
}

}  // namespace freeplay::testing
