/**
 * Reads a keyspace from one source after the other, merges the results, and completes them with the existing files.
 *
 * Writes nothing; `write-definitions.ts` does.
 */
import { ColonnadeError } from "../errors.ts";
import type { DroppedColumn, Keyspace, KnownTypes } from "../model/index.ts";
import { connectionFault } from "./connection-fault.ts";
import { combineFailures, describeFailure, mayBeElsewhere, withAdvice } from "./failed-sources.ts";
import type { FailedSource } from "./failed-sources.ts";
import { findOpen } from "./find-open.ts";
import { mergeKeyspaces } from "./merge-keyspaces.ts";
import type { SeenKeyspace } from "./seen-keyspace.ts";
import { settleKeyspace } from "./settle-keyspace.ts";
import type { SettledKeyspace } from "./settle-keyspace.ts";
import { sources } from "./sources.ts";
import type { Asked, SourceName } from "./sources.ts";

export interface IntrospectOptions
  extends Pick<Asked, "keyspace" | "session" | "mayLack" | "onProgress">, Pick<KnownTypes, "customTypes"> {
  /** Needed only by the source `cql`. */
  readonly cluster?: Asked["cluster"];
  /** Needed only by the source `file`. */
  readonly file?: Asked["file"];
  /**
   * The sources to read, in this order.
   * @default REST; and GraphQL, if REST fails, or does not report what the bindings depend on, or tables have user
   * types
   */
  readonly from?: readonly SourceName[] | undefined;
  /** The keyspace in the files. @default empty */
  readonly files?: Keyspace | undefined;
  /** Whether a table or user type is left out, whatever the sources report. @default none */
  readonly isExcluded?: ((name: string) => boolean) | undefined;
}

export interface IntrospectedKeyspace extends SettledKeyspace {
  /** The sources that succeeded. */
  readonly asked: readonly SourceName[];
  /** Whether the database may have tables that no source shows. */
  readonly partial: boolean;
  /** All dropped columns that the database remembers; absent if no source reports them. */
  readonly dropped?: readonly DroppedColumn[];
}

/**
 * The default order: only REST reports the key columns, the order of rows and the names on every server. GraphQL needs
 * one or two more requests, and adds user types, and on some servers the types of collections.
 */
const usual: readonly SourceName[] = ["rest", "graphql"];

/**
 * Introspects a keyspace.
 * @throws {ServiceError} when the service does not answer, or refuses
 * @throws {ColonnadeError} `tls`, `unknown-keyspace`, `bad-answer`, `sources-disagree`; `unknown-definition` if neither
 * the sources nor the files contain what the bindings depend on
 */
export async function introspectKeyspace(options: IntrospectOptions): Promise<IntrospectedKeyspace> {
  const { keyspace, session, from, files, customTypes, mayLack, isExcluded = () => false, onProgress } = options;
  const { cluster = noCluster, file = noFile } = options;
  const asked: SourceName[] = [];
  const failed: FailedSource[] = [];
  const seen: SeenKeyspace[] = [];
  // User types may have changed since the files were written: uses a source that reports them.
  const tables = files && { ...files, userTypes: [] };
  for (const name of from ?? usual) {
    if (!from && seen.length > 0 && findOpen(mergeKeyspaces(seen), tables).length === 0) break;
    const known = seen.length > 0 ? withFiles(mergeKeyspaces(seen), files) : { tables: [], ...files };
    try {
      const told = await sources[name]({ keyspace, session, cluster, file, customTypes, mayLack, known, onProgress });
      seen.push(withoutExcluded(told, isExcluded));
      asked.push(name);
    } catch (error) {
      // GraphQL was not requested: what is missing without it is reported below.
      if (!from && seen.length > 0) break;
      const fault = connectionFault(error);
      if (!mayBeElsewhere(fault)) throw fault;
      failed.push({ name, fault });
    }
  }
  const tried = [...asked, ...failed.map(({ name }) => name)];
  const [failure, ...failures] = failed;
  if (failure && (from || seen.length === 0)) throw combineFailures([failure, ...failures], keyspace, tried);
  const merged = mergeKeyspaces(seen);
  const settled = settle();
  const { dropped } = seen.find((one) => one.dropped) ?? {};
  return {
    ...settled,
    warnings: [...failed.map(describeFailure), ...settled.warnings, ...seen.flatMap(({ notes = [] }) => notes)],
    asked,
    partial: merged.partial === true,
    ...(dropped && { dropped }),
  };

  function settle(): SettledKeyspace {
    try {
      return settleKeyspace(merged, { files, customTypes, mayLack });
    } catch (error) {
      throw withAdvice(error, tried, failed);
    }
  }
}

/** Without excluded tables; keeps user types, since another table may need them. */
function withoutExcluded(seen: SeenKeyspace, isExcluded: (name: string) => boolean): SeenKeyspace {
  return { ...seen, tables: seen.tables.filter(({ name }) => !isExcluded(name)) };
}

function noCluster(): never {
  throw new ColonnadeError("usage", "the cluster is not set", { next: "--contact-points 10.0.0.1" });
}

function noFile(): never {
  throw new ColonnadeError("usage", "the file of CQL statements is not set", { next: "--from schema.cql" });
}

/** The names reported by the sources, and else those of the files. */
function withFiles(seen: SeenKeyspace, files: Keyspace | undefined): Asked["known"] {
  const { tables, userTypes = files?.userTypes ?? [] } = seen;
  return { tables, userTypes };
}
