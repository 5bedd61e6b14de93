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

/** Asks for something, so often that no buffer holds the answers, and then reads no byte of them. */
function stall(port, target, times) {
  const socket = net.connect({ port, host: "127.0.0.1" });
  socket.pause();
  socket.on("error", () => undefined);
  socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(times));
  return socket;
}

/** Seconds that a process's first thread was ready to go on and no processor was free; undefined once it has ended. */
function queued(pid) {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[1]) / 1e9;
  } catch {
    return undefined;
  }
}

test("readers that stop reading do not hold up the run", async (t) => {
  const where = folder(t);
  const scene = path.join(where, "grains.toml");
  const file = path.join(where, "grains.h5");
  fs.writeFileSync(scene, grains.replace("steps = 200", "steps = 10000").replace("every = 20", "every = 50"));
  /** How long the run worked or was held up. What other programs took of the processors is left out. */
  const seconds = async (stalled) => {
    fs.rmSync(file, { force: true });
    const { child, port } = await serve(t, "run", scene, "-o", file, "--quiet", "--json", "--threads", "1", "--live");
    let said = "";
    child.stdout.on("data", (chunk) => (said += chunk));
    const before = queued(child.pid);
    let after = before;
    const watch = setInterval(() => (after = queued(child.pid) ?? after), 5);
    const sockets = [];
    if (stalled) {
      await request(port, "/api/runs");
      for (let k = 0; k < 6; ++k) {
        sockets.push(stall(port, "/api/events", 1), stall(port, "/", 50), stall(port, "/api/run/0/frame/0", 4000));
      }
    }
    const { code } = await child.ended;
    clearInterval(watch);
    assert.equal(code, 0);
    assert.ok(sockets.every((socket) => socket.bytesRead === 0));
    for (const socket of sockets) socket.destroy();
    // The summary's time ends with the run: the program's own end may wait for connections to close.
    const summary = JSON.parse(said.slice(said.indexOf("{")));
    assert.equal(summary.steps, 10000);
    return summary.wall_seconds - (after - before);
  };
  // What else the machine does only ever adds to a time: the least of each counts, and a bad minute is waited out.
  const free = [];
  const held = [];
  let ratio = Infinity;
  for (let k = 0; k < 20 && (k < 3 || ratio >= 1.1); ++k) {
    free.push(await seconds(false));
    held.push(await seconds(true));
    ratio = Math.min(...held) / Math.min(...free);
  }
  t.diagnostic(`${Math.min(...free).toFixed(3)} s without readers, ${Math.min(...held).toFixed(3)} s with stalled ones: ${ratio.toFixed(3)}`);
  assert.ok(ratio < 1.1, `${held} s against ${free} s`);
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
