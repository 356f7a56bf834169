/** The module of a table: its types, its descriptor and its functions. Imports the runtime, never zod. */
import type { MemberPlan, TablePlan, TypeExpression } from "../plan/index.ts";
import { exportsOf } from "../plan/index.ts";
import { CodecConstants } from "./codecs.ts";
import { hardline } from "./doc.ts";
import type { Doc } from "./doc.ts";
import { tableFunctions } from "./functions.ts";
import { conditionMembers, inputMembers, rowMembers } from "./members.ts";
import { runtime } from "./runtime-entries.ts";
import { settleModule } from "./scope.ts";
import type { ModuleFrame, Scope, SettledModule } from "./scope.ts";
import {
  arrayLiteral,
  constDeclaration,
  genericType,
  linesOf,
  interfaceDeclaration,
  intersectionAlias,
  objectLiteral,
  objectType,
  openProperty,
  pairsLiteral,
  property,
  stringLiteral,
  typeAlias,
} from "./syntax.ts";
import { typeDoc } from "./types.ts";

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
    const declarations = [
      rowInterface(table, scope),
      keyInterface(table, scope),
      ...whereTypes(table, scope),
      ...indexTypes(table, scope),
      ...writeTypes(table, scope),
      ...conditionTypes(table, scope),
      typeBag(table),
    ];
    const described = descriptor(table, codecs, scope);
    const functions = tableFunctions(table, scope);
    return [
      declarations.map((declaration) => [hardline, declaration]),
      codecs.flush(),
      hardline,
      described,
      functions.map((declaration) => [hardline, declaration]),
    ];
  });
}

function rowInterface(table: TablePlan, scope: Scope): Doc {
  const first = `A row of \`${table.title}\`.`;
  const { description } = table.table;
  const comment = description === undefined ? [first] : [first, "", ...linesOf(description)];
  return interfaceDeclaration(table.names.row, comment, rowMembers(table, scope));
}

function keyInterface(table: TablePlan, scope: Scope): Doc {
  return interfaceDeclaration(table.names.key, ["What identifies a row."], inputMembers(table, "key", scope));
}

function whereTypes(table: TablePlan, scope: Scope): Doc[] {
  const { where, partition, clustering } = table.names;
  const byColumn = new Map(table.members.map((member) => [member.column.name, member]));
  const restricted = {
    match: (member: MemberPlan) => ({ name: member.name, type: restriction(scope, "Match", member) }),
    bound: (member: MemberPlan) => ({ name: member.name, optional: true, type: restriction(scope, "Bound", member) }),
    never: (member: MemberPlan) => ({ name: member.name, optional: true, type: "never" }),
  };
  const whole = table.partitionKey.map(restricted.match);
  const shapes = table.where.map((shape) =>
    shape.flatMap(({ column, restriction }) => {
      const member = byColumn.get(column);
      return member ? [restricted[restriction](member)] : [];
    }),
  );
  const comment = [
    `What selects rows: the whole partition key${shapes.length > 0 ? ", and of the clustering key a prefix" : ""}.`,
  ];
  if (shapes.length < 2) return [interfaceDeclaration(where, comment, [...whole, ...(shapes[0] ?? [])])];
  return [
    interfaceDeclaration(partition, ["What selects a partition."], whole),
    typeAlias(
      clustering,
      ["Which rows of a partition: a prefix of the clustering key, its last column may have a range."],
      shapes.map(objectType),
    ),
    intersectionAlias(where, comment, [partition, clustering]),
  ];
}

/** `Match<string>`; a value that may be a plain object stands behind `eq`, so that it is never taken for operators. */
function restriction(scope: Scope, kind: "Match" | "Bound", { value }: MemberPlan): Doc {
  const name = scope.type(value.isObject ? `Object${kind}` : kind, runtime);
  return genericType(name, [typeDoc(value.input, scope)]);
}

/** What each index can be asked for. */
function indexTypes(table: TablePlan, scope: Scope): Doc[] {
  return table.indexes.map(({ where, member, kind, ranges }) => {
    const comment = [
      `What selects rows by the index on ${kind === "full" ? "" : `the ${kind} of `}\`${member.name}\`.`,
    ];
    const type = { full: () => whole(scope, member, ranges), ...partial(scope, member) }[kind]();
    return interfaceDeclaration(where, comment, [{ name: member.name, type }]);
  });
}

function whole(scope: Scope, { value }: MemberPlan, ranges: boolean): Doc {
  const type = typeDoc(value.input, scope);
  if (ranges) {
    return genericType(scope.type(value.isObject ? "ObjectIndexed" : "Indexed", runtime), [type]);
  }
  return value.isObject ? objectType([{ name: "eq", type }]) : type;
}

/** The parts of a collection that an index may be on: its type arguments, or the item of its array. */
function partial(scope: Scope, { value }: MemberPlan): Record<"values" | "keys" | "entries", () => Doc> {
  const type = value.input;
  const [key, held]: readonly TypeExpression[] =
    typeof type === "string"
      ? []
      : type.kind === "array"
        ? [type.item, type.item]
        : type.kind === "generic"
          ? type.args
          : [];
  const asks =
    (operator: string, asked: TypeExpression = "never") =>
    (): Doc =>
      objectType([{ name: operator, type: typeDoc(asked, scope) }]);
  return {
    values: asks("contains", held),
    keys: asks("containsKey", key),
    entries: asks("containsEntry", { kind: "tuple", items: [key ?? "never", held ?? "never"], readonly: true }),
  };
}

const insertComment = ["What an insert takes: a column left out stays as it is, null deletes its value."];
const updateComment = ["What an update takes: a column left out stays as it is, null deletes its value."];

function writeTypes(table: TablePlan, scope: Scope): Doc[] {
  const { names } = table;
  if (table.counts) {
    return [
      interfaceDeclaration(
        names.increment,
        ["What is added to the counters."],
        inputMembers(table, "increment", scope),
      ),
    ];
  }
  const members = inputMembers(table, "write", scope);
  const insert = interfaceDeclaration(names.insert, insertComment, members);
  if (table.statics.length === 0) return [insert, interfaceDeclaration(names.update, updateComment, members)];
  return [
    insert,
    interfaceDeclaration(names.rowUpdate, ["An update of a row, by its whole key."], members),
    interfaceDeclaration(
      names.staticUpdate,
      ["An update of the static columns, by the partition key alone."],
      inputMembers(table, "staticWrite", scope),
    ),
    typeAlias(names.update, updateComment, [names.rowUpdate, names.staticUpdate]),
  ];
}

function conditionTypes(table: TablePlan, scope: Scope): Doc[] {
  if (table.conditional.length === 0) return [];
  const comment = ["What a condition can ask of a row: a value that a column has, or how it compares."];
  return [interfaceDeclaration(table.names.if, comment, conditionMembers(table, scope))];
}

function typeBag(table: TablePlan): Doc {
  const { names } = table;
  return interfaceDeclaration(
    names.types,
    ["The types above, as one for the runtime."],
    [
      { name: "row", type: names.row },
      { name: "key", type: names.key },
      { name: "where", type: names.where },
      { name: "if", type: table.conditional.length > 0 ? names.if : "never" },
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
function descriptor(table: TablePlan, codecs: CodecConstants, scope: Scope): Doc {
  const { members, partitionKey, clusteringKey, statics, names } = table;
  const named = (list: readonly MemberPlan[]): Doc[] => list.map((member) => stringLiteral(member.name));
  const otherwise = (list: readonly MemberPlan[], name: (member: MemberPlan) => string): Doc =>
    objectLiteral(list.map((member) => property(member.name, stringLiteral(name(member)))));
  const cqlNames = differing(members, (member) => member.column.name);
  const apiNames = differing(members, (member) => member.apiName);
  const ordered = clusteringKey.map(({ name, descending }): Doc =>
    descending ? arrayLiteral([stringLiteral(name), '"desc"']) : stringLiteral(name),
  );
  const key = clusteringKey.every((member) => member.descending) ? pairsLiteral(ordered) : arrayLiteral(ordered);
  const properties: Doc[] = [
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
  const type = genericType(scope.type("Table", runtime), [names.types]);
  return constDeclaration(names.table, comment, type, objectLiteral(properties));
}
