// SPDX-License-Identifier: Apache-2.0
#include "model/read_table_file.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>

#include "base/units.h"
#include "model/fields.h"
#include "model/file_access.h"
#include "model/file_text.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;

constexpr long long kMostColumns = 10000;

}  // namespace

/// Two numbers or names; the first two columns unless they are given.
std::optional<std::vector<csv::Column>> TableFiles::read_which(Block& block) {
  const tree::Node* node = block.take(table_file_columns.key);
  if (node == nullptr) return std::vector<csv::Column>{1, 2};
  const std::string path = block.path_of(table_file_columns.key);
  const auto* items = node->as<tree::List>();
  std::vector<csv::Column> which;
  for (std::size_t i = 0; items != nullptr && items->size() == 2 && i < 2; ++i) {
    const tree::Node& item = (*items)[i];
    if (const auto* number = item.as<long long>();
        number != nullptr && *number >= 1 && *number <= kMostColumns) {
      which.emplace_back(static_cast<int>(*number));
    } else if (const auto* name = item.as<std::string>(); name != nullptr && !name->empty()) {
      which.emplace_back(*name);
    } else {
      reader_.error(item.position, path, fmt::format("expected a column; found {}", kind_name(item)),
                    "its number, counted from 1, or the name that the first line of the file has for it");
      return {};
    }
  }
  if (which.size() == 2) return which;
  reader_.error(node->position, path, "expected the columns of x and y",
                "write them like columns = [1, 3] or columns = [\"angle\", \"pressure\"]");
  return {};
}

const std::string* TableFiles::open(Block& block, const tree::Node& file, const std::string& shown) {
  const std::string path = block.path_of(table_file.key), real = FileAccess::real_path(shown);
  if (!reader_.access()->may_open(real)) {
    reader_.error(file.position, path,
                  fmt::format("\"{}\" is outside of the model's folder", *file.as<std::string>()),
                  "a text may name files beside the model file and in folders below");
    return nullptr;
  }
  const auto known = texts_.find(real);
  if (known != texts_.end()) return &known->second;
  try {
    std::string text = text_of_file(shown, "a table");
    reader_.access()->opened(real);
    return &texts_.emplace(real, std::move(text)).first->second;
  } catch (const ModelError& error) {
    const Diagnostic& why = error.diagnostics().front();
    reader_.error(file.position, path, fmt::format("\"{}\": {}", shown, why.message), why.hint);
    return nullptr;
  }
}

void TableFiles::read(Block& block, const std::array<std::string, 2>& units, FunctionTable& table) {
  const tree::Node* file = block.take(table_file.key);
  for (const Param& column : table_columns) {
    if (const tree::Node* node = block.take(column.key))
      reader_.error(node->position, block.path_of(column.key), "the points are those of the file",
                    fmt::format("take {} or file away", column.key));
  }
  const auto which = read_which(block);
  const auto* name = file->as<std::string>();
  if (name == nullptr) {
    reader_.error(file->position, block.path_of(table_file.key),
                  fmt::format("expected the name of a file; found {}", kind_name(*file)),
                  "write it like file = \"gas.csv\"");
  }
  if (!which || name == nullptr) return;
  const fs::path folder = fs::path(reader_.file_of(file->position).name).parent_path();
  const std::string shown = (folder / *name).lexically_normal().string();
  const std::string* text = open(block, *file, shown);
  if (text == nullptr) return;
  const csv::Columns columns = csv::read_columns(*text, *which);
  const auto wrong = [&](int line, int column, const std::string& message, const std::string& hint = {}) {
    Diagnostic one{Severity::error,
                   {shown, line, column, std::make_shared<const Where>(reader_.where(file->position))},
                   "",
                   message,
                   hint};
    if (wrong_.insert(fmt::format("{}:{}:{}:{}", shown, line, column, message)).second)
      reader_.diagnostics().add(std::move(one));
  };
  for (const csv::Mistake& mistake : columns.mistakes)
    wrong(mistake.line, mistake.column, mistake.message, mistake.hint);
  if (!columns.mistakes.empty()) return;
  for (std::size_t k = 0; k < 2; ++k) {
    std::vector<double>& numbers = k == 0 ? table.x : table.y;
    for (const csv::Cell& cell : columns.cells[k]) {
      const Quantity quantity = parse_quantity(units[k].empty() ? cell.text : cell.text + " " + units[k],
                                               units[k].empty() ? "-" : units[k]);
      std::string why = quantity.error.empty() ? magnitude_error(quantity.value) : quantity.error;
      if (why.empty() && k == 0 && !numbers.empty() && !(quantity.value > numbers.back()))
        why = fmt::format("x must increase; found {} after {}", cell.text,
                          columns.cells[0][numbers.size() - 1].text);
      if (!why.empty()) return wrong(cell.line, cell.column, why, quantity.hint);
      numbers.push_back(quantity.value);
    }
  }
}

}  // namespace freeplay
