// SPDX-License-Identifier: Apache-2.0
#include "validation/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <sstream>

namespace freeplay::validation {
namespace {

constexpr double kRounding = 1e-12;  // errors below it tell nothing more
constexpr double kSignless = 1e-9;   // below it the sign of an error is chance

bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

struct Token {
  std::string text;
  bool number = false;
};

/// Where the number that begins at `at` ends; `at` if none begins there.
std::size_t end_of_number(const std::string& line, std::size_t at) {
  const char before = at == 0 ? ' ' : line[at - 1];
  // lcp_CPS_1, fig10, 1.2.3 and the second half of 3-4 are words
  if (std::isalnum(static_cast<unsigned char>(before)) != 0 || before == '_' || before == '.') return at;
  std::size_t i = at;
  if (line[i] == '+' || line[i] == '-') ++i;
  const std::size_t first = i;
  while (i < line.size() && digit(line[i])) ++i;
  if (i == first) return at;
  if (i + 1 < line.size() && line[i] == '.' && digit(line[i + 1])) {
    for (++i; i < line.size() && digit(line[i]);) ++i;
  }
  if (i < line.size() && line[i] == 'e') {
    std::size_t exponent = i + 1;
    if (exponent < line.size() && (line[exponent] == '+' || line[exponent] == '-')) ++exponent;
    const std::size_t digits = exponent;
    while (exponent < line.size() && digit(line[exponent])) ++exponent;
    if (exponent > digits) i = exponent;
  }
  return i;
}

std::vector<Token> tokens(const std::string& line) {
  std::vector<Token> found;
  std::string word;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = end_of_number(line, at);
    if (end == at) {
      word += line[at++];
      continue;
    }
    if (!word.empty()) found.push_back({word, false});
    word.clear();
    found.push_back({line.substr(at, end - at), true});
    at = end;
  }
  if (!word.empty()) found.push_back({word, false});
  return found;
}

struct Written {
  double value = 0;
  bool whole = false, exponent = false;
  int digits = 0;         // significant ones
  double last_digit = 1;  // what one unit of it is worth
};

Written parse(const std::string& text) {
  Written number;
  number.value = std::strtod(text.c_str(), nullptr);
  const std::size_t e = text.find('e'), point = text.find('.');
  number.exponent = e != std::string::npos;
  number.whole = !number.exponent && point == std::string::npos;
  const std::string mantissa = text.substr(0, e);
  for (const char c : mantissa) number.digits += digit(c) && (number.digits > 0 || c != '0');
  const int decimals = point == std::string::npos ? 0 : static_cast<int>(mantissa.size() - point) - 1;
  const int power = number.exponent ? std::atoi(text.c_str() + e + 1) : 0;
  number.last_digit = std::pow(10, power - decimals);
  return number;
}

bool same_words(const std::vector<Token>& was, const std::vector<Token>& is) {
  return std::equal(was.begin(), was.end(), is.begin(), is.end(), [](const Token& a, const Token& b) {
    return a.number == b.number && (a.number ? agree(a.text, b.text) : a.text == b.text);
  });
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

}  // namespace

bool agree(const std::string& was, const std::string& is) {
  if (was == is) return true;
  const Written a = parse(was), b = parse(is);
  const double small = std::min(std::abs(a.value), std::abs(b.value));
  const double large = std::max(std::abs(a.value), std::abs(b.value));
  const auto is_error = [](const Written& number) {
    return (number.exponent && number.digits <= 2) || std::abs(number.value) < kSignless;
  };
  if (large <= kRounding) return true;
  if (is_error(a) && is_error(b)) {
    const bool same_sign = (a.value < 0) == (b.value < 0);
    return large <= 10 * std::max(small, kRounding) && (same_sign || large < kSignless);
  }
  const double apart = std::abs(a.value - b.value);
  if (a.whole && b.whole) return apart <= std::max(2.0, 0.02 * large);
  return apart <= std::max(2.01 * std::max(a.last_digit, b.last_digit), 1e-9 * large);
}

std::vector<std::string> differences(const std::string& was, const std::string& is) {
  std::vector<std::string> found;
  const std::vector<std::string> a = lines(was), b = lines(is);
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (!same_words(tokens(a[i]), tokens(b[i]))) {
      found.push_back(fmt::format("{}: was {}\n{}: is  {}", i + 1, a[i], i + 1, b[i]));
    }
  }
  if (a.size() != b.size()) found.push_back(fmt::format("was {} lines, is {}", a.size(), b.size()));
  return found;
}

}  // namespace freeplay::validation
