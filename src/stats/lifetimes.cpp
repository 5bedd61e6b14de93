#include "stats/frame_view.hpp"

#include <algorithm>

namespace gluey {

ContactLifetimes::Touching ContactLifetimes::touching(const Frame& frame) const {
  Touching touching{frame.time, frame.step, {}};
  for (std::size_t c = 0; c < frame.contact_gamma.size(); ++c) {
    const std::pair<std::int32_t, std::int32_t> pair =
        std::minmax(frame.contact_pair[2 * c], frame.contact_pair[2 * c + 1]);
    const bool between_bodies = pair.second < bodies_;
    if (between_bodies && stats::joins(frame, c, dimension_, joining_)) {
      touching.pairs.push_back(pair);
    }
  }
  std::sort(touching.pairs.begin(), touching.pairs.end());
  touching.pairs.erase(std::unique(touching.pairs.begin(), touching.pairs.end()), touching.pairs.end());
  return touching;
}

void ContactLifetimes::add(const Touching& touching) {
  const bool initial = rows_.empty();
  const Row before = initial ? Row{.time = touching.time} : rows_.back();
  const double between = 0.5 * (before.time + touching.time);
  Row row{
      .time = touching.time, .step = touching.step, .ever_made = before.ever_made, .ever_broken = before.ever_broken};
  std::vector<Contact> now;
  now.reserve(touching.pairs.size());
  // Both lists are in order: what is in the old one alone has broken, what is in the new one alone has been made.
  auto old = open_.begin();
  const auto end_while = [&](const auto& gone) {
    for (; old != open_.end() && gone(*old); ++old) {
      old->end = between;
      old->broken = true;
      ended_.push_back(*old);
      row.broken += 1;
    }
  };
  for (const auto& pair : touching.pairs) {
    end_while([&](const Contact& contact) { return std::pair(contact.first, contact.second) < pair; });
    const bool lasting = old != open_.end() && std::pair(old->first, old->second) == pair;
    now.push_back(lasting ? *old++ : Contact{pair.first, pair.second, between, 0.0, 0, !initial, false});
    now.back().end = touching.time;
    now.back().frames += 1;
    row.made += lasting ? 0 : 1;
  }
  end_while([](const Contact&) { return true; });
  row.contacts = static_cast<std::int64_t>(now.size());
  row.ever_made += row.made;
  row.ever_broken += row.broken;
  const double exposed = static_cast<double>(before.contacts) * (touching.time - before.time);
  row.break_rate = exposed > 0.0 ? static_cast<double>(row.broken) / exposed : 0.0;
  open_ = std::move(now);
  rows_.push_back(row);
}

double ContactLifetimes::Row::broken_fraction() const {
  return ever_made > 0 ? static_cast<double>(ever_broken) / static_cast<double>(ever_made) : 0.0;
}

std::vector<ContactLifetimes::Contact> ContactLifetimes::contacts() const {
  std::vector<Contact> all = ended_;
  all.insert(all.end(), open_.begin(), open_.end());
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
