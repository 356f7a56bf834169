/**
 * Executes a document, for all endpoints, and prints its result. Errors of a document are part of the result, never thrown.
 *
 * Documents are kept by their shape, as long as the types of their endpoint exist:
 *
 * - The first document of a shape is surveyed, parsed, validated and prepared (`read-document.ts`), then run.
 * - Later ones are run without being parsed or validated (`prepare-document.ts`).
 * - Documents that were not prepared, or have a value that may be wrong, are left to graphql-js (`runByGraphqlJs`).
 */
import { GraphQLError, Kind, execute as graphqlExecute, getOperationAST } from "graphql";
import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from "graphql";
import type { Keyspace } from "../../model/index.ts";
import type { Store } from "../../store/index.ts";
import { printJson } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { limits } from "../limits.ts";
import { RecentMap } from "../recent-map.ts";
import { isAtomic, runAtomic } from "./atomic.ts";
import { rootFields } from "./document-fields.ts";
import { shapeOf } from "./document-shape.ts";
import type { Execution } from "./execution.ts";
import { createSchemaFor } from "./keyspace-types.ts";
import type { SchemaFor } from "./keyspace-types.ts";
import { locate, printProblem } from "./problem.ts";
import type { Reporting } from "./problem.ts";
import { parseDocument, readDocument, validateDocument } from "./read-document.ts";
import type { ValidDocument } from "./read-document.ts";

// For those that load this file by `loadEngine` only when they need it: it loads graphql-js.
export { operationsIn } from "./document-fields.ts";
export { tablesOfField } from "./keyspace-types.ts";

export interface GraphQLRequest {
  /** The text of the document. */
  readonly query: string;
  readonly variables: JsonObject;
  /** Which operation runs, if the document has several. */
  readonly operationName: string | undefined;
}

/** The circumstances of a request. Resolvers get only those in an `Execution`. */
export interface ExecuteOptions extends Pick<Execution, "store" | "reads">, Reporting {
  readonly documents: Documents;
  /** Refuses an operation that must not run, in a document that parses. @throws {HttpRefusal} @default any may run */
  readonly refuse?: (operation: Operation) => void;
}

/** The result of running a document. */
export interface DocumentResult {
  /** `{"data":…}`, or `{"errors":…}` with data or without. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Whether the document was run. */
  readonly hasData: boolean;
  /** The code of the first error. Without one, `document` if the document was not run, else `internal`: a value cannot be printed. */
  readonly errorCode: string | undefined;
}

/** The documents of an endpoint, kept as long as its types do not change. */
export interface Documents {
  /** Returns the types that a document needs. */
  readonly schemaFor: SchemaFor;
  readonly byShape: RecentMap<string, ValidDocument>;
  /** Results that depend on the types alone: those of a thousand tables take a second to make and megabytes to print. */
  readonly introspections: RecentMap<string, DocumentResult>;
}

/** More than an app has: programs that write their values into each text have a few shapes too. */
const maximumDocuments = 200;
/** Programs that introspect have a document each: a console, a generator, our own bindings. */
const maximumIntrospections = 4;

export function createDocuments(schemaFor: SchemaFor): Documents {
  return { schemaFor, byShape: new RecentMap(maximumDocuments), introspections: new RecentMap(maximumIntrospections) };
}

const ofKeyspaces = new WeakMap<Keyspace, Documents>();

/** The documents of a keyspace. A keyspace whose definitions change becomes another object. */
export function documentsOf(keyspace: Keyspace): Documents {
  const documents = ofKeyspaces.get(keyspace) ?? createDocuments(createSchemaFor(keyspace));
  ofKeyspaces.set(keyspace, documents);
  return documents;
}

const longestName = 100;

/** The operation of a document that a request runs, for those that refuse or name it. */
export class Operation {
  readonly #document: DocumentNode;
  readonly #name: string | undefined;

  constructor(document: DocumentNode, name: string | undefined) {
    this.#document = document;
    this.#name = name;
  }

  get #node(): OperationDefinitionNode | undefined {
    return getOperationAST(this.#document, this.#name) ?? undefined;
  }

  get kind(): string {
    return this.#node?.operation ?? "query";
  }

  /** The name that the document gives to it, or the fields that it asks for: `products, orders`. */
  get name(): string {
    const node = this.#node;
    if (!node) return "";
    const { name, selectionSet } = node;
    const fields = selectionSet.selections.flatMap((each) => (each.kind === Kind.FIELD ? each.name.value : []));
    const text = name?.value ?? [...new Set(fields)].join(", ");
    return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
  }

  /** The names of the outermost fields of its whole document, other operations included. */
  get fields(): readonly string[] {
    return rootFields(this.#document).map(({ name }) => name.value);
  }
}

/** @throws {HttpRefusal} if `refuse` does */
export async function execute(request: GraphQLRequest, options: ExecuteOptions): Promise<DocumentResult> {
  const { query, variables, operationName } = request;
  const { schemaFor, byShape, introspections } = options.documents;
  const refuse = (node: DocumentNode): void => options.refuse?.(new Operation(node, operationName));
  try {
    const shape = shapeOf(query);
    const found = shape && byShape.get(shape.key);
    if (found) refuse(found.node);
    const document = found ?? (await readDocument(query, schemaFor, options.reads, refuse));
    if ("errors" in document) return print(document, options);
    if (shape && !found) byShape.set(shape.key, document);
    const key = document.introspects ? JSON.stringify([query, operationName, variables]) : undefined;
    const kept = key === undefined ? undefined : introspections.get(key);
    if (kept) return kept;

    const { store, reads } = options;
    const { roots, node } = document;
    // A prepared document has one operation; graphql-js refuses a request that names another.
    const isNamed = operationName === undefined || getOperationAST(node, operationName);
    const [mostValues, mostBytes] = [limits.values / roots, limits.bytes / roots];
    const execution: Execution = { store, reads, mostValues, mostBytes, failures: [] };
    const printing = shape && isNamed ? document.prepared?.(shape.literals, variables, execution) : undefined;
    // The kept document has the literals of an earlier text. Those of this text may be wrong.
    const isDoubtful = found && shape.literals.length > 0;
    const result = printing
      ? { data: await printing, errors: execution.failures.length > 0 ? await locate(query, execution) : [] }
      : await runByGraphqlJs(document, request, execution, isDoubtful);
    const printed = print(result, options);
    if (key === undefined || printed.errorCode !== undefined) return printed;
    // Bytes, so that sending them does not have to encode them.
    introspections.set(key, { ...printed, body: Buffer.from(printed.body) });
    return printed;
  } catch (error) {
    if (error instanceof GraphQLError) return print({ errors: [error] }, options);
    throw error;
  }
}

/** @param isDoubtful whether the text has to be parsed and validated again */
async function runByGraphqlJs(
  { node, schema, roots }: ValidDocument,
  { query, operationName, variables }: GraphQLRequest,
  execution: Execution,
  isDoubtful = false,
): Promise<ExecutionResult> {
  const { timeSlice } = execution.reads;
  const document = isDoubtful ? parseDocument(query) : node;
  await timeSlice.yieldIfOver();
  const errors = isDoubtful ? validateDocument(schema, document) : [];
  await timeSlice.yieldIfOver();
  if (errors.length > 0) return { errors };
  const variableValues = withoutPrototypes(variables) as Record<string, unknown>;
  const runOn = async (store: Store, atomic?: Execution["atomic"]): Promise<ExecutionResult> => {
    const contextValue: Execution = { ...execution, mostValues: limits.plainValues / roots, store, atomic };
    const options = { maxCoercionErrors: limits.errors };
    return graphqlExecute({ schema, document, contextValue, variableValues, operationName, options });
  };
  return isAtomic(document, operationName) ? runAtomic(execution.store, runOn) : runOn(execution.store);
}

interface Printable {
  /** Text is printed already. */
  readonly data?: unknown;
  readonly errors?: readonly GraphQLError[];
}

function print({ data, errors = [] }: Printable, reporting: Reporting): DocumentResult & { readonly body: string } {
  const printed = typeof data === "string" ? data : data === undefined ? undefined : printJson(data);
  // Without an error there is always data.
  if (errors.length === 0) return { body: `{"data":${printed ?? "null"}}`, hasData: true, errorCode: undefined };
  const problems = errors.map((error) => printProblem(error, reporting));
  const errorCode = String(problems[0]?.extensions?.["code"] ?? (printed === undefined ? "document" : "internal"));
  const ending = printed === undefined ? "" : `,"data":${printed}`;
  return { body: `{"errors":${printJson(problems)}${ending}}`, hasData: printed !== undefined, errorCode };
}

/** GraphQL uses plain property access: a column called `constructor` would be found in any object. */
function withoutPrototypes(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutPrototypes);
  if (typeof json !== "object" || json === null) return json;
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(json)) {
    if (name.length > limits.name)
      throw new GraphQLError(`A name in the variables has more than ${limits.name} characters`);
    copy[name] = withoutPrototypes(value);
  }
  return copy;
}
