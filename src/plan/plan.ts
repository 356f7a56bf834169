/**
 * The plan: every module, file and name decided, before a character is printed.
 *
 * In comes a keyspace of the model with the target's settings; out goes plain data that the emitters only look up. Two
 * names that meet are an error here, never a file that does not compile. Does not depend on the order of the tables.
 * @see design 6
 */
import { nameColumns, nameTables, upperCamel } from "@colonnade/runtime/protocol";
import { ColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { byCodeUnits, isCounterTable } from "../model/index.ts";
import type { Column, Keyspace, NativeType, Table } from "../model/index.ts";
import { fileNameOf } from "./file-name.ts";
import { exportedNames } from "./names.ts";
import type { ExportedNames, Naming } from "./names.ts";
import { presence } from "./presence.ts";
import type { Presence, Shape } from "./presence.ts";
import { valueTypes } from "./value-types.ts";
import { planWhere } from "./where.ts";
import type { ClusteringWhere } from "./where.ts";

/** What relative imports of generated modules end in. */
export type ImportExtension = ".js" | ".ts" | "";

export interface PlanSettings {
  /** Modules with validators for zod. @default true */
  readonly validators?: boolean | undefined;
  /** @default "camel" */
  readonly naming?: Naming | undefined;
  /** @default ".js" */
  readonly importExtension?: ImportExtension | undefined;
}

export interface Plan {
  readonly keyspace: string;
  readonly validators: boolean;
  readonly importExtension: ImportExtension;
  /** In code-unit order of their file names. */
  readonly tables: readonly TablePlan[];
}

export interface TablePlan {
  readonly table: Table;
  /** `shop.products` */
  readonly title: string;
  readonly keyspace: string;
  /** Without ending: `products`. */
  readonly fileName: string;
  readonly names: ExportedNames;
  /** The API's name of the row type, where it is not the plain one. */
  readonly apiName: string | undefined;
  readonly members: readonly MemberPlan[];
  readonly partitionKey: readonly MemberPlan[];
  readonly clusteringKey: readonly MemberPlan[];
  readonly statics: readonly MemberPlan[];
  readonly where: readonly ClusteringWhere[];
  /** Its columns outside the key are counters: they are incremented, never set. */
  readonly counts: boolean;
}

export interface MemberPlan {
  readonly column: Column;
  /** In TypeScript. */
  readonly name: string;
  readonly apiName: string;
  /** The codec of the runtime, called like the CQL type. */
  readonly codec: NativeType;
  /** The TypeScript type of a value. */
  readonly value: string;
  readonly descending: boolean;
}

/**
 * Plans the modules of a keyspace.
 * @throws {ColonnadeError} `names-meet` when two things would be exported by the same name, or written to the same file
 */
export function planKeyspace(keyspace: Keyspace, settings: PlanSettings = {}): Plan {
  const apiNames = nameTables(keyspace.tables.map((table) => table.name));
  const tables = keyspace.tables
    .map((table) => planTable(keyspace.name, table, apiNames.get(table.name)?.type ?? "", settings.naming ?? "camel"))
    .sort((one, other) => byCodeUnits(one.fileName, other.fileName));
  const problems = [...meetingNames(tables), ...tables.flatMap(meetingMembers)];
  if (problems.length > 0) {
    throw new ColonnadeError("names-meet", `names meet in the keyspace ${keyspace.name}`, { problems });
  }
  return {
    keyspace: keyspace.name,
    validators: settings.validators ?? true,
    importExtension: settings.importExtension ?? ".js",
    tables,
  };
}

export interface ShapedMember {
  readonly member: MemberPlan;
  readonly presence: Exclude<Presence, "none">;
}

/** The members of a table that a shape has, each with how it stands there. */
export function shapeOf(table: TablePlan, shape: Shape): readonly ShapedMember[] {
  const shaped: ShapedMember[] = [];
  for (const member of table.members) {
    const stands = presence[shape][member.column.kind];
    if (stands !== "none") shaped.push({ member, presence: stands });
  }
  // An increment of nothing is none, so a table's only counter must be given.
  return shape === "increment" && shaped.length === 1 ? shaped.map((only) => ({ ...only, presence: "value" })) : shaped;
}

function planTable(keyspace: string, table: Table, apiName: string, naming: Naming): TablePlan {
  const fields = nameColumns(table.columns.map((column) => column.name));
  const descending = new Set(table.clusteringKey.filter(({ order }) => order === "DESC").map(({ name }) => name));
  const members = table.columns.map((column): MemberPlan => {
    const field = fields.get(column.name) ?? column.name;
    return {
      column,
      name: naming === "camel" ? field : column.name,
      apiName: field,
      codec: column.type.name,
      value: valueTypes[column.type.name],
      descending: descending.has(column.name),
    };
  });
  const named = (columns: readonly string[]): MemberPlan[] =>
    columns.flatMap((name) => members.find((member) => member.column.name === name) ?? []);
  return {
    table,
    title: `${keyspace}.${table.name}`,
    keyspace,
    fileName: fileNameOf(table.name),
    names: exportedNames(apiName),
    apiName: apiName === upperCamel(table.name) ? undefined : apiName,
    members,
    partitionKey: named(table.partitionKey),
    clusteringKey: named(table.clusteringKey.map((column) => column.name)),
    statics: members.filter((member) => member.column.kind === "static"),
    where: planWhere(table),
    counts: isCounterTable(table),
  };
}

/** The names that the modules of this very table export. */
function exportsOf(table: TablePlan): string[] {
  const clustered = table.clusteringKey.length > 1;
  const statics = table.statics.length > 0;
  const when: Partial<Record<keyof ExportedNames, boolean>> = {
    partition: clustered,
    clustering: clustered,
    rowUpdate: statics,
    staticUpdate: statics,
    static: statics,
    getStaticFunction: statics,
    rowUpdateSchema: statics,
    staticUpdateSchema: statics,
    insert: !table.counts,
    insertFunction: !table.counts,
    insertSchema: !table.counts,
    update: !table.counts,
    updateFunction: !table.counts,
    updateSchema: !table.counts,
    increment: table.counts,
    incrementFunction: table.counts,
    incrementSchema: table.counts,
  };
  return Object.entries<string>({ ...table.names }).flatMap(([role, name]) =>
    when[role as keyof ExportedNames] === false ? [] : [name],
  );
}

/** Names that two tables would export from one barrel, and files that two would share. */
function meetingNames(tables: readonly TablePlan[]): Problem[] {
  const owners = new Map<string, TablePlan>();
  const problems: Problem[] = [];
  for (const table of tables) {
    for (const name of [...exportsOf(table), `${table.fileName}.ts`]) {
      const owner = owners.get(name);
      if (owner && owner !== table) {
        problems.push({
          code: "names-meet",
          message: `the tables ${owner.title} and ${table.title} both need the name ${name}`,
        });
      }
      owners.set(name, table);
    }
  }
  return problems;
}

function meetingMembers(table: TablePlan): Problem[] {
  const owners = new Map<string, MemberPlan>();
  return table.members.flatMap((member) => {
    const owner = owners.get(member.name);
    owners.set(member.name, member);
    if (!owner) return [];
    const message = `the columns ${owner.column.name} and ${member.column.name} of ${table.title} would both be the member ${member.name}`;
    return [{ code: "names-meet", message }];
  });
}
