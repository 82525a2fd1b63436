// SPDX-License-Identifier: Apache-2.0
// Study files (docs/studies.md), held to rules as strict as those of model files.
#pragma once

#include <string>

#include "freeplay/registry.h"
#include "studies/study.h"

namespace freeplay {

/// The functions of measures.
struct KnownFunctions {
  RunMeasures functions;
  bool are_some = false;  ///< others may be named: they are those of the program that made a result
};

/// Reads a study and the model that it names, and tries both together. Everything wrong is thrown as one ModelError.
Study read_study(const std::string& path, const RunMeasures& functions = {});

/// The same of texts, such as those that a result has kept.
Study read_study_text(const std::string& text, const std::string& file, const std::string& model_text,
                      const std::string& model_file, const KnownFunctions& known = {});

/// The plans of studies, with their keys.
const RegistryInfo& study_plans();

/// The word of a plan in a study file.
const char* plan_name(PlanKind kind);

}  // namespace freeplay
