// Routes. Every address is matched as a whole against the few below; none is ever turned into the name of a file.
//   /                        the page
//   /api/runs                how many runs there are
//   /api/events              server-sent events: the status of each run whenever it changes
//   /api/run/R/header | bodies | times | history | frame/STEP | contacts/STEP

#include <gluey/errors.hpp>
#include <gluey/view.hpp>

#include "view/address.hpp"
#include "view/file_source.hpp"
#include "view/guard.hpp"
#include "view/live_source.hpp"
#include "view/page.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

namespace gluey {
namespace {

using view::Bytes;
using view::Source;

constexpr const char* own_address = "127.0.0.1";
constexpr int usual_port = 8765, usual_ports = 20;
// Every open connection takes a thread: a browser has six to a host, and an event stream stays open.
constexpr std::size_t threads = 32;
// Beyond this a reader that takes nothing is dropped. It also bounds how long the end of the program waits for one.
constexpr std::chrono::seconds patience{2};
/// A page that draws slowly reads slowly; what it was promised must still reach it.
constexpr std::chrono::seconds patient{60};
constexpr std::chrono::milliseconds poll_interval{500};
constexpr std::size_t piece = 1 << 18;  // bytes given to the socket at once

constexpr const char* json_type = "application/json";
constexpr const char* binary_type = "application/octet-stream";

/// Sent piece by piece from shared memory. Through a provider of known length, as httplib compresses any other text.
void send(httplib::Response& response, const Bytes& bytes, const char* type) {
  if (bytes->empty()) {
    response.set_content(std::string(), type);
    return;
  }
  response.set_content_provider(bytes->size(), type,
                                [bytes](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
                                  return sink.write(bytes->data() + offset, std::min(length, piece));
                                });
}

void refuse(httplib::Response& response, int status, const std::string& why) {
  response.status = status;
  response.set_content(why + "\n", "text/plain");
}

}  // namespace

struct ViewServer::Implementation {
  httplib::Server http;
  int port = 0;
  std::vector<std::unique_ptr<Source>> sources;
  std::thread listener;

  std::mutex mutex;
  std::condition_variable news;
  std::int64_t version = 0;  // counts news
  bool stopping = false;

  void tell() {
    {
      const std::scoped_lock lock(mutex);
      ++version;
    }
    news.notify_all();
  }

  void bind(int wanted) {
    // httplib's own options would let two servers share a port.
    http.set_socket_options([](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    if (wanted != 0) {
      if (!http.bind_to_port(own_address, wanted)) {
        throw Error(
            fmt::format("port {} of {} cannot be used: it is taken, or reserved for root", wanted, own_address));
      }
      port = wanted;
      return;
    }
    for (port = usual_port; port < usual_port + usual_ports; ++port) {
      if (http.bind_to_port(own_address, port)) {
        return;
      }
    }
    port = http.bind_to_any_port(own_address);
    if (port <= 0) {
      throw Error(fmt::format("no port of {} is free", own_address));
    }
  }

  void configure() {
    http.new_task_queue = [] { return new httplib::ThreadPool(threads); };
    http.set_tcp_nodelay(true);
    http.set_keep_alive_max_count(100000);
    http.set_keep_alive_timeout(1);
    http.set_read_timeout(patience);
    http.set_write_timeout(patient);
    http.set_payload_max_length(0);
    // The page is one inline script; browser-driving test tools evaluate more. What matters: nothing leaves for elsewhere. Pages of
    // this machine, notebooks among them, may show it in a frame; others may not.
    http.set_default_headers(
        {{"X-Content-Type-Options", "nosniff"},
         {"Cross-Origin-Resource-Policy", "same-origin"},
         {"Referrer-Policy", "no-referrer"},
         {"Cache-Control", "no-store"},
         {"Content-Security-Policy",
          "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; "
          "img-src 'self' data: blob:; media-src blob:; connect-src 'self'; base-uri 'none'; "
          "form-action 'none'; frame-ancestors http://127.0.0.1:* http://localhost:* vscode-webview:"}});
    http.set_pre_routing_handler([](const httplib::Request& request, httplib::Response& response) {
      using Answer = httplib::Server::HandlerResponse;
      if (request.get_header_value_count("Host") != 1 || !view::is_own_host(request.get_header_value("Host"))) {
        refuse(response, 403, "this server answers to 127.0.0.1 and localhost only");
        return Answer::Handled;
      }
      if (request.method != "GET" && request.method != "HEAD") {
        refuse(response, 405, "this server is read-only");
        return Answer::Handled;
      }
      return Answer::Unhandled;
    });
    http.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (response.body.empty()) {
        refuse(response, response.status, "there is nothing here");
      }
    });
  }

  void route() {
    // One handler that takes addresses apart itself: a regular expression for each costs more than a short run.
    http.Get("/.*", [this](const httplib::Request& request, httplib::Response& response) {
      static const Bytes page = std::make_shared<const std::string>(view::page());
      if (request.path == "/") {
        send(response, page, "text/html; charset=utf-8");
      } else if (request.path == "/api/runs") {
        send(response, std::make_shared<const std::string>(fmt::format(R"({{"runs":{}}})", sources.size())), json_type);
      } else if (request.path == "/api/events") {
        stream(response);
      } else {
        answer(request.path, response);
      }
    });
  }

  void answer(std::string_view path, httplib::Response& response) {
    const std::optional<view::Address> address = view::parse_address(path);
    if (!address || address->run >= sources.size()) {
      refuse(response, 404, "there is nothing here");
      return;
    }
    Source& source = *sources[address->run];
    const Bytes bytes = view::fetch(source, *address);
    if (bytes) {
      send(response, bytes, address->what == "header" ? json_type : binary_type);
    } else {
      // Frames of a running simulation are dropped, and a file may have become unreadable just now. Neither is a mistake of
      // the page, which would say so in its console; it learns what is there from the status.
      response.status = 204;
      tell();
    }
  }

  /// One page's event stream. Only the present status is ever sent: what happened meanwhile is not queued.
  void stream(httplib::Response& response) {
    for (const auto& source : sources) {
      source->attend();
    }
    struct Page {
      std::vector<std::string> told;
      std::int64_t version = -1;
    };
    auto page = std::make_shared<Page>();
    page->told.resize(sources.size());
    response.set_chunked_content_provider("text/event-stream", [this, page](std::size_t, httplib::DataSink& sink) {
      {
        std::unique_lock lock(mutex);
        news.wait_for(lock, std::chrono::seconds(5), [&] { return stopping || version != page->version; });
        if (stopping && version == page->version) {
          sink.done();
          return true;
        }
        page->version = version;
      }
      std::string events;
      for (std::size_t r = 0; r < sources.size(); ++r) {
        const std::string status = sources[r]->status();
        if (status != page->told[r]) {
          events += fmt::format("event: status\ndata: {{\"run\":{},\"status\":{}}}\n\n", r, status);
          page->told[r] = status;
        }
      }
      if (events.empty()) {
        events = ":\n\n";  // finds out whether the page is still there
      }
      return sink.write(events.data(), events.size());
    });
  }

  ~Implementation() {
    {
      const std::scoped_lock lock(mutex);
      stopping = true;
    }
    news.notify_all();
    http.stop();
    if (listener.joinable()) {
      listener.join();
    }
  }
};

ViewServer::ViewServer(int port) : implementation_(std::make_unique<Implementation>()) {
  implementation_->configure();
  implementation_->bind(port);
}

ViewServer::~ViewServer() = default;

void ViewServer::add_file(const std::string& file) {
  if (!std::filesystem::exists(file)) {
    throw Error(fmt::format("'{}' cannot be opened: there is no such file", file));
  }
  implementation_->sources.push_back(std::make_unique<view::FileSource>(file));
}

RunObserver& ViewServer::add_run(const std::string& name) {
  Implementation& self = *implementation_;
  auto source = std::make_unique<view::LiveSource>(name, [&self] { self.tell(); });
  RunObserver& observer = *source;
  self.sources.push_back(std::move(source));
  return observer;
}

void ViewServer::start() {
  Implementation& self = *implementation_;
  self.route();
  self.listener = std::thread([&self] { self.http.listen_after_bind(); });
}

void ViewServer::follow(const std::atomic<int>& stop) {
  Implementation& self = *implementation_;
  while (stop.load() == 0) {
    for (const auto& source : self.sources) {
      if (source->poll()) {
        self.tell();
      }
    }
    std::this_thread::sleep_for(poll_interval);
  }
}

std::string ViewServer::address() const { return fmt::format("http://{}:{}/", own_address, implementation_->port); }

}  // namespace gluey
