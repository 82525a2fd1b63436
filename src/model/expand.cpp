// SPDX-License-Identifier: Apache-2.0
#include "model/expand.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/index.h"
#include "model/fields.h"
#include "model/read_fields.h"
#include "model/read_lists.h"
#include "model/scope.h"

namespace freeplay {
namespace {

constexpr const char* kRepeat = "repeat";
constexpr const char* kOver = "over";
constexpr int kDeepest = 4;                  ///< repeats in one another
constexpr std::size_t kMostValues = 300000;  ///< copied in all; a long text counts as many

/// A block of the model with the place that orders it among others of its kind.
struct Placed {
  tree::Position at;
  tree::Node block;
};
using Blocks = std::map<std::string, std::vector<Placed>>;

void sort(std::vector<Placed>& blocks) {
  std::stable_sort(blocks.begin(), blocks.end(), [](const Placed& a, const Placed& b) {
    return std::pair(a.at.line, a.at.column) < std::pair(b.at.line, b.at.column);
  });
}

/// A column of `over`: what a name stands for in each turn.
struct Column {
  std::string name;
  std::vector<Local> values;
};

/// Is it written as a number or formula is? Other texts are words.
bool looks_like_number(const tree::Node& node) {
  const auto* text = node.as<std::string>();
  if (text == nullptr) return true;
  const std::size_t first = text->find_first_not_of(' ');
  return first != std::string::npos &&
         std::string_view("0123456789+-.=").find((*text)[first]) != std::string_view::npos;
}

class Expander {
 public:
  explicit Expander(Reader& reader) : reader_(reader), scope_(*reader.scope()) {}

  void run(tree::Table& model) {
    const auto found = std::find_if(model.begin(), model.end(),
                                    [](const tree::Member& member) { return member.key == kRepeat; });
    if (found == model.end()) return;
    const tree::Member repeat = std::move(*found);
    model.erase(found);
    Blocks blocks;
    repeat_each(repeat, 0, 1, "", blocks);
    for (auto& [key, added] : blocks) insert(model, key, std::move(added));
  }

 private:
  /// Among the blocks of the same kind, in the order of the file.
  static void insert(tree::Table& model, const std::string& key, std::vector<Placed> added) {
    tree::Member* member = tree::find_member(model, key);
    if (member == nullptr) {
      model.push_back({key, added.front().at, {tree::List{}, added.front().at}});
      member = &model.back();
    }
    auto* list = member->value.as<tree::List>();
    if (list == nullptr) return;  // the reader says what is wrong with it
    std::vector<Placed> all;
    for (tree::Node& block : *list) all.push_back({block.position, std::move(block)});
    std::move(added.begin(), added.end(), std::back_inserter(all));
    sort(all);
    list->clear();
    for (Placed& placed : all) list->push_back(std::move(placed.block));
  }

  /// The entries of a member `repeat` = [[repeat]].
  void repeat_each(const tree::Member& member, int frame, int depth, const std::string& above,
                   Blocks& blocks) {
    const std::string key = above.empty() ? kRepeat : above + "." + kRepeat;
    const tree::Position at{member.position.line, member.position.column, frame};
    const auto* entries = member.value.as<tree::List>();
    if (entries == nullptr) {
      reader_.error(at, key, fmt::format("expected a list of blocks; found {}", kind_name(member.value)),
                    fmt::format("write [[{}]] with double brackets", key));
      return;
    }
    if (depth > kDeepest) {
      reader_.error(at, key, fmt::format("more than {} repeats stand in one another", kDeepest));
      return;
    }
    for (std::size_t i = 0; i < entries->size(); ++i) {
      const std::string path = fmt::format("{} #{}", key, i + 1);
      tree::Position place = (*entries)[i].position;
      place.frame = frame;
      if (const auto* table = (*entries)[i].as<tree::Table>()) {
        repeat_one(*table, place, depth, path, blocks);
      } else {
        reader_.error(place, path, fmt::format("expected a block; found {}", kind_name((*entries)[i])),
                      fmt::format("write [[{}]] with double brackets", key));
      }
    }
  }

  void repeat_one(const tree::Table& table, tree::Position at, int depth, const std::string& path,
                  Blocks& blocks) {
    const tree::Table head = head_of(table, at.frame);
    Block block(reader_, head, at, path);
    Repeat repeat;
    read_fields<Repeat>(block, repeat_fields, repeat);
    const std::optional<std::vector<Column>> columns = read_over(block);
    bool filled = false;
    for (const BlockName& kind : block_names) {
      if (kind.list) filled = block.take(kind.key) != nullptr || filled;
    }
    block.finish();
    if (!columns || !check_head(block, repeat, *columns)) return;
    if (!filled) {
      reader_.error(at, path, "there is nothing to repeat", "write blocks in it: [[repeat.body]]");
      return;
    }
    const std::size_t turns = columns->empty() ? idx(*repeat.count) : columns->front().values.size();
    for (std::size_t k = 0; k < turns && !full_; ++k) {
      if (++turns_ > static_cast<std::size_t>(kMostTurns)) {
        too_much(at, path, fmt::format("more than {} turns of repeats in all", kMostTurns));
        break;
      }
      Frame frame{at.frame, {}};
      formula::Amount index;
      index.value = static_cast<double>(k) + repeat.first;
      frame.locals.emplace_back(repeat.index, index);
      for (const Column& column : *columns) frame.locals.emplace_back(column.name, column.values[k]);
      turn(table, at, reader_.frames().add(std::move(frame)), depth, path, blocks);
    }
  }

  /// The table with what describes the repeat itself, in the frame around it; of its blocks no more than their keys.
  static tree::Table head_of(const tree::Table& table, int frame) {
    const auto frame_in = [frame](const auto& self, tree::Node& node) -> void {
      node.position.frame = frame;
      if (auto* items = node.as<tree::List>()) {
        for (tree::Node& item : *items) self(self, item);
      } else if (auto* members = node.as<tree::Table>()) {
        for (tree::Member& member : *members) {
          member.position.frame = frame;
          self(self, member.value);
        }
      }
    };
    tree::Table head;
    for (const tree::Member& member : table) {
      const bool blocks = std::any_of(std::begin(block_names), std::end(block_names),
                                      [&](const BlockName& kind) { return member.key == kind.key; });
      head.push_back({member.key, member.position, blocks ? tree::Node{tree::List{}, {}} : member.value});
      head.back().position.frame = frame;
      frame_in(frame_in, head.back().value);
    }
    return head;
  }

  bool check_head(Block& block, const Repeat& repeat, const std::vector<Column>& columns) {
    const tree::Node* index = block.take("index");
    const tree::Position at = index == nullptr ? block.position() : index->position;
    if (!scope_.can_name(repeat.index, at, block.path_of("index"))) return false;
    const auto is_index = [&](const Column& column) { return column.name == repeat.index; };
    if (reader_.frames().find(block.position().frame, repeat.index) != nullptr ||
        std::any_of(columns.begin(), columns.end(), is_index)) {
      reader_.error(at, block.path_of("index"),
                    fmt::format("\"{}\" stands for something else here", repeat.index),
                    "give the index another name: index = \"k\"");
      return false;
    }
    if (columns.empty() && !block.has("count")) {
      block.missing("count", "how many turns", "or over = { NAME = [first, second, …] }");
      return false;
    }
    if (!columns.empty() && block.has("count")) {
      reader_.error(block.take("count")->position, block.path_of("count"),
                    "count and over are given; the lists of over say how many turns there are",
                    "take one of them away");
      return false;
    }
    return !columns.empty() || repeat.count.has_value();
  }

  /// The columns of `over`, of the same length; none without the key, nothing after reporting what is wrong.
  std::optional<std::vector<Column>> read_over(Block& block) {
    std::vector<Column> columns;
    if (!block.has(kOver)) return block.take(kOver), columns;
    const tree::Node& over = *block.take(kOver);
    const std::string path = block.path_of(kOver);
    const auto* table = over.as<tree::Table>();
    if (table == nullptr || table->empty()) {
      reader_.error(over.position, path,
                    fmt::format("expected lists by name; found {}",
                                table == nullptr ? kind_name(over) : "an empty table"),
                    "write it like over = { radius = [\"5 mm\", \"6 mm\"] }");
      return {};
    }
    for (const tree::Member& member : *table) {
      const std::string key = path + "." + member.key;
      if (!scope_.can_name(member.key, member.position, key)) return {};
      if (reader_.frames().find(block.position().frame, member.key) != nullptr) {
        reader_.error(member.position, key, fmt::format("\"{}\" stands for something else here", member.key),
                      "choose another name");
        return {};
      }
      auto values = read_column(member.value, key);
      if (!values) return {};
      if (!columns.empty() && columns.front().values.size() != values->size()) {
        reader_.error(member.value.position, key,
                      fmt::format("has {} values, and \"{}\" has {}", values->size(), columns.front().name,
                                  columns.front().values.size()),
                      "each turn takes one value of every list");
        return {};
      }
      columns.push_back({member.key, std::move(*values)});
    }
    return columns;
  }

  std::optional<std::vector<Local>> read_column(const tree::Node& node, const std::string& path) {
    const auto* items = node.as<tree::List>();
    if (items == nullptr || items->empty()) {
      reader_.error(node.position, path,
                    fmt::format("expected a list of numbers or words; found {}",
                                items == nullptr ? kind_name(node) : "an empty list"));
      return {};
    }
    const bool words = std::none_of(items->begin(), items->end(), looks_like_number);
    std::vector<Local> values;
    for (const tree::Node& item : *items) {
      if (words) {
        values.emplace_back(*item.as<std::string>());
      } else if (const auto amount = scope_.value_of(item, path)) {
        values.emplace_back(*amount);
      } else {
        return {};
      }
    }
    return values;
  }

  /// One turn: its blocks and those of the repeats in it, in the order of the file.
  void turn(const tree::Table& table, tree::Position at, int frame, int depth, const std::string& path,
            Blocks& blocks) {
    Blocks own;
    for (const tree::Member& member : table) {
      if (member.key == kRepeat) {
        repeat_each(member, frame, depth + 1, path, own);
      } else if (std::any_of(std::begin(block_names), std::end(block_names),
                             [&](const BlockName& kind) { return kind.list && member.key == kind.key; })) {
        copy_blocks(member, frame, path, own[member.key]);
      }
    }
    for (auto& [key, placed] : own) {
      sort(placed);
      for (Placed& one : placed) blocks[key].push_back({at, std::move(one.block)});
    }
  }

  void copy_blocks(const tree::Member& member, int frame, const std::string& path, std::vector<Placed>& out) {
    const auto* entries = member.value.as<tree::List>();
    if (entries == nullptr) {
      tree::Position at = member.position;
      at.frame = frame;
      reader_.error(at, path + "." + member.key,
                    fmt::format("expected a list of blocks; found {}", kind_name(member.value)),
                    fmt::format("write [[{}.{}]] with double brackets", kRepeat, member.key));
      return;
    }
    keys_ = {path, member.key};
    for (const tree::Node& entry : *entries) {
      if (full_) return;
      out.push_back({entry.position, copied(entry, frame)});
    }
  }

  tree::Node copied(const tree::Node& from, int frame) {
    tree::Node to;
    to.position = {from.position.line, from.position.column, frame};
    const auto* text = from.as<std::string>();
    values_ += 1 + (text == nullptr ? 0 : text->size() / 64);
    if (values_ > kMostValues)
      too_much(to.position, path(), fmt::format("more than {} values in repeated blocks", kMostValues));
    if (full_) return to;
    if (text != nullptr) {
      to.data = filled(*text, to.position);
    } else if (const auto* items = from.as<tree::List>()) {
      tree::List list;
      for (const tree::Node& item : *items) list.push_back(copied(item, frame));
      to.data = std::move(list);
    } else if (const auto* members = from.as<tree::Table>()) {
      tree::Table table;
      for (const tree::Member& member : *members) {
        keys_.push_back(member.key);
        table.push_back(
            {member.key, {member.position.line, member.position.column, frame}, copied(member.value, frame)});
        keys_.pop_back();
      }
      to.data = std::move(table);
    } else {
      to.data = from.data;
    }
    return to;
  }

  /// The text with what stands in braces replaced: "link{i + 1}". Doubled braces stand for themselves.
  std::string filled(const std::string& text, tree::Position at) {
    if (text.find_first_of("{}") == std::string::npos) return text;
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
      const char c = text[i];
      if ((c == '{' || c == '}') && text.compare(i + 1, 1, std::string(1, c)) == 0) {
        out += c;
        i += 2;
      } else if (c == '{') {
        const std::size_t end = text.find('}', i);
        if (end == std::string::npos) return unclosed(text, i, at);
        const auto piece = value(text, i + 1, end, at);
        if (!piece) return text;
        out += *piece;
        i = end + 1;
      } else if (c == '}') {
        return unclosed(text, i, at);
      } else {
        out += c;
        ++i;
      }
    }
    return out;
  }

  std::string unclosed(const std::string& text, std::size_t i, tree::Position at) {
    reader_.error(inside(at, text, i), path(), fmt::format("\"{}\" has no partner in the text", text[i]),
                  "an index stands in braces, \"link{i}\"; a brace itself is doubled, \"{{\"");
    return text;
  }

  std::optional<std::string> value(const std::string& text, std::size_t start, std::size_t end,
                                   tree::Position at) {
    const std::string name = text.substr(start, end - start);
    if (const Local* local = reader_.frames().find(at.frame, name)) {
      if (const auto* word = std::get_if<std::string>(local)) return *word;
    }
    const auto amount = scope_.part(text, start, end, at, path());
    if (!amount) return {};
    if (amount->bare && std::trunc(amount->value) == amount->value && std::abs(amount->value) < 1e15)
      return fmt::format("{}", static_cast<long long>(amount->value));
    reader_.error(inside(at, text, start), path(),
                  amount->bare ? fmt::format("a text takes whole numbers; {} is {}", name, amount->value)
                               : fmt::format("a text takes whole numbers; {} has a unit", name));
    return {};
  }

  void too_much(tree::Position at, const std::string& path, const std::string& message) {
    if (!full_) reader_.error(at, path, message, "are the counts what they should be?");
    full_ = true;
  }

  std::string path() const { return fmt::format("{}", fmt::join(keys_, ".")); }

  Reader& reader_;
  Scope& scope_;
  std::size_t turns_ = 0, values_ = 0;
  bool full_ = false;
  std::vector<std::string> keys_;  ///< to the value that is copied
};

}  // namespace

void expand(tree::Node& root, Reader& reader) { Expander(reader).run(*root.as<tree::Table>()); }

}  // namespace freeplay
