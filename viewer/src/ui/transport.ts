// Play, pause, step, scrub, speed, and what time it is.

import { speeds, type Player } from "../player";
import { element, iconButton, setIcon } from "./element";
import { text } from "./number";

export class Transport {
  readonly root: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly scrub: HTMLInputElement;
  private readonly clock = element("output", { class: "clock", "aria-label": "time and frame" });
  private readonly live: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;

  constructor(private readonly player: Player) {
    this.play = iconButton("play", "Play", "Space", () => player.toggle());
    this.play.classList.add("main");
    this.scrub = element("input", { type: "range", min: "0", step: "1", class: "scrub", "aria-label": "Frame" });
    this.scrub.addEventListener("input", () => player.go(this.scrub.valueAsNumber));
    this.live = element("button", { type: "button", class: "live", title: "Stay at the newest frame (L)" }, "live");
    this.live.addEventListener("click", () => player.go(player.last));
    this.speed = element("select", { "aria-label": "Speed", title: "Speed; 1 × shows 25 frames a second (+ and −)" });
    for (const value of speeds) this.speed.append(element("option", { value: String(value) }, `${value} ×`));
    this.speed.addEventListener("change", () => {
      player.speed = Number(this.speed.value);
      this.speed.blur();
    });
    this.root = element(
      "div",
      { class: "transport", role: "group", "aria-label": "Playback" },
      element(
        "div",
        { class: "buttons" },
        iconButton("first", "First frame", "Home", () => player.go(0)),
        iconButton("previous", "Previous frame", "←", () => player.go(player.index - 1)),
        this.play,
        iconButton("next", "Next frame", "→", () => player.go(player.index + 1)),
        iconButton("last", "Last frame", "End", () => player.go(player.last)),
      ),
      this.scrub,
      this.clock,
      this.live,
      this.speed,
    );
  }

  refresh(): void {
    const { player } = this;
    setIcon(this.play, player.playing ? "pause" : "play", player.playing ? "Pause" : "Play");
    this.scrub.max = String(player.last);
    this.scrub.valueAsNumber = player.index;
    this.scrub.disabled = player.stops.length < 2;
    this.scrub.style.setProperty("--part", String(player.last > 0 ? player.index / player.last : 0));
    this.clock.value = `t = ${text(player.time, 5)}`;
    this.clock.append(element("small", {}, `frame ${player.stops.length ? player.index + 1 : 0} / ${player.stops.length}`));
    this.scrub.setAttribute("aria-valuetext", this.clock.value);
    this.live.hidden = !player.live;
    this.live.setAttribute("aria-pressed", String(player.following));
    this.speed.value = String(player.speed);
  }
}
