// SPDX-License-Identifier: Apache-2.0
// What computes, in all threads. When Python ends while threads that it does not wait for (daemons) still compute, they are
// stopped first: a thread that asks for the interpreter lock afterwards is ended by Python in the middle of C++, which
// aborts the program.
#include "computing.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <vector>

namespace freeplay::python {
namespace {

/// How long the end of Python waits for a law or observer that does not return.
constexpr std::chrono::seconds kPatience{10};

struct Running {
  std::mutex lock;
  std::condition_variable fewer;
  std::vector<Computing*> all;
  bool ending = false;
};

Running& running() {
  static Running& everything = *new Running;  // never destroyed: threads may outlive the program's statics
  return everything;
}

[[noreturn]] void leave() {
  PyErr_SetNone(PyExc_SystemExit);  // ends a thread without a word
  throw py::error_already_set();
}

/// With the lock of the interpreter, which it lets go of while it waits.
void end_all() {
  const py::gil_scoped_release unlocked;
  Running& here = running();
  std::unique_lock held(here.lock);
  here.ending = true;
  for (Computing* each : here.all) each->end();
  here.fewer.wait_for(held, kPatience, [&] { return here.all.empty(); });
}

}  // namespace

Computing::Computing() : before_(now_) {
  Running& here = running();
  const std::lock_guard held(here.lock);
  if (here.ending) leave();
  here.all.push_back(this);
  now_ = this;
}

Computing::~Computing() {
  now_ = before_;
  Running& here = running();
  const std::lock_guard held(here.lock);
  std::erase(here.all, this);
  here.fewer.notify_all();
}

void Computing::raise() {
  if (!thrown_ && ended_.load()) leave();
  if (!thrown_) return;
  const std::exception_ptr thrown = std::exchange(thrown_, nullptr);
  std::rethrow_exception(thrown);
}

void bind_computing(py::module_&) {
  py::module_::import("atexit").attr("register")(py::cpp_function(&end_all));
}

}  // namespace freeplay::python
