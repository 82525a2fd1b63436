// SPDX-License-Identifier: Apache-2.0
#include "apps/freeplay/topics.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/lines.h"

namespace freeplay {
namespace {

std::vector<Topic> read_topics() {
  std::vector<Topic> read;
  std::string_view rest = messages_page(), line;
  while (take_line(rest, line)) {
    if (line.starts_with("## ")) {
      read.push_back({std::string(line.substr(3)), {}, {}});
    } else if (read.empty()) {
      continue;
    } else if (line.starts_with("> ")) {
      read.back().phrases.emplace_back(line.substr(2));
    } else if (!line.empty() || !read.back().text.empty()) {
      read.back().text += std::string(line) + "\n";
    }
  }
  for (Topic& topic : read) {
    while (topic.text.ends_with("\n\n")) topic.text.pop_back();
  }
  return read;
}

}  // namespace

const std::vector<Topic>& topics() {
  static const std::vector<Topic> all = read_topics();
  return all;
}

const Topic* topic_named(const std::string& name) {
  const auto found =
      std::find_if(topics().begin(), topics().end(), [&](const Topic& topic) { return topic.name == name; });
  return found == topics().end() ? nullptr : &*found;
}

const Topic* topic_of(const std::string& message) {
  for (const Topic& topic : topics()) {
    for (const std::string& phrase : topic.phrases) {
      if (message.find(phrase) != std::string::npos) return &topic;
    }
  }
  return nullptr;
}

std::string docs_line(const std::vector<std::string>& messages) {
  std::vector<std::string> pointers;
  for (const std::string& message : messages) {
    const Topic* topic = topic_of(message);
    if (topic == nullptr) continue;
    const std::string pointer = "freeplay explain " + topic->name;
    if (std::find(pointers.begin(), pointers.end(), pointer) == pointers.end()) pointers.push_back(pointer);
  }
  return pointers.empty() ? "" : fmt::format("docs: {}", fmt::join(pointers, "; "));
}

}  // namespace freeplay
