#pragma once
// A run does not throw away the finished result of an earlier one: X.h5 stays as X.old.h5, with its checkpoint and its XDMF.

#include <string>

namespace gluey::io {

/// "X.old.h5"
std::string kept_name(const std::string& file);

/// Gives a finished result a second name, so that the first is free to be replaced and nothing is lost where that fails. Says so
/// in one line; empty where there is nothing to keep: no result, one without steps, one that was stopped on its way.
std::string keep_earlier(const std::string& file);

}  // namespace gluey::io
