// The panel of choices: colours, contacts, what is shown, clip plane, history.

import { fields } from "../colour/fields";
import { mapNames } from "../colour/maps";
import type { Run } from "../data/run";
import type { Stage } from "../stage/stage";
import type { Choices, State } from "../state";
import { checkbox, element, select, slider } from "./element";
import type { Inspector } from "./inspector";
import { text } from "./number";
import { quantities, type Plot } from "./plot";

function section(title: string, ...rows: HTMLElement[]): HTMLElement {
  return element("section", {}, element("h2", {}, title), ...rows);
}

export class Panel {
  readonly root: HTMLElement;
  private readonly update: ((choices: Choices) => void)[] = [];
  private readonly clipSection: HTMLElement;
  private readonly low: HTMLInputElement;
  private readonly high: HTMLInputElement;
  private readonly rangeRow: HTMLElement;

  constructor(
    private readonly state: State,
    private readonly runs: Run[],
    private readonly stage: Stage,
    inspector: Inspector,
    plot: Plot,
  ) {
    const now = state.now;
    const named = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.label]));
    const colour = select("Colour", named, now.colour, (value) => state.set({ colour: value, low: null, high: null }));
    const map = select("Map", Object.fromEntries(mapNames.map((name) => [name, name])), now.map, (value) => state.set({ map: value }));
    this.low = this.end("lowest", (value) => state.set({ low: value }));
    this.high = this.end("highest", (value) => state.set({ high: value }));
    const reset = element("button", { type: "button", class: "small", title: "As the data are", click: () => state.set({ low: null, high: null }) }, "auto");
    this.rangeRow = element("div", { class: "row range" }, element("span", {}, "Range"), this.low, this.high, reset);

    const network = select("Show", { off: "no contacts", gamma: "by potential γ", force: "by normal force" }, now.network, (value) =>
      state.set(networkChoice(value as Choices["network"], state.now, runs)),
    );
    const size = slider("Body size", [0.1, 1, 0.05], now.bodySize, (value) => state.set({ bodySize: value }));
    const marks = checkbox("orientation marks", now.marks, (value) => state.set({ marks: value }));
    const obstacles = checkbox("show obstacles", now.obstacles, (value) => state.set({ obstacles: value }));

    const clipOn = checkbox("cut the scene open", now.clip.on, (on) => state.set({ clip: { ...state.now.clip, on } }));
    const axis = select("Across", { "0": "x", "1": "y", "2": "z" }, String(now.clip.axis), (value) =>
      state.set({ clip: { ...state.now.clip, on: true, axis: Number(value) as 0 | 1 | 2 } }),
    );
    const at = slider("Place", [0, 1, 0.005], now.clip.at, (value) => state.set({ clip: { ...state.now.clip, on: true, at: value } }));
    const flip = checkbox("keep the other side", now.clip.flip, (value) => state.set({ clip: { ...state.now.clip, flip: value } }));
    this.clipSection = section("Clip plane", clipOn.row, axis.row, at.row, flip.row);

    const quantity = select("Plot", quantities, now.plot, (value) => state.set({ plot: value }));

    this.root = element(
      "aside",
      { class: "panel", "aria-label": "Choices" },
      inspector.root,
      section("Colour", colour.row, map.row, this.rangeRow),
      section("History", quantity.row, plot.canvas),
      section("Contacts", network.row),
      section("Bodies", size.row, marks.row),
      section("Obstacles", obstacles.row),
      this.clipSection,
    );

    this.update.push((choices) => {
      colour.input.value = choices.colour;
      map.input.value = choices.map;
      map.row.hidden = this.rangeRow.hidden = fields[choices.colour].kinds !== undefined;
      network.input.value = choices.network;
      size.input.valueAsNumber = choices.bodySize;
      marks.input.checked = choices.marks;
      obstacles.input.checked = choices.obstacles;
      clipOn.input.checked = choices.clip.on;
      axis.input.value = String(choices.clip.axis);
      at.input.valueAsNumber = choices.clip.at;
      flip.input.checked = choices.clip.flip;
      quantity.input.value = choices.plot;
    });
  }

  refresh(): void {
    for (const update of this.update) update(this.state.now);
    this.clipSection.hidden = !this.runs.some((run) => run.header?.dimension === 3);
    const [low, high] = this.stage.ends();
    if (document.activeElement !== this.low) this.low.value = text(low, 3).replace("−", "-");
    if (document.activeElement !== this.high) this.high.value = text(high, 3).replace("−", "-");
  }

  private end(label: string, act: (value: number | null) => void): HTMLInputElement {
    const input = element("input", { type: "text", inputmode: "decimal", size: "6", "aria-label": `${label} value of the range` });
    input.addEventListener("change", () => {
      const value = Number(input.value.replace("−", "-").replace(",", "."));
      act(input.value.trim() !== "" && Number.isFinite(value) ? value : null);
      input.blur();
    });
    return input;
  }
}

/** In 3D the contacts lie inside the bodies: these shrink when contacts are first shown, and grow back. */
export function networkChoice(network: Choices["network"], now: Choices, runs: Run[]): Partial<Choices> {
  const solid = runs.some((run) => run.header?.dimension === 3);
  if (solid && now.network === "off" && network !== "off" && now.bodySize === 1) return { network, bodySize: 0.35 };
  if (solid && network === "off" && now.bodySize === 0.35) return { network, bodySize: 1 };
  return { network };
}
