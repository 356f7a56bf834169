/** Emits the module of a table: types, descriptor and functions. The module imports the runtime, never zod. */
import type { IndexPlan, MemberPlan, RecordPlan, TablePlan } from "../plan/index.ts";
import { exportsOf, hasRecord, recordsOf, timedColumns } from "../plan/index.ts";
import { CodecConstants, namesOf } from "./values.ts";
import type { Doc } from "./doc.ts";
import { tableFunctions } from "./functions.ts";
import { declaredMembers } from "./members.ts";
import { runtime } from "./runtime-entries.ts";
import { emitModule } from "./module.ts";
import type { EmittedModule } from "./module.ts";
import type { ModuleFrame, Scope } from "./scope.ts";
import {
  arrayLiteral,
  constLiteral,
  linesOf,
  interfaceDeclaration,
  interfaceExtension,
  intersectionAlias,
  literalUnion,
  objectLiteral,
  objectType,
  openProperty,
  pairsLiteral,
  property,
  stringLiteral,
  typeAlias,
} from "./syntax.ts";
import type { MemberSignature, PrintValue } from "./syntax.ts";

export function emitTableModule(table: TablePlan, importExtension: string): EmittedModule {
  const frame: ModuleFrame = {
    name: table.fileName,
    source: `the table definition \`${table.title}\``,
    exports: exportsOf(table).bindings,
    hasBareInterface: recordsOf(table).some(({ kind }) => kind === "same"),
    runtime,
    importExtension,
  };
  return emitModule(frame, (scope) => {
    const codecs = new CodecConstants(scope);
    let types = "";
    for (const record of recordsOf(table)) types += `\n${declare(record, table, scope)}`;
    types += `\n${typeBag(table)}`;
    const described = descriptor(table, codecs, scope);
    let functions = "";
    for (const declaration of tableFunctions(table, scope)) functions += `\n${declaration}`;
    return `${types}${codecs.flush()}\n${described}${functions}`;
  });
}

function declare(record: RecordPlan, table: TablePlan, scope: Scope): string {
  return declareRecord(record, commentOf(record, table), declaredMembers(record, scope), ({ name }) => name);
}

/**
 * Declares a record as an interface or an alias.
 * @param members of the object types that it consists of
 */
export function declareRecord(
  record: RecordPlan,
  comment: readonly string[],
  members: readonly (readonly MemberSignature[])[],
  nameOf: (record: RecordPlan) => string,
): string {
  const name = nameOf(record);
  switch (record.kind) {
    case "values":
    case "query":
      return interfaceDeclaration(name, comment, members[0] ?? []);
    case "prefix":
      return typeAlias(name, comment, members.map(objectType));
    case "same":
      // A separate interface, not an alias, so that compiler messages use its name.
      return interfaceExtension(name, comment, nameOf(record.as));
    case "either":
      return typeAlias(name, comment, record.of.map(nameOf));
    case "both":
      return intersectionAlias(name, comment, record.of.map(nameOf));
  }
}

const comments: Readonly<Record<Exclude<RecordPlan["role"], "row" | "where" | "index">, string>> = {
  key: "The primary key of a row.",
  partition: "Selects a partition.",
  clustering: "Selects rows of a partition by a prefix of the clustering key. Its last column can have a range.",
  within: "Restricts a query by an index to a partition and a prefix of its clustering key, or to neither.",
  indexed: "Restricts a query by an index by others: storage-attached indexes work together.",
  insert: "The columns of an insert. An omitted column stays unchanged, null deletes its value.",
  update: "The columns of an update. An omitted column stays unchanged, null deletes its value.",
  rowUpdate: "An update of a row, with its whole key.",
  staticUpdate: "An update of the static columns, with only the partition key.",
  increment: "The amounts to add to the counters.",
  if: "A condition on a row: values of columns, or comparisons with them.",
};

function commentOf(record: RecordPlan, { title, table, clusteringKey }: TablePlan): readonly string[] {
  switch (record.role) {
    case "row": {
      const of = table.viewOf === undefined ? "" : `, a materialized view of \`${table.viewOf}\``;
      const first = `A row of \`${title}\`${of}.`;
      return table.description === undefined ? [first] : [first, "", ...linesOf(table.description)];
    }
    case "where":
      return [
        `Selects rows by the whole partition key${clusteringKey.length > 0 ? " and a prefix of the clustering key" : ""}.`,
      ];
    case "index":
      return record.index ? [`Selects rows by the index on ${partOf(record.index)}.`] : [];
    default:
      return [comments[record.role]];
  }
}

function partOf({ member, kind }: IndexPlan): string {
  return `${kind === "full" ? "" : `the ${kind} of `}\`${member.name}\``;
}

function typeBag(table: TablePlan): string {
  const { names } = table;
  const timed = timedColumns(table);
  return interfaceDeclaration(
    names.types,
    ["Groups the types above for the runtime."],
    [
      { name: "row", type: names.row },
      { name: "key", type: names.key },
      { name: "where", type: names.where },
      { name: "if", type: hasRecord(table, "if") ? names.if : "never" },
      { name: "insert", type: hasRecord(table, "insert") ? names.insert : "never" },
      { name: "update", type: table.isView ? "never" : table.counts ? names.increment : names.update },
      ...(typeof timed === "string" ? [] : [{ name: "timed", type: literalUnion(timed.map(({ name }) => name)) }]),
      ...reversal(table),
      ...(table.statics.length > 0
        ? [{ name: "static", type: literalUnion(table.statics.map(({ name }) => name)) }]
        : []),
    ],
  );
}

/** What a query against the declared order depends on. */
function reversal({ partitionKey, clusteringKey: [first] }: TablePlan): readonly MemberSignature[] {
  if (!first) return [];
  return [
    { name: "partition", type: literalUnion(partitionKey.map(({ name }) => name)) },
    { name: "reversed", type: first.descending ? '"asc"' : '"desc"' },
  ];
}

/** A literal without calls, so that bundlers can drop it. */
function descriptor(table: TablePlan, codecs: CodecConstants, scope: Scope): string {
  const { members, partitionKey, clusteringKey, statics, names } = table;
  const named = (list: readonly MemberPlan[]): Doc[] => list.map((member) => stringLiteral(member.name));
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
  properties.push(...namesOf("cqlNames", members, ({ column }) => column.name));
  properties.push(...namesOf("apiNames", members, ({ apiName }) => apiName));
  if (table.table.defaultTimeToLive > 0)
    properties.push(property("defaultTimeToLive", String(table.table.defaultTimeToLive)));
  if (table.contended) properties.push(property("contended", "true"));
  const comment = ["Describes the table to the runtime."];
  const type = `${scope.type("Table", runtime)}<${names.types}>`;
  return constLiteral(names.table, comment, type, objectLiteral(properties));
}
