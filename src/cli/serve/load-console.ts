import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isLoopback } from "@colonnade/runtime/protocol";
import { ColonnadeError } from "../../errors.ts";
import type { TextRunner, openTextRunner as OpenTextRunner } from "../../cql/index.ts";
import type { Console, ConsoleFile, RunCql } from "../../service/index.ts";
import type { EmbeddedStore } from "../../store/index.ts";
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

/** CQL for the console, which is loaded when it is first asked for. */
export function createTextRunner(
  store: EmbeddedStore,
  options: Parameters<typeof OpenTextRunner>[1],
): { readonly run: RunCql; readonly close: () => Promise<void> } {
  let opening: Promise<TextRunner> | undefined;
  const open = async (): Promise<TextRunner> => {
    const { openTextRunner } = await import("../../cql/index.ts");
    return openTextRunner(store, options);
  };
  return {
    run: async (request) => (await (opening ??= open())).run(request),
    close: async () => (await opening)?.close(),
  };
}

/**
 * Checks an origin: scheme, host and port exactly as a browser sends them, such as `http://localhost:3000`.
 *
 * @throws {ColonnadeError} `usage`, with the correct form if the text has one
 */
export function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A host with a wildcard can be parsed, but no page has such an origin.
  const isWeb = (url?.protocol === "http:" || url?.protocol === "https:") && !url.host.includes("*");
  if (isWeb && url.origin === text) return text;
  const next = isWeb
    ? `write it as browsers send it: --cors ${url.origin}`
    : "name each origin with scheme, host and port: --cors http://localhost:3000,https://app.example";
  throw new ColonnadeError("usage", `--cors takes origins, not ${JSON.stringify(hideUser(text, url))}`, { next });
}

/** An address with a password must not be shown. */
function hideUser(text: string, url: URL | undefined): string {
  return url && (url.username !== "" || url.password !== "") ? `${url.protocol}//***@${url.host}` : text;
}
