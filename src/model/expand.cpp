// SPDX-License-Identifier: Apache-2.0
#include "model/expand.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "model/block_text.h"
#include "model/fields.h"
#include "model/include.h"
#include "model/include_head.h"
#include "model/names.h"
#include "model/parts.h"
#include "model/read_fields.h"
#include "model/read_over.h"
#include "model/scope.h"
#include "model/templates.h"

namespace freeplay {
namespace {

constexpr const char* kRepeat = "repeat";
constexpr const char* kInclude = "include";
constexpr const char* kParameters = "parameters";
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

class Expander {
 public:
  Expander(Reader& reader, const tree::Table& model)
      : reader_(reader), scope_(*reader.scope()), files_(reader), dimension_(dimension_of(model)) {}

  void run(tree::Table& model) {
    Blocks blocks;
    for (const char* key : {kRepeat, kInclude}) {
      const auto found = std::find_if(model.begin(), model.end(),
                                      [&](const tree::Member& member) { return member.key == key; });
      if (found == model.end()) continue;
      const tree::Member member = std::move(*found);
      model.erase(found);
      each(member, 0, 1, "", blocks);
    }
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

  /// The entries of a member `repeat` = [[repeat]] or `include` = [[include]].
  void each(const tree::Member& member, int frame, int depth, const std::string& above, Blocks& blocks) {
    const std::string key = above.empty() ? member.key : above + "." + member.key;
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
        if (member.key == kRepeat) {
          repeat_one(*table, place, depth, path, blocks);
        } else {
          include_one(*table, place, path, blocks);
        }
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
    const std::optional<std::vector<OverList>> columns = read_over(block, "over");
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
      Frame frame{at.frame, {}, reader_.frames().file(at.frame)};
      formula::Amount index;
      index.value = static_cast<double>(k) + repeat.first;
      frame.locals.emplace_back(repeat.index, index);
      for (const OverList& column : *columns) frame.locals.emplace_back(column.name, column.values[k]);
      Blocks own = gather(table, reader_.frames().add(std::move(frame)), depth, path);
      append(own, at, blocks);
    }
  }

  bool check_head(Block& block, const Repeat& repeat, const std::vector<OverList>& columns) {
    const tree::Node* index = block.take("index");
    const tree::Position at = index == nullptr ? block.position() : index->position;
    if (!scope_.can_name(repeat.index, at, block.path_of("index"))) return false;
    const auto is_index = [&](const OverList& column) { return column.name == repeat.index; };
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

  /// The blocks of a turn or file, with those of the repeats and includes in it.
  Blocks gather(const tree::Table& table, int frame, int depth, const std::string& path) {
    Blocks own;
    for (const tree::Member& member : table) {
      if (member.key == kRepeat || member.key == kInclude) {
        each(member, frame, depth + 1, path, own);
      } else if (is_blocks(member.key)) {
        copy_blocks(member, frame, path, own[member.key]);
      }
    }
    return own;
  }

  /// In the order of their file, at the place of the repeat or include that they came from.
  static void append(Blocks& own, tree::Position at, Blocks& blocks) {
    for (auto& [key, placed] : own) {
      sort(placed);
      for (Placed& one : placed) blocks[key].push_back({at, std::move(one.block)});
    }
  }

  void include_one(const tree::Table& table, tree::Position at, const std::string& path, Blocks& blocks) {
    const tree::Table head = copied_head(table, at.frame);
    Block block(reader_, head, at, path);
    Include include;
    read_fields<Include>(block, include_fields, include);
    if (dimension_ == 3) {
      read_fields<Include>(block, spatial_include_fields, include);
    } else {
      read_fields<Include>(block, planar_include_fields, include);
    }
    const tree::Node* given = block.take(kParameters);
    const tree::Node* file = block.take("file");
    block.finish();
    if (include.file.empty() || full_ || !check_prefix(block, include.prefix)) return;
    const tree::Node* root = files_.enter(include.file, file->position, block.path_of("file"));
    if (root == nullptr) return;
    values_ += values_of(*root, kParameters);
    if (values_ > kMostValues) too_many_values(at, path);
    const int number =
        reader_.add({files_.shown(include.file, at), std::make_shared<const Where>(reader_.where(at)),
                     place_of(block, include), reader_.file_of(at).prefix + include.prefix});
    const int frame = reader_.frames().add({at.frame, {}, number});
    const auto& tree = *root->as<tree::Table>();
    if (check_included(reader_, tree, frame, dimension_) &&
        add_parameters(reader_, tree, frame, given, block.path_of(kParameters))) {
      Blocks own = gather(tree, frame, 0, "");
      add_prefixes(own, include);
      append(own, at, blocks);
    }
    files_.leave();
  }

  /// Where its ground stands in the model; nothing: where that of the model is.
  std::optional<Place> place_of(Block& block, const Include& include) const {
    const std::optional<Place>& outer = reader_.file_of(block.position()).place;
    if (!block.has("position") && !block.has("angle") && !block.has("orientation")) return outer;
    const Point3 flat{include.position[0], include.position[1], 0};
    const Place own(dimension_, dimension_ == 3 ? include.position3 : flat, include.angle,
                    include.orientation);
    return outer ? outer->at(own) : own;
  }

  /// Texts of an [[include]] in a turn may have the index in them.
  tree::Table copied_head(const tree::Table& table, int frame) {
    tree::Table head;
    keys_ = {kInclude};
    for (const tree::Member& member : table) {
      keys_.push_back(member.key);
      head.push_back({member.key, member.position, copied(member.value, frame)});
      head.back().position.frame = frame;
      keys_.pop_back();
    }
    return head;
  }

  bool check_prefix(Block& block, const std::string& prefix) {
    const std::string wrong = prefix.empty() ? "" : name_error(prefix + "x");
    if (!wrong.empty()) reader_.error(block.take("prefix")->position, block.path_of("prefix"), wrong);
    return wrong.empty();
  }

  /// In the order of the file, with paths of meshes from the file that includes them.
  static void add_prefixes(Blocks& own, const Include& include) {
    std::vector<tree::Node*> shapes;
    if (const auto found = own.find("shape"); found != own.end()) {
      sort(found->second);
      for (Placed& placed : found->second) shapes.push_back(&placed.block);
    }
    name_all_shapes(shapes);
    for (tree::Node* shape : shapes) put_beside(*shape, include.file);
    for (auto& [kind, placed] : own) {
      for (Placed& one : placed) add_prefix(kind, one.block, include.prefix);
    }
  }

  void copy_blocks(const tree::Member& member, int frame, const std::string& path, std::vector<Placed>& out) {
    const auto* entries = member.value.as<tree::List>();
    if (entries == nullptr) {
      tree::Position at = member.position;
      at.frame = frame;
      const std::string key = path.empty() ? member.key : path + "." + member.key;
      reader_.error(
          at, key, fmt::format("expected a list of blocks; found {}", kind_name(member.value)),
          fmt::format("write [[{}{}]] with double brackets", path.empty() ? "" : "repeat.", member.key));
      return;
    }
    keys_ = {member.key};
    if (!path.empty()) keys_.insert(keys_.begin(), path);
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
    if (values_ > kMostValues) too_many_values(to.position, path());
    if (full_) return to;
    if (text != nullptr) {
      const bool plain = !reader_.frames().is_turn(frame);
      to.data = plain ? *text : fill_template(reader_, *text, to.position, path());
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

  void too_many_values(tree::Position at, const std::string& path) {
    too_much(at, path, fmt::format("more than {} values in repeated and included blocks", kMostValues));
  }

  void too_much(tree::Position at, const std::string& path, const std::string& message) {
    if (!full_) reader_.error(at, path, message, "are the counts what they should be?");
    full_ = true;
  }

  std::string path() const { return fmt::format("{}", fmt::join(keys_, ".")); }

  Reader& reader_;
  Scope& scope_;
  IncludedFiles files_;
  int dimension_;
  std::size_t turns_ = 0, values_ = 0;
  bool full_ = false;
  std::vector<std::string> keys_;  ///< to the value that is copied
};

}  // namespace

void expand(tree::Node& root, Reader& reader) {
  tree::Table& model = *root.as<tree::Table>();
  Expander(reader, model).run(model);
}

}  // namespace freeplay
