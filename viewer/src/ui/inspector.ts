// What is known of the body that was picked: its constants, its state now, its contacts.

import { normalForce } from "../colour/fields";
import type { Pane } from "../stage/pane";
import type { State } from "../state";
import { checkbox, element, iconButton } from "./element";
import { measures } from "../figures/words";
import { text } from "./number";

const mostContacts = 12;

function vector(values: ArrayLike<number>, width: number, row: number): string {
  return Array.from({ length: width }, (_value, k) => text(values[width * row + k])).join(", ");
}

export class Inspector {
  readonly root = element("section", { class: "inspector", "aria-live": "polite", "aria-label": "Picked body" });
  private readonly title = element("h2");
  private readonly table = element("dl");
  private readonly contacts = element("div", { class: "contacts" });
  private readonly follow: HTMLInputElement;

  constructor(private readonly state: State) {
    const follow = checkbox("follow it with the camera", false, (on) => state.set({ follow: on }));
    this.follow = follow.input;
    this.root.append(
      element("div", { class: "heading" }, this.title, iconButton("close", "Forget this body", "Esc", () => state.set({ selection: null, follow: false }))),
      this.table,
      follow.row,
      this.contacts,
    );
    this.root.hidden = true;
  }

  refresh(panes: Pane[]): void {
    const { selection, follow } = this.state.now;
    const pane = selection ? panes[selection.run] : undefined;
    this.root.hidden = !selection || !pane?.frame;
    if (!selection || !pane?.frame) return;
    const { run, frame } = pane;
    const header = run.header!;
    const i = selection.body;
    const d = header.dimension;
    const w = d === 2 ? 1 : 3;
    this.follow.checked = follow;
    this.title.textContent = header.names[i] || `Body ${i}`;

    const { velocity } = frame.bodies;
    const speed = Math.hypot(...velocity.subarray(d * i, d * i + d));
    const rows: [string, string, string][] = [
      ["index", String(i), "index"],
      ["label", header.labels[run.bodies.label[i]], "label"],
      ["material", header.materials[run.bodies.material[i]], "material"],
      ["shape", header.kinds[run.bodies.kind[i]], "shape"],
      ...measures("shape" in run.bodies ? header.shapes[run.bodies.shape[i]] : null).map(([name, value]): [string, string, string] => [name, value, name]),
      [header.kinds[run.bodies.kind[i]] === "sphere" ? "radius" : "reach", text(run.bodies.radius[i]), "radius"],
      ["mass", text(run.bodies.mass[i]), "mass"],
      ["position", vector(frame.bodies.position, d, i), "position"],
      ["velocity", vector(velocity, d, i), "velocity"],
      ["speed", text(speed), "speed"],
      [d === 2 ? "angle" : "quaternion", vector(frame.bodies.orientation, d === 2 ? 1 : 4, i), "orientation"],
      ["angular velocity", vector(frame.bodies.angular_velocity, w, i), "angular_velocity"],
    ];
    this.table.replaceChildren(
      ...rows
        .filter(([, value]) => value)
        .flatMap(([name, value, key]) => [element("dt", {}, name), element("dd", { "data-key": key }, value)]),
    );
    this.listContacts(pane, i);
  }

  private listContacts(pane: Pane, i: number): void {
    const { contacts, run } = pane;
    this.contacts.replaceChildren();
    if (!contacts) return;
    const header = run.header!;
    const { pair, gamma, distance } = contacts.columns;
    const body = element("tbody");
    let count = 0;
    for (let c = 0; c < contacts.contacts; ++c) {
      const other = pair[2 * c] === i ? pair[2 * c + 1] : pair[2 * c + 1] === i ? pair[2 * c] : -1;
      if (other < 0 || ++count > mostContacts) continue;
      const isBody = other < header.bodies;
      const name = isBody ? header.names[other] || `body ${other}` : header.obstacles[other - header.bodies].name;
      const link = isBody
        ? element("button", { type: "button", class: "link", click: () => this.state.set({ selection: { run: run.index, body: other } }) }, name)
        : element("span", {}, name);
      body.append(
        element(
          "tr",
          {},
          element("td", {}, link),
          element("td", {}, text(gamma[c], 3)),
          element("td", {}, text(normalForce(contacts, c), 3)),
          element("td", {}, text(distance[c], 2)),
        ),
      );
    }
    this.contacts.append(element("h3", {}, count === 1 ? "1 contact" : `${count} contacts`));
    if (count === 0) return;
    const head = ["with", "γ", contacts.stepLength > 0 ? "force" : "impulse", "gap"].map((name) => element("th", { scope: "col" }, name));
    this.contacts.append(element("table", {}, element("thead", {}, element("tr", {}, ...head)), body));
    if (count > mostContacts) this.contacts.append(element("p", { class: "quiet" }, `and ${count - mostContacts} more`));
  }
}
