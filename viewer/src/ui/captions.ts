// What stands over each pane: the run's title and state, or why it cannot be shown.

import { kinds } from "../colour/maps";
import { sceneTitle } from "../data/scene_text";
import type { Pane } from "../stage/pane";
import { element } from "./element";
import { text } from "./number";

export class Caption {
  private readonly title = element("h1");
  private readonly detail = element("p", { class: "quiet" });
  private readonly problem = element("div", { class: "problem", role: "alert" });

  constructor(
    private readonly pane: Pane,
    private readonly several: boolean,
  ) {
    // The colour that the run has in plots.
    if (several) this.title.style.setProperty("--run", kinds[pane.run.index % kinds.length]);
    this.title.classList.toggle("keyed", several);
    pane.element.append(element("div", { class: "caption" }, this.title, this.detail), this.problem);
  }

  refresh(): void {
    const { run, frame, unknown } = this.pane;
    const { header, status } = run;
    this.title.textContent = header ? sceneTitle(header.scene) || header.name : "";
    const words: string[] = [];
    if (header) {
      const all = header.bodies === 1 ? "1 body" : `${header.bodies} bodies`;
      words.push(header.name, frame && frame.here < header.bodies ? `${frame.here} of ${all}` : all);
      if (frame && this.several) words.push(`t = ${text(frame.time)}`);
      if (unknown.length > 0) words.push(`not drawn: ${unknown.join(", ")}`);
    }
    this.detail.textContent = words.join(" · ");

    const lines: string[] = [];
    if (run.problem) lines.push("This result cannot be shown.", run.problem);
    else if (header && run.steps.length === 0 && status.state !== "running") lines.push("This result has no frames.");
    else if (!header && status.generation > 0 && status.state === "running") lines.push("Waiting for the run to begin …");
    this.problem.hidden = lines.length === 0;
    this.problem.replaceChildren(...lines.map((line, k) => element(k === 0 ? "strong" : "p", {}, line)));
    this.pane.element.classList.toggle("broken", lines.length > 0);
  }
}
