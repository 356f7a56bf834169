import { isAbsolute, relative, sep } from "node:path";

/**
 * The module of a codec as the generated files import it: `/app/src/money.ts` is `../money.js` to files in `/app/src/db`, and a
 * package is itself.
 */
export function importPath(output: string, from: string, importExtension: string): string {
  if (!isAbsolute(from)) return from;
  const path = relative(output, from).split(sep).join("/");
  const dotted = path.startsWith(".") ? path : `./${path}`;
  return dotted.replace(/\.([cm]?)ts$/, (_, kind: string) =>
    importExtension === ".js" ? `.${kind}js` : importExtension,
  );
}
