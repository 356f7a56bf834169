/** Statements that read, against the answers of a real database. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { printCqlType } from "../../../src/model/index.ts";
import type { CqlType } from "../../../src/model/index.ts";
import { unset } from "../../../src/cql/protocol/message.ts";
import type { Answer, BoundValue, ColumnSpec } from "../../../src/cql/protocol/message.ts";
import { openCqlSession, printError } from "./cql-session.ts";
import type { CqlSession } from "./cql-session.ts";

interface Recorded {
  readonly cql: string;
  readonly values: readonly BoundValue[];
  readonly pageSize: number | undefined;
  readonly lines: readonly string[];
}

const sections = parseSections(readFileSync(join(import.meta.dirname, "recorded-selects.txt"), "utf8"));
const [, ...asked] = sections;
const setup = sections[0]?.statements.map(({ cql }) => cql) ?? [];
let session: CqlSession;

beforeAll(async () => {
  const isDefinition = (cql: string): boolean => cql.startsWith("CREATE");
  session = await openCqlSession("s32", setup.filter(isDefinition));
  for (const cql of setup) if (!isDefinition(cql)) await session.run(cql);
});

describe.each(asked)("$title", ({ statements }) => {
  it.each(statements)("$cql $values $pageSize", async ({ cql, values, pageSize, lines }) => {
    expect(await (pageSize === undefined ? answerOf(cql, values) : pagesOf(cql, pageSize))).toEqual(lines);
  });
});

async function answerOf(cql: string, values: readonly BoundValue[]): Promise<readonly string[]> {
  try {
    const prepared = await session.prepare(cql);
    const key = prepared.keyIndexes.length > 0 ? ` | key ${prepared.keyIndexes.join(" ")}` : "";
    const markers = values.length > 0 ? [`markers ${printSpecs(prepared.variables)}${key}`] : [];
    try {
      return [...markers, ...printAnswer(await prepared.execute({ values, nowMs: Date.now() }))];
    } catch (error) {
      return [...markers, `error ${printError(error)}`];
    }
  } catch (error) {
    return [`error ${printError(error)}`];
  }
}

async function pagesOf(cql: string, pageSize: number): Promise<readonly string[]> {
  const lines: string[] = [];
  let pageState: Buffer | undefined;
  do {
    try {
      const page = await session.rows(cql, { pageSize, pageState });
      lines.push("page", ...page.rows.map(printRow));
      pageState = page.pageState;
    } catch (error) {
      return [...lines, `error ${printError(error)}`];
    }
  } while (pageState);
  return lines;
}

function printAnswer(answer: Answer): readonly string[] {
  if (answer.kind !== "rows") return ["done"];
  const { columns, rows, warnings = [] } = answer;
  return [`columns ${printSpecs(columns)}`, ...rows.map(printRow), ...warnings.map((text) => `warning ${text}`)];
}

function printSpecs(specs: readonly ColumnSpec[]): string {
  return specs.map(({ name, type }) => `${name} ${printProtocolType(type)}`).join("; ");
}

/** The protocol tells nobody what is frozen. */
function printProtocolType(type: CqlType): string {
  return printCqlType(unfrozen(type));
}

function unfrozen(type: CqlType): CqlType {
  switch (type.kind) {
    case "list":
    case "set":
      return { ...type, item: unfrozen(type.item), frozen: false };
    case "map":
      return { ...type, key: unfrozen(type.key), value: unfrozen(type.value), frozen: false };
    case "tuple":
      return { ...type, items: type.items.map(unfrozen) };
    case "user":
      return { ...type, frozen: false };
    default:
      return type;
  }
}

function printRow(row: readonly (Uint8Array | null)[]): string {
  return row.map((bytes) => (bytes ? Buffer.from(bytes).toString("hex") || "''" : "null")).join(" ");
}

function parseSections(text: string): readonly { title: string; statements: Recorded[] }[] {
  const sections: { title: string; statements: Recorded[] }[] = [];
  for (const block of text.split("\n\n").slice(1)) {
    const lines = block.trimEnd().split("\n");
    const title = lines[0]?.startsWith("# ") ? lines.shift()?.slice(2) : undefined;
    const statements: Recorded[] = [];
    for (const line of lines) {
      const last = statements.at(-1);
      if (!line.startsWith("  ")) {
        statements.push({ cql: line, values: [], pageSize: undefined, lines: [] });
      } else if (last) {
        statements[statements.length - 1] = withLine(last, line.slice(2));
      }
    }
    sections.push({ title: title ?? "setup", statements });
  }
  return sections;
}

function withLine(recorded: Recorded, line: string): Recorded {
  const [, values] = /^values (.*)/.exec(line) ?? [];
  const [, pageSize] = /^page size (\d+)/.exec(line) ?? [];
  if (values !== undefined) return { ...recorded, values: values.split(" ").map(parseValue) };
  if (pageSize !== undefined) return { ...recorded, pageSize: Number(pageSize) };
  return { ...recorded, lines: [...recorded.lines, line] };
}

function parseValue(text: string): BoundValue {
  if (text === "null") return null;
  if (text === "unset") return unset;
  return Buffer.from(text === "''" ? "" : text, "hex");
}
