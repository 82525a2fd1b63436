// SPDX-License-Identifier: Apache-2.0
// Given values against declared parameters: kind, unit, range.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/registry.h"
#include "model/reader.h"

namespace freeplay {

/// What a user should write for the parameter, for messages: `a number in kg, or a text such as "250 g"`.
std::string expected_of(const Param& param, const std::string& unit);

/// What is wrong with a value of the parameter: "must be positive; found 0 kg"; "" when it is in range.
std::string range_error(double value, const Param& param, const std::string& unit);

/// The node as a value of the parameter, or nothing after reporting why not. `unit` is the parameter's,
/// with "@" resolved.
std::optional<Value> read_value(Reader& reader, const tree::Node& node, const std::string& path,
                                const Param& param, const std::string& unit);

/// Three or more points.
std::optional<std::vector<Point>> read_polygon(Reader& reader, const tree::Node& node,
                                               const std::string& path, const Param& param);

/// A list of texts; exactly `count` of them when that is not 0. Texts that are wrong are left out, so the
/// result may be shorter; positions of the texts go to `positions` when given.
std::vector<std::string> read_texts(Reader& reader, const tree::Node& node, const std::string& path,
                                    std::size_t count, std::vector<tree::Position>* positions = nullptr);

/// Reads all `params` from the block into `values`. Absent ones are reported when they are required and
/// `all_required`. `coordinate` replaces "@" in units.
void read_params(Block& block, std::span<const Param> params, Values& values,
                 const std::string& coordinate = {}, bool all_required = true);

/// The name of a registered method with its parameters. `fallback` is meant when none is named.
Choice read_choice(Reader& reader, const tree::Node& node, const std::string& path,
                   const RegistryInfo& registry, const std::string& word, const char* fallback,
                   const std::string& coordinate = {});

}  // namespace freeplay
