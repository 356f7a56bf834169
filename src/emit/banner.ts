/**
 * The first lines of every generated file. Without version, date and path, so that the same definition gives the same
 * bytes.
 */
export function banner(source: string): string {
  return `// @generated from ${source}. Do not edit: run \`colonnade generate\`.\n/* eslint-disable */\n`;
}
