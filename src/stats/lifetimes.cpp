#include "stats/frame_view.hpp"

#include <algorithm>

namespace gluey {

void ContactLifetimes::add(const Frame& frame) {
  const bool initial = rows_.empty();
  const Row before = initial ? Row{.time = frame.time} : rows_.back();
  const double between = 0.5 * (before.time + frame.time);
  Row row{.time = frame.time, .step = frame.step, .ever_made = before.ever_made, .ever_broken = before.ever_broken};
  std::map<std::pair<std::int32_t, std::int32_t>, Contact> now;
  for (std::size_t c = 0; c < frame.contact_gamma.size(); ++c) {
    const std::pair<std::int32_t, std::int32_t> pair =
        std::minmax(frame.contact_pair[2 * c], frame.contact_pair[2 * c + 1]);
    const bool between_bodies = pair.second < bodies_;
    if (!between_bodies || now.contains(pair) || !stats::joins(frame, c, dimension_, joining_)) {
      continue;
    }
    const auto old = open_.extract(pair);
    Contact contact = old ? old.mapped() : Contact{pair.first, pair.second, between, 0.0, 0, !initial, false};
    contact.end = frame.time;
    contact.frames += 1;
    row.made += old ? 0 : 1;
    now.emplace(pair, contact);
  }
  for (auto& [pair, contact] : open_) {  // what is left of the frame before is no more
    contact.end = between;
    contact.broken = true;
    ended_.push_back(contact);
  }
  row.contacts = static_cast<std::int64_t>(now.size());
  row.broken = static_cast<std::int64_t>(open_.size());
  row.ever_made += row.made;
  row.ever_broken += row.broken;
  const double exposed = static_cast<double>(before.contacts) * (frame.time - before.time);
  row.break_rate = exposed > 0.0 ? static_cast<double>(row.broken) / exposed : 0.0;
  open_ = std::move(now);
  rows_.push_back(row);
}

double ContactLifetimes::Row::broken_fraction() const {
  return ever_made > 0 ? static_cast<double>(ever_broken) / static_cast<double>(ever_made) : 0.0;
}

std::vector<ContactLifetimes::Contact> ContactLifetimes::contacts() const {
  std::vector<Contact> all = ended_;
  for (const auto& [pair, contact] : open_) {
    all.push_back(contact);
  }
  return all;
}

double ContactLifetimes::break_rate() const {
  double time = 0.0;
  for (const Contact& contact : contacts()) {
    time += contact.end - contact.begin;
  }
  return time > 0.0 ? static_cast<double>(ended_.size()) / time : 0.0;
}

}  // namespace gluey
