// What the tests share: scenes, the program as a server, and a browser. GLUEY in the environment is the program to test.

import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";

import { chromium } from "playwright-core";

export const program = process.env.GLUEY ?? "gluey";

export const grains = `
title = "Grains in a box"
dimension = 2
seed = 3
[time]
step = 0.005
steps = 200
[environment]
gravity = [0.0, -10.0]
[contact]
law = "gluey"
gamma_min = -0.5
[[body]]
name = "striker"
shape = { kind = "sphere", radius = 0.06 }
position = [0.5, 0.8]
velocity = [0.3, 0.0]
label = "black"
[[bodies]]
count = 30
shape = { kind = "sphere", radius = [0.02, 0.03] }
region = { kind = "box", lower = [0.05, 0.05], upper = [0.95, 0.7] }
label = "white"
[[obstacle]]
name = "box"
shape = { kind = "box-walls", lower = [0, 0], upper = [1, 1] }
motion = { kind = "rotation", center = [0.5, 0.5], omega = 0.4 }
[output]
every = 20
`;

/** Every kind of obstacle of 2D. */
export const obstacles = `
title = "Obstacles"
dimension = 2
[time]
step = 0.01
steps = 20
[[body]]
shape = { kind = "sphere", radius = 0.2 }
position = [0, 3]
[[obstacle]]
name = "plane"
shape = { kind = "plane", normal = [0, 1] }
position = [0, -3]
[[obstacle]]
name = "segment"
shape = { kind = "segment", from = [-1, 0], to = [1, 0] }
position = [-3, -1]
motion = { kind = "translation", velocity = [1, 0] }
[[obstacle]]
name = "chain"
shape = { kind = "chain", points = [[-1, 1], [0, 0], [1, 1]] }
position = [-3, 1]
[[obstacle]]
name = "box"
shape = { kind = "box", size = [1, 0.5] }
orientation = 0.3
[[obstacle]]
name = "walls"
shape = { kind = "box-walls", lower = [-5, -4], upper = [5, 5] }
[[obstacle]]
name = "sphere"
shape = { kind = "sphere", radius = 0.4 }
position = [2, 0]
[[obstacle]]
name = "polygon"
shape = { kind = "polygon", points = [[0, 0], [1, 0], [0.5, 1]] }
position = [2, 1.5]
[[obstacle]]
name = "capsule"
shape = { kind = "capsule", radius = 0.2, length = 1 }
position = [2, -1.5]
[[obstacle]]
name = "wheel"
shape = { kind = "wheel", radius = 0.8, paddles = 5, thickness = 0.1, hub = 0.2 }
position = [0, -1.6]
motion = { kind = "rotation", omega = 2.0 }
[[obstacle]]
name = "compound"
shape = { kind = "compound", parts = [{ kind = "sphere", radius = 0.2 }, { kind = "box", size = [1, 0.2], position = [0.5, 0] }] }
position = [3.5, 3]
[output]
every = 5
`;

export const spheres = (count, steps, law = "") => `
title = "${count} spheres"
dimension = 3
seed = 5
[time]
step = 0.01
steps = ${steps}
[environment]
gravity = [0, 0, -10]
${law}
[[bodies]]
count = ${count}
shape = { kind = "sphere", radius = [0.04, 0.05] }
region = { kind = "box", lower = [0, 0, 0], upper = [1, 1, 1.5] }
[[obstacle]]
name = "walls"
shape = { kind = "box-walls", lower = [0, 0, 0], upper = [1, 1, 2] }
[output]
every = 10
`;

/** A red ball behind thick walls all around, out of sight were they opaque. */
export const tower = `
title = "Tower"
dimension = 3
[time]
step = 0.01
steps = 1
[[body]]
shape = { kind = "sphere", radius = 1 }
position = [0, 0, -2]
label = "red"
[[body]]
shape = { kind = "sphere", radius = 0.1 }
position = [0, 0, -3.5]
label = "blue"
[[obstacle]]
name = "tower"
shape = { kind = "compound", parts = [
  { kind = "box", size = [1, 5, 10], position = [-2, 0, 0] },
  { kind = "box", size = [1, 5, 10], position = [2, 0, 0] },
  { kind = "box", size = [5, 1, 10], position = [0, -2, 0] },
  { kind = "box", size = [5, 1, 10], position = [0, 2, 0] },
] }
`;

export function folder(t) {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), "gluey-viewer-"));
  t.after(() => fs.rmSync(made, { recursive: true, force: true }));
  return made;
}

export function gluey(...parameters) {
  const done = spawnSync(program, parameters, { encoding: "utf8" });
  if (done.status !== 0) throw new Error(`gluey ${parameters.join(" ")}: ${done.stderr}`);
  return done.stdout;
}

/** Runs a scene; the result's name. */
export function result(where, name, scene, ...parameters) {
  fs.writeFileSync(path.join(where, `${name}.toml`), scene);
  const file = path.join(where, `${name}.h5`);
  gluey("run", path.join(where, `${name}.toml`), "-o", file, "--quiet", ...parameters);
  return file;
}

/** Grains that go on for as long as it takes. */
export function endless(where, every) {
  const scene = path.join(where, "grains.toml");
  fs.writeFileSync(scene, grains.replace("steps = 200", "steps = 100000000").replace("every = 20", `every = ${every}`));
  return scene;
}

/** A result whose run was stopped on the way. */
export async function stopped(where) {
  const file = path.join(where, "stopped.h5");
  const run = spawn(program, ["run", endless(where, 100), "-o", file], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => run.once("exit", resolve));
  await Promise.race([new Promise((resolve) => run.stderr.once("data", resolve)), ended]); // its first step is done
  run.kill("SIGINT");
  run.stderr.resume();
  await ended;
  return file;
}

/** Starts the program; resolves when it has told its address. It ends with the test. */
export function serve(t, ...parameters) {
  const child = spawn(program, parameters, { stdio: ["ignore", "pipe", "pipe"] });
  child.ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
  t.after(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await child.ended;
  });
  return new Promise((resolve, reject) => {
    let told = "";
    const hear = (chunk) => {
      told += chunk;
      const found = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(told);
      if (found) resolve({ child, address: found[0], port: Number(found[1]) });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.ended.then(() => reject(new Error(`the program ended: ${told}`)));
  });
}

/** One request as it stands, without the tidying that fetch and browsers do. */
export function request(port, target, { method = "GET", headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const sent = http.request({ host: "127.0.0.1", port, path: target, method, headers, setHost: !("Host" in headers) }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

let browser;

/** A page that fails the test at its end if anything was complained about on its console. */
export async function open(t, address, options = {}) {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
  });
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, colorScheme: "light", ...options });
  const page = await context.newPage();
  page.complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !/GPU stall|GL Driver Message|fallback.*software/i.test(message.text())) {
      page.complaints.push(message.text());
    }
  });
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  t.after(() => context.close());
  await page.goto(address);
  return page;
}

export async function close() {
  await browser?.close();
  browser = undefined;
}

/** Waits until the frames of all runs are drawn. */
export async function drawn(page) {
  await page.waitForFunction(() => window.gluey?.stage.panes.every((pane) => pane.frame !== null));
  await settled(page);
}

/** Waits until what is drawn is the frame that the player stands at. */
export async function settled(page) {
  await page.waitForFunction(() => {
    const { stage, player } = window.gluey;
    return stage.panes.every((pane) => pane.frame && pane.frame.step === pane.run.steps[pane.run.indexAt(player.time)]);
  });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Where on the screen a body is. */
export function screenPlace(page, run, body) {
  return page.evaluate(
    ([r, i]) => {
      const pane = window.gluey.stage.panes[r];
      const camera = pane.rig.camera;
      camera.updateMatrixWorld();
      const at = pane.place(i).project(camera);
      const area = pane.element.getBoundingClientRect();
      return { x: area.left + ((at.x + 1) / 2) * area.width, y: area.top + ((1 - at.y) / 2) * area.height };
    },
    [run, body],
  );
}
