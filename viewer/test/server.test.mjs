// Who the server answers, and with what: without a browser, byte by byte.

import assert from "node:assert/strict";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { test } from "node:test";

import { folder, grains, request, result, serve } from "./support.mjs";

test("answers to its own name only", async (t) => {
  const where = folder(t);
  const { port } = await serve(t, "view", result(where, "grains", grains));
  const status = async (host) => (await request(port, "/api/run/0/header", { headers: { Host: host } })).status;
  for (const own of ["127.0.0.1", `127.0.0.1:${port}`, "localhost", `localhost:${port}`, "localhost:9999"]) {
    assert.equal(await status(own), 200, own);
  }
  for (const foreign of ["evil.example", `evil.example:${port}`, "127.0.0.1.evil.example", "localhost.evil.example", `127.0.0.1:${port}@evil.example`, "localhost:", "0.0.0.0", "[::ffff:1.2.3.4]", ""]) {
    const { status: got } = await request(port, "/", { headers: { Host: foreign } });
    assert.ok([400, 403].includes(got), `${foreign}: ${got}`);
  }
  // No Host at all, and two of them.
  for (const head of ["", "Host: 127.0.0.1\r\nHost: evil.example\r\n"]) {
    const answer = await raw(port, `GET / HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 (400|403)/);
  }
});

test("gives out nothing but the page and the runs", async (t) => {
  const where = folder(t);
  fs.writeFileSync(path.join(where, "secret.txt"), "do not tell");
  const { port } = await serve(t, "view", result(where, "grains", grains));
  const targets = [
    "/../secret.txt", "/api/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/api/run/0/%2e%2e/secret.txt",
    `/${where}/secret.txt`, `//${where}/secret.txt`, "/secret.txt", "/grains.h5", "/grains.toml", "/etc/passwd", "//etc/passwd",
    "/%2Fetc%2Fpasswd", "/..\\secret.txt", "/api/run/0/frame/../../../secret.txt", "/api/run/0/frame/%2e%2e%2f", "/api/run/1/header",
    "/api/run/0/frame/7", "/api/run/0/frame/-1", "/api/run/0/frame/99999999999999999999", "/api/run/4294967296/header",
    "/api/run/0/", "/api", "/index.html", "/.git/config", "/%00", "/api/run/0/header%00.txt", "http://evil.example/",
  ];
  for (const target of targets) {
    const answer = await raw(port, `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 (204|400|404)/, target);
    assert.doesNotMatch(answer, /do not tell|root:|gluey-trajectory/, target);
  }
});

test("is read-only and listens on this machine alone", async (t) => {
  const where = folder(t);
  const { port } = await serve(t, "view", result(where, "grains", grains));
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
    const { status } = await request(port, "/api/run/0/header", { method });
    assert.ok([400, 405].includes(status), `${method}: ${status}`);
  }
  const { headers } = await request(port, "/");
  assert.match(headers["content-security-policy"], /default-src 'none'/);
  assert.equal(headers["access-control-allow-origin"], undefined);
  const listening = ["tcp", "tcp6"]
    .flatMap((name) => fs.readFileSync(`/proc/net/${name}`, "utf8").trim().split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === "0A" && parseInt(local.split(":")[1], 16) === port);
  assert.deepEqual(listening.map(([, local]) => local.split(":")[0]), ["0100007F"]);
});

test("frames are floats, little endian, as the header describes them", async (t) => {
  const where = folder(t);
  const { port } = await serve(t, "view", result(where, "grains", grains));
  const header = JSON.parse((await request(port, "/api/run/0/header")).body);
  assert.equal(header.bodies, 31);
  assert.deepEqual(header.labels, ["black", "white"]);
  assert.equal(header.obstacles[0].shape.kind, "box-walls");
  const { body: frame } = await request(port, "/api/run/0/frame/0");
  const row = (fields) => fields.reduce((sum, { components }) => sum + 4 * components, 0);
  assert.equal(frame.length, 32 + 31 * row(header.frame_fields) + row(header.obstacle_fields));
  assert.equal(frame.toString("latin1", 0, 4), "GLUE");
  assert.ok(Math.abs(frame.readFloatLE(32) - 0.5) < 1e-6);
  assert.ok(Math.abs(frame.readFloatLE(36) - 0.8) < 1e-6);
  const { body: contacts } = await request(port, "/api/run/0/contacts/200");
  assert.equal(contacts.length, 32 + contacts.readUInt32LE(4) * row(header.contact_fields));
  assert.ok(Math.abs(contacts.readDoubleLE(24) - 0.005) < 1e-9);
  const { body: history } = await request(port, "/api/run/0/history");
  assert.equal(history.length, 4 * 200 * (1 + 2 * header.history_fields.length));
});

test("a port that is taken is refused in words", async (t) => {
  const where = folder(t);
  const file = result(where, "grains", grains);
  const { port } = await serve(t, "view", file);
  await assert.rejects(serve(t, "view", file, "--port", String(port)), /port \d+ .* cannot be used/);
});

function raw(port, text) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.setTimeout(10000, () => socket.destroy(new Error("no answer")));
    socket.on("data", (chunk) => (answer += chunk.toString("latin1")));
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}
