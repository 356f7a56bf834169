/** The module of a table: its types, its descriptor and its functions. Imports the runtime, never zod. */
import type { IndexPlan, MemberPlan, RecordPlan, TablePlan } from "../plan/index.ts";
import { exportsOf, hasRecord, recordsOf } from "../plan/index.ts";
import { CodecConstants } from "./codecs.ts";
import type { Doc } from "./doc.ts";
import { tableFunctions } from "./function-layouts.ts";
import { declaredMembers } from "./members.ts";
import { runtime } from "./runtime-entries.ts";
import { settleModule } from "./scope.ts";
import type { ModuleFrame, Scope, SettledModule } from "./scope.ts";
import {
  arrayLiteral,
  constLiteral,
  linesOf,
  interfaceDeclaration,
  interfaceExtension,
  intersectionAlias,
  objectLiteral,
  objectType,
  openProperty,
  pairsLiteral,
  property,
  stringLiteral,
  typeAlias,
} from "./syntax.ts";
import type { PrintValue } from "./syntax.ts";

export function settleTableModule(table: TablePlan, importExtension: string): SettledModule {
  const frame: ModuleFrame = {
    name: table.fileName,
    source: `the table definition \`${table.title}\``,
    exports: exportsOf(table).bindings,
    runtime,
    importExtension,
  };
  return settleModule(frame, (scope) => {
    const codecs = new CodecConstants(scope);
    const declarations = [...recordsOf(table).map((record) => declare(record, table, scope)), typeBag(table)];
    const described = descriptor(table, codecs, scope);
    const functions = tableFunctions(table, scope);
    return `\n${declarations.join("\n")}${codecs.flush()}\n${described}\n${functions.join("\n")}`;
  });
}

function declare(record: RecordPlan, table: TablePlan, scope: Scope): string {
  const { name } = record;
  const comment = commentOf(record, table);
  switch (record.kind) {
    case "values":
    case "query":
      return interfaceDeclaration(name, comment, declaredMembers(record, scope).flat());
    case "prefix":
      return typeAlias(name, comment, declaredMembers(record, scope).map(objectType));
    case "same":
      // An interface of its own, not an alias, so that the compiler's messages have its name.
      return interfaceExtension(name, comment, record.as.name);
    case "either":
      return typeAlias(name, comment, record.of.map(nameOf));
    case "both":
      return intersectionAlias(name, comment, record.of.map(nameOf));
  }
}

const nameOf = ({ name }: RecordPlan): string => name;

const comments: Readonly<Record<Exclude<RecordPlan["role"], "row" | "where" | "index">, string>> = {
  key: "What identifies a row.",
  partition: "What selects a partition.",
  clustering: "Which rows of a partition: a prefix of the clustering key, its last column may have a range.",
  insert: "What an insert takes: a column left out stays as it is, null deletes its value.",
  update: "What an update takes: a column left out stays as it is, null deletes its value.",
  rowUpdate: "An update of a row, by its whole key.",
  staticUpdate: "An update of the static columns, by the partition key alone.",
  increment: "What is added to the counters.",
  if: "What a condition can ask of a row: a value that a column has, or how it compares.",
};

function commentOf(record: RecordPlan, { title, table, clusteringKey }: TablePlan): readonly string[] {
  switch (record.role) {
    case "row": {
      const first = `A row of \`${title}\`.`;
      return table.description === undefined ? [first] : [first, "", ...linesOf(table.description)];
    }
    case "where":
      return [
        `What selects rows: the whole partition key${clusteringKey.length > 0 ? ", and of the clustering key a prefix" : ""}.`,
      ];
    case "index":
      return record.index ? [`What selects rows by the index on ${partOf(record.index)}.`] : [];
    default:
      return [comments[record.role]];
  }
}

function partOf({ member, kind }: IndexPlan): string {
  return `${kind === "full" ? "" : `the ${kind} of `}\`${member.name}\``;
}

function typeBag(table: TablePlan): string {
  const { names } = table;
  return interfaceDeclaration(
    names.types,
    ["The types above, as one for the runtime."],
    [
      { name: "row", type: names.row },
      { name: "key", type: names.key },
      { name: "where", type: names.where },
      { name: "if", type: hasRecord(table, "if") ? names.if : "never" },
      { name: "insert", type: table.counts ? "never" : names.insert },
      { name: "update", type: table.counts ? names.increment : names.update },
    ],
  );
}

/** The members that are called otherwise elsewhere. */
function differing(members: readonly MemberPlan[], name: (member: MemberPlan) => string): readonly MemberPlan[] {
  if (members.every((member) => name(member) === member.name)) return [];
  // To the compiler a literal without a member `constructor` has the inherited one, which is no text.
  return members.filter((member) => name(member) !== member.name || member.name in Object.prototype);
}

/** A literal without calls, so that bundlers can drop it. */
function descriptor(table: TablePlan, codecs: CodecConstants, scope: Scope): string {
  const { members, partitionKey, clusteringKey, statics, names } = table;
  const named = (list: readonly MemberPlan[]): Doc[] => list.map((member) => stringLiteral(member.name));
  const otherwise = (list: readonly MemberPlan[], name: (member: MemberPlan) => string): PrintValue =>
    objectLiteral(list.map((member) => property(member.name, stringLiteral(name(member)))));
  const cqlNames = differing(members, (member) => member.column.name);
  const apiNames = differing(members, (member) => member.apiName);
  const ordered = clusteringKey.map(({ name, descending }): Doc =>
    descending ? arrayLiteral([stringLiteral(name), '"desc"']) : stringLiteral(name),
  );
  const key = clusteringKey.every((member) => member.descending) ? pairsLiteral(ordered) : arrayLiteral(ordered);
  const properties: (Doc | PrintValue)[] = [
    property("keyspace", stringLiteral(table.keyspace)),
    property("name", stringLiteral(table.table.name)),
    property("apiName", stringLiteral(table.apiName)),
    ...(table.queryName === undefined ? [] : [property("queryName", stringLiteral(table.queryName))]),
    openProperty(
      "columns",
      objectLiteral(members.map((member) => property(member.name, codecs.use(member.value.codec)))),
    ),
    openProperty("partitionKey", arrayLiteral(named(partitionKey))),
  ];
  if (clusteringKey.length > 0) properties.push(openProperty("clusteringKey", key));
  if (statics.length > 0) properties.push(openProperty("staticColumns", arrayLiteral(named(statics))));
  if (cqlNames.length > 0)
    properties.push(
      openProperty(
        "cqlNames",
        otherwise(cqlNames, ({ column }) => column.name),
      ),
    );
  if (apiNames.length > 0)
    properties.push(
      openProperty(
        "apiNames",
        otherwise(apiNames, ({ apiName }) => apiName),
      ),
    );
  if (table.table.defaultTimeToLive > 0)
    properties.push(property("defaultTimeToLive", String(table.table.defaultTimeToLive)));
  if (table.contended) properties.push(property("contended", "true"));
  const comment = ["What the runtime knows of the table."];
  const type = `${scope.type("Table", runtime)}<${names.types}>`;
  return constLiteral(names.table, comment, type, objectLiteral(properties));
}
