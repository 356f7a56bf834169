import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
const root = join(import.meta.dirname, "..");
async function buildConsole() {
  const bundle = await rolldown({
    input: { console: join(root, "src/console/main.tsx") },
    platform: "browser",
    resolve: { alias: { "vscode-languageserver-types": join(root, "src/console/graphql/completion-words.ts") } },
    tsconfig: join(root, "tsconfig.json"),
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    experimental: { attachDebugInfo: "none" },
  });
  const folder = join(root, "dist/console");
  const { output } = await bundle.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].js",
    codeSplitting: false,
    minify: true,
    comments: false,
  });
  await bundle.close();
  for (const file of ["index.html", "console.css"]) copyFileSync(join(root, "src/console", file), join(folder, file));
  return output;
}
await buildConsole();
