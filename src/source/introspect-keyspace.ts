/**
 * Reads a keyspace from one source after the other, merges the results, and completes them with its definitions.
 *
 * On its way a keyspace is *observed* (one source's report), *merged* (the reports of all sources), *complete* (gaps filled from
 * the definitions) and *settled* (the model's `Keyspace`, or an error that names each gap).
 * Writes nothing; `write-definitions.ts` does.
 *
 * What the reports lack has four names, here and in the other files of this folder:
 * - *unreported*: a fact that a source does not report; its member is absent. If no source reports it, it is taken from the
 *   definitions, so that a comparison finds no change there.
 * - *missing*: a required fact that is unreported and not in the definitions either. It is an error, because it is never
 *   guessed. An optional one (`OptionalFact`) has its default instead.
 * - *left out*: a table, user type or index without which the command can work, with the reason as a note.
 * - *partial*: the database may have tables or columns that a source does not show, so that their absence means nothing.
 */
import type { Session } from "@colonnade/runtime";
import { ColonnadeError, isColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import type { DroppedColumn, Keyspace, KnownTypes } from "../model/index.ts";
import type { CqlFile } from "./cql-file/parse-cql-file.ts";
import type { ConnectOptions } from "./cql/cql-options.ts";
import { completeKeyspace } from "./complete-keyspace.ts";
import type { KnownTable } from "./graphql/parse-introspection.ts";
import type { Omission } from "./left-out.ts";
import { mergeKeyspaces } from "./merge-keyspaces.ts";
import type { RestRules } from "./observe-rest.ts";
import type { ObservedKeyspace } from "./observed-keyspace.ts";
import { isUnknownBeside } from "./parse-keyspace.ts";
import { connectionFault, isSourceFault } from "./read-response.ts";
import type { CodedError } from "./read-response.ts";
import { settleKeyspace } from "./settle-keyspace.ts";
import type { SettledKeyspace } from "./settle-keyspace.ts";

/** The arguments of a source. */
interface SourceRequest extends Omission {
  readonly keyspace: string;
  /** Only a source that needs the service calls it: a command may have none. */
  readonly session: () => Session;
  /** Needed only by the source `cql`. */
  readonly cluster?: ConnectOptions | undefined;
  /** Needed only by the source `file`: its CQL statements. */
  readonly file?: CqlFile | undefined;
  /** May also name known types, which keep their meaning. */
  readonly customTypes?: KnownTypes["customTypes"];
  /** Reports the progress of a source that requests each table separately. */
  readonly onProgress?: RestRules["onProgress"];
  /** The tables that earlier sources report, or else the defined ones: GraphQL may not report their names in the database. */
  readonly knownTables: readonly KnownTable[];
}

type Observe = (request: SourceRequest) => Promise<ObservedKeyspace>;

/** Each loads its module on first use. */
const sources = {
  rest: async ({ session, keyspace, ...rules }) =>
    (await import("./observe-rest.ts")).observeRest(session(), keyspace, rules),
  graphql: async ({ session, keyspace, ...rules }) =>
    (await import("./graphql/observe-graphql.ts")).observeGraphQL(session(), keyspace, rules),
  cql: async ({ cluster, keyspace, customTypes, mayLack, advise }) => {
    const { observeCql } = await import("./cql/introspect-cql.ts");
    return observeCql({
      ...(cluster ?? unset("the cluster", "--contact-points 10.0.0.1")),
      keyspace,
      customTypes,
      mayLack,
      advise,
    });
  },
  file: async ({ file, keyspace, ...rules }) => {
    const { observeCqlFile } = await import("./cql-file/parse-cql-file.ts");
    return observeCqlFile(file ?? unset("the file of CQL statements", "--from schema.cql"), keyspace, rules);
  },
} as const satisfies Readonly<Record<string, Observe>>;

export type SourceName = keyof typeof sources;

export const sourceNames: readonly SourceName[] = Object.keys(sources) as SourceName[];

export interface IntrospectOptions extends Omit<SourceRequest, "knownTables"> {
  /**
   * The sources to read, in this order.
   * @default REST; and GraphQL, if REST fails, or required facts are missing, or tables have user types that REST does not report
   */
  readonly from?: readonly SourceName[] | undefined;
  /** The keyspace in its definitions. @default empty */
  readonly defined?: Keyspace | undefined;
  /** Whether a table is ignored, whatever the sources report. User types stay, since other tables may need them. @default none */
  readonly isExcluded?: ((name: string) => boolean) | undefined;
}

export interface IntrospectedKeyspace extends SettledKeyspace {
  /** The sources that succeeded. */
  readonly succeeded: readonly SourceName[];
  /** Whether the database may have tables that no source shows. */
  readonly partial: boolean;
  /** Whether a source reports the comments of tables, as their descriptions. */
  readonly hasComments: boolean;
  /** All dropped columns that the database remembers; absent if no source reports them. */
  readonly dropped?: readonly DroppedColumn[];
}

/**
 * The default order: only REST reports the key columns, the order of rows and the names on every server. GraphQL needs
 * a few more requests, and adds user types, and on some servers the types of collections.
 */
const usual: readonly SourceName[] = ["rest", "graphql"];

/**
 * Introspects a keyspace.
 * @throws {ServiceError} if the service does not respond, or refuses
 * @throws {ColonnadeError} `tls`, `unknown-keyspace`, `bad-answer`, `sources-disagree`; `unknown-definition` if neither
 * the sources nor the definitions contain what the bindings depend on
 */
export async function introspectKeyspace(options: IntrospectOptions): Promise<IntrospectedKeyspace> {
  const { from, defined, isExcluded = () => false, keyspace, ...rest } = options;
  const isCustom = isUnknownBeside(defined?.userTypes ?? []);
  const request = { ...rest, keyspace, customTypes: new Set([...(rest.customTypes ?? [])].filter(isCustom)) };
  const succeeded: SourceName[] = [];
  const failed: FailedSource[] = [];
  const observed: ObservedKeyspace[] = [];
  // Without the defined user types, unreported ones count as missing, and GraphQL is read: they may have changed.
  const definedTables = defined && { ...defined, userTypes: [] };
  for (const name of from ?? usual) {
    const soFar = observed.length > 0 ? mergeKeyspaces(observed) : undefined;
    if (!from && soFar && completeKeyspace(soFar, definedTables).missing.length === 0) break;
    try {
      const knownTables = (soFar ?? defined)?.tables ?? [];
      const { tables, ...reported } = await sources[name]({ ...request, knownTables });
      observed.push({ ...reported, tables: tables.filter((table) => !isExcluded(table.name)) });
      succeeded.push(name);
    } catch (error) {
      const fault = connectionFault(error);
      const isOptional = !from && observed.length > 0;
      if (!isSourceFault(fault) || !(isOptional || ofOneInterface.has(fault.code))) throw fault;
      failed.push({ name, fault, isOptional });
    }
  }
  const tried = [...succeeded, ...failed.map(({ name }) => name)];
  const [failure, ...failures] = failed;
  if (failure && (from || observed.length === 0)) throw combineFailures([failure, ...failures], keyspace, tried);
  const merged = mergeKeyspaces(observed);
  let settled: SettledKeyspace;
  try {
    settled = settleKeyspace(merged, { ...request, defined });
  } catch (error) {
    throw advised(error, failed.map(describeFailure), adviseSource(tried, failed));
  }
  const required = failed.filter(({ isOptional }) => !isOptional);
  const { dropped } = merged;
  return {
    ...settled,
    warnings: [...required.map(describeFailure), ...settled.warnings],
    succeeded,
    partial: merged.partial === true,
    hasComments: merged.hasComments === true,
    ...(dropped && { dropped }),
  };
}

function unset(what: string, next: string): never {
  throw new ColonnadeError("usage", `${what} is not set`, { next });
}

interface FailedSource {
  readonly name: SourceName;
  /** Whether it was read only to complete another one: if that is complete enough, the failure is not reported. */
  readonly isOptional: boolean;
  readonly fault: CodedError;
}

/** Errors of one interface of a service: another may work. */
const ofOneInterface: ReadonlySet<string> = new Set(["not-found", "bad-request", "bad-answer", "unknown-definition"]);

const labels: Readonly<Record<SourceName, string>> = {
  rest: "REST",
  graphql: "GraphQL",
  cql: "CQL",
  file: "the file",
};

function describeFailure({ name, fault }: FailedSource): Problem {
  const message = isColonnadeError(fault) ? fault.summary : fault.message;
  return { code: fault.code, message: `${labels[name]}: ${message}` };
}

/** The error if required sources failed; its code is that of the first failure. */
function combineFailures(
  [first, ...others]: readonly [FailedSource, ...FailedSource[]],
  keyspace: string,
  tried: readonly SourceName[],
): unknown {
  const failed = [first, ...others];
  const advice = adviseSource(tried, failed);
  if (others.length === 0) return advised(first.fault, [], advice);
  const problems = failed.flatMap((source) => [
    describeFailure(source),
    ...(isColonnadeError(source.fault) ? source.fault.problems : []),
  ]);
  const allFailed = failed.length === tried.length;
  // If every interface is missing, the address or the keyspace is probably wrong.
  const isLost = allFailed && failed.every(({ fault }) => fault.code === "not-found");
  const { fault } = first;
  const found = isColonnadeError(fault) ? fault.next : undefined;
  const next = found ?? (isLost ? `check --keyspace and --url, or ${advice}` : advice);
  const which = allFailed ? "no source reports" : `${failed.length} of ${tried.length} sources do not report`;
  return new ColonnadeError(fault.code, `${which} the definitions of ${keyspace}`, {
    kind: "service",
    problems,
    next,
  });
}

/** Errors that another source may avoid. */
const ofSources: ReadonlySet<string> = new Set(["bad-answer", "unknown-definition"]);

/** Extends an error of sources with those that failed, and with another source to use. */
function advised(error: unknown, more: readonly Problem[], advice: string): unknown {
  if (!isColonnadeError(error) || !ofSources.has(error.code)) return error;
  const { code, summary, kind, next = advice } = error;
  return new ColonnadeError(code, summary, { kind, next, problems: [...more, ...error.problems], cause: error });
}

/** The next step if the sources did not report enough: names no source that failed. */
function adviseSource(tried: readonly SourceName[], failed: readonly FailedSource[]): string {
  const define = "define what is missing in a file, then try again";
  const next = (["rest", "graphql", "cql"] as const).find((name) => !tried.includes(name));
  if (!next) return define;
  if (next === "cql") return `use the cluster: --from cql --contact-points 10.0.0.1; or ${define}`;
  const good = tried.filter((name) => !failed.some((one) => one.name === name));
  const all = next === "rest" ? [next, ...good] : [...good, next];
  return `use ${labels[next]}${good.length > 0 ? " as well" : ""}: --from ${all.join()}; or ${define}`;
}
