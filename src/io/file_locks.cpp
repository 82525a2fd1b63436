// SPDX-License-Identifier: Apache-2.0
#include "io/file_locks.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <thread>

namespace freeplay {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kForCommits{1000}, kForReaders{2000};

constexpr off_t kRunByte = std::numeric_limits<off_t>::max() - 1, kReadingByte = kRunByte - 1;

/// False: somebody else has it. File systems without locks let everybody in.
bool lock_byte(int descriptor, off_t which, short kind) {
  struct flock place {};
  place.l_type = kind;
  place.l_whence = SEEK_SET;
  place.l_start = which;
  place.l_len = 1;
  return ::fcntl(descriptor, F_OFD_SETLK, &place) == 0 || (errno != EAGAIN && errno != EACCES);
}

bool lock_run(int descriptor, short kind) { return lock_byte(descriptor, kRunByte, kind); }

bool lock_reading(int descriptor, short kind) {
  const auto end = std::chrono::steady_clock::now() + kForReaders;
  while (!lock_byte(descriptor, kReadingByte, kind)) {
    if (std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return true;
}

[[noreturn]] void busy() { throw std::runtime_error("is being written by a run that still goes on"); }

bool flock_within(int descriptor, int kind, milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (::flock(descriptor, kind | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return true;  // no locks here
    if (std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return true;
}

/// Closes what it holds.
struct Descriptor {
  explicit Descriptor(int opened) : id(opened) {}
  ~Descriptor() {
    if (id >= 0) ::close(id);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int id;
};

[[noreturn]] void refused() {
  throw std::runtime_error(std::string("cannot be created: ") + std::strerror(errno));
}

}  // namespace

void take_run_lock(int descriptor) {
  if (!lock_run(descriptor, F_WRLCK)) busy();
}

void keep_runs_out(int descriptor) {
  if (!lock_run(descriptor, F_RDLCK)) busy();
}

void keep_readers_out(int descriptor) {
  if (!lock_reading(descriptor, F_WRLCK))
    throw std::runtime_error("is being read, by a report or an export: resume the run when that has ended");
}

void let_readers_in(int descriptor) { lock_byte(descriptor, kReadingByte, F_UNLCK); }

void keep_resumed_runs_out(int descriptor) {
  if (!lock_reading(descriptor, F_RDLCK))
    throw std::runtime_error("is being prepared for a run that is resumed: try once more");
}

void begin_reading(int descriptor) { flock_within(descriptor, LOCK_SH, kForCommits); }

void end_reading(int descriptor) { ::flock(descriptor, LOCK_UN); }

bool begin_commit(int descriptor, bool wait) {
  return flock_within(descriptor, LOCK_EX, wait ? kForReaders : milliseconds(0));
}

void end_commit(int descriptor) { ::flock(descriptor, LOCK_UN); }

// Two runs that start at once: link() lets one of them make the name, and the run lock of what stands there keeps
// everybody else out until it has been replaced.
void give_name(const std::string& part, const std::string& target) {
  constexpr int kMostTries = 1000;  // each means that somebody else gave the name to another file just then
  for (int i = 0; i < kMostTries; ++i) {
    constexpr int kHow = O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    Descriptor old(::open(target.c_str(), O_RDWR | kHow));
    const bool writable = old.id >= 0;
    if (!writable && errno != ENOENT) old.id = ::open(target.c_str(), O_RDONLY | kHow);
    if (old.id < 0 && errno == ENOENT) {
      if (::link(part.c_str(), target.c_str()) == 0) {
        ::unlink(part.c_str());
        return;
      }
      if (errno == EEXIST) continue;
      if (std::rename(part.c_str(), target.c_str()) == 0) return;  // a file system without links
      refused();
    }
    if (old.id >= 0 && !lock_run(old.id, writable ? F_WRLCK : F_RDLCK)) busy();
    struct stat held {
    }, named{};
    const bool same = old.id < 0 || (::fstat(old.id, &held) == 0 && ::stat(target.c_str(), &named) == 0 &&
                                     held.st_ino == named.st_ino && held.st_dev == named.st_dev);
    if (!same) continue;
    if (std::rename(part.c_str(), target.c_str()) == 0) return;
    refused();
  }
  busy();
}

}  // namespace freeplay
