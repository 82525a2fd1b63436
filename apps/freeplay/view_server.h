// SPDX-License-Identifier: Apache-2.0
// The page of `freeplay view` over HTTP, for this machine only.
//
// Listens on 127.0.0.1. Whoever asks must know the token, a part of the address that is drawn anew each time:
// other users of the machine and other pages in the browser do not. The Host header must name this machine,
// so that a foreign name that was made to point here (DNS rebinding) is refused. Everything served stands in
// memory; no path leads to a file.
#pragma once

#include <memory>
#include <string>

#include "apps/freeplay/view_session.h"

namespace freeplay {

/// 160 bits from the system's randomness, as hexadecimal digits.
std::string make_token();

class ViewServer {
 public:
  /// Most bytes of a text that the page may send.
  static constexpr std::size_t kMostBytes = std::size_t{8} << 20;

  ViewServer(ViewSession& session, const std::string& token);
  ~ViewServer();
  ViewServer(const ViewServer&) = delete;
  ViewServer& operator=(const ViewServer&) = delete;

  /// Takes a port of 127.0.0.1, 0 for one that is free, and begins to serve; false when it cannot be had.
  bool start(int port);
  bool running() const;
  void stop();
  int port() const;
  /// "http://127.0.0.1:40123/TOKEN/"
  std::string address() const;

 private:
  class Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace freeplay
