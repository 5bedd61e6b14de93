// Pictures and films of the stage, with title, time and legend.

import type { Run } from "../data/run";
import { sceneTitle } from "../data/scene_text";
import type { Player } from "../player";
import type { Stage } from "../stage/stage";
import type { State } from "../state";
import { drawLegend, ink, legendParts } from "./legend";
import { text } from "./number";

export class Exporter {
  /** Called with what is happening; empty: nothing. */
  report: (message: string) => void = () => undefined;
  private recorder: MediaRecorder | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly player: Player,
    private readonly state: State,
    private readonly runs: Run[],
  ) {}

  get recording(): boolean {
    return this.recorder !== null;
  }

  async picture(): Promise<void> {
    const canvas = document.createElement("canvas");
    this.compose(canvas);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob) this.save(blob, `${this.name()}-${String(this.player.index).padStart(5, "0")}.png`);
  }

  /** Records from here to the end of the run, or until called again. */
  film(): void {
    if (this.recorder) {
      this.recorder.stop();
      return;
    }
    const type = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"].find((name) => MediaRecorder.isTypeSupported(name));
    if (!type) {
      this.report("this browser cannot record WebM");
      return;
    }
    const canvas = document.createElement("canvas");
    this.compose(canvas);
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: type, videoBitsPerSecond: 12e6 });
    const parts: Blob[] = [];
    // A busy browser may not have encoded a single picture of a short run when it ends: it is given the time.
    const patience = 20000;
    const finish = (deadline: number) => {
      if (recorder.state === "inactive") return;
      if (parts.some((part) => part.size > 0) || performance.now() > deadline) {
        recorder.stop();
        return;
      }
      this.compose(canvas, false);
      recorder.requestData();
      setTimeout(() => finish(deadline), 100);
    };
    const compose = () => {
      this.compose(canvas, false);
      if (!this.player.playing) {
        this.stage.recorded = null;
        finish(performance.now() + patience);
      }
    };
    recorder.addEventListener("dataavailable", (event) => parts.push(event.data));
    recorder.addEventListener("stop", () => {
      this.recorder = null;
      this.stage.recorded = null;
      if (this.player.playing) this.player.toggle();
      if (parts.every((part) => part.size === 0)) {
        this.report("the browser recorded nothing");
        return;
      }
      this.report("");
      this.save(new Blob(parts, { type: "video/webm" }), `${this.name()}.webm`);
    });
    this.recorder = recorder;
    this.report("recording; press W to end");
    if (!this.player.playing) this.player.toggle();
    this.stage.recorded = compose;
    recorder.start(500);
  }

  /** The canvas as it is seen, and what stands around it on the page. */
  private compose(target: HTMLCanvasElement, draw = true): void {
    if (draw) this.stage.draw();
    const source = this.stage.canvas;
    if (target.width !== source.width || target.height !== source.height) {
      target.width = source.width;
      target.height = source.height;
    }
    const context = target.getContext("2d")!;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(source, 0, 0);
    const ratio = source.width / Math.max(1, source.clientWidth);
    context.scale(ratio, ratio);
    const colours = ink();
    const whole = this.stage.root.getBoundingClientRect();
    this.stage.panes.forEach((pane) => {
      const area = pane.element.getBoundingClientRect();
      context.fillStyle = colours.text;
      context.font = "600 13px system-ui, sans-serif";
      context.fillText(this.title(pane.run), area.left - whole.left + 14, area.top - whole.top + 24, area.width - 28);
      context.fillStyle = colours.quiet;
      context.font = "12px system-ui, sans-serif";
      context.fillText(`t = ${text(pane.frame?.time ?? 0, 5)}`, area.left - whole.left + 14, area.top - whole.top + 42);
    });
    const { now } = this.state;
    const parts = legendParts(now, this.stage.ends(), this.stage.networkRange.ends(), this.runs, now.theme === "dark");
    const [, high] = drawLegend(document.createElement("canvas").getContext("2d")!, parts, 0, 0, colours);
    context.fillStyle = colours.stage;
    context.globalAlpha = parts.length > 0 ? 0.78 : 0;
    context.fillRect(8, source.clientHeight - high - 16, 264, high + 8);
    context.globalAlpha = 1;
    drawLegend(context, parts, 14, source.clientHeight - high - 10, colours);
  }

  private title(run: Run): string {
    return (run.header && sceneTitle(run.header.scene)) || run.header?.name || "";
  }

  private name(): string {
    return (this.runs[0].header?.name ?? "gluey").replace(/\.[^.]*$/, "");
  }

  private save(blob: Blob, name: string): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }
}
