/**
 * Sources → keyspace: asks them one after the other, merges what they saw, and settles the rest with the existing files.
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
  /** Needed by the source `cql` alone. */
  readonly cluster?: Asked["cluster"];
  /**
   * Which sources are asked, in this order.
   * @default REST; and GraphQL, when REST fails, or leaves open what the bindings depend on, or tables have user types
   */
  readonly from?: readonly SourceName[] | undefined;
  /** As the files have it. @default nothing is there */
  readonly files?: Keyspace | undefined;
  /** Whether a table or user type is left out, whatever the sources say of it. @default none is */
  readonly isExcluded?: ((name: string) => boolean) | undefined;
}

export interface IntrospectedKeyspace extends SettledKeyspace {
  /** The sources that answered. */
  readonly asked: readonly SourceName[];
  /** Whether the database may have tables that no source shows. */
  readonly partial: boolean;
  /** All columns that the database remembers; absent where no source tells. */
  readonly dropped?: readonly DroppedColumn[];
}

/**
 * The default: REST alone tells which columns are the key, in which order rows come, and what things are called, on every
 * server. GraphQL takes one or two requests more, and adds what REST has no words for: user types, and on some servers what
 * a collection holds.
 */
const usual: readonly SourceName[] = ["rest", "graphql"];

/**
 * Introspects a keyspace.
 * @throws {ServiceError} when the service does not answer, or refuses
 * @throws {ColonnadeError} `tls`, `unknown-keyspace`, `bad-answer`, `sources-disagree`; `unknown-definition` when neither the sources
 * nor the files know what the bindings depend on
 */
export async function introspectKeyspace(options: IntrospectOptions): Promise<IntrospectedKeyspace> {
  const { keyspace, session, from, files, customTypes, mayLack, isExcluded = () => false, onProgress } = options;
  const { cluster = noCluster } = options;
  const asked: SourceName[] = [];
  const failed: FailedSource[] = [];
  const seen: SeenKeyspace[] = [];
  // User types may have other fields by now than the files say: who can tell is asked.
  const tables = files && { ...files, userTypes: [] };
  for (const name of from ?? usual) {
    if (!from && seen.length > 0 && findOpen(mergeKeyspaces(seen), tables).length === 0) break;
    const known = seen.length > 0 ? withFiles(mergeKeyspaces(seen), files) : { tables: [], ...files };
    try {
      const told = await sources[name]({ keyspace, session, cluster, customTypes, mayLack, known, onProgress });
      seen.push(withoutExcluded(told, isExcluded));
      asked.push(name);
    } catch (error) {
      // Nobody asked for GraphQL by name: what is missing without it is reported below.
      if (!from && seen.length > 0) break;
      const fault = connectionFault(error);
      if (!mayBeElsewhere(fault)) throw fault;
      failed.push({ name, fault });
    }
  }
  const tried = [...asked, ...failed.map(({ name }) => name)];
  const [failure] = failed;
  if (failure && (from || seen.length === 0)) throw combineFailures(failed, keyspace, tried);
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

/** Without tables that nobody wants; a user type may be needed by another table, and stays. */
function withoutExcluded(seen: SeenKeyspace, isExcluded: (name: string) => boolean): SeenKeyspace {
  return { ...seen, tables: seen.tables.filter(({ name }) => !isExcluded(name)) };
}

function noCluster(): never {
  throw new ColonnadeError("usage", "nothing says which cluster to ask", { next: "--contact-points 10.0.0.1" });
}

/** The names that the sources saw, and of what they did not see those of the files. */
function withFiles(seen: SeenKeyspace, files: Keyspace | undefined): Asked["known"] {
  const { tables, userTypes = files?.userTypes ?? [] } = seen;
  return { tables, userTypes };
}
