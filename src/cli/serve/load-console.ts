import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isLoopback } from "@colonnade/runtime/protocol";
import { ColonnadeError } from "../../errors.ts";
import type { Console, ConsoleFile } from "../../service/index.ts";
import type { Flags } from "../arguments/command.ts";

const files = [
  { path: "/", name: "index.html", type: "text/html; charset=utf-8" },
  { path: "/console.js", name: "console.js", type: "text/javascript; charset=utf-8" },
  { path: "/console.css", name: "console.css", type: "text/css; charset=utf-8" },
] as const;

/**
 * Loads the console, unless the flags turn it off or other machines can reach the service.
 *
 * @throws {ColonnadeError} `usage` if the flags contradict each other
 */
export function loadConsole(flags: Flags, host: string): Console | undefined {
  const [isOn, isOff] = [flags.has("console"), flags.has("no-console")];
  if (isOn && isOff) throw new ColonnadeError("usage", "--console and --no-console contradict each other");
  if (isOff || !(isOn || isLoopback(host))) return undefined;
  const folder = findFolder();
  return {
    files: files.map(({ path, name, type }): ConsoleFile => ({ path, type, read: () => readFile(join(folder, name)) })),
    // Loads the generator, which the service itself does not need.
    printModule: async (keyspace, table) => (await import("./print-module.ts")).printModule(keyspace, table),
  };
}

/** The folder of the build output. Its place relative to this module depends on the build. */
function findFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "dist/console/index.html"))) {
    const above = dirname(folder);
    if (above === folder) throw new Error("the package has no dist/console: run npm run build");
    folder = above;
  }
  return join(folder, "dist/console");
}
