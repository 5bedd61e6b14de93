#pragma once
// Cholesky factor A = P L Lᵀ Pᵀ of a sparse positive definite matrix, for systems that keep their pattern while their
// values change: analyse once, factorise and solve many times.
//
// Multifrontal (Duff and Reid 1983): columns of L that share a pattern form a *supernode*, a dense panel. Supernodes form
// a tree; each adds the updates of its children to its own entries, eliminates its columns, and leaves the update of the
// rows below to its parent. All arithmetic is thus done on small dense matrices. Supernodes whose patterns nearly agree
// are merged, since a few zeros cost less than another small matrix. Columns are ordered by approximate minimum degree.
//
// Serial, and a function of its input alone: the same bits for any number of threads.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gluey::solver {

inline std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

/// The lower triangle of a symmetric matrix, column by column, the diagonal first in each.
struct Lower {
  std::vector<std::int32_t> start, row;  // start: one more than columns
  std::vector<double> value;
  [[nodiscard]] std::size_t size() const { return start.empty() ? 0 : start.size() - 1; }
};

class Factor {
 public:
  /// Orders and finds the pattern of L. Free if the pattern is that of the last call.
  void analyse(const Lower& matrix);
  /// Of a matrix with the analysed pattern. False if it is not positive definite.
  bool factorise(const Lower& matrix);
  /// A matrix with the analysed pattern that is not symmetric: `upper` holds the entries above the diagonal, each at the
  /// place of the one it mirrors. A = P L U Pᵀ without pivoting, so it must be well posed without; false at a zero pivot.
  bool factorise(const Lower& matrix, const std::vector<double>& upper);
  /// x ← A⁻¹ x.
  void solve(double* x);
  /// Multiplications of a symmetric factorisation with the analysed pattern; the other kind takes twice as many.
  [[nodiscard]] double multiplications() const;

 private:
  struct Supernode {
    std::int32_t column, columns;  // first column and their number
    std::int32_t rows;             // of the panel, its own columns included
    std::int32_t parent;           // −1 at a root
    std::size_t panel;             // in values_, column by column
    std::size_t pattern;           // in pattern_ and place_: the rows below the own columns
    std::size_t entries, entries_end;
    [[nodiscard]] std::int32_t below() const { return rows - columns; }
  };
  struct Entry {
    std::int32_t source;  // in the matrix's values
    std::int32_t place;   // in the panel
  };

  void order(const Lower& matrix);
  void find_supernodes(const Lower& matrix);
  void find_patterns(const Lower& matrix);
  void place_entries(const Lower& matrix);

  std::vector<std::int32_t> start_, row_;     // the pattern analysed
  std::vector<std::int32_t> rank_;            // of each column in the order of elimination
  std::vector<std::int32_t> parent_, count_;  // elimination tree, rows of each column of L
  std::vector<Supernode> supernode_;
  std::vector<std::int32_t> owner_;            // supernode of a column
  std::vector<std::int32_t> pattern_, place_;  // rows below, and where the parent has them
  std::vector<Entry> entry_;
  std::vector<double> values_, updates_, permuted_, buffer_;
  std::vector<double> mirrored_;    // U, transposed, in panels like those of L
  bool symmetric_ = true;           // the last factorisation
  std::vector<std::size_t> stack_;  // supernodes whose update waits for the parent
};

}  // namespace gluey::solver
