/** What an app waits for that uses three tables of many: their modules, with and without validators, beside zod alone. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeTables } from "../definitions.mjs";
import { bin, emptyProcess } from "../start.mjs";

const root = join(import.meta.dirname, "../../..");
const used = ["orders_0000", "sensor_readings_0001", "session_0005"];

export const title = "import of three tables";

export const columns = ["wallMs", "cpuMs", "peakBytes"];

export async function plan(folder, tables) {
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@colonnade"), { recursive: true });
  symlinkSync(join(root, "src/runtime"), join(modules, "@colonnade/runtime"), "junction");
  symlinkSync(join(root, "node_modules/zod"), join(modules, "zod"), "junction");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const output = join(folder, "output");
  const definitions = writeTables(join(folder, "definitions/bench"), tables);
  execFileSync(process.execPath, [bin, "generate", "--definitions", definitions, "--output", output], {
    stdio: "ignore",
  });
  await stripTypes(output);
  const app = (name, text) => {
    const file = join(folder, `${name}.js`);
    writeFileSync(file, text);
    return () => [file];
  };
  const imports = (ending) => used.map((table) => `import "./output/${table}${ending}";\n`).join("");
  return [
    emptyProcess,
    { name: "an empty module", argv: app("empty", "export {};\n") },
    { name: "zod alone, one validator", argv: app("zod", 'import * as z from "zod";\nz.object({ a: z.string() });\n') },
    { name: "types and functions", argv: app("functions", imports(".js")) },
    { name: "with validators", argv: app("validators", imports(".js") + imports(".zod.js")) },
    {
      name: "with validators, through the barrels",
      argv: app("barrels", 'import "./output/index.js";\nimport "./output/zod.js";\n'),
    },
  ];
}

async function stripTypes(directory) {
  const { default: ts } = await import("typescript");
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };
  for (const name of readdirSync(directory).filter((name) => name.endsWith(".ts"))) {
    const { outputText } = ts.transpileModule(readFileSync(join(directory, name), "utf8"), { compilerOptions });
    writeFileSync(join(directory, name.replace(/ts$/, "js")), outputText);
  }
}
