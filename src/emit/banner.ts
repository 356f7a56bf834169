/**
 * The first lines of every generated file. Without version, date and path, so that the same definition gives the same
 * bytes.
 *
 * ESLint 9 warns of a directive that suppresses nothing, and the common rules report only interfaces without members.
 */
export function banner(source: string, declarations = ""): string {
  // The end alone is found faster than the whole, and most modules have none.
  const isBare = declarations.includes("{}\n") && /^export interface .* \{\}$/m.test(declarations);
  const directive = isBare ? "/* eslint-disable */\n" : "";
  return `// @generated from ${source}. Do not edit: run \`colonnade generate\`.\n${directive}`;
}
