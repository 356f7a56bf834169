/**
 * Bound tables → nothing, or an error that says what of them the service does not have: for apps that want to fail at start
 * rather than at the first write.
 *
 * Asks by introspection of GraphQL, one document for all tables of a keyspace (fifty at a time): it shows just what calls
 * depend on, on every server of the family, where REST would take a request per table and knows nothing of API names. Our
 * service says the CQL type and the kind of each column in its description, so that a `set` in place of a `list` is found;
 * of other servers the GraphQL type is compared, and the key where they tell it. The order of rows within a partition is
 * nowhere told. Reads no rows and changes nothing.
 */
import { compareTable } from "./compare-table.ts";
import type { DefinitionNote, DefinitionProblem, Difference, LiveTable } from "./compare-table.ts";
import { graphqlPath } from "../graphql/document.ts";
import { DocumentRejectedError, ServiceError } from "../errors/errors.ts";
import type { ServiceErrorOptions } from "../errors/errors.ts";
import { layoutOf } from "../table/layout.ts";
import type { Layout } from "../table/layout.ts";
import { profileOf } from "../profile/profile-of.ts";
import type { GraphQLAnswer } from "../protocol/payloads.ts";
import type { Session } from "../session/session-options.ts";
import type { Table, TableTypes } from "../table/table.ts";

/** Any table's descriptor: what every `Table<…>` is, whatever its rows are. */
export interface BoundTable {
  readonly keyspace: string;
  readonly name: string;
  readonly columns: object;
  readonly partitionKey: readonly PropertyKey[];
}

export interface AssertDefinitionsOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface AssertedDefinitions {
  /** Columns that the service has and the bindings do not know, in the order of the tables. */
  readonly notes: readonly DefinitionNote[];
}

/** Bound tables are not what the service has: `problems` and the message have everything that differs. */
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
type Chunk = [Layout, ...Layout[]];

/** Tables in one document: it stays far below what services bear, and the answer below what they need long for. */
const chunkSize = 50;

/**
 * Compares bound tables with the definitions that the service has: `await assertDefinitions(session, [productsTable])`.
 *
 * A column that is there and not bound is a note in the result, since neither reads nor writes touch it.
 * @param tables of any keyspaces; one request for each keyspace with up to fifty of them
 * @throws {DefinitionsError} `definitions` when a table or a column is not there, has another type or is in the key on one
 *   side only: all of these at once
 * @throws {ServiceError} when the service does not answer, or not to introspection
 */
export async function assertDefinitions(
  session: Session,
  tables: readonly BoundTable[],
  { signal }: AssertDefinitionsOptions = {},
): Promise<AssertedDefinitions> {
  const chunks: Chunk[] = [];
  const last = new Map<string, Chunk>();
  for (const table of tables) {
    const layout = layoutOf(table as Table<TableTypes>, profileOf(session));
    const chunk = last.get(layout.keyspace);
    if (chunk && chunk.length < chunkSize) {
      chunk.push(layout);
      continue;
    }
    const next: Chunk = [layout];
    last.set(layout.keyspace, next);
    chunks.push(next);
  }
  let cause: unknown;
  const compareChunk = async (layouts: Chunk): Promise<readonly Difference[]> => {
    const types = await introspect(session, layouts, signal).catch((error: unknown): LiveTypes => {
      // The service does not know the keyspace, so it has none of the tables.
      if (!(error instanceof ServiceError && error.code === "not-found")) throw error;
      cause = error;
      return {};
    });
    return layouts.map((layout, index) => compareTable(layout, types[`r${index}`], types[`i${index}`]?.description));
  };
  const differences = (await Promise.all(chunks.map(compareChunk))).flat();
  const problems = differences.flatMap((difference) => difference.problems);
  if (problems.length > 0) throw new DefinitionsError(problems, { operation, cause });
  return { notes: differences.flatMap((difference) => difference.notes) };
}

const operation = "assert definitions";

/** By alias: `r0` holds rows of the first table, `i0` is what it takes for them. */
type LiveTypes = Readonly<Record<string, LiveTable | null | undefined>>;

/** @throws {ServiceError} when the service does not answer, or refuses the document */
async function introspect(session: Session, layouts: Chunk, signal: AbortSignal | undefined): Promise<LiveTypes> {
  const { json, requestId } = await session.send({
    operation,
    method: "POST",
    path: graphqlPath(session, layouts[0]),
    body: { query: printDocument(layouts), variables: {} },
    signal,
    safety: "read",
    paged: true,
  });
  const { data, errors = [] } = (json ?? {}) as GraphQLAnswer;
  if (data && errors.length === 0) return data as LiveTypes;
  const problems = errors.map((problem) => problem.message);
  throw new DocumentRejectedError("document-rejected", problems, { operation, requestId });
}

/** Types of columns are asked for as deep as clients of GraphQL do: nine levels of lists. */
function printDocument(layouts: Chunk): string {
  const asked = layouts.map(
    ({ type }, index) =>
      `r${index}: __type(name: "${type}") { ...R } i${index}: __type(name: "${type}Input") { description }`,
  );
  const type = `${"...N ofType { ".repeat(9)}...N${" }".repeat(9)}`;
  return `{ ${asked.join(" ")} }
fragment R on __Type { fields { name description args { name } type { ${type} } } }
fragment N on __Type { kind name fields { name } }`;
}
