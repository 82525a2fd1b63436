// SPDX-License-Identifier: Apache-2.0
// What every registered method says about itself, and how its parameters are declared once.
//
// A registry folder holds one interface header and one .cpp per method. CMake lists the folder and
// writes a table that refers to each entry by symbol, so nothing depends on static constructors and a
// static library keeps every entry. The same declaration serves the model reader, `freeplay list`,
// `freeplay schema` and the documentation.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace freeplay {

inline constexpr double kRequired = std::numeric_limits<double>::quiet_NaN();  ///< a default that is none
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What a parameter holds.
enum class ParamKind {
  number,    ///< one number with a unit
  boolean,   ///< true or false
  text,      ///< any string
  formula,   ///< one number with a unit, or a formula of the time t; kept as its text: "= 5*t"
  choice,    ///< one word out of Param::choices
  point,     ///< [x, y], each with the unit
  points,    ///< two points [[x, y], [x, y]], the first in the first body's frame
  polygon,   ///< three or more points [[x, y], [x, y], [x, y]]
  numbers,   ///< a list of numbers with the unit
  texts,     ///< a list of strings
  vector,    ///< [x, y, z], each with the unit
  vectors,   ///< two vectors [[x, y, z], [x, y, z]], the first in the first body's frame
  vertices,  ///< four or more vectors
  orientation,  ///< { quaternion = […] }, { axis = […], angle = … } or { sequence = "xyz", angles = […] }
  method,       ///< one method of the registry Param::registry: { curve = "stribeck", … }
  methods,      ///< a list of methods of the registry Param::registry: [{ lift = "dwell", … }, …]
};

/// The few words that a parameter may hold.
class Words {
 public:
  static constexpr std::size_t kMost = 6;

  constexpr Words() = default;
  constexpr Words(std::initializer_list<const char*> words) {
    for (const char* word : words) words_.at(size_++) = word;
  }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const char* front() const { return words_[0]; }
  constexpr const char* operator[](std::size_t place) const { return words_[place]; }
  constexpr const char* const* begin() const { return words_.data(); }
  constexpr const char* const* end() const { return words_.data() + size_; }

 private:
  std::array<const char*, kMost> words_{};
  std::size_t size_ = 0;
};

/// One parameter, declared once: {.key = "mu", .symbol = "μ", .low = 0, .high = 10, .help = "…"}.
struct Param {
  const char* key;              ///< the word in the file
  const char* symbol = "";      ///< as in docs/notation.md
  const char* unit = "-";       ///< SI unit such as "m", "kg", "rad/s", "N*s/m"; "-" for a plain number
  double fallback = kRequired;  ///< default; kRequired when the user must give it
  double low = -kInfinity;      ///< smallest allowed value
  double high = kInfinity;      ///< largest allowed value
  const char* help = "";        ///< one sentence
  ParamKind kind = ParamKind::number;
  bool optional = false;           ///< may be absent although it has no default (kind != number)
  Words choices{};                 ///< of ParamKind::choice, the first is the default
  const char* registry = nullptr;  ///< of ParamKind::method and methods: whose
  bool open_low = false;           ///< low itself is not allowed (a mass must be > 0)
  double sample = kRequired;       ///< for trials of the method by itself; kRequired: its default, if any
};

/// The part of an entry that needs no knowledge of its interface.
struct EntryInfo {
  const char* name;      ///< file stem = registered word = word in the file
  const char* citation;  ///< key in docs/references.bib, or "" for textbook matter
  const char* help;      ///< one line
  std::span<const Param> params;
  bool planar = false;  ///< not for models of dimension 3
};

/// All entries of one registry folder, for readers and listings.
struct RegistryInfo {
  std::string name;   ///< "friction", "impact", "joint", "clearance", "shape", "force", "driver", "lift", …
  std::string title;  ///< "friction models"
  std::vector<const EntryInfo*> entries;

  const EntryInfo* find(const std::string& word) const;
  std::vector<std::string> names() const;
};

/// The registry of that name out of a catalogue; an unknown name is a bug of the caller (std::logic_error).
RegistryInfo& registry_named(std::vector<RegistryInfo>& catalogue, const std::string& name);

/// The entries of one registry with their own type, and what is said about them; defined in the generated
/// table of the library that has the registry.
template <class Entry>
std::vector<const Entry*>& entry_table();
template <class Entry>
RegistryInfo& registry_of();

/// All entries of one registry with their own type.
template <class Entry>
std::span<const Entry* const> entries_of() {
  return entry_table<Entry>();
}

/// The entry of that name, or nullptr.
template <class Entry>
const Entry* find_entry(const std::string& name) {
  for (const Entry* entry : entries_of<Entry>()) {
    if (name == entry->name) return entry;
  }
  return nullptr;
}

/// What is wrong with the words of an entry from outside: std::invalid_argument says.
void check_entry(const EntryInfo& entry, const RegistryInfo& registry);

/// Makes a method known that was written outside of the library; it must outlive all use. To be called before
/// models are read, by one thread. Throws std::invalid_argument when its name is taken or is no word.
template <class Entry>
void add_entry(const Entry& entry) {
  check_entry(entry, registry_of<Entry>());
  entry_table<Entry>().push_back(&entry);
  registry_of<Entry>().entries.push_back(&entry);
}

/// Every registry of the engine; defined in the generated table.
std::vector<RegistryInfo>& catalogue();
const RegistryInfo& registry(const std::string& name);

}  // namespace freeplay
