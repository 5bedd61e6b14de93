// A run that goes on: followed in the browser, by the program itself (--live) and through its file.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { after, test } from "node:test";

import { close, drawn, endless, folder, gluey, grains, open, program, request, serve, settled, stopped } from "./support.mjs";

after(close);

test("a live run is followed, gone back in, and its end is told", async (t) => {
  const where = folder(t);
  const { child, address } = await serve(t, "run", endless(where, 100000), "-o", path.join(where, "grains.h5"), "--quiet", "--live");
  const page = await open(t, address);
  await drawn(page);
  assert.match(await page.locator(".caption p").innerText(), /31 bodies/);
  assert.equal(await page.locator(".badge").innerText(), "running");
  const step = () => page.evaluate(() => window.gluey.stage.panes[0].frame.step);
  const first = await step();
  await page.waitForFunction((before) => window.gluey.stage.panes[0].frame.step > before + 1000, first);
  // Frames come oftener than the result's own: the page asks for them.
  await page.waitForFunction(() => window.gluey.runs[0].steps.some((value) => value % 100000 !== 0));
  await page.waitForFunction(() => window.gluey.runs[0].history?.time.length > 100);
  // Back to the beginning, which the page has not seen when it happened.
  await page.keyboard.press("Home");
  await settled(page);
  assert.equal(await step(), 0);
  const rest = await page.evaluate(() => window.gluey.player.last);
  await page.waitForFunction((before) => window.gluey.player.last > before, rest);
  assert.equal(await step(), 0);
  await page.keyboard.press("l");
  await page.waitForFunction(() => window.gluey.stage.panes[0].frame.step > 0);
  assert.deepEqual(page.complaints, []);
  child.kill("SIGINT");
  assert.equal((await child.ended).code, 130);
  await page.waitForFunction(() => document.querySelector(".badge").textContent === "run ended");
});

test("the result of a run that goes on elsewhere is followed through its file", async (t) => {
  const where = folder(t);
  const file = path.join(where, "grains.h5");
  const run = spawn(program, ["run", endless(where, 500), "-o", file, "--quiet"], { stdio: "ignore" });
  const ended = new Promise((resolve) => run.once("exit", resolve));
  t.after(() => run.kill("SIGKILL"));
  while (!fs.existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 50));
  const { address } = await serve(t, "view", file);
  const page = await open(t, address);
  await drawn(page);
  const last = await page.evaluate(() => window.gluey.player.last);
  await page.waitForFunction((before) => window.gluey.player.last > before + 1, last);
  assert.equal(await page.locator(".badge").innerText(), "running");
  assert.ok(await page.locator(".live").isVisible());
  run.kill("SIGKILL");
  await ended;
  await page.waitForFunction(() => document.querySelector(".badge").textContent.startsWith("stopped at t = "));
  assert.ok(await page.locator(".live").isHidden());
  assert.deepEqual(page.complaints, []);
});

test("a run that was stopped says so and when", async (t) => {
  const where = folder(t);
  const file = await stopped(where);
  const end = 0.005 * JSON.parse(gluey("info", file, "--json")).steps;
  const { address } = await serve(t, "view", file);
  const page = await open(t, address);
  await drawn(page);
  const words = await page.locator(".badge").innerText();
  assert.match(words, /^stopped at t = \d/);
  assert.ok(Math.abs(Number(words.split("= ")[1]) - end) <= 1e-3 * end, words);
  assert.ok(await page.locator(".live").isHidden());
  // It plays like a finished one, to its end and no further.
  await page.evaluate(() => window.gluey.player.go(window.gluey.player.last));
  await page.waitForFunction(() => !window.gluey.player.following);
  assert.deepEqual(page.complaints, []);
});

/** Asks for something and then reads no byte of the answer. */
function stall(port, target) {
  const socket = net.connect({ port, host: "127.0.0.1" });
  socket.pause();
  socket.on("error", () => undefined);
  socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  return socket;
}

test("readers that stop reading do not hold up the run", async (t) => {
  const where = folder(t);
  const scene = path.join(where, "grains.toml");
  fs.writeFileSync(scene, grains.replace("steps = 200", "steps = 30000").replace("every = 20", "every = 50"));
  const seconds = async (stalled) => {
    const file = path.join(where, `${stalled}.h5`);
    const { child, port } = await serve(t, "run", scene, "-o", file, "--quiet", "--threads", "1", "--live");
    const sockets = [];
    if (stalled) {
      await request(port, "/api/runs");
      for (let k = 0; k < 6; ++k) {
        sockets.push(stall(port, "/api/events"), stall(port, "/"), stall(port, "/api/run/0/frame/0"));
      }
    }
    const { code } = await child.ended;
    assert.equal(code, 0);
    for (const socket of sockets) socket.destroy();
    // What the run itself measured: the end of the program may wait for connections to close.
    const stats = JSON.parse(gluey("info", file, "--json"));
    assert.equal(stats.steps, 30000);
    return stats.wall_seconds;
  };
  const free = Math.min(await seconds(false), await seconds(false));
  const held = Math.min(await seconds(true), await seconds(true));
  t.diagnostic(`${free.toFixed(2)} s without readers, ${held.toFixed(2)} s with stalled ones`);
  assert.ok(held < 1.5 * free + 0.3, `${held} s against ${free} s`);
});

test("--live goes before or after the scene, with or without a port", async (t) => {
  const where = folder(t);
  const scene = path.join(where, "grains.toml");
  fs.writeFileSync(scene, grains);
  for (const words of [["--live", scene], [scene, "--live"], ["--live", "18765", scene], [scene, "--live=18766"]]) {
    const { child } = await serve(t, "run", "--quiet", "-o", path.join(where, "out.h5"), ...words);
    assert.equal((await child.ended).code, 0, words.join(" "));
  }
  assert.throws(() => gluey("run", scene, "--live", "port"), /not a port/);
  assert.throws(() => gluey("run", scene, "--live", "70000"), /not a port/);
});
