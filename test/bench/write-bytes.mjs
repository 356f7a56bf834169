/** Writes the files of a list, `[name, text]` each, into a new folder: what no generator can do without. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [list, output] = process.argv.slice(2);
mkdirSync(output);
for (const [name, text] of JSON.parse(readFileSync(list, "utf8"))) writeFileSync(join(output, name), text);
