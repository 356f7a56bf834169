/**
 * Tools that would lay out or judge generated files in their own way, and have no rule for them yet.
 *
 * Few need one. Prettier does not: the files follow its config. Neither do linters: the files switch ESLint off, whose config
 * is a program anyway. Biome and oxfmt would find every file wrong.
 */
import { JsonText } from "./json-places.ts";
import { insertMember } from "./insert-member.ts";
import type { PlannedFile } from "./planned-file.ts";
import type { Project } from "./project.ts";

interface FormatterConfig {
  readonly path: string;
  /** Where its list of patterns stands. */
  readonly list: readonly [string, ...string[]];
  /** What keeps a folder out. */
  readonly patternOf: (output: string) => string;
  /** What a new list begins with, if it has to name what stays in. */
  readonly everything: readonly string[];
  /** Whether the config is of the version that has this list. */
  readonly fits: (json: JsonText) => boolean;
}

/** Biome had other names for it before its version 2, which its config shows. */
const biome: Omit<FormatterConfig, "path"> = {
  list: ["files", "includes"],
  patternOf: (output) => `!${output}`,
  everything: ["**"],
  fits: (json) =>
    !/\/1\.\d+\.\d+\//.test(String(json.valueAt("$schema"))) && json.valueAt("files", "ignore") === undefined,
};

const oxfmt: Omit<FormatterConfig, "path"> = {
  list: ["ignorePatterns"],
  patternOf: (output) => `${output}/**`,
  everything: [],
  fits: () => true,
};

const formatterConfigs: readonly FormatterConfig[] = [
  { path: "biome.json", ...biome },
  { path: "biome.jsonc", ...biome },
  { path: ".oxfmtrc.json", ...oxfmt },
  { path: ".oxfmtrc.jsonc", ...oxfmt },
];

/** Plans what keeps formatters away from the output folders, in the configs that are there. */
export function planFormatters(project: Project, outputs: readonly string[]): readonly PlannedFile[] {
  return formatterConfigs.flatMap((formatter): PlannedFile[] => {
    const { path, patternOf } = formatter;
    const found = project.read(path);
    if (found.kind === "nothing" || outputs.length === 0) return [];
    const patterns = outputs.map(patternOf);
    const add = `${formatter.list.join(".")}: ${JSON.stringify(patterns)}`;
    const left = (note: string): PlannedFile[] => [{ path, action: "left", note, add }];
    if (found.kind === "other") return left(found.reason);
    const note = "leaves the generated files as they are";
    const text = addPatterns(found.text, formatter, patterns);
    if (text === found.text) return [{ path, action: "kept", note }];
    return text === undefined
      ? left("it has another form than we know")
      : [{ path, action: "changed", note, text: found.mark + text }];
  });
}

/** Undefined where the list cannot be added to. */
function addPatterns(
  text: string,
  { list, everything, fits }: FormatterConfig,
  patterns: readonly string[],
): string | undefined {
  let json: JsonText;
  try {
    json = new JsonText(text);
  } catch {
    return undefined;
  }
  if (json.typeAt() !== "object" || !fits(json)) return undefined;
  const there = json.valueAt(...list);
  if (there === undefined) return addList(text, json, list, [...everything, ...patterns]);
  if (!Array.isArray(there)) return undefined;
  const missing = patterns.filter((pattern) => !there.some((known) => covers(known, pattern)));
  let result = text;
  for (const pattern of missing) {
    const container = new JsonText(result).container(...list);
    if (container) result = insertMember(result, container, { render: () => JSON.stringify(pattern), alone: "" });
  }
  return result;
}

/** The same folder in another spelling is no other folder. */
function covers(known: unknown, pattern: string): boolean {
  const bare = (text: string): string =>
    text
      .replace(/^!+/, "!")
      .replace(/^(!?)(?:\.?\/)/, "$1")
      .replace(/\/(?:\*\*?)?$/, "");
  return typeof known === "string" && bare(known) === bare(pattern);
}

function addList(
  text: string,
  json: JsonText,
  [first, ...rest]: readonly [string, ...string[]],
  items: readonly string[],
): string | undefined {
  const inner = rest.length > 0 ? json.container(first) : undefined;
  const list = `[${items.map((item) => JSON.stringify(item)).join(", ")}]`;
  const name = rest.at(-1) ?? first;
  if (inner && json.typeAt(first) === "object") {
    return insertMember(text, inner, { render: () => `${JSON.stringify(name)}: ${list}`, alone: "" });
  }
  const root = json.container();
  if (!root || json.typeAt(first) !== undefined) return undefined;
  const value = rest.length > 0 ? `{ ${JSON.stringify(name)}: ${list} }` : list;
  return insertMember(text, root, { render: () => `${JSON.stringify(first)}: ${value}`, alone: "" });
}
