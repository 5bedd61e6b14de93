// The canvas: one renderer, a pane for each run side by side (above each other where it is narrow), pictures on demand.

import { ColorManagement, LinearSRGBColorSpace, Vector2, Vector3, WebGLRenderer } from "three";

import { fields } from "../colour/fields";
import { Range } from "../colour/range";
import type { Run } from "../data/run";
import type { Player } from "../player";
import type { State } from "../state";
import { element } from "../ui/element";
import { Pane } from "./pane";
import { stageColours, type StageColours } from "./theme";

const ahead = 3; // frames sent for before they are needed

// Colours are given and shown as they are written.
ColorManagement.enabled = false;

export class Stage {
  readonly canvas = element("canvas", { class: "canvas" });
  readonly root = element("div", { class: "stage" }, this.canvas);
  readonly panes: Pane[];
  range = new Range();
  networkRange = new Range();
  /** Milliseconds of script for the last picture, and draw calls it took. */
  scriptTime = 0;
  drawCalls = 0;
  /** Called after every picture. */
  drawn: () => void = () => undefined;
  /** Takes the picture just drawn into a film. */
  recorded: (() => void) | null = null;

  private readonly renderer: WebGLRenderer;
  private colours: StageColours = stageColours();
  private wanted = true;
  private ready = false;
  private linking = false;
  private followed: Vector3 | null = null;

  constructor(
    runs: Run[],
    private readonly player: Player,
    private readonly state: State,
    private readonly picked: (run: number, body: number | null) => void,
  ) {
    this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true, powerPreference: "high-performance" });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.renderer.autoClear = false;
    this.renderer.info.autoReset = false;
    this.panes = runs.map((run) => {
      const area = element("div", { class: "pane", tabindex: "-1" });
      this.root.append(area);
      const pane = new Pane(run, area, (moved) => this.link(moved));
      this.takePicks(pane);
      return pane;
    });
    new ResizeObserver(() => this.resize()).observe(this.root);
    state.subscribe((_choices, changed) => {
      if (changed.has("colour")) this.range = new Range();
      if (changed.has("network")) this.networkRange = new Range();
      if (changed.has("selection") || changed.has("follow")) this.followed = null;
      if (changed.has("theme")) this.colours = stageColours();
      this.invalidate();
    });
    const loop = (now: number) => {
      requestAnimationFrame(loop);
      this.player.tick(now, this.ready);
      if (this.wanted || this.recorded) this.draw();
    };
    requestAnimationFrame(loop);
  }

  invalidate(): void {
    this.wanted = true;
  }

  fit(toward?: Vector3): void {
    for (const pane of this.panes) pane.rig?.fit(pane.bounds, toward);
    this.followed = null;
    this.invalidate();
  }

  /** Ends of the colour range: what was typed in, else what was seen. */
  ends(): [number, number] {
    const [low, high] = this.range.ends();
    const { low: typedLow, high: typedHigh } = this.state.now;
    const ends: [number, number] = [typedLow ?? low, typedHigh ?? high];
    return ends[1] > ends[0] ? ends : [ends[0], ends[0] + 1e-12];
  }

  /** Draws now, as a picture that is taken from the canvas needs it. */
  draw(): void {
    this.wanted = false;
    const start = performance.now();
    const choices = this.state.now;
    const needContacts = choices.network !== "off" || choices.selection !== null || fields[choices.colour].contacts === true;
    this.ready = true;
    for (const pane of this.panes) this.load(pane, needContacts);
    for (const pane of this.panes) pane.survey(choices, this.range);
    for (const pane of this.panes) pane.measure(choices, this.range, this.networkRange);
    this.follow();

    const { renderer } = this;
    renderer.info.reset();
    renderer.setScissorTest(false);
    renderer.setClearColor(this.colours.background);
    renderer.clear();
    renderer.setScissorTest(true);
    const whole = this.root.getBoundingClientRect();
    for (const pane of this.panes) {
      if (!pane.rig || pane.run.problem) continue;
      pane.draw(choices, this.ends(), this.networkRange, this.colours);
      const area = pane.element.getBoundingClientRect();
      const box = [area.left - whole.left, whole.bottom - area.bottom, area.width, area.height] as const;
      renderer.setViewport(...box);
      renderer.setScissor(...box);
      renderer.render(pane.scene, pane.rig.camera);
    }
    this.drawCalls = renderer.info.render.calls;
    this.scriptTime = performance.now() - start;
    this.drawn();
  }

  private load(pane: Pane, needContacts: boolean): void {
    const { run } = pane;
    if (!run.header || run.steps.length === 0 || run.problem) return;
    pane.renew();
    const index = run.indexAt(this.player.time);
    const frame = run.frame(run.steps[index]);
    const contacts = frame && needContacts ? run.contacts(run.steps[index]) : undefined;
    if (!frame || (needContacts && !contacts)) this.ready = false;
    // Until all of a frame is here, the one before stays.
    if (frame && (!needContacts || contacts || !pane.frame)) pane.show(frame, contacts);
    if (this.player.playing && this.ready) {
      for (let k = 1; k <= ahead; ++k) {
        const step = run.steps[index + k];
        if (step !== undefined) run.prefetch(step, needContacts);
      }
    }
  }

  /** Moves the cameras along with the selected body. */
  private follow(): void {
    const { selection, follow } = this.state.now;
    const pane = selection ? this.panes[selection.run] : undefined;
    if (!follow || !selection || !pane?.frame) return;
    const now = pane.place(selection.body);
    if (Number.isNaN(now.x)) return; // not here; it may come
    if (this.followed) {
      const by = now.clone().sub(this.followed);
      if (by.lengthSq() > 0) pane.rig!.shift(by);
    } else {
      pane.rig!.shift(now.clone().sub(pane.rig!.controls.target));
    }
    this.followed = now;
  }

  private link(moved: Pane): void {
    if (this.linking) return;
    this.linking = true;
    for (const pane of this.panes) {
      if (pane !== moved && pane.rig && pane.rig.dimension === moved.rig?.dimension) pane.rig.copy(moved.rig);
    }
    this.linking = false;
    this.invalidate();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.root;
    this.root.classList.toggle("tall", height > width);
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height, false);
    for (const pane of this.panes) pane.rig?.resize(pane.element.clientWidth, pane.element.clientHeight);
    this.draw();
  }

  /** A click picks; a drag moves the camera. */
  private takePicks(pane: Pane): void {
    let down: Vector2 | null = null;
    pane.element.addEventListener("pointerdown", (event) => {
      down = event.button === 0 ? new Vector2(event.clientX, event.clientY) : null;
    });
    pane.element.addEventListener("pointerup", (event) => {
      if (!down || down.distanceTo(new Vector2(event.clientX, event.clientY)) > 4) return;
      const area = pane.element.getBoundingClientRect();
      const at = new Vector2(
        (2 * (event.clientX - area.left)) / area.width - 1,
        1 - (2 * (event.clientY - area.top)) / area.height,
      );
      this.picked(pane.run.index, pane.pick(at));
    });
  }
}
