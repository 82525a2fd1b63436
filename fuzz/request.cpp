// SPDX-License-Identifier: Apache-2.0
// What one connection sends to the page of `freeplay view`, byte by byte. "@" stands for the part of the address that only
// the page knows, "$" for the name and port that its Host header must have.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "apps/freeplay/view_server.h"
#include "fuzz/input.h"
#include "fuzz/target.h"
#include "model/sample_model.h"

namespace {

using freeplay::ModelOptions;
using freeplay::ViewServer;
using freeplay::ViewSession;

constexpr const char* kToken = "token";

class Page {
 public:
  Page() : session_(options()), server_(session_, kToken) {
    if (!server_.start(0)) freeplay::fuzzing::found("no port is free");
  }

  /// Sends the bytes, reads whatever comes until the server hangs up, and ends a run that may have begun.
  void answer(const std::string& bytes) {
    const int connection = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_port = htons(static_cast<std::uint16_t>(server_.port()));
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(connection, reinterpret_cast<const sockaddr*>(&here), sizeof here) == 0) {
      for (std::size_t sent = 0; sent < bytes.size();) {
        const ssize_t n = send(connection, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (n <= 0) break;
        sent += static_cast<std::size_t>(n);
      }
      shutdown(connection, SHUT_WR);
      char rest[4096];
      while (recv(connection, rest, sizeof rest, 0) > 0) {
      }
    }
    close(connection);
    session_.stop();
    if (!server_.running()) freeplay::fuzzing::found("the server is gone");
  }

  std::string host() const { return "127.0.0.1:" + std::to_string(server_.port()); }

 private:
  static ModelOptions options() {
    ModelOptions out;
    const std::string text = freeplay::kSampleModel;
    out.file = freeplay::fuzzing::file_of("model.toml", reinterpret_cast<const std::uint8_t*>(text.data()),
                                          text.size());
    return out;
  }

  ViewSession session_;
  ViewServer server_;
};

}  // namespace

FREEPLAY_FUZZ_TARGET(request) {
  static Page page;
  std::string bytes;
  for (const char c : freeplay::fuzzing::text_of(data, size)) {
    if (c == '@') {
      bytes += kToken;
    } else if (c == '$') {
      bytes += page.host();
    } else {
      bytes += c;
    }
  }
  page.answer(bytes);
  return 0;
}
