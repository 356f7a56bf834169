/** Emits the module of a table: types, descriptor and functions. The module imports the runtime, never zod. */
import type { IndexPlan, MemberPlan, RecordPlan, TablePlan } from "../plan/index.ts";
import { exportsOf, hasRecord, recordsOf, timedColumns } from "../plan/index.ts";
import { CodecConstants, namesOf } from "./values.ts";
import type { Doc } from "./doc.ts";
import { tableFunctions } from "./functions.ts";
import { declareMembers } from "./members.ts";
import type { MemberDeclarations } from "./members.ts";
import { runtime } from "./runtime-entries.ts";
import { emitModule } from "./module.ts";
import type { EmittedModule } from "./module.ts";
import { stemsOf } from "./scope.ts";
import type { ModuleFrame, Scope } from "./scope.ts";
import {
  arrayLiteral,
  constLiteral,
  linesOf,
  interfaceDeclaration,
  interfaceExtension,
  intersectionAlias,
  literalUnion,
  memberLine,
  objectLiteral,
  objectOf,
  objectType,
  openProperty,
  pairsLiteral,
  property,
  stringLiteral,
  typeAlias,
} from "./syntax.ts";
import type { PrintValue } from "./syntax.ts";

export function emitTableModule(table: TablePlan, importExtension: string): EmittedModule {
  const frame: ModuleFrame = {
    name: table.fileName,
    source: `the table definition \`${table.title}\``,
    exports: () => exportsOf(table).bindings,
    stems: stemsOf(table.names),
    hasBareInterface: recordsOf(table).some(({ kind }) => kind === "same"),
    runtime,
    importExtension,
  };
  return emitModule(frame, (scope) => {
    const codecs = new CodecConstants(scope);
    const members = declareMembers(scope);
    let types = "";
    for (const record of recordsOf(table))
      types += `\n${declareRecord(record, commentOf(record, table), members, ({ name }) => name)}`;
    types += `\n${typeBag(table)}`;
    const described = descriptor(table, codecs, scope);
    let functions = "";
    for (const declaration of tableFunctions(table, scope)) functions += `\n${declaration}`;
    return `${types}${codecs.flush()}\n${described}${functions}`;
  });
}

/** Declares a record as an interface or an alias. */
export function declareRecord(
  record: RecordPlan,
  comment: readonly string[],
  { linesOf, membersOf }: MemberDeclarations,
  nameOf: (record: RecordPlan) => string,
): string {
  const name = nameOf(record);
  switch (record.kind) {
    case "values":
    case "query":
      return interfaceDeclaration(name, comment, linesOf(record));
    case "prefix":
      return typeAlias(
        name,
        comment,
        record.prefixes.map((prefix) => objectType(membersOf(prefix))),
      );
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
  const { names, partitionKey, clusteringKey, statics } = table;
  const timed = timedColumns(table);
  const update = table.isView ? "never" : table.counts ? names.increment : names.update;
  let lines =
    `\n  row: ${names.row};\n  key: ${names.key};\n  where: ${names.where};` +
    `\n  if: ${hasRecord(table, "if") ? names.if : "never"};` +
    `\n  insert: ${hasRecord(table, "insert") ? names.insert : "never"};\n  update: ${update};`;
  const addUnion = (name: string, members: readonly MemberPlan[]): void => {
    lines += memberLine(name, { type: literalUnion(members.map((member) => member.name)) });
  };
  if (typeof timed !== "string") addUnion("timed", timed);
  const [first] = clusteringKey;
  // A query against the declared order depends on both.
  if (first) {
    addUnion("partition", partitionKey);
    lines += `\n  reversed: ${first.descending ? '"asc"' : '"desc"'};`;
  }
  if (statics.length > 0) addUnion("static", statics);
  return interfaceDeclaration(names.types, ["Groups the types above for the runtime."], lines);
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
      objectOf(members, (member) => property(member.name, codecs.use(member.value.codec))),
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
