// The server's announcements. The browser connects again by itself; while it cannot, the runs are told.

import type { Run } from "./run";
import type { Status } from "./protocol";

export function listen(runs: Run[], changed: () => void): void {
  const source = new EventSource("/api/events");
  const connected = (yes: boolean) => {
    for (const run of runs) run.connected = yes;
    changed();
  };
  source.addEventListener("status", (event) => {
    const { run, status } = JSON.parse(event.data) as { run: number; status: Status };
    runs[run].connected = true;
    void runs[run].update(status).catch(() => connected(false));
  });
  source.addEventListener("open", () => connected(true));
  source.addEventListener("error", () => connected(false));
}
