import { isAbsolute, relative, sep } from "node:path";
import { mapCodecModules } from "../config/index.ts";
import type { KeyspaceConfig } from "../config/index.ts";
import type { Target } from "./target.ts";

/** The target of an output in the config, with absolute folders. */
export function targetOf(
  keyspace: string,
  { definitions: _definitions, output: _output, ...settings }: Partial<KeyspaceConfig>,
  { definitions, output }: Pick<Target, "definitions" | "output">,
): Target {
  const rules = mapCodecModules(settings, (from) => importPath(output, from, settings.importExtension ?? ".js"));
  return { ...settings, ...rules, keyspace, definitions, output };
}

/**
 * The module path of a codec as the generated files import it: `/app/src/money.ts` is `../money.js` for files in
 * `/app/src/db`. A package name stays as it is.
 */
function importPath(output: string, from: string, importExtension: string): string {
  if (!isAbsolute(from)) return from;
  const path = relative(output, from).split(sep).join("/");
  const dotted = path.startsWith(".") ? path : `./${path}`;
  return dotted.replace(/\.([cm]?)ts$/, (_, kind: string) =>
    importExtension === ".js" ? `.${kind}js` : importExtension,
  );
}
