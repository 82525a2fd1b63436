// SPDX-License-Identifier: Apache-2.0
// What there is to say about messages: the sections of docs/messages.md, which is compiled into the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace freeplay {

struct Topic {
  std::string name;                  ///< "overlap"
  std::vector<std::string> phrases;  ///< a message with one of these belongs to it
  std::string text;                  ///< without the heading and the phrases
};

/// In the order of the page.
const std::vector<Topic>& topics();
const Topic* topic_named(const std::string& name);
/// The one that a message belongs to, or nullptr.
const Topic* topic_of(const std::string& message);
/// "docs: freeplay explain overlap; freeplay explain drift" for these messages; "" where no section is about them.
std::string docs_line(const std::vector<std::string>& messages);

/// The page as it is in docs/.
std::string_view messages_page();

}  // namespace freeplay
