// Pictures of the page for people to look at: node test/shots.mjs FOLDER NAME ADDRESS [SCRIPT…]. A script is run in the
// page before the picture is taken; --dark, --small set the browser.

import { chromium } from "playwright-core";

const [target, name, address, ...rest] = process.argv.slice(2);
const flags = rest.filter((word) => word.startsWith("--"));
const scripts = rest.filter((word) => !word.startsWith("--"));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
const context = await browser.newContext({
  viewport: flags.includes("--small") ? { width: 390, height: 780 } : { width: 1360, height: 860 },
  deviceScaleFactor: flags.includes("--small") ? 2 : 1,
  colorScheme: flags.includes("--dark") ? "dark" : "light",
});
const page = await context.newPage();
page.on("console", (message) => console.log(message.type(), message.text()));
page.on("pageerror", (error) => console.log("error", String(error)));
await page.goto(address);
await page.waitForFunction(() => window.gluey?.stage.panes.every((pane) => pane.frame || pane.run.problem));
await page.waitForTimeout(1500);
for (const script of scripts) {
  await page.evaluate(script);
  await page.waitForTimeout(900);
}
await page.screenshot({ path: `${target}/${name}.png` });
await browser.close();
