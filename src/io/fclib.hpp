#pragma once
// Friction problems in the format of FCLIB (the collection of Acary et al.), HDF5:
//     fclib_local/spacedim                2 or 3
//     fclib_local/W/{m,n,nz,nzmax,i,p,x}  sparse, as in CSparse: nz = −1 columns, −2 rows, ≥ 0 triplets
//     fclib_local/vectors/{q,mu}          u = W r + q; components of a contact in a row, the normal first
//     solution/{u,r}                      what a solver found
// Every contact is a cone with exact Coulomb friction.

#include "problem/assembled.hpp"

#include <span>
#include <string>

namespace gluey::io {

/// Throws Error that names the file and what is missing or wrong in it.
Assembled read_fclib(const std::string& file);

/// Writes the problem and, unless they are empty, velocities u and impulses r as its solution. All contacts must be cones
/// of the same number of components, 2 or 3.
void write_fclib(const std::string& file, const Assembled& problem, std::span<const double> velocity,
                 std::span<const double> impulse);

}  // namespace gluey::io
