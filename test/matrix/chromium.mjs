/** Chromium: a page that uses the bindings, on the service's own origin and on another one, which it allows or does not. */
import { createServer } from "node:http";
import { cpSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { withBrowser, withoutChromium } from "./browser.mjs";
import { startService } from "./shop-service.mjs";

const cases = [
  { which: "same origin", forwards: true, isRight: (said) => said === "fine" },
  { which: "another origin that --cors allows", allows: true, isRight: (said) => said === "fine" },
  {
    which: "another origin",
    isRight: (said, origin) => said.includes(`CORS? Start the service with --cors ${origin}`),
  },
];

export function planChromium(work) {
  return cases.map(({ which, ...how }) => ({
    what: "a page that writes and reads",
    where: "Chromium",
    which,
    without: withoutChromium,
    ask: () => withBrowser((browser) => askPage(work, browser, how)),
  }));
}

async function askPage(work, browser, { forwards = false, allows = false, isRight }) {
  const folder = mkdtempSync(join(work, "page-"));
  cpSync(join(import.meta.dirname, "app/edge.ts"), join(work, "run/edge.ts"));
  const options = { bundle: true, format: "iife", globalName: "edge", write: false };
  const { outputFiles } = await esbuild.build({ entryPoints: [join(work, "run/edge.ts")], ...options });
  let serviceUrl = "";
  const pages = createServer((request, response) => {
    if (request.url.startsWith("/api/")) return forward(request, response, serviceUrl);
    const isScript = request.url === "/edge.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? outputFiles[0].text : '<!doctype html><script src="/edge.js"></script>');
  });
  await new Promise((resolve) => pages.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${pages.address().port}`;
  const service = await startService(work, folder, allows ? { origins: [origin] } : {});
  serviceUrl = service.url;
  try {
    const page = await browser.newPage();
    await page.goto(origin);
    const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
    const said = await page.evaluate(([url, id]) => window.edge.use(url, id), [forwards ? origin : serviceUrl, id]);
    return isRight(said, origin) ? [] : [said];
  } finally {
    await service.close();
    pages.close();
  }
}

/** As the proxy of a development server does. */
async function forward(request, response, to) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const { host: _, connection: __, origin: ___, ...headers } = request.headers;
  const body = parts.length === 0 ? undefined : Buffer.concat(parts);
  const answer = await fetch(to + request.url, { method: request.method, headers, body });
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
  response.end(await answer.text());
}
