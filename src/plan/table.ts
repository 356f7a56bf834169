/** Plans a table: its names at once, and its columns, indexes and members when they are needed. */
import { nameHash, queryName, upperCamel } from "@colonnade/runtime/protocol";
import { ObjectCache } from "../cache.ts";
import { didYouMean } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { fileStemOf, isCounterTable, knowsEquality, knowsRanges, printCqlType } from "../model/index.ts";
import type { Table } from "../model/index.ts";
import type { IdPlan } from "./ids.ts";
import { planMembers } from "./members.ts";
import type { IndexPlan, MemberPlan, NeighborPlan } from "./members.ts";
import { exportedNames, lowerFirst, nearestName } from "./names.ts";
import type { ExportedNames, Naming } from "./names.ts";
import type { Overrides } from "./overrides.ts";
import { ourValue } from "./values.ts";
import type { NamedValue, ValuePlan } from "./value-plan.ts";

export interface TablePlan {
  readonly table: Table;
  /** `shop.products` */
  readonly title: string;
  readonly keyspace: string;
  /** Without extension: `products`. */
  readonly fileName: string;
  /** In names of types and functions: `Products`. */
  readonly typeName: string;
  readonly names: ExportedNames;
  /** The API name of the row type. */
  readonly apiName: string;
  /** The API name of the query, if it is not `apiName` with a lowercase first letter. */
  readonly queryName: string | undefined;
  readonly members: readonly MemberPlan[];
  readonly partitionKey: readonly MemberPlan[];
  readonly clusteringKey: readonly MemberPlan[];
  readonly statics: readonly MemberPlan[];
  readonly indexes: readonly IndexPlan[];
  /** The indexes of vectors. */
  readonly neighbors: readonly NeighborPlan[];
  /** Whether the columns outside the key are counters, which can be incremented but not set. */
  readonly counts: boolean;
  /** Whether other clients write to the same rows. */
  readonly contended: boolean;
  /** Whether it is a materialized view, which nothing writes to. */
  readonly isView: boolean;
}

/** What the plan of a table depends on besides the table. */
export interface TableContext {
  readonly keyspace: string;
  /** In names of types and functions: `Products`. */
  readonly typeName: string;
  /** In the API. */
  readonly apiName: string;
  readonly naming: Naming;
  /** Whether there are modules of documents, whose barrel is `documents.ts`. */
  readonly documents: boolean;
  readonly overrides: Overrides;
  readonly userTypes: ReadonlyMap<string, NamedValue>;
  /** By table name. */
  readonly ids: ReadonlyMap<string, IdPlan>;
}

/** Plans that depend only on the table and a few strings. */
const plans = new ObjectCache<Table, LazyTablePlan>();

export function planTable(table: Table, context: TableContext): LazyTablePlan {
  const { keyspace, typeName, apiName, naming, documents, overrides, ids } = context;
  // Without rules, the names of a user type depend only on its own name.
  if (!overrides.isEmpty || ids.size > 0) return new LazyTablePlan(table, context);
  const version = `${keyspace} ${typeName} ${apiName} ${naming} ${documents}`;
  return plans.get(table, () => new LazyTablePlan(table, context), version);
}

/** What a plan takes from the columns of its table. */
type TableShape = Pick<
  TablePlan,
  "members" | "partitionKey" | "clusteringKey" | "statics" | "indexes" | "neighbors" | "counts"
>;

/** The plan of a table by its names: all that other tables depend on. Its columns are planned when they are needed. */
export class LazyTablePlan implements TablePlan {
  readonly table: Table;
  readonly title: string;
  readonly keyspace: string;
  readonly fileName: string;
  readonly typeName: string;
  readonly apiName: string;
  readonly queryName: string | undefined;
  readonly contended: boolean;
  readonly #context: TableContext;
  #shape: TableShape | undefined;

  constructor(table: Table, context: TableContext) {
    const { keyspace, typeName, apiName } = context;
    const query = queryName(apiName);
    this.table = table;
    this.title = `${keyspace}.${table.name}`;
    this.keyspace = keyspace;
    this.fileName = fileNameOf(table.name, context);
    this.typeName = typeName;
    this.apiName = apiName;
    this.queryName = query === lowerFirst(apiName) ? undefined : query;
    this.contended = context.overrides.table(table.name).contended ?? false;
    this.#context = context;
  }

  /** Whether the API name is the table's own name in camel case, unaffected by other tables: then its files depend on none. */
  get hasPlainName(): boolean {
    return this.apiName === upperCamel(this.table.name);
  }

  /** A getter, because reading `viewOf` parses the table's definition, which a run may not need. */
  get isView(): boolean {
    return this.table.viewOf !== undefined;
  }

  get names(): ExportedNames {
    return exportedNames(this.typeName, this.#context.overrides.table(this.table.name));
  }

  get members(): readonly MemberPlan[] {
    return this.#planned.members;
  }

  get partitionKey(): readonly MemberPlan[] {
    return this.#planned.partitionKey;
  }

  get clusteringKey(): readonly MemberPlan[] {
    return this.#planned.clusteringKey;
  }

  get statics(): readonly MemberPlan[] {
    return this.#planned.statics;
  }

  get indexes(): readonly IndexPlan[] {
    return this.#planned.indexes;
  }

  get neighbors(): readonly NeighborPlan[] {
    return this.#planned.neighbors;
  }

  get counts(): boolean {
    return this.#planned.counts;
  }

  get #planned(): TableShape {
    return (this.#shape ??= this.#plan(this.names, []));
  }

  /** The whole plan as plain data, as emitters need it. Not kept: of a thousand tables, only one at a time is needed. */
  whole(problems: Problem[] = []): TablePlan {
    const { names } = this;
    const shape = this.#plan(names, problems);
    // Member by member: emitters read them far slower from an object that others were spread into.
    return {
      table: this.table,
      title: this.title,
      keyspace: this.keyspace,
      fileName: this.fileName,
      typeName: this.typeName,
      names,
      apiName: this.apiName,
      queryName: this.queryName,
      members: shape.members,
      partitionKey: shape.partitionKey,
      clusteringKey: shape.clusteringKey,
      statics: shape.statics,
      indexes: shape.indexes,
      neighbors: shape.neighbors,
      counts: shape.counts,
      contended: this.contended,
      isView: this.isView,
    };
  }

  /** @param problems receives a problem for each rule that cannot be applied */
  #plan(names: ExportedNames, problems: Problem[]): TableShape {
    const { table, title, typeName } = this;
    const { naming, overrides, userTypes } = this.#context;
    const ids = idsOf(table, this.#context, problems);
    const members = planMembers(table, naming, { overrides, userTypes, title, problems }, ids);
    const named = (name: string): MemberPlan => members.find((member) => member.column.name === name)!;
    return {
      members,
      partitionKey: table.partitionKey.map(named),
      clusteringKey: table.clusteringKey.map(({ name }) => named(name)),
      statics: members.filter((member) => member.column.kind === "static"),
      indexes: planIndexes(table, members, typeName, names.findFunction),
      neighbors: planNeighbors(table, members, names),
      counts: isCounterTable(table),
    };
  }
}

/** The columns whose values are IDs: the table's own, and those that rules assign to other tables. */
function idsOf(
  table: Table,
  { ids, overrides, keyspace }: TableContext,
  problems: Problem[],
): ReadonlyMap<string, ValuePlan> {
  if (ids.size === 0 && overrides.isEmpty) return noIds;
  const values = new Map<string, ValuePlan>();
  for (const column of table.columns) {
    const { idOf } = overrides.column(table.name, column.name);
    const own = table.partitionKey[0] === column.name ? ids.get(table.name) : undefined;
    const id = idOf === undefined ? own : ids.get(idOf);
    const place = `${keyspace}.${table.name}.${column.name}`;
    if (idOf !== undefined && !id) {
      const meant = didYouMean(idOf, ids.keys());
      const next =
        ids.size === 0
          ? "set brandedIds: true, and name a table whose key is one column"
          : meant === undefined
            ? undefined
            : `did you mean ${meant}?`;
      const message = `${place} cannot hold the ID of ${idOf}: only a table whose key is one column has an ID`;
      problems.push({ code: "no-such-id", message, next });
    } else if (id && (column.type.kind !== "native" || column.type.name !== id.base)) {
      const message = `${place} cannot hold a ${id.type}: it is a ${printCqlType(column.type)}, and the ID is a ${id.base}`;
      problems.push({ code: "no-such-id", message, next: "omit idOf for this column" });
    } else if (id) values.set(column.name, ourValue(id, "ids"));
  }
  return values;
}

const noIds: ReadonlyMap<string, ValuePlan> = new Map();

type Finder = Omit<IndexPlan, "functionName">;

/** @param find the function that finds rows by the key: `findUsers` gives `findUsersWithEmail` */
function planIndexes(table: Table, members: readonly MemberPlan[], typeName: string, find: string): IndexPlan[] {
  const endings = { full: "", values: "", keys: "Key", entries: "Entry" } as const;
  const finders = table.indexes.flatMap((index): Finder[] => {
    const { column, kind } = index;
    const member = members.find((candidate) => candidate.column.name === column);
    if (!member || (kind === "full" && !knowsEquality(index, member.column.type))) return [];
    const where = `${typeName}With${upperCamel(member.name)}${endings[kind]}`;
    return [{ member, kind, ranges: knowsRanges(index, member.column.type), attached: index.using === "sai", where }];
  });
  return apart(apart(finders, 4), 8).map((finder): IndexPlan => ({
    ...finder,
    functionName: find + finder.where.slice(typeName.length),
  }));
}

/** Only a storage-attached index finds neighbors. */
function planNeighbors(table: Table, members: readonly MemberPlan[], names: ExportedNames): NeighborPlan[] {
  const searches = table.indexes.flatMap(({ column, using }) => {
    const member = members.find((candidate) => candidate.column.name === column);
    if (using !== "sai" || member?.column.type.kind !== "vector") return [];
    return [{ member, where: nearestName(names, upperCamel(member.name)) }];
  });
  return apart(apart(searches, 4), 8).map(({ member, where }) => ({ member, functionName: where }));
}

/**
 * Makes the names of finders unique. Each finder with a conflict gets digits of a hash of its column's CQL name: first four, and
 * all eight if even those are the same.
 */
function apart<Named extends Pick<Finder, "where" | "member">>(
  finders: readonly Named[],
  digits: number,
): readonly Named[] {
  if (finders.length < 2) return finders;
  return finders.map((finder) => {
    const { where, member } = finder;
    if (!finders.some((other) => other !== finder && other.where === where)) return finder;
    return { ...finder, where: `${where}_${nameHash(member.column.name).slice(-digits)}` };
  });
}

/** File names of other modules, as `emit` writes them. A table's has neither a dot nor a hyphen, as `user-types.documents` has. */
const own = /^(?:index|zod|ids|asserts)$/;

/** The file name of a table's modules, without extension: `"products"` stays, `"Index"` and `"index"` are escaped. */
export function fileNameOf(table: string, { documents = false } = {}): string {
  const isTaken = (stem: string): boolean => own.test(stem) || (documents && stem === "documents");
  return fileStemOf(table, { isTaken, hash: nameHash });
}
