// SPDX-License-Identifier: Apache-2.0
// `freeplay view` over the loopback: who is let in, and what they get.
#include "apps/freeplay/view_server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <httplib.h>
#include <ifaddrs.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "tests/kit/places.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

constexpr int kPatience = 600;  // seconds: a busy machine answers late

class ViewServerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(server_.start(0));
    client_ = std::make_unique<httplib::Client>("127.0.0.1", server_.port());
    client_->set_read_timeout(kPatience);
  }

  int status(const std::string& path) { return client_->Get(path)->status; }
  int status(const std::string& path, const httplib::Headers& headers) {
    return client_->Get(path, headers)->status;
  }
  std::string host() const { return "127.0.0.1:" + std::to_string(server_.port()); }
  nlohmann::json get(const std::string& what) {
    return nlohmann::json::parse(client_->Get(base_ + what)->body);
  }
  httplib::Result post(const std::string& what, const std::string& body,
                       const httplib::Headers& headers = {}) {
    return client_->Post(base_ + what, headers, body, "text/plain");
  }

  ViewSession session_{{testing::source_path("examples/slider_crank/model.toml"), {"run.end=0.01"}}};
  std::string token_ = make_token(), base_ = "/" + token_ + "/";
  ViewServer server_{session_, token_};
  std::unique_ptr<httplib::Client> client_;
};

TEST_F(ViewServerTest, TokensAreLongAndNew) {
  EXPECT_EQ(token_.size(), 40u);
  EXPECT_EQ(token_.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(make_token(), make_token());
  EXPECT_EQ(server_.address(), "http://" + host() + base_);
}

TEST_F(ViewServerTest, WithoutTheTokenThereIsNothing) {
  std::string wrong = token_;
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  for (const std::string& path :
       {std::string("/"), "/" + token_, "/" + wrong + "/", "/" + wrong + "/state", std::string("/state"),
        std::string("/index.html"), std::string("/favicon.ico"), "//" + token_ + "/", "/x" + base_}) {
    const auto answer = client_->Get(path);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 404) << path;
    EXPECT_EQ(answer->body, "") << path;
    EXPECT_FALSE(answer->has_header("Content-Security-Policy")) << path;
  }
  EXPECT_EQ(client_->Post("/" + wrong + "/run", "x", "text/plain")->status, 404);
  EXPECT_EQ(session_.progress().job, 0);
  EXPECT_EQ(status(base_), 200);
}

TEST_F(ViewServerTest, NoPathLeadsToAFile) {
  for (const char* path : {"model.toml", "../model.toml", "../../../../../../etc/passwd",
                           "%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "state/", "result/../x"}) {
    EXPECT_EQ(status(base_ + path), 404) << path;
  }
}

TEST_F(ViewServerTest, ForeignHostsAndOriginsAreRefused) {
  const std::string port = std::to_string(server_.port());
  EXPECT_EQ(status(base_, {{"Host", host()}}), 200);
  EXPECT_EQ(status(base_, {{"Host", "localhost:" + port}}), 200);
  for (const std::string& foreign :
       {std::string("evil.example"), "evil.example:" + port, std::string("127.0.0.1"),
        "127.0.0.1.evil.example:" + port, std::string("localhost:1"), std::string()}) {
    const auto answer = client_->Get(base_, {{"Host", foreign}});
    ASSERT_TRUE(answer);
    EXPECT_GE(answer->status, 400) << foreign;
    EXPECT_EQ(answer->body, "") << foreign;
  }
  EXPECT_EQ(status(base_, {{"Host", "evil.example:" + port}}), 403);
  for (const char* origin : {"http://evil.example", "https://127.0.0.1", "null"}) {
    EXPECT_EQ(post("stop", "", {{"Origin", origin}})->status, 403) << origin;
  }
  EXPECT_EQ(post("stop", "", {{"Origin", "http://" + host()}})->status, 200);
  EXPECT_EQ(post("stop", "")->status, 200);
}

TEST_F(ViewServerTest, ThePageMayTalkToItsServerOnly) {
  const auto page = client_->Get(base_);
  ASSERT_TRUE(page);
  const std::string policy = page->get_header_value("Content-Security-Policy");
  EXPECT_NE(policy.find("default-src 'none'; script-src 'sha256-"), std::string::npos) << policy;
  EXPECT_NE(policy.find("connect-src 'self'"), std::string::npos);
  EXPECT_NE(policy.find("frame-ancestors 'none'"), std::string::npos);
  EXPECT_EQ(page->get_header_value("X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(page->get_header_value("Referrer-Policy"), "no-referrer");
  EXPECT_EQ(page->get_header_value("Cache-Control"), "no-store");
  EXPECT_EQ(page->get_header_value("Content-Type"), "text/html; charset=utf-8");
  EXPECT_NE(page->body.find("{\"live\":1}"), std::string::npos);
}

TEST_F(ViewServerTest, ListensOnTheLoopbackOnly) {
  ifaddrs* all = nullptr;
  ASSERT_EQ(getifaddrs(&all), 0);
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    sockaddr_in address{};
    std::memcpy(&address, one->ifa_addr, sizeof address);
    char text[INET_ADDRSTRLEN] = {};
    inet_ntop(AF_INET, &address.sin_addr, text, sizeof text);
    if (std::string(text).starts_with("127.")) continue;
    httplib::Client outside(text, server_.port());
    EXPECT_FALSE(outside.Get(base_)) << text;
  }
  freeifaddrs(all);
  EXPECT_FALSE(httplib::Client("127.0.0.2", server_.port()).Get(base_));
  EXPECT_FALSE(httplib::Client("::1", server_.port()).Get(base_));
}

TEST_F(ViewServerTest, ChecksRunsAndReports) {
  const auto state = get("state");
  EXPECT_EQ(state["file"], "model.toml");
  EXPECT_TRUE(state["check"]["good"]);
  EXPECT_EQ(state["check"]["still"]["runs"][0]["samples"], 1);
  EXPECT_EQ(get("progress")["state"], "idle");
  EXPECT_EQ(get("progress")["stamp"], state["stamp"]);

  const auto wrong = nlohmann::json::parse(post("check", "freeplay = 1\nname = \"x\n")->body);
  EXPECT_FALSE(wrong["good"]);
  EXPECT_TRUE(wrong["still"].is_null());
  EXPECT_EQ(wrong["diagnostics"][0]["line"], 2);
  EXPECT_NE(wrong["diagnostics"][0]["message"], "");
  EXPECT_EQ(post("check", "\xff\xff")->status, 200) << "what is no text is a mistake, not an accident";

  EXPECT_EQ(nlohmann::json::parse(post("run", state["text"])->body)["job"], 1);
  session_.wait();
  const auto progress = get("progress");
  EXPECT_EQ(progress["state"], "complete");
  EXPECT_EQ(progress["t"], 0.01);
  const auto result = get("result");
  EXPECT_EQ(result["job"], 1);
  EXPECT_EQ(result["report"]["runs"][0]["samples"], 101);
}

TEST_F(ViewServerTest, LargeTextsAreRefused) {
  const auto answer = post("check", std::string(ViewServer::kMostBytes + 1, '#'));
  EXPECT_TRUE(!answer || answer->status == 413);
  EXPECT_EQ(status(base_), 200);
}

TEST_F(ViewServerTest, ATakenPortIsRefused) {
  ViewServer second(session_, token_);
  EXPECT_FALSE(second.start(server_.port()));
}

TEST(ViewCommand, EndsWithZeroAndNoFilesByCtrlC) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 1);
    close(ends[0]);
    const std::string model = testing::source_path("examples/slider_crank/model.toml");
    execl(program_file().c_str(), "freeplay", "view", model.c_str(), "--set", "run.end=1000", nullptr);
    _exit(99);
  }
  close(ends[1]);
  std::FILE* out = fdopen(ends[0], "r");
  char line[256] = {};
  ASSERT_NE(std::fgets(line, sizeof line, out), nullptr);
  const std::string address(line);
  ASSERT_TRUE(address.starts_with("http://127.0.0.1:")) << address;
  const std::size_t slash = address.find('/', 7);
  httplib::Client client("127.0.0.1", std::stoi(address.substr(17)));
  client.set_read_timeout(kPatience);
  const std::string base = address.substr(slash, address.size() - slash - 1);
  const auto state = client.Get(base + "state");
  ASSERT_TRUE(state);
  ASSERT_EQ(
      client.Post(base + "run", nlohmann::json::parse(state->body)["text"].get<std::string>(), "text/plain")
          ->status,
      200);
  kill(child, SIGINT);
  int status = -1;
  waitpid(child, &status, 0);
  std::fclose(out);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace freeplay
