// Puts the page together: runs from the server, a stage that draws them, controls around it.

import { Vector3 } from "three";

import { fields } from "./colour/fields";
import { listen } from "./data/events";
import { fetchJson } from "./data/protocol";
import { Run } from "./data/run";
import { Player } from "./player";
import { Stage } from "./stage/stage";
import { initialChoices, saveTheme, State } from "./state";
import "./style.css";
import { Badge } from "./ui/badge";
import { Caption } from "./ui/captions";
import { element, iconButton } from "./ui/element";
import { Exporter } from "./ui/export";
import { Help, takeKeys, type Shortcut } from "./ui/help";
import { Inspector } from "./ui/inspector";
import { Legend, legendParts } from "./ui/legend";
import { networkChoice, Panel } from "./ui/panel";
import { Plot } from "./ui/plot";
import { Transport } from "./ui/transport";

async function start(): Promise<void> {
  const { runs: count } = await fetchJson<{ runs: number }>("/api/runs");
  const state = new State(initialChoices());
  const applyTheme = () => {
    document.documentElement.dataset.theme = state.now.theme;
  };
  applyTheme();
  state.subscribe((choices, changed) => {
    if (!changed.has("theme")) return;
    applyTheme();
    saveTheme(choices.theme);
  });

  const runs: Run[] = Array.from({ length: count }, (_value, index) => new Run(index, () => runChanged()));
  const player = new Player(runs, () => {
    stage.invalidate();
    transport.refresh();
  });
  const stage = new Stage(runs, player, state, (run, body) =>
    state.set(body === null ? { selection: null, follow: false } : { selection: { run, body }, panel: true }),
  );
  const transport = new Transport(player);
  const inspector = new Inspector(state);
  const plot = new Plot(runs, (time) => player.goTo(time));
  const panel = new Panel(state, runs, stage, inspector, plot);
  const legend = new Legend();
  const badge = new Badge();
  const captions = stage.panes.map((pane) => new Caption(pane, count > 1));
  const exporter = new Exporter(stage, player, state, runs);
  let note = "";
  exporter.report = (message) => {
    note = message;
    badge.refresh(runs, note);
  };

  const cycle = () => {
    const keys = Object.keys(fields);
    state.set({ colour: keys[(keys.indexOf(state.now.colour) + 1) % keys.length], low: null, high: null });
  };
  const cycleNetwork = () => {
    const next = { off: "gamma", gamma: "force", force: "off" } as const;
    state.set(networkChoice(next[state.now.network], state.now, runs));
  };
  const toggleTheme = () => state.set({ theme: state.now.theme === "dark" ? "light" : "dark" });
  const togglePanel = () => state.set({ panel: !state.now.panel });
  const along = (axis: number) => () => {
    if (runs.some((run) => run.header?.dimension === 3)) stage.fit(new Vector3().setComponent(axis, 1).addScalar(1e-4).normalize());
  };
  const shortcuts: Shortcut[] = [
    { keys: [" "], shown: "Space", does: "play or pause", act: () => player.toggle() },
    { keys: ["ArrowLeft", "ArrowRight"], shown: "← →", does: "one frame; with Shift ten", act: (event) => player.go(player.index + (event.key === "ArrowLeft" ? -1 : 1) * (event.shiftKey ? 10 : 1)) },
    { keys: ["Home", "End"], shown: "Home End", does: "first, last frame", act: (event) => player.go(event.key === "Home" ? 0 : player.last) },
    { keys: ["+", "=", "-"], shown: "+ −", does: "faster, slower", act: (event) => player.faster(event.key === "-" ? -1 : 1) },
    { keys: ["l", "L"], shown: "L", does: "stay at the newest frame of a run that goes on", act: () => player.go(player.last) },
    { keys: ["c", "C"], shown: "C", does: "next colour field", act: cycle },
    { keys: ["n", "N"], shown: "N", does: "contacts: by potential, by force, off", act: cycleNetwork },
    { keys: ["o", "O"], shown: "O", does: "show or hide obstacles", act: () => state.set({ obstacles: !state.now.obstacles }) },
    { keys: ["f", "F"], shown: "F", does: "follow the picked body", act: () => state.now.selection && state.set({ follow: !state.now.follow }) },
    { keys: ["r", "R", "0"], shown: "R", does: "show everything", act: () => stage.fit() },
    { keys: ["1", "2", "3"], shown: "1 2 3", does: "look along x, y, z (3D)", act: (event) => along(Number(event.key) - 1)() },
    { keys: ["x", "X"], shown: "X", does: "clip plane on or off (3D)", act: () => state.set({ clip: { ...state.now.clip, on: !state.now.clip.on } }) },
    { keys: ["s", "S"], shown: "S", does: "save a picture (PNG)", act: () => void exporter.picture() },
    { keys: ["w", "W"], shown: "W", does: "record a film (WebM) to the end, or end it", act: () => exporter.film() },
    { keys: ["t", "T"], shown: "T", does: "light or dark", act: toggleTheme },
    { keys: ["p", "P"], shown: "P", does: "show or hide the panel", act: togglePanel },
    { keys: ["?"], shown: "?", does: "this list", act: () => state.set({ help: !state.now.help }) },
    { keys: ["Escape"], shown: "Esc", does: "forget the picked body", act: () => state.set(state.now.help ? { help: false } : { selection: null, follow: false }) },
  ];
  takeKeys(shortcuts);
  const help = new Help(shortcuts, () => state.set({ help: false }));

  const helpButton = element("button", { type: "button", class: "icon", title: "Keyboard shortcuts (?)", "aria-label": "Keyboard shortcuts", click: () => state.set({ help: true }) }, "?");
  const panelButton = iconButton("panel", "Panel", "P", togglePanel);
  document.body.append(
    element(
      "header",
      {},
      element("span", { class: "brand" }, "gluey"),
      badge.root,
      element(
        "nav",
        { "aria-label": "Tools" },
        iconButton("fit", "Show everything", "R", () => stage.fit()),
        iconButton("picture", "Save a picture", "S", () => void exporter.picture()),
        iconButton("film", "Record a film", "W", () => exporter.film()),
        iconButton("theme", "Light or dark", "T", toggleTheme),
        helpButton,
        panelButton,
      ),
    ),
    element("main", {}, stage.root, panel.root),
    transport.root,
    help.root,
  );
  stage.root.append(legend.canvas);

  const refresh = () => {
    document.body.classList.toggle("with-panel", state.now.panel);
    panelButton.setAttribute("aria-pressed", String(state.now.panel));
    panel.refresh();
    inspector.refresh(stage.panes);
    help.show(state.now.help);
  };
  state.subscribe(refresh);
  stage.drawn = () => {
    const { now } = state;
    legend.draw(legendParts(now, stage.ends(), stage.networkRange.ends(), runs, now.theme === "dark"));
    if (now.panel) plot.draw(now.plot, player.time);
    panel.refresh();
    inspector.refresh(stage.panes);
    for (const caption of captions) caption.refresh();
    stage.recorded?.();
  };

  let chosen = false;
  function runChanged(): void {
    // Labels are worth showing where there are several; else how fast bodies are.
    if (!chosen && runs.every((run) => run.header)) {
      chosen = true;
      if (runs.every((run) => run.header!.labels.length < 2)) state.set({ colour: "velocity" });
      document.title = `${runs.map((run) => run.header!.name).join(", ")} · gluey`;
    }
    const { selection } = state.now;
    if (selection && selection.body >= (runs[selection.run].header?.bodies ?? 0)) state.set({ selection: null });
    player.refresh();
    badge.refresh(runs, note);
    stage.invalidate();
  }

  refresh();
  transport.refresh();
  listen(runs, runChanged);
  // For tests, and for the curious at the browser's console.
  Object.assign(window, { gluey: { runs, player, stage, state, exporter } });
}

start().catch((error: unknown) => {
  document.body.append(element("p", { class: "fatal", role: "alert" }, `The viewer could not start: ${String(error)}`));
});
