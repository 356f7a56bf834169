import { join } from "node:path";
import { readText } from "./read-text.ts";

/** What a `package.json` says, as far as it decides what is written. */
export interface Manifest {
  readonly name?: string | undefined;
  readonly isModule: boolean;
  readonly packageManager?: string | undefined;
  readonly dependencies: ReadonlyMap<string, string>;
}

/** The `package.json` of a folder; undefined where there is none. One that is no JSON says nothing. */
export function loadManifest(folder: string): Manifest | undefined {
  const found = readText(join(folder, "package.json"));
  if (found.kind !== "text") return undefined;
  const manifest = parseObject(found.text);
  const text = (name: string): string | undefined => {
    const value = manifest[name];
    return typeof value === "string" ? value : undefined;
  };
  const groups = ["peerDependencies", "optionalDependencies", "devDependencies", "dependencies"];
  const dependencies = groups.flatMap((group) => Object.entries(objectOf(manifest[group])));
  return {
    name: text("name"),
    isModule: text("type") === "module",
    packageManager: text("packageManager"),
    dependencies: new Map(dependencies.map(([name, version]) => [name, String(version)])),
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
