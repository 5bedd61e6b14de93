// One run on the stage: its bodies, obstacles and contacts, and the part of the canvas they are drawn in.

import { Box3, Scene, Vector2, Vector3, Vector4 } from "three";

import { bodyLayers } from "../bodies/table";
import type { BodyLayer, Look } from "../bodies/shape";
import { fields, measure } from "../colour/fields";
import { Palette } from "../colour/palette";
import type { Range } from "../colour/range";
import type { Contacts, Frame } from "../data/protocol";
import type { Run } from "../data/run";
import { sceneUp } from "../data/scene_text";
import type { Choices } from "../state";
import { DomainLayer, domainEdges } from "./domain_layer";
import { NetworkLayer } from "./network_layer";
import type { Sketch } from "../obstacles/sketch";
import { expandByObstacles, ObstacleLayer, sketchObstacles } from "./obstacle_layer";
import { Rig } from "./rig";
import type { StageColours } from "./theme";

const sampled = 8;

export class Pane {
  readonly scene = new Scene();
  readonly palette = new Palette();
  readonly bounds = new Box3();
  rig: Rig | null = null;
  frame: Frame | null = null;
  contacts: Contacts | undefined;
  /** Obstacles of kinds that this page does not know. */
  unknown: string[] = [];
  values = new Float32Array(0);

  private samples: number[] = []; // steps still to look at for the bounds
  private sketches: Sketch[] = [];
  private layers: BodyLayer[] = [];
  private obstacles: ObstacleLayer | null = null;
  private domain: DomainLayer | null = null;
  private network: NetworkLayer | null = null;
  private generation = 0;
  private look: Look | null = null;

  constructor(
    readonly run: Run,
    /** Lies over the pane's part of the canvas and takes the pointer. */
    readonly element: HTMLElement,
    private readonly moved: (pane: Pane) => void,
  ) {}

  /** Forgets the frame of a run that another has taken the place of. */
  renew(): void {
    if (this.generation !== this.run.header!.generation) this.frame = null;
  }

  /** Shows a frame; builds everything anew where the run is another than before. */
  show(frame: Frame, contacts: Contacts | undefined): void {
    const header = this.run.header!;
    if (this.generation !== header.generation) this.build(frame);
    this.frame = frame;
    this.contacts = contacts;
    if (this.values.length !== header.bodies) this.values = new Float32Array(header.bodies);
  }

  /**
   * Looks at some frames of the whole run, so that view and colours suit all of it. Each is taken in when it is here; the
   * view follows until someone has moved it.
   */
  survey(choices: Choices, range: Range): void {
    if (!this.frame || this.samples.length === 0) return;
    const left = this.samples.filter((step) => {
      const frame = this.run.frame(step);
      if (!frame) return true;
      this.include(frame);
      expandByObstacles(this.bounds, this.run.header!, this.sketches, frame);
      const field = fields[choices.colour];
      if (!field.kinds && !field.contacts) {
        measure(field, this.run, frame, undefined, this.values);
        range.include(this.values);
      }
      return false;
    });
    if (left.length < this.samples.length && !this.rig!.touched) this.rig!.fit(this.bounds);
    this.samples = left;
  }

  /** The values of the colour field; taken into the range. */
  measure(choices: Choices, range: Range, networkRange: Range): void {
    if (!this.frame) return;
    const field = fields[choices.colour];
    measure(field, this.run, this.frame, this.contacts, this.values);
    if (!field.kinds) range.include(this.values);
    if (choices.network !== "off" && this.contacts) this.network?.measure(this.contacts, choices.network, networkRange);
  }

  draw(choices: Choices, range: [number, number], networkRange: Range, colours: StageColours): void {
    if (!this.frame || !this.rig) return;
    const field = fields[choices.colour];
    if (field.kinds) this.palette.kinds(field.kinds(this.run));
    else this.palette.amounts(choices.map, ...range);
    this.look = {
      palette: this.palette,
      size: choices.bodySize,
      marks: choices.marks,
      clip: this.clipPlane(choices),
      selected: choices.selection?.run === this.run.index ? choices.selection.body : -1,
      neutral: colours.neutral,
      accent: colours.accent,
      edge: colours.edge,
    };
    for (const layer of this.layers) {
      layer.update(this.frame, this.values);
      layer.dress(this.look);
    }
    this.obstacles!.object.visible = choices.obstacles;
    this.obstacles!.update(this.frame);
    this.obstacles!.dress(colours);
    this.domain!.dress(colours);
    if (choices.network !== "off" && this.contacts) {
      const dark = colours.background.r < 0.5;
      this.network!.update(this.run, this.frame, this.contacts, networkRange, dark ? "glow" : "ink", this.thickness());
    } else {
      this.network!.hide();
    }
  }

  pick(at: Vector2): number | null {
    if (!this.frame || !this.rig || !this.look) return null;
    const ray = this.rig.ray(at);
    let best: { body: number; distance: number } | null = null;
    for (const layer of this.layers) {
      const hit = layer.pick(ray, this.frame, this.look);
      if (hit && (!best || hit.distance < best.distance)) best = hit;
    }
    return best?.body ?? null;
  }

  place(body: number, target = new Vector3()): Vector3 {
    const d = this.run.header!.dimension;
    const place = this.frame!.bodies.position;
    return target.set(place[d * body], place[d * body + 1], d === 3 ? place[d * body + 2] : 0);
  }

  /** The bodies of a frame enlarge what the pane shows at first. */
  include(frame: Frame): void {
    const d = this.run.header!.dimension;
    const { position } = frame.bodies;
    const { radius } = this.run.bodies;
    const point = new Vector3();
    for (let i = 0; i < radius.length; ++i) {
      for (const sign of [-1, 1]) {
        point.set(position[d * i], position[d * i + 1], d === 3 ? position[d * i + 2] : 0).addScalar(sign * radius[i]);
        if (d === 2) point.z = 0;
        if (Number.isFinite(point.x + point.y + point.z)) this.bounds.expandByPoint(point);
      }
    }
  }

  private thickness(): number {
    const { radius } = this.run.bodies;
    let sum = 0;
    for (const r of radius) sum += r;
    return (0.32 * sum) / Math.max(1, radius.length);
  }

  private clipPlane(choices: Choices): Vector4 {
    if (!choices.clip.on || this.run.header!.dimension === 2) return new Vector4();
    const { axis, at, flip } = choices.clip;
    const low = this.bounds.min.getComponent(axis);
    const high = this.bounds.max.getComponent(axis);
    const sign = flip ? 1 : -1;
    const plane = new Vector4(0, 0, 0, -sign * (low + at * (high - low)));
    return plane.setComponent(axis, sign);
  }

  private build(frame: Frame): void {
    this.dispose();
    const header = this.run.header!;
    this.generation = header.generation;
    this.bounds.makeEmpty();
    this.include(frame);
    const { sketches, unknown } = sketchObstacles(header, frame, this.bounds);
    this.unknown = unknown;
    this.sketches = sketches;
    domainEdges(header, this.bounds).forEach((edge) => edge.forEach((end) => this.bounds.expandByPoint(end)));
    const { steps } = this.run;
    this.samples = Array.from({ length: sampled }, (_value, k) => steps[Math.round(((k + 1) * (steps.length - 1)) / sampled)]);
    this.samples = [...new Set(this.samples)];
    this.obstacles = new ObstacleLayer(header.dimension, sketches);
    this.domain = new DomainLayer(header, this.bounds);
    this.network = new NetworkLayer(header.dimension);
    this.layers = bodyLayers(header, this.run.bodies);
    this.scene.add(this.obstacles.object, this.domain.object, this.network.object, ...this.layers.map((layer) => layer.object));
    if (this.rig?.dimension !== header.dimension) {
      this.rig?.dispose();
      this.rig = new Rig(header.dimension, this.element, new Vector3(...sceneUp(header.scene)), () => this.moved(this));
    }
    this.rig.resize(this.element.clientWidth, this.element.clientHeight);
    this.rig.fit(this.bounds);
  }

  private dispose(): void {
    this.scene.clear();
    for (const layer of this.layers) layer.dispose();
    this.obstacles?.dispose();
    this.domain?.dispose();
    this.network?.dispose();
  }
}
