#include "io/frame_reader.hpp"

#include "io/layout.hpp"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

namespace gluey::io {
namespace {

/// Whether a column is among the arrays that are wanted.
bool wanted(std::string_view path, const FrameArrays& arrays) {
  const auto is_one_of = [path](std::initializer_list<std::string_view> paths) {
    return std::find(paths.begin(), paths.end(), path) != paths.end();
  };
  if (is_one_of({"/frames/position", kImage, kPresent})) {
    return arrays.places;
  }
  if (is_one_of({"/frames/orientation"})) {
    return arrays.orientations;
  }
  if (is_one_of({"/frames/velocity", "/frames/angular_velocity"})) {
    return arrays.motion;
  }
  if (is_one_of({"/frames/obstacle_position", "/frames/obstacle_orientation"})) {
    return arrays.obstacles;
  }
  if (is_one_of({"/frames/contact_pair", kContactImage, "/frames/contact_distance", "/frames/contact_impulse",
                 "/frames/contact_gamma"})) {
    return arrays.contacts;
  }
  if (is_one_of({"/frames/contact_point"})) {
    return arrays.contact_points;
  }
  if (is_one_of({"/frames/contact_feature", "/frames/contact_normal", kLogDistance})) {
    return arrays.contact_details;
  }
  return true;  // time and step
}

template <class Field>
struct NumberOf {
  using Type = Field;
};
template <class Number>
struct NumberOf<std::vector<Number>> {
  using Type = Number;
};

/// Rows one after another in memory become a field of a frame.
template <class Field>
void take(Field& field, const std::byte* from, std::size_t size) {
  if constexpr (std::is_arithmetic_v<Field>) {
    std::memcpy(&field, from, sizeof(Field));
  } else {
    field.resize(size / sizeof(typename Field::value_type));
    if (size > 0) {
      std::memcpy(field.data(), from, size);
    }
  }
}

template <class Field>
void forget(Field& field) {
  field = Field{};
}

/// Ranges one after another; what adjoins becomes one.
void append(std::vector<RowRange>& ranges, const RowRange& range) {
  if (!ranges.empty() && ranges.back().first + ranges.back().count == range.first) {
    ranges.back().count += range.count;
  } else {
    ranges.push_back(range);
  }
}

}  // namespace

FrameReader::FrameReader(hid_t file, const FrameArrays& arrays) : file_(file) {
  FrameArrays asked = arrays;
  // Files that do not tell which image a body touches show it by the contact's point.
  asked.contact_points |= asked.contacts && has_dataset(file, "/domain") && !has_dataset(file, kContactImage);
  overlaps_ = asked.contacts;
  add_fields(asked);
}

void FrameReader::add_fields(const FrameArrays& arrays) {
  Frame pattern;
  const auto add = [&](bool of_contacts) {
    return [this, &arrays, of_contacts]<class Member>(const char* path, const Member&) {
      Field& field = fields_.emplace_back();
      field.of_contacts = of_contacts;
      if (wanted(path, arrays) && (!may_be_missing(path) || has_dataset(file_, path))) {
        field.column = std::make_unique<ColumnReader>(file_, path, native_type<typename NumberOf<Member>::Type>());
      }
    };
  };
  for_each_frame_field(pattern, add(false));
  for_each_contact_field(pattern, add(true));
  auto field = fields_.begin();
  for_each_frame_field(pattern, [&](std::string_view path, const auto&) {
    step_ = path == "/frames/step" ? field->column.get() : step_;
    length_ = path == kStepLength ? field->column.get() : length_;
    ++field;
  });
}

RowRange FrameReader::contacts_of(std::int64_t number) {
  if (!fence_) {
    fence_ = read_numbers<std::int64_t>(file_, "/frames/contact_offset");
  }
  const auto k = static_cast<std::size_t>(number);
  check_range({fence_->size()}, k, 2);
  const std::int64_t begin = (*fence_)[k], end = (*fence_)[k + 1];
  if (begin < 0 || end < begin) {
    throw Hdf5Failure("the numbers of its contacts make no sense");
  }
  return {static_cast<hsize_t>(begin), static_cast<hsize_t>(end - begin)};
}

std::size_t FrameReader::fitting(std::span<const std::int64_t> numbers) {
  std::size_t frame_size = 0, contact_size = 0;
  for (const Field& field : fields_) {
    if (field.column) {
      (field.of_contacts ? contact_size : frame_size) += field.column->row_size();
    }
  }
  std::size_t count = 0, bytes = 0;
  for (; count < numbers.size(); ++count) {
    bytes += frame_size + (contact_size > 0 ? contact_size * contacts_of(numbers[count]).count : 0);
    if (bytes > kMemory && count > 0) {
      break;
    }
  }
  return count;
}

void FrameReader::read(std::span<const std::int64_t> numbers) {
  const bool contacts =
      std::any_of(fields_.begin(), fields_.end(), [](const Field& field) { return field.of_contacts && field.column; });
  std::vector<RowRange> frame_rows, contact_rows;
  first_contact_.assign(1, 0);
  for (const std::int64_t number : numbers) {
    append(frame_rows, {static_cast<hsize_t>(number), 1});
    const RowRange range = contacts ? contacts_of(number) : RowRange{};
    append(contact_rows, range);
    first_contact_.push_back(first_contact_.back() + range.count);
  }
  std::vector<ChunkTask> tasks;
  for (const Field& field : fields_) {
    if (field.column) {
      field.column->plan(field.of_contacts ? contact_rows : frame_rows, tasks);
    }
  }
  complete(tasks, kMemory);
  step_length_.assign(numbers.size(), 0.0);
  overlap_.assign(numbers.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    std::int64_t step = 0;
    std::memcpy(&step, step_->data() + k * sizeof(step), sizeof(step));
    if (length_ != nullptr) {
      std::memcpy(&step_length_[k], length_->data() + k * sizeof(double), sizeof(double));
    }
    const bool lacks_length = !(step_length_[k] > 0.0);
    if (step == 0 || !(lacks_length || overlaps_)) {
      continue;
    }
    read_times();
    if (const std::optional<std::size_t> row = row_of_step(step)) {
      overlap_[k] = *row < times_->overlap.size() ? times_->overlap[*row] : overlap_[k];
      step_length_[k] = lacks_length ? length_of_step(*row) : step_length_[k];
    }
  }
}

void FrameReader::release() {
  for (const Field& field : fields_) {
    if (field.column) {
      field.column->release();
    }
  }
}

void FrameReader::get(std::size_t k, Frame& frame) const {
  auto field = fields_.begin();
  const auto visit = [&]<class Member>(const char*, Member& member) {
    const bool of_contacts = field->of_contacts;
    const std::size_t first = of_contacts ? first_contact_[k] : k;
    const std::size_t count = of_contacts ? first_contact_[k + 1] - first : 1;
    if (field->column) {
      const std::size_t row_size = field->column->row_size();
      take(member, field->column->data() + first * row_size, count * row_size);
    } else {
      forget(member);
    }
    ++field;
  };
  for_each_frame_field(frame, visit);
  for_each_contact_field(frame, visit);
  frame.step_length = step_length_[k];
  frame.overlap = overlap_[k];
}

void FrameReader::read_times() {
  if (!times_) {
    times_ = Times{read_numbers<std::int64_t>(file_, "/history/step"), read_numbers<double>(file_, "/history/time"),
                   overlaps_ ? read_numbers<double>(file_, "/history/overlap") : std::vector<double>(),
                   read_numbers<double>(file_, "/frames/time", 0, 1).front()};
  }
}

std::optional<std::size_t> FrameReader::row_of_step(std::int64_t step) const {
  const auto found = std::lower_bound(times_->step.begin(), times_->step.end(), step);
  return found == times_->step.end() || *found != step
             ? std::nullopt
             : std::optional(static_cast<std::size_t>(found - times_->step.begin()));
}

/// Of files that do not tell it: the time since the step before, or since the first frame.
double FrameReader::length_of_step(std::size_t row) const {
  if (row >= times_->time.size()) {
    throw Hdf5Failure("an array is shorter than it should be");
  }
  return times_->time[row] - (row > 0 ? times_->time[row - 1] : times_->first_frame);
}

}  // namespace gluey::io
