// SPDX-License-Identifier: Apache-2.0
// Study files (docs/studies.md), held to rules as strict as those of model files.
#pragma once

#include <string>

#include "studies/study.h"

namespace freeplay {

/// Reads a study and the model that it names, and tries both together. Everything wrong is thrown as one ModelError.
Study read_study(const std::string& path);

/// The same of texts, such as those that a result has kept.
Study read_study_text(const std::string& text, const std::string& file, const std::string& model_text,
                      const std::string& model_file);

/// The word of a plan in a study file.
const char* plan_name(PlanKind kind);

}  // namespace freeplay
