import { readFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import { parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import { ColonnadeError, shellWord } from "../../errors.ts";
import type { Target } from "../../generate.ts";
import { indexNames } from "../../model/index.ts";
import type { Table } from "../../model/index.ts";
import { printCreateIndex, printDropIndex, printRenameColumn, printRenameField } from "../../model/print-cql.ts";
import { renameMember } from "../../source/edit-json.ts";
import { loadDefinitionFiles, withTexts } from "../../source/folder.ts";
import { parseKeyspace, placeOfDefinition } from "../../source/parse-keyspace.ts";
import { printRenamed } from "./find-renamed.ts";
import type { Renamed } from "./find-renamed.ts";
import { customTypesOf } from "../targets/keyspace-folders.ts";
import type { PlannedRename, RenamedProject } from "./planned-rename.ts";
import type { TextChange } from "./write-together.ts";

/**
 * Plans a rename in the database: edits the definition, and prints the statements that a person runs.
 *
 * @throws {ColonnadeError} `cannot-rename` for what CQL cannot rename, with the steps that lead there; `bad-definitions` if
 * the new name is taken
 */
export function planInDatabase(renamed: Renamed, name: string, project: RenamedProject): PlannedRename {
  const { keyspace, of, record, member } = renamed;
  const targets = project.targets.filter((target) => target.keyspace === keyspace);
  const definitions = new Map<string, TextChange>();
  let statements: readonly string[] = [];
  // Outputs of one keyspace may have their own folders of the same definitions.
  for (const directory of new Set(targets.map((target) => target.definitions))) {
    const customTypes = customTypesOf(targets);
    const files = loadDefinitionFiles(directory);
    const parsed = parseKeyspace(files, keyspace, { customTypes });
    const table = of === "table" ? parsed.keyspace.tables.find((one) => one.name === record) : undefined;
    if (member === undefined || !renamed.isInCql) throw cannotRename(renamed, name, table);
    const path = resolve(placeOfDefinition(parsed, { kind: of, name: record })?.file ?? "");
    const before = readFileSync(path, "utf8");
    const text = renameInDefinition(before, member, name);
    definitions.set(path, { path, before, text });
    const after = parseKeyspace(withTexts(files, new Map([[path, text]])), keyspace, { customTypes }).keyspace;
    const tableAfter = after.tables.find((one) => one.name === record);
    statements =
      table && tableAfter
        ? renameColumn(keyspace, [table, tableAfter], member, name)
        : [printRenameField(keyspace, record, member, name)];
  }
  const { files, toAdd } = changedRule(renamed, name, project);
  return {
    mode: "in-database",
    outputs: targets.map((before) => ({ before, after: withRuleOf(before, renamed, name) })),
    files: [...definitions.values(), ...files],
    statements,
    toAdd,
  };
}

/** Where a definition names a column or field: the paths of the texts, with `*` for each item of a list. */
const places: readonly (readonly string[])[] = [
  ["columnDefinitions", "*", "name"],
  ["primaryKey", "partitionKey", "*"],
  ["primaryKey", "clusteringKey", "*"],
  ["tableOptions", "clusteringExpression", "*", "column"],
  ["indexes", "*", "column"],
  ["fields", "*", "name"],
];

/** Renames a column or field in the text of a definition; comments and everything else stay as they are. */
function renameInDefinition(text: string, name: string, now: string): string {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const plain = text.slice(mark.length);
  const tree = parseTree(plain);
  const named = places.flatMap((path) => (tree ? nodesAt(tree, path) : [])).filter(({ value }) => value === name);
  const renamed = named
    .sort((one, other) => other.offset - one.offset)
    .reduce(
      (edited, { offset, length }) => edited.slice(0, offset) + JSON.stringify(now) + edited.slice(offset + length),
      plain,
    );
  return mark + renamed;
}

function nodesAt(node: Node, [first, ...rest]: readonly string[]): readonly Node[] {
  if (first === undefined) return [node];
  const children = node.children ?? [];
  if (first === "*") return node.type === "array" ? children.flatMap((child) => nodesAt(child, rest)) : [];
  return children.flatMap(({ children: [key, value] = [] }) =>
    key?.value === first && value ? nodesAt(value, rest) : [],
  );
}

/** The database refuses to rename a column with an index. */
function renameColumn(
  keyspace: string,
  [before, after]: readonly [Table, Table],
  member: string,
  name: string,
): readonly string[] {
  const names = indexNames(before);
  const drops = before.indexes.flatMap(({ column }, index) =>
    column === member ? [printDropIndex(keyspace, names[index] ?? "")] : [],
  );
  const creates = after.indexes
    .filter(({ column }) => column === name)
    .map((index) => printCreateIndex(keyspace, after, index));
  return [...drops, printRenameColumn(keyspace, before.name, member, name), ...creates];
}

/** The target, in which the rule for the column is one for its new name. */
function withRuleOf(target: Target, { record, member }: Renamed, name: string): Target {
  const old = `${record}.${member}`;
  if (!target.columns || !Object.hasOwn(target.columns, old)) return target;
  const columns = Object.entries(target.columns).map(([key, rule]) => [key === old ? `${record}.${name}` : key, rule]);
  return { ...target, columns: Object.fromEntries(columns) as typeof target.columns };
}

function changedRule(
  { keyspace, record, member }: Renamed,
  name: string,
  { config }: RenamedProject,
): Pick<PlannedRename, "files" | "toAdd"> {
  const [old, now] = [`${record}.${member}`, `${record}.${name}`];
  const outputs = config.keyspaces[keyspace] ?? [];
  if (!outputs.some(({ columns }) => columns && Object.hasOwn(columns, old))) return { files: [], toAdd: [] };
  if (extname(config.file) !== ".json") {
    const toAdd = [`${JSON.stringify(now)} in place of ${JSON.stringify(old)}, in columns of keyspaces.${keyspace}`];
    return { files: [], toAdd };
  }
  const before = readFileSync(config.file, "utf8");
  const places = [[], ...outputs.map((_, index) => [index])];
  const text = places.reduce(
    (edited, place) => renameMember(edited, ["keyspaces", keyspace, ...place, "columns", old], now),
    before,
  );
  return { files: [{ path: config.file, before, text }], toAdd: [] };
}

function cannotRename(renamed: Renamed, name: string, table: Table | undefined): ColonnadeError {
  const place = printRenamed(renamed);
  const what = renamed.member === undefined ? `the ${renamed.of}` : "the regular column";
  const inCode = `in TypeScript, in one step: colonnade rename ${shellWord(place)} ${shellWord(name)} --in-code`;
  const steps = renamed.member === undefined ? stepsOfRecord(renamed, name) : stepsOfColumn(renamed, name, table);
  const numbered = steps.map((step, index) => `${index + 1}. ${step}`);
  return new ColonnadeError("cannot-rename", `the database cannot rename ${what} ${place}`, {
    next: [inCode, "in the database, in steps:", ...numbered].join("\n  "),
  });
}

function stepsOfColumn({ keyspace, record, member = "" }: Renamed, name: string, table?: Table): readonly string[] {
  const isStatic = table?.columns.some((column) => column.name === member && column.kind === "static") ?? false;
  return [
    `add the column ${name} of the same type to the definition of ${record}; run colonnade push and generate`,
    `write both columns in the app, deletions too; deploy it everywhere`,
    `copy the values: scan ${isStatic ? "the partitions" : "the rows"} and update each with bulk, under the condition that ${member} still has the value that was read and ${name} has none, so that no deleted value comes back`,
    `read ${name} in the app; deploy it everywhere`,
    `write ${name} alone; deploy it everywhere`,
    `last, and by a person: remove ${member} from the definition, and drop it in ${keyspace}.${record}`,
  ];
}

function stepsOfRecord({ of, record }: Renamed, name: string): readonly string[] {
  if (of === "user type") {
    return [
      `define the type ${name} with the same fields, and in each table a column of it beside the one of ${record}; run colonnade push and generate`,
      `rename those columns by the steps that colonnade rename --in-database prints for them`,
      `last, and by a person: drop the type ${record}`,
    ];
  }
  return [
    `define the table ${name} with the same columns; run colonnade push and generate`,
    `write both tables in the app, deletions too; deploy it everywhere`,
    `copy the rows: scan ${record} and insert each with bulk and ifNotExists, then delete from ${name} what ${record} no longer has, so that no deleted row comes back`,
    `read ${name} in the app; deploy it everywhere`,
    `write ${name} alone; deploy it everywhere`,
    `last, and by a person: drop the table ${record}`,
  ];
}
