/** The context of statements that change definitions, their results and their errors. */
import type { Keyspace, Table } from "../../model/index.ts";
import { CqlError, invalid } from "../cql-error.ts";
import type { Reference } from "../grammar/tree.ts";
import type { Answer, SchemaChange } from "../protocol/message.ts";
import type { Caller, Database } from "../statement/prepared.ts";
import { keyspaceOf } from "../statement/scope.ts";

export interface Context extends Database {
  readonly caller: Caller;
}

/** Nothing has changed. */
export const unchanged: Answer = { kind: "void" };

/** For a statement that finds nothing to do. @throws {CqlError} `invalid`, unless its `IF [NOT] EXISTS` allows that */
export function unchangedIf(isAllowed: boolean, message: string): Answer {
  if (isAllowed) return unchanged;
  throw invalid(message);
}

export function changed(
  change: SchemaChange["change"],
  target: SchemaChange["target"],
  keyspace: string,
  name?: string,
  warnings: readonly string[] = [],
): Answer {
  const answer: Answer = { kind: "schema-change", change, target, keyspace, ...(name !== undefined && { name }) };
  return warnings.length === 0 ? answer : { ...answer, warnings };
}

/** @throws {CqlError} `invalid` if there is no such keyspace */
export async function requireKeyspace({ store }: Context, name: string): Promise<Keyspace> {
  const keyspace = await store.keyspace(name);
  if (!keyspace) throw invalid(`Keyspace '${name}' doesn't exist`);
  return keyspace;
}

export interface FoundTable {
  readonly keyspace: Keyspace;
  readonly table: Table;
}

/** Undefined if no such table exists. */
export async function findTable({ store, caller }: Context, reference: Reference): Promise<FoundTable | undefined> {
  const keyspace = await store.keyspace(keyspaceOf(reference, caller));
  const table = keyspace?.tables.find(({ name }) => name === reference.name);
  return keyspace && table && { keyspace, table };
}

export function printReference(reference: Reference, { caller }: Context): string {
  return `${keyspaceOf(reference, caller)}.${reference.name}`;
}

export function configError(message: string): CqlError {
  return new CqlError("config", message);
}

/** The error for a property. The database checks properties in its parser, so it is a syntax error. */
export function propertyError(message: string): CqlError {
  return new CqlError("syntax", message);
}

export const maskingIsOff =
  "Cannot mask columns because dynamic data masking is not enabled. You can enable it with the " +
  "dynamic_data_masking_enabled property on cassandra.yaml";
