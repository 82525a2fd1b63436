// SPDX-License-Identifier: Apache-2.0
// In which order the contacts of a sparse problem are eliminated, and which of them are eliminated together.
//
// Contacts are the nodes of a graph, blocks of G its edges. The order is that of approximate minimum degree
// [AmestoyDavisDuff1996]. What an elimination leaves behind is known from the graph alone: contacts that leave
// the same neighbours behind form a front, a small dense matrix, and the fronts form a tree [DuffReid1983]. None of
// this depends on numbers, and it is kept while the graph is the same.
#pragma once

#include <limits>
#include <vector>

#include "base/index.h"
#include "complementarity/block_matrix.h"

namespace freeplay {

class Fronts {
 public:
  /// Contacts eliminated together: `own` of them, then those that remain, in the order of elimination.
  struct Front {
    int first = 0, own = 0;     ///< the first of `nodes`, and how many are eliminated
    int size = 0;               ///< nodes in all
    int parent = -1;            ///< the front that takes what is left
    int blocks = 0, count = 0;  ///< where its blocks of G begin, and how many there are
    int children = 0;
  };
  /// A block of G in its front: contacts, their places in the front, and how many stored blocks after that of the
  /// diagonal it stands in its row.
  struct Entry {
    int row = 0, column = 0, row_place = 0, column_place = 0, block = 0;
  };

  /// To be called whenever G may have changed. Blocks of a dense matrix that are zero are no edges.
  void analyse(const BlockMatrix& G);

  const std::vector<Front>& fronts() const { return fronts_; }
  /// Contacts of a front.
  const int* nodes(const Front& front) const { return nodes_.data() + front.first; }
  /// Places in the parent of the nodes that remain.
  const int* places(const Front& front) const { return places_.data() + front.first + front.own; }
  const Entry* entries(const Front& front) const { return entries_.data() + front.blocks; }
  /// f(column, block) for the blocks of a row; `block` as in Entry.
  template <class F>
  void for_row(int contact, F&& f) const {
    for (int e = start_[idx(contact)]; e < start_[idx(contact) + 1]; ++e) {
      if (block_[idx(e)] != kNoBlock) f(column_[idx(e)], block_[idx(e)]);
    }
  }
  /// How often the graph was not the one before.
  long analyses() const { return analyses_; }

 private:
  static constexpr int kNoBlock = std::numeric_limits<int>::min();

  bool take_graph(const BlockMatrix& G);
  void complete_graph();
  bool find_mirrors();
  void choose_order();
  void find_tree();
  void find_structures();
  void merge();
  void list_entries();

  int n_ = 0;
  long analyses_ = 0;
  std::vector<int> start_, column_, block_;  ///< the graph, by rows; where the block stands in its row of G
  std::vector<int> mirror_;                  ///< per block of it: the one with row and column exchanged
  std::vector<int> known_start_, known_column_, next_start_, next_column_, next_block_;  ///< as G has it
  std::vector<int> order_, place_;             ///< contact at a place of the order, and back
  std::vector<int> parent_, mark_, head_;      ///< by place
  std::vector<int> structure_, structure_at_;  ///< places that remain after each
  std::vector<int> front_of_, nodes_, places_, local_;
  std::vector<Front> fronts_;
  std::vector<Entry> entries_;
};

}  // namespace freeplay
