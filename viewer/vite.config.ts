import { defineConfig, type Plugin } from "vite";

// One file: script and style move into the page, which is then embedded into the program.
function inline(): Plugin {
  return {
    name: "inline",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("no index.html");
      let html = String(page.source);
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === "chunk") {
          const code = file.code.replaceAll("</script", "<\\/script");
          html = html.replace(/<script type="module"[^>]*><\/script>/, "");
          html = html.replace("</body>", () => `<script type="module">${code}</script>\n</body>`);
          delete bundle[name];
        } else if (name.endsWith(".css")) {
          html = html.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${String(file.source)}</style>`);
          delete bundle[name];
        }
      }
      page.source = html;
    },
  };
}

export default defineConfig({
  plugins: [inline()],
  // GLUEY_VIEWER_OUT lets the test build beside the kept page and compare.
  build: {
    target: "es2022",
    outDir: process.env.GLUEY_VIEWER_OUT ?? "dist",
    emptyOutDir: true,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
  },
  // `npx vite` beside a running `gluey view` while working on the page.
  server: { proxy: { "/api": "http://127.0.0.1:8765" } },
});
