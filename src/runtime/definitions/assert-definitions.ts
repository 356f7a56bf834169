/**
 * Compares bound tables with the service, for apps that want to fail at start rather than at the first write.
 *
 * Uses GraphQL introspection, with one document for up to fifty tables of a keyspace. It shows exactly what calls
 * depend on, on every server of the family; REST would need a request per table and does not report API names. Our
 * service reports the CQL type and the kind of each column in its description, so that a `set` in place of a `list` is
 * found. For other servers the GraphQL type is compared, and the key if they report it. The order of rows within a
 * partition is not reported. Reads no rows and changes nothing.
 */
import { compareTable } from "./compare-table.ts";
import type { DefinitionNote, DefinitionProblem, Difference, LiveTable } from "./compare-table.ts";
import { DocumentRejectedError, ServiceError } from "../errors/errors.ts";
import type { ServiceErrorOptions } from "../errors/errors.ts";
import { requireSession } from "../operation/operation.ts";
import type { Session } from "../operation/operation.ts";
import { serviceProfile } from "../profile/profile.ts";
import { bindTable } from "../table/bound-table.ts";
import type { BoundTable } from "../table/bound-table.ts";
import type { AnyTable } from "../table/table.ts";
import type { GraphQLAnswer } from "../protocol/payloads.ts";

export interface AssertDefinitionsOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface AssertedDefinitions {
  /** Columns of the service that the bindings do not have, in the order of the tables. */
  readonly notes: readonly DefinitionNote[];
}

/** Bound tables differ from those of the service: `problems` and the message list all differences. */
export class DefinitionsError extends ServiceError {
  override readonly name: string = "DefinitionsError";
  readonly problems: readonly DefinitionProblem[];

  constructor(problems: readonly DefinitionProblem[], options?: ServiceErrorOptions) {
    const messages = problems.map((problem) => problem.message).join("; ");
    super("definitions", `${messages}; generate the bindings again, or alter the database`, options);
    this.problems = problems;
  }
}

/** Tables of one keyspace. */
type Chunk = [BoundTable, ...BoundTable[]];

/** Tables in one document: document and response stay far below the limits of services. */
const chunkSize = 50;

/**
 * Compares bound tables with the definitions that the service has: `await assertDefinitions(session, [productsTable])`.
 *
 * A column that is not bound is a note in the result, since neither reads nor writes touch it.
 * @param tables of any keyspaces; one request for each keyspace with up to fifty of them
 * @throws {DefinitionsError} `definitions` if a table or a column is missing, has a different type or is in the key on
 * one side only, with all problems at once
 * @throws {ServiceError} if the service does not respond, or rejects introspection
 */
export async function assertDefinitions(
  session: Session,
  tables: readonly AnyTable[],
  { signal }: AssertDefinitionsOptions = {},
): Promise<AssertedDefinitions> {
  const { profile = serviceProfile } = requireSession(session);
  const chunks: Chunk[] = [];
  const last = new Map<string, Chunk>();
  for (const table of tables) {
    const bound = bindTable(table, profile);
    const chunk = last.get(bound.keyspace);
    if (chunk && chunk.length < chunkSize) {
      chunk.push(bound);
      continue;
    }
    const next: Chunk = [bound];
    last.set(bound.keyspace, next);
    chunks.push(next);
  }
  let cause: unknown;
  const compareChunk = async (tables: Chunk): Promise<readonly Difference[]> => {
    const types = await introspect(session, tables, signal).catch((error: unknown): LiveTypes => {
      // The service does not have the keyspace, and so none of the tables.
      if (!(error instanceof ServiceError && error.code === "not-found")) throw error;
      cause = error;
      return {};
    });
    return tables.map((bound, index) => compareTable(bound, types[`r${index}`], types[`i${index}`]?.description));
  };
  const differences = (await Promise.all(chunks.map(compareChunk))).flat();
  const problems = differences.flatMap((difference) => difference.problems);
  if (problems.length > 0) throw new DefinitionsError(problems, { operation, cause });
  return { notes: differences.flatMap((difference) => difference.notes) };
}

const operation = "assert definitions";

/** By alias: `r0` is the row type of the first table, `i0` its input type. */
type LiveTypes = Readonly<Record<string, LiveTable | null | undefined>>;

/** @throws {ServiceError} if the service does not respond, or rejects the document */
async function introspect(session: Session, tables: Chunk, signal: AbortSignal | undefined): Promise<LiveTypes> {
  const { profile = serviceProfile } = session;
  const [{ keyspace }] = tables;
  const { json, requestId } = await session.send({
    operation,
    method: "POST",
    path: profile.graphqlPath(keyspace === session.keyspace ? undefined : keyspace, keyspace),
    body: { query: printDocument(tables), variables: {} },
    signal,
    safety: "read",
    paged: true,
  });
  const { data, errors = [] } = (json ?? {}) as GraphQLAnswer;
  if (data && errors.length === 0) return data as LiveTypes;
  const problems = errors.map((problem) => problem.message);
  throw new DocumentRejectedError("document-rejected", problems, { operation, requestId });
}

/** Selects types of columns as deep as GraphQL clients do: nine levels of lists. */
function printDocument(tables: Chunk): string {
  const queries = tables.map(
    ({ type }, index) =>
      `r${index}: __type(name: "${type}") { ...R } i${index}: __type(name: "${type}Input") { description }`,
  );
  const type = `${"...N ofType { ".repeat(9)}...N${" }".repeat(9)}`;
  return `{ ${queries.join(" ")} }
fragment R on __Type { fields { name description args { name } type { ${type} } } }
fragment N on __Type { kind name fields { name } }`;
}
