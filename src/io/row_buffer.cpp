#include "io/row_buffer.hpp"

#include "core/indexed.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <cstring>
#include <type_traits>

namespace gluey::io {
namespace {

constexpr const char* kFence = "/frames/contact_offset";

}  // namespace

RowBuffer::RowBuffer(const std::vector<Column>& columns, hsize_t contacts) : columns_(columns), contacts_(contacts) {
  for (const Column& column : columns_) {
    waiting_[column.path] = {&column, {}};
  }
  begin_fences();
}

void RowBuffer::append(const std::string& path, const void* values, std::size_t elements, hsize_t rows) {
  Waiting& waiting = waiting_.at(path);
  const std::size_t size = rows * waiting.column->row_size();
  if (elements * waiting.column->element_size() != size) {
    throw Error(fmt::format("{} rows of {} need {} values, got {}", rows, path, size / waiting.column->element_size(),
                            elements));
  }
  const auto* first = static_cast<const std::byte*>(values);
  waiting.values.insert(waiting.values.end(), first, first + size);
  bytes_ += size;
}

void RowBuffer::append_fence(const char* path, hsize_t end) {
  const auto entry = static_cast<std::int64_t>(end);
  append(path, &entry, 1, 1);
}

void RowBuffer::begin_fences() {
  append_fence(kFence, contacts_);
  if (waiting_.contains(kShapeOffset)) {
    append_fence(kShapeOffset, 0);
  }
}

void RowBuffer::add_shapes(const std::vector<std::string>& shapes) {
  // A text that is empty is that of a sphere, which needs none.
  std::vector<std::string> texts = shapes;
  std::erase(texts, "");
  const Indexed distinct(texts);
  auto next = distinct.index.begin();
  std::vector<std::int32_t> index;
  index.reserve(shapes.size());
  for (const std::string& shape : shapes) {
    index.push_back(shape.empty() ? -1 : *next++);
  }
  append(kShapeIndex, index.data(), index.size(), index.size());
  for (const std::string& text : distinct.table) {
    append(kShapeText, text.data(), text.size(), text.size());
    rows_[Table::letters] += text.size();
    append_fence(kShapeOffset, rows_[Table::letters]);
  }
  rows_[Table::shapes] += distinct.table.size();
}

void RowBuffer::add(const Constants::Bodies& bodies) {
  const hsize_t count = bodies.radius.size();
  for_each_body_field(bodies, [&]<class Values>(const char* path, const Values& values) {
    if constexpr (std::is_same_v<Values, std::vector<std::string>>) {
      const std::size_t length = waiting_.at(path).column->text_length;
      std::string padded(values.size() * length, '\0');
      for (std::size_t k = 0; k < values.size(); ++k) {
        std::memcpy(padded.data() + k * length, values[k].data(), values[k].size());
      }
      append(path, padded.data(), values.size(), count);
    } else {
      append(path, values.data(), values.size(), count);
    }
  });
  if (!bodies.shape.empty()) {
    add_shapes(bodies.shape);
  }
  rows_[Table::bodies] += count;
}

void RowBuffer::add(const Frame& frame) {
  for_each_frame_field(frame, [this]<class Value>(const char* path, const Value& value) {
    if constexpr (std::is_arithmetic_v<Value>) {
      append(path, &value, 1, 1);
    } else if (waiting_.contains(path)) {
      append(path, value.data(), value.size(), 1);
    }
  });
  const hsize_t contacts = frame.contact_gamma.size();
  for_each_contact_field(frame, [&](const char* path, const auto& values) {
    if (waiting_.contains(path)) {
      append(path, values.data(), values.size(), contacts);
    }
  });
  contacts_ += contacts;
  append_fence(kFence, contacts_);
  rows_[Table::frames] += 1;
  rows_[Table::contacts] += contacts;
}

void RowBuffer::add(const HistoryRow& row) {
  for_each_history_field(row, [this]<class Value>(const char* path, const Value& value) {
    if (!waiting_.contains(path)) {
      return;
    }
    if constexpr (std::is_same_v<Value, bool>) {
      const std::uint8_t flag = value ? 1 : 0;
      append(path, &flag, 1, 1);
    } else if constexpr (std::is_arithmetic_v<Value>) {
      append(path, &value, 1, 1);
    } else {
      append(path, value.data(), value.size(), 1);
    }
  });
  rows_[Table::history] += 1;
}

const std::vector<std::byte>& RowBuffer::values(const Column& column) const { return waiting_.at(column.path).values; }

void RowBuffer::clear() {
  for (auto& [path, waiting] : waiting_) {
    waiting.values.clear();
  }
  rows_ = Rows{};
  bytes_ = 0;
  begin_fences();
}

}  // namespace gluey::io
