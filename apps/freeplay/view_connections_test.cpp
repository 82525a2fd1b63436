// SPDX-License-Identifier: Apache-2.0
// Strangers who send slowly, much or nothing do not keep the page of `freeplay view` from its owner.
#include "apps/freeplay/view_connections.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>

#include "apps/freeplay/view_server.h"
#include "base/index.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

constexpr int kPatience = 600;  // seconds: a busy machine answers late

/// A connection that sends what it is told.
class Stranger {
 public:
  explicit Stranger(int port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in there{};
    there.sin_family = AF_INET;
    there.sin_port = htons(static_cast<std::uint16_t>(port));
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = connect(socket_, reinterpret_cast<const sockaddr*>(&there), sizeof there) == 0;
  }
  ~Stranger() { close(socket_); }
  Stranger(const Stranger&) = delete;
  Stranger& operator=(const Stranger&) = delete;

  bool connected() const { return connected_; }
  bool says(const std::string& bytes) {
    return send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
  }
  /// Everything until the server hangs up.
  std::string hears() {
    std::string all;
    char some[4096];
    for (ssize_t got = 0; (got = recv(socket_, some, sizeof some, 0)) > 0;) all.append(some, idx(got));
    return all;
  }

 private:
  int socket_;
  bool connected_ = false;
};

class ViewConnections : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(server_.start(0)); }

  std::string line(const std::string& method, const std::string& what) const {
    return method + " /" + token_ + "/" + what +
           " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server_.port()) + "\r\n";
  }

  ViewSession session_{{testing::source_path("examples/slider_crank/model.toml"), {"run.end=0.01"}}};
  std::string token_ = make_token();
  ViewServer server_{session_, token_};
};

// More of them than there are threads, each sending another byte of a header that never ends: with httplib's own patience,
// which begins anew with each byte, nobody else was answered any more.
TEST_F(ViewConnections, ManyWhoSendSlowlyDoNotBlockThePageNorItsEnd) {
  std::atomic<bool> enough{false};
  std::vector<std::unique_ptr<Stranger>> strangers;
  for (int i = 0; i < 100; ++i) {
    strangers.push_back(std::make_unique<Stranger>(server_.port()));
    ASSERT_TRUE(strangers.back()->connected());
    strangers.back()->says("GET /state HTTP/1.1\r\nX-Slow: ");
  }
  std::thread drip([&] {
    while (!enough) {
      for (const auto& stranger : strangers) stranger->says("x");
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  });
  for (int i = 0; i < 3; ++i) {
    httplib::Client client("127.0.0.1", server_.port());
    client.set_read_timeout(kPatience);
    const auto answer = client.Get("/" + token_ + "/progress");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 200);
  }
  server_.stop();  // comes back, although they go on
  EXPECT_FALSE(server_.running());
  enough = true;
  drip.join();
}

TEST_F(ViewConnections, HeadersWithoutEndAreCutOff) {
  Stranger stranger(server_.port());
  stranger.says(line("GET", "state"));
  const std::string header = "X-Much: " + std::string(1000, 'x') + "\r\n";
  for (int i = 0; i < 1000 && stranger.says(header); ++i) {
  }
  EXPECT_EQ(stranger.hears().find("200 OK"), std::string::npos);
}

TEST_F(ViewConnections, ChunksWithoutEndAreCutOff) {
  Stranger stranger(server_.port());
  stranger.says(line("POST", "check") + "Transfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "100000\r\n" + std::string(0x100000, '#') + "\r\n";
  int sent = 0;
  while (sent < 100 && stranger.says(chunk)) ++sent;
  EXPECT_LT(sent, 100) << "a hundred megabytes were taken";
  EXPECT_EQ(stranger.hears().find("200 OK"), std::string::npos);
}

TEST_F(ViewConnections, PackedBodiesAreRefused) {
  Stranger stranger(server_.port());
  stranger.says(line("POST", "check") +
                "Content-Encoding: gzip\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc");
  EXPECT_NE(stranger.hears().find("415"), std::string::npos);
}

TEST(Connections, MakeRoomByCuttingOffTheOldestThatWasNeverLetIn) {
  int a[2], b[2], c[2];
  for (int* pair : {a, b, c}) ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  const ConnectionLimits limits;
  Connection owner(a[0], limits), first(b[0], limits), second(c[0], limits);
  Connections all;
  for (Connection* connection : {&owner, &first, &second}) {
    connection->begin_request();
    all.add(*connection);
  }
  all.let_in(owner);
  const auto is_cut = [](int other) {
    char byte = 0;
    return recv(other, &byte, 1, MSG_DONTWAIT) == 0;
  };
  all.make_room();
  EXPECT_TRUE(is_cut(b[1]));
  EXPECT_FALSE(is_cut(c[1]) || is_cut(a[1]));
  all.make_room();
  EXPECT_TRUE(is_cut(c[1]));
  all.make_room();
  EXPECT_FALSE(is_cut(a[1])) << "whoever is being answered stays";
  all.begin_request(owner);
  all.make_room();
  EXPECT_TRUE(is_cut(a[1])) << "between two requests it may go";
  for (int* pair : {a, b, c}) close(pair[0]), close(pair[1]);
}

}  // namespace
}  // namespace freeplay
