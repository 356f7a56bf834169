/** The type-check of the whole output in TypeScript 7: ours beside that of genql, which has no validators. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyProcess } from "../start.mjs";
import { plan as planGenerate } from "./generate.mjs";

const root = join(import.meta.dirname, "../../..");
const compiler = join(import.meta.dirname, "node_modules/typescript-7/bin/tsc");

export const title = "tsc --noEmit of the whole output, TypeScript 7";

/** The compiler is a process of its own, so only the wall time is its. */
export const columns = ["wallMs"];

export function plan(folder, tables) {
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@colonnade"), { recursive: true });
  symlinkSync(join(root, "src/runtime"), join(modules, "@colonnade/runtime"), "junction");
  symlinkSync(join(root, "node_modules/zod"), join(modules, "zod"), "junction");
  const names = ["Colonnade", "genql"];
  const generators = planGenerate(join(folder, "generated"), tables).filter(({ name }) => names.includes(name));
  const checks = generators.map(({ name, argv, output }) => {
    const path = output("checked");
    execFileSync(process.execPath, argv("checked", path), { stdio: ["ignore", "ignore", 2] });
    const config = writeConfig(join(folder, name), [path]);
    return { name: `output of ${name}`, argv: () => [compiler, "-p", config] };
  });
  const nothing = join(folder, "nothing.ts");
  writeFileSync(nothing, "export {};\n");
  const config = writeConfig(join(folder, "nothing"), [nothing]);
  const empty = {
    name: "an empty module",
    argv: () => [compiler, "-p", writeConfig(join(folder, "nothing"), [nothing])],
  };
  return [emptyProcess, empty, ...checks];
}

function writeConfig(folder, include) {
  mkdirSync(folder, { recursive: true });
  const compilerOptions = {
    ...{ target: "es2022", module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom"], types: [] },
    ...{ strict: true, noEmit: true, skipLibCheck: true },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
  return folder;
}
