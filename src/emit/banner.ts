/**
 * The first lines of every generated file. Without version, date and path, so that the same definition gives the same
 * bytes.
 *
 * ESLint 9 warns of a directive that suppresses nothing, and the common rules report only interfaces without members.
 */
export function banner(source: string, hasBareInterfaces = false): string {
  const directive = hasBareInterfaces ? "/* eslint-disable */\n" : "";
  return `// @generated from ${source}. Do not edit: run \`colonnade generate\`.\n${directive}`;
}
