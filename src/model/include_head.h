// SPDX-License-Identifier: Apache-2.0
// What an included file says besides its blocks.
#pragma once

#include <string>

#include "model/reader.h"
#include "model/tree.h"

namespace freeplay {

/// True when the file, whose tree stands in `frame`, is a model file of that dimension; else reports why not.
bool check_included(Reader& reader, const tree::Table& file, int frame, int dimension);

/// Makes its parameters known to the reader's scope, with those that the include gives (nullptr: none) in their place. False
/// after reporting what is wrong; `path` is that of the given ones.
bool add_parameters(Reader& reader, const tree::Table& file, int frame, const tree::Node* given,
                    const std::string& path);

}  // namespace freeplay
