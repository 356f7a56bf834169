import { isDeepStrictEqual } from "node:util";

type Members = Readonly<Record<string, unknown>>;

/**
 * Whether two bodies define the same table, column or list of columns.
 *
 * Real servers order columns in their own ways, show short types, leave out members, and say nothing of indexes and of the
 * default time to live.
 */
export function isSameDefinition(theirs: unknown, ours: unknown): boolean {
  const [one, other] = [normalized(theirs), normalized(ours)];
  return one !== undefined && isDeepStrictEqual(withShortTypes(one, other), other);
}

function normalized(body: unknown): Members | undefined {
  if (Array.isArray(body)) return body.every(isColumn) ? { columns: columnsOf(body) } : undefined;
  if (isColumn(body)) return { columns: columnsOf([body]) };
  const { name, keyspace, columnDefinitions, primaryKey, tableOptions } = (body ?? {}) as Record<string, Members>;
  if (!Array.isArray(columnDefinitions)) return undefined;
  const order = (tableOptions?.["clusteringExpression"] ?? []) as readonly Members[];
  return {
    name,
    keyspace,
    columns: columnsOf(columnDefinitions),
    key: { clusteringKey: [], ...primaryKey },
    order: order.map((column) => ({ ...column, order: String(column["order"]).toUpperCase() })),
  };
}

function isColumn(item: unknown): item is Members {
  return typeof item === "object" && item !== null && "typeDefinition" in item;
}

/** By name: type and whether it is static. */
function columnsOf(columns: readonly Members[]): Record<string, readonly [type: string, isStatic: boolean]> {
  const entries = columns.map(({ name, typeDefinition, static: isStatic }) => {
    return [String(name), [String(typeDefinition), isStatic === true]] as const;
  });
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** `list`, `tuple` and `custom` of the Go server, and Stargate's `frozen<tuple<…>>` and `text`, become our types. */
function withShortTypes(theirs: Members, ours: Members | undefined): Members {
  const own = (ours?.["columns"] ?? {}) as ReturnType<typeof columnsOf>;
  const columns = Object.entries(theirs["columns"] as ReturnType<typeof columnsOf>).map(
    ([name, [type, isStatic]]): [string, unknown] => {
      const known = own[name]?.[0];
      return [name, [known !== undefined && isShortFor(type, known) ? known : type, isStatic]];
    },
  );
  return { ...theirs, columns: Object.fromEntries(columns) };
}

function isShortFor(type: string, full: string): boolean {
  const bare = full.replace(/^frozen</, "");
  if (/^(?:list|set|map|tuple)$/.test(type)) return bare.startsWith(`${type}<`);
  if (type === "custom") return !/^(?:list|set|map|tuple)</.test(bare);
  if (type === "text") return full === "varchar";
  return type.replace(/frozen<(tuple<[^<>]*(?:<.*>)?[^<>]*>)>/, "$1") === full;
}
