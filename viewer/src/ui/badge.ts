// A word on how the runs stand.

import type { Run } from "../data/run";
import { element } from "./element";
import { text } from "./number";

export class Badge {
  readonly root = element("output", { class: "badge", "aria-live": "polite" });

  refresh(runs: Run[], note: string): void {
    const stopped = runs.filter((run) => run.status.state === "stopped");
    const states = runs.map((run) => run.status.state);
    const [kind, words, more] = note
      ? ["running", note, ""]
      : runs.some((run) => !run.connected)
        ? states.includes("ended")
          ? ["ended", "run ended", `${runs[0].status.message} shows the result`]
          : ["lost", "no connection", "the server has ended or cannot be reached"]
        : runs.some((run) => run.loading)
          ? ["running", "loading …", ""]
          : states.includes("unreadable")
            ? ["lost", "unreadable", ""]
            : states.includes("ended")
              ? ["ended", "run ended", `${runs[0].status.message} shows the result`]
              : states.includes("running")
                ? ["running", "running", "the result still grows"]
                : stopped.length > 0
                  ? ["stopped", `stopped at t = ${stopped.map((run) => text(run.end)).join(", ")}`, "the run was stopped or killed; gluey run SCENE.toml --resume goes on"]
                  : ["complete", "", ""];
    this.root.dataset.state = kind;
    this.root.value = words;
    this.root.title = more;
    this.root.hidden = words === "";
  }
}
