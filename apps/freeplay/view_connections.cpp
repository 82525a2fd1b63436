// SPDX-License-Identifier: Apache-2.0
#include "apps/freeplay/view_connections.h"
#include "base/index.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>

namespace freeplay {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

void Connection::begin_request() {
  in_ = false;
  deadline_ = Clock::now() + limits_.enter;
  bytes_left_ = limits_.header_bytes;
}

void Connection::let_in() {
  in_ = was_in_ = true;
  deadline_ = Clock::now() + limits_.answer;
  bytes_left_ = limits_.body_bytes + limits_.header_bytes;  // chunks have headers of their own
}

bool Connection::waits_for(short event) const {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now()).count();
    if (left <= 0) return false;
    pollfd what{socket_, event, 0};
    const int ready = poll(&what, 1, static_cast<int>(left));
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

bool Connection::waits_for_bytes() const { return waits_for(POLLIN); }
bool Connection::is_writable() const { return waits_for(POLLOUT); }
void Connection::cut_off() const { ::shutdown(socket_, SHUT_RDWR); }

ssize_t Connection::read(char* to, std::size_t size) {
  const std::size_t wanted = std::min(size, bytes_left_);
  if (wanted == 0 || !waits_for_bytes()) return -1;
  const ssize_t got = recv(socket_, to, wanted, MSG_DONTWAIT);
  if (got > 0) bytes_left_ -= idx(got);
  return got;
}

ssize_t Connection::write(const char* from, std::size_t size) {
  if (!is_writable()) return -1;
  return send(socket_, from, size, MSG_DONTWAIT | MSG_NOSIGNAL);
}

// The page is for this machine alone, and asks nobody who it is.
void Connection::get_remote_ip_and_port(std::string& ip, int& port) const { ip.clear(), port = 0; }
void Connection::get_local_ip_and_port(std::string& ip, int& port) const { ip.clear(), port = 0; }

void Connections::add(Connection& connection) {
  const std::lock_guard lock(mutex_);
  all_.push_back(&connection);
  if (closed_) connection.cut_off();
}

void Connections::remove(Connection& connection) {
  const std::lock_guard lock(mutex_);
  all_.remove(&connection);
}

void Connections::begin_request(Connection& connection) {
  const std::lock_guard lock(mutex_);
  connection.begin_request();
}

void Connections::let_in(Connection& connection) {
  const std::lock_guard lock(mutex_);
  connection.let_in();
}

void Connections::make_room() {
  const std::lock_guard lock(mutex_);
  for (const bool known : {false, true}) {
    const auto found = std::find_if(all_.begin(), all_.end(), [known](const Connection* connection) {
      return !connection->is_in() && connection->was_in() == known;
    });
    if (found == all_.end()) continue;
    (*found)->cut_off();
    all_.erase(found);  // the next call takes another; its thread is about to find out
    return;
  }
}

void Connections::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  for (const Connection* connection : all_) connection->cut_off();
}

ConnectionThreads::ConnectionThreads(int threads, Connections& connections) : connections_(connections) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

void ConnectionThreads::enqueue(std::function<void()> connection) {
  bool full = false;
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(connection));
    full = idle_ < int_size(waiting_);
  }
  wake_.notify_one();
  if (full) connections_.make_room();
}

void ConnectionThreads::shutdown() {
  connections_.close();
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ConnectionThreads::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    wake_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
    --idle_;
    if (waiting_.empty()) return;
    const std::function<void()> connection = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    connection();
    lock.lock();
  }
}

GuardedServer::GuardedServer(std::function<bool(const httplib::Request&)> admits,
                             const ConnectionLimits& limits)
    : admits_(std::move(admits)), limits_(limits) {
  new_task_queue = [this] { return new ConnectionThreads(limits_.threads, connections_); };
  set_payload_max_length(limits_.body_bytes);
  set_keep_alive_max_count(idx(limits_.requests));
}

void GuardedServer::end() {
  connections_.close();
  stop();
}

bool GuardedServer::process_and_close_socket(socket_t socket) {
  Connection connection(socket, limits_);
  connection.begin_request();
  connections_.add(connection);
  bool good = true;
  for (int left = limits_.requests; good && left > 0; --left) {
    connections_.begin_request(connection);
    if (!connection.waits_for_bytes()) break;
    bool ended = false;
    good = process_request(connection, left == 1, ended, [&](const httplib::Request& request) {
      if (admits_(request)) connections_.let_in(connection);
    });
    if (ended) break;
  }
  connections_.remove(connection);
  ::shutdown(socket, SHUT_RDWR);
  ::close(socket);
  return good;
}

}  // namespace freeplay
