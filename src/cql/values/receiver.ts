import type { Column, CqlType, NativeType, Table, UserType } from "../../model/index.ts";
import type { Composite } from "../../store/index.ts";

/**
 * What a term is for: column `name` of `type`. Parts are named as the database names them: `key(m)`, `value(m)`,
 * `[limit]`, `partition key token`, `idx(list)`, `in(column)`.
 */
export interface Receiver {
  readonly name: string;
  readonly type: CqlType;
  /** Whether a list may have nulls, about which the statement has its own say. @default false */
  readonly mayHaveNulls?: boolean;
}

/**
 * What one marker after `IN` stands for.
 *
 * @param columns `(c)`, or the columns of a tuple, `(a,b)`
 */
export function inReceiver(columns: string, item: CqlType): Receiver & { readonly type: Composite } {
  return { name: `in${columns}`, type: { kind: "list", item, frozen: true }, mayHaveNulls: true };
}

/** What the terms and selectors of one statement refer to. */
export interface TableScope {
  readonly keyspace: string;
  readonly table: Table;
  readonly columns: ReadonlyMap<string, Column>;
  readonly userTypes: ReadonlyMap<string, UserType>;
}

/** A native type, always the same object for the same name. */
export function nativeType(name: NativeType): CqlType {
  const known = natives.get(name) ?? { kind: "native", name };
  natives.set(name, known);
  return known;
}

const natives = new Map<NativeType, CqlType>();
