// SPDX-License-Identifier: Apache-2.0
#include "apps/freeplay/view_server.h"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/random.h>

#include <array>
#include <stdexcept>
#include <thread>

#include "apps/freeplay/view_connections.h"
#include "report/page.h"
#include "report/viewer_files.h"

namespace freeplay {
namespace {

using Json = nlohmann::ordered_json;
using httplib::Request;
using httplib::Response;

constexpr const char* kHere = "127.0.0.1";

/// A byte that is no UTF-8, which a file may hold, becomes a question mark instead of an exception.
std::string written(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// Adds a member that is JSON already.
std::string with(const Json& object, const char* key, const std::string& json) {
  std::string out = written(object);
  out.pop_back();
  return fmt::format("{}{}\"{}\":{}}}", out, object.empty() ? "" : ",", key, json.empty() ? "null" : json);
}

/// Gives bytes as they are: the library would compress a text for seconds.
void send(Response& response, std::string text, const char* type = "application/json") {
  const auto body = std::make_shared<const std::string>(std::move(text));
  response.set_content_provider(
      body->size(), type, [body](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        return sink.write(body->data() + offset, std::min(length, std::size_t{1} << 20));
      });
}

std::string check_json(const ViewCheck& check) {
  return with({{"good", check.good}, {"diagnostics", to_json(check.diagnostics)}}, "still", check.still);
}

std::string result_json(const ViewResult& result) {
  return with({{"job", result.job},
               {"state", to_string(result.state)},
               {"message", result.message},
               {"diagnostics", to_json(result.diagnostics)}},
              "report", result.report ? *result.report : "");
}

/// Takes the same time wherever the two differ.
bool same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned differ = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    differ |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return differ == 0;
}

}  // namespace

std::string make_token() {
  std::array<unsigned char, 20> bytes{};
  if (getentropy(bytes.data(), bytes.size()) != 0)
    throw std::runtime_error("the system gives no random numbers for the address of the page");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

class ViewServer::Inside {
 public:
  Inside(ViewSession& session, const std::string& token)
      : session_(session),
        token_(token),
        server_([this](const Request& request) { return refusal(request) == 0; }, limits()) {
    page_ = page_head(session_.file().name + " – Freeplay", "connect-src 'self'; ") + R"({"live":1})" +
            page_tail();
    server_.set_tcp_nodelay(true);
    // The library's own options would let another program share the port.
    server_.set_socket_options([](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server_.set_default_headers({{"X-Content-Type-Options", "nosniff"},
                                 {"X-Frame-Options", "DENY"},
                                 {"Cross-Origin-Resource-Policy", "same-origin"},
                                 {"Cross-Origin-Opener-Policy", "same-origin"},
                                 {"Referrer-Policy", "no-referrer"},
                                 {"Cache-Control", "no-store"}});
    server_.set_pre_routing_handler([this](const Request& request, Response& response) {
      response.status = refusal(request);
      return response.status == 0 ? (response.status = -1, httplib::Server::HandlerResponse::Unhandled)
                                  : httplib::Server::HandlerResponse::Handled;
    });
    server_.set_exception_handler([](const Request&, Response& response, const std::exception_ptr& thrown) {
      std::string what = "unknown";
      try {
        std::rethrow_exception(thrown);
      } catch (const std::exception& error) {
        what = error.what();
      } catch (...) {
      }
      response.status = 500;
      response.set_content(written({{"error", what}}), "application/json");
    });
    route();
  }

  bool start(int port) {
    if (port == 0) {
      port_ = server_.bind_to_any_port(kHere);
    } else {
      port_ = server_.bind_to_port(kHere, port) ? port : -1;
    }
    if (port_ <= 0) return false;
    listening_ = std::thread([this] {
      server_.listen_after_bind();
      ended_ = true;
    });
    while (!server_.is_running() && !ended_) std::this_thread::yield();
    return !ended_;
  }

  void stop() {
    if (!listening_.joinable()) return;
    server_.end();
    listening_.join();
  }

  bool running() const { return listening_.joinable() && !ended_; }
  int port() const { return port_; }
  std::string address() const { return fmt::format("http://{}:{}/{}/", kHere, port_, token_); }

 private:
  bool is_ours(const std::string& host) const {
    return host == fmt::format("{}:{}", kHere, port_) || host == fmt::format("localhost:{}", port_);
  }

  /// 0, or the status with which a request is turned away.
  int refusal(const Request& request) const {
    if (!is_ours(request.get_header_value("Host"))) return 403;
    const std::string_view path = request.path;
    const std::size_t length = token_.size() + 2;
    if (path.size() < length || !same(path.substr(0, length), "/" + token_ + "/")) return 404;
    if (request.method != "GET" && request.has_header("Origin")) {
      const std::string origin = request.get_header_value("Origin");
      if (!origin.starts_with("http://") || !is_ours(origin.substr(7))) return 403;
    }
    // Packed bodies could unfold to any size; the page sends none.
    if (request.has_header("Content-Encoding")) return 415;
    return 0;
  }

  static ConnectionLimits limits() {
    ConnectionLimits out;
    out.body_bytes = kMostBytes;
    return out;
  }

  void route() {
    const std::string base = "/" + token_ + "/";
    server_.Get(base, [this](const Request&, Response& response) {
      response.set_header(
          "Content-Security-Policy",
          fmt::format(
              "default-src 'none'; script-src 'sha256-{}'; style-src 'unsafe-inline'; img-src data: "
              "blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
              viewer_hash()));
      send(response, page_, "text/html; charset=utf-8");
    });
    server_.Get(base + "state", [this](const Request&, Response& response) {
      const ViewFile file = session_.file();
      send(response, with({{"file", file.name},
                           {"text", file.text},
                           {"stamp", file.stamp},
                           {"wrong", file.wrong},
                           {"options", session_.options()}},
                          "check", file.wrong.empty() ? check_json(session_.check(file.text)) : ""));
    });
    server_.Post(base + "check", [this](const Request& request, Response& response) {
      send(response, check_json(session_.check(request.body)));
    });
    server_.Post(base + "run", [this](const Request& request, Response& response) {
      send(response, written({{"job", session_.run(request.body)}}));
    });
    server_.Post(base + "stop", [this](const Request&, Response& response) {
      session_.stop();
      send(response, "{}");
    });
    server_.Get(base + "progress", [this](const Request&, Response& response) {
      const ViewProgress progress = session_.progress();
      send(response, written({{"job", progress.job},
                              {"state", to_string(progress.state)},
                              {"t", progress.t},
                              {"end", progress.end},
                              {"wall", progress.wall},
                              {"message", progress.message},
                              {"stamp", session_.stamp()}}));
    });
    server_.Get(base + "result", [this](const Request&, Response& response) {
      send(response, result_json(session_.result()));
    });
  }

  ViewSession& session_;
  std::string token_, page_;
  GuardedServer server_;
  std::thread listening_;
  std::atomic<bool> ended_{false};
  int port_ = 0;
};

ViewServer::ViewServer(ViewSession& session, const std::string& token)
    : inside_(std::make_unique<Inside>(session, token)) {}
ViewServer::~ViewServer() { stop(); }
bool ViewServer::start(int port) { return inside_->start(port); }
bool ViewServer::running() const { return inside_->running(); }
void ViewServer::stop() { inside_->stop(); }
int ViewServer::port() const { return inside_->port(); }
std::string ViewServer::address() const { return inside_->address(); }

}  // namespace freeplay
