// SPDX-License-Identifier: Apache-2.0
// Who may do what to a result file, agreed on by locks of the operating system, which die with their process.
//
//   the run lock     one run at a time writes a file: a write lock on a byte far behind its end (fcntl, of the open file
//                    and not of the process, so that reading the file elsewhere in the program does not lose it)
//   the commit lock  flock: shared by readers while they read, exclusive while a commit changes bytes in place. HDF5
//                    takes the same one for files that it opens (since 1.10), so h5py and h5dump are readers, too
//   the reading lock a byte beside that of the run lock: shared by readers of ours that read on for long (open_record), and
//                    exclusive while a resumed run drops what was recorded after its checkpoint; that run is refused
//                    where somebody reads
//
// The commit lock lasts for moments only, except for a program that keeps the file open: whoever waits does so for a bounded time
// and then goes on without, a writer because the log at the end of the file repairs what it changes, a reader because it
// looks afterwards whether what it read has changed (CommitFile::unchanged).
#pragma once

#include <string>

namespace freeplay {

/// Throws std::runtime_error where another run is writing the file. `descriptor` is open for writing.
void take_run_lock(int descriptor);

/// Throws where a run is writing the file; until the descriptor is closed none begins to.
void keep_runs_out(int descriptor);

/// Throws where somebody of ours reads on in the file, or it is a run that is about to be resumed, after two seconds.
void keep_readers_out(int descriptor);
void let_readers_in(int descriptor);
void keep_resumed_runs_out(int descriptor);

/// Waits for commits in progress, at most a second.
void begin_reading(int descriptor);
void end_reading(int descriptor);

/// Waits for readers, at most two seconds; false: somebody reads on. end_commit() only after true.
bool begin_commit(int descriptor, bool wait);
void end_commit(int descriptor);

/// Gives the file `part`, which nobody else knows of, the name `target`. A file of that name is replaced
/// unless a run is writing it. Throws std::runtime_error with the reason.
void give_name(const std::string& part, const std::string& target);

}  // namespace freeplay
