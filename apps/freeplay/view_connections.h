// SPDX-License-Identifier: Apache-2.0
// Connections to the page of `freeplay view`, none of which can keep the others waiting.
//
// httplib counts its patience from byte to byte: whoever sends one now and then holds a thread for ever, and a few dozen of
// them the page. Here a request has a time in which it must have shown that it may come in, one in which it must be done, and
// a size, all counted over the whole of it. When every thread is taken, the connection that has waited longest without
// being let in is cut off, so that strangers make room for each other and never stand in the way of the page itself.
#pragma once

#include <httplib.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

namespace freeplay {

struct ConnectionLimits {
  int threads = 32;                         ///< requests that are answered at a time
  std::chrono::milliseconds enter{2000};    ///< from the first wait for a request until it is let in
  std::chrono::milliseconds answer{60000};  ///< from there until its answer is sent
  std::size_t header_bytes = 64 << 10;
  std::size_t body_bytes = 8 << 20;
  int requests = 1000;  ///< of one connection
};

/// One connection: reads and writes until its deadline, and no more bytes than it may.
class Connection final : public httplib::Stream {
 public:
  Connection(socket_t socket, const ConnectionLimits& limits) : socket_(socket), limits_(limits) {}

  void begin_request();  ///< the time and the bytes of a new request count from here
  void let_in();         ///< it may come in: there is time for its body and the answer
  /// Something arrives before the deadline.
  bool waits_for_bytes() const;
  /// Whoever reads or writes here is told that the other side is gone. May be called from another thread.
  void cut_off() const;
  bool is_in() const { return in_; }
  bool was_in() const { return was_in_; }

  bool is_readable() const override { return waits_for_bytes(); }
  bool is_writable() const override;
  ssize_t read(char* to, std::size_t size) override;
  ssize_t write(const char* from, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

 private:
  bool waits_for(short event) const;

  socket_t socket_;
  const ConnectionLimits& limits_;
  std::chrono::steady_clock::time_point deadline_;
  std::size_t bytes_left_ = 0;
  bool in_ = false, was_in_ = false;  ///< guarded by the list that the connection stands in
};

/// The connections there are, oldest first.
class Connections {
 public:
  void add(Connection& connection);
  void remove(Connection& connection);
  void begin_request(Connection& connection);
  void let_in(Connection& connection);
  /// Cuts off the one that has waited longest without being let in: first of those that never were. Each call another.
  void make_room();
  /// Cuts off all, and whoever comes later.
  void close();

 private:
  std::mutex mutex_;
  std::list<Connection*> all_;
  bool closed_ = false;
};

/// The threads that answer. A connection that finds none free asks for room.
class ConnectionThreads final : public httplib::TaskQueue {
 public:
  ConnectionThreads(int threads, Connections& connections);
  void enqueue(std::function<void()> connection) override;
  void shutdown() override;

 private:
  void work();

  Connections& connections_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> waiting_;
  int idle_ = 0;
  bool ended_ = false;
  std::vector<std::thread> threads_;
};

/// httplib's server with these connections. `admits` says which requests may come in; others are answered by the
/// pre-routing handler within the time that strangers have.
class GuardedServer final : public httplib::Server {
 public:
  GuardedServer(std::function<bool(const httplib::Request&)> admits, const ConnectionLimits& limits);
  /// Ends listening and cuts off every connection.
  void end();

 private:
  bool process_and_close_socket(socket_t socket) override;

  std::function<bool(const httplib::Request&)> admits_;
  ConnectionLimits limits_;
  Connections connections_;
};

}  // namespace freeplay
