// SPDX-License-Identifier: Apache-2.0
#include "base/files.h"
#include "base/index.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace freeplay {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPiece = std::size_t{1} << 16;  // bytes that wait for one another

}  // namespace

int open_plain_file(const std::string& path, std::string& wrong) {
  // without O_NONBLOCK the opening of a pipe waits for somebody to write to it
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) {
    wrong = std::string("cannot be opened: ") + std::strerror(errno);
    return -1;
  }
  struct stat about {};
  if (::fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode)) return descriptor;
  wrong = S_ISDIR(about.st_mode) ? "is a folder" : "is no plain file but a pipe, a device or the like";
  ::close(descriptor);
  return -1;
}

std::string read_plain_file(const std::string& path, std::uint64_t most, std::string& bytes) {
  std::string wrong;
  const int descriptor = open_plain_file(path, wrong);
  if (descriptor < 0) return wrong;
  struct stat about {};
  ::fstat(descriptor, &about);
  bytes.clear();
  const std::string too_large = "is larger than " + std::to_string(most >> 20) + " MiB";
  if (static_cast<std::uint64_t>(about.st_size) > most) wrong = too_large;
  for (bool more = wrong.empty(); more;) {
    const std::size_t size = bytes.size();
    bytes.resize(size + kPiece);
    const ssize_t count = ::read(descriptor, bytes.data() + size, kPiece);
    bytes.resize(size + (count > 0 ? idx(count) : 0));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) wrong = std::string("cannot be read: ") + std::strerror(errno);
    if (bytes.size() > most) wrong = too_large;  // it grows while it is read
    more = count > 0 && wrong.empty();
  }
  ::close(descriptor);
  return wrong;
}

std::string first_bytes(const std::string& path, std::size_t count) {
  std::string ignored, bytes(count, '\0');
  const int descriptor = open_plain_file(path, ignored);
  const ssize_t got = descriptor < 0 ? 0 : ::pread(descriptor, bytes.data(), count, 0);
  if (descriptor >= 0) ::close(descriptor);
  bytes.resize(got > 0 ? idx(got) : 0);
  return bytes;
}

NewFile::NewFile(const std::string& path) : path_(path) {
  std::error_code ignored;
  // a link stays a link to the file that it names
  target_ = fs::is_symlink(path, ignored) ? fs::weakly_canonical(path).string() : path;
  part_ = target_ + "." + std::to_string(::getpid()) + ".part";
  if (fs::exists(target_, ignored) && !fs::is_regular_file(target_, ignored))
    throw std::runtime_error("cannot write '" + path + "': it is no plain file");
  descriptor_ = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail("it cannot be made");
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!part_.empty()) ::unlink(part_.c_str());
}

void NewFile::fail(const char* otherwise) const {
  throw std::runtime_error("cannot write '" + path_ + "': " + (errno ? std::strerror(errno) : otherwise));
}

void NewFile::write(std::string_view bytes) {
  waiting_.append(bytes);
  if (waiting_.size() >= kPiece) flush();
}

void NewFile::flush() {
  std::size_t done = 0;
  while (done < waiting_.size()) {
    errno = 0;
    const ssize_t count = ::write(descriptor_, waiting_.data() + done, waiting_.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail("the disk may be full");
    done += idx(count);
  }
  waiting_.clear();
}

void NewFile::keep() {
  flush();
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0) fail("the disk may be full");
  if (std::rename(part_.c_str(), target_.c_str()) != 0) fail("it cannot get its name");
  part_.clear();
}

void write_new_file(const std::string& path, std::string_view bytes) {
  NewFile file(path);
  file.write(bytes);
  file.keep();
}

}  // namespace freeplay
