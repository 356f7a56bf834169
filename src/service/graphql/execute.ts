/**
 * Executes a document, for all endpoints, and prints its result. Errors of a document are part of the result, never thrown.
 *
 * Documents are kept by their shape, as long as the types of their endpoint exist:
 *
 * - The first document of a shape is surveyed, parsed, validated and prepared (`readDocument`), then run.
 * - Later ones are run without being parsed or validated (`prepare-document.ts`).
 * - Documents that were not prepared, or have a value that may be wrong, are left to graphql-js (`runByGraphqlJs`).
 */
import { GraphQLError, execute as graphqlExecute, getOperationAST, parse, specifiedRules, validate } from "graphql";
import type { DocumentNode, ExecutionResult, GraphQLSchema } from "graphql";
import type { Store } from "../../store/index.ts";
import { printJson } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { limits } from "../limits.ts";
import { RecentMap } from "../recent-map.ts";
import { isAtomic, runAtomic } from "./atomic.ts";
import { checkDepth, rootFields } from "./document-fields.ts";
import { shapeOf } from "./document-shape.ts";
import type { Execution } from "./execution.ts";
import type { SchemaFor } from "./keyspace-types.ts";
import { prepareDocument } from "./prepare-document.ts";
import type { PreparedDocument } from "./prepare-document.ts";
import { locate, printProblem } from "./problem.ts";
import type { Reporting } from "./problem.ts";
import { surveyText } from "./survey-text.ts";

export interface GraphQLRequest {
  /** The text of the document. */
  readonly query: string;
  readonly variables: JsonObject;
  /** Which operation runs, if the document has several. */
  readonly operationName: string | undefined;
}

/** What the endpoint and the request give to a document. Its resolvers get only what an `Execution` has of it. */
export interface ExecuteOptions extends Pick<Execution, "store" | "reads">, Reporting {
  /** Returns the types that a document needs: the same function as long as they do not change. */
  readonly schemaFor: SchemaFor;
  /** Refuses a document that parses but must not run. @throws {HttpRefusal} @default any may run */
  readonly refuse?: (node: DocumentNode, operationName: string | undefined) => void;
}

/** The result of running a document. */
export interface DocumentResult {
  /** `{"data":…}`, or `{"errors":…}` with data or without. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Whether the document was run. */
  readonly hasData: boolean;
  /** The code of the first error; `document` if it has none. */
  readonly errorCode: string | undefined;
}

/** A document that is valid, whatever its values. */
interface ValidDocument {
  readonly node: DocumentNode;
  /** The types that it names. */
  readonly schema: GraphQLSchema;
  /** What one of its root fields may return. @see Execution */
  readonly mostValues: number;
  readonly mostBytes: number;
  /** Whether it only asks about the types. */
  readonly introspects: boolean;
  /** For most documents; graphql-js runs the others. */
  readonly prepared: PreparedDocument | undefined;
}

/** What is known of the documents of an endpoint. */
interface DocumentCache {
  /** By their shapes. */
  readonly documents: RecentMap<string, ValidDocument>;
  /** Results that depend on the types alone: those of a thousand tables take a second to make and megabytes to print. */
  readonly introspections: RecentMap<string, DocumentResult>;
}

const maximumDocuments = 200;
/** Programs that introspect have a document each: a console, a generator, our own bindings. */
const maximumIntrospections = 4;

const caches = new WeakMap<SchemaFor, DocumentCache>();

function cacheOf(schemaFor: SchemaFor): DocumentCache {
  const found = caches.get(schemaFor);
  if (found) return found;
  const cache: DocumentCache = {
    documents: new RecentMap(maximumDocuments),
    introspections: new RecentMap(maximumIntrospections),
  };
  caches.set(schemaFor, cache);
  return cache;
}

/** @throws {HttpRefusal} if `refuse` does */
export async function execute(request: GraphQLRequest, options: ExecuteOptions): Promise<DocumentResult> {
  const { query, variables, operationName } = request;
  const cache = cacheOf(options.schemaFor);
  try {
    const shape = shapeOf(query);
    const found = shape && cache.documents.get(shape.key);
    if (found) options.refuse?.(found.node, operationName);
    const document = found ?? (await readDocument(request, options));
    if ("errors" in document) return print(document, options);
    if (shape && !found) cache.documents.set(shape.key, document);
    const key = document.introspects ? JSON.stringify([query, operationName, variables]) : undefined;
    const kept = key === undefined ? undefined : cache.introspections.get(key);
    if (kept) return kept;

    const { store, reads } = options;
    const { mostValues, mostBytes, node, prepared } = document;
    const execution: Execution = { store, reads, mostValues, mostBytes, failures: [] };
    const isNamed = operationName === undefined || getOperationAST(node, operationName);
    const printing = shape && isNamed ? prepared?.(shape.literals, variables, execution) : undefined;
    // Literals may be wrong although the shape is valid, so a document with literals is validated again.
    const isDoubtful = found && shape.literals.length > 0;
    const result = printing
      ? { data: await printing, errors: execution.failures.length > 0 ? await locate(query, execution) : [] }
      : await runByGraphqlJs(document, request, execution, isDoubtful);
    const printed = print(result, options);
    if (key === undefined || printed.errorCode !== undefined) return printed;
    // Bytes, so that sending them does not have to encode them.
    cache.introspections.set(key, { ...printed, body: Buffer.from(printed.body) });
    return printed;
  } catch (error) {
    if (error instanceof GraphQLError) return print({ errors: [error] }, options);
    throw error;
  }
}

/** Reads the first document of a shape. */
async function readDocument(
  { query, operationName }: GraphQLRequest,
  { schemaFor, refuse, reads: { timeSlice } }: ExecuteOptions,
): Promise<ValidDocument | { readonly errors: readonly GraphQLError[] }> {
  surveyText(query);
  const node = parseDocument(query);
  refuse?.(node, operationName);
  await timeSlice.yieldIfOver();
  const schema = schemaFor(node);
  const errors = validateDocument(schema, node);
  await timeSlice.yieldIfOver();
  if (errors.length > 0) return { errors };
  const prepared = prepareDocument(schema, node);
  const fields = rootFields(node);
  await timeSlice.yieldIfOver();
  return {
    node,
    schema,
    mostValues: (prepared ? limits.values : limits.plainValues) / fields.length,
    mostBytes: limits.bytes / fields.length,
    introspects: fields.every(({ name }) => name.value.startsWith("__")),
    prepared,
  };
}

async function runByGraphqlJs(
  { node, schema }: ValidDocument,
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
    const contextValue: Execution = { ...execution, store, atomic };
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
  const errorCode = String(problems[0]?.extensions?.["code"] ?? "document");
  const ending = printed === undefined ? "" : `,"data":${printed}`;
  return { body: `{"errors":${printJson(problems)}${ending}}`, hasData: printed !== undefined, errorCode };
}

function parseDocument(text: string): DocumentNode {
  try {
    const node = parse(text, { maxTokens: limits.tokens });
    checkDepth(node);
    rootFields(node);
    return node;
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError) throw new GraphQLError("The document is nested too deeply");
    throw error;
  }
}

function validateDocument(schema: GraphQLSchema, node: DocumentNode): readonly GraphQLError[] {
  try {
    const hideSuggestions = (node.loc?.end ?? 0) > limits.suggestions;
    return validate(schema, node, specifiedRules, { maxErrors: limits.errors, hideSuggestions });
  } catch (error) {
    if (error instanceof RangeError) return [new GraphQLError("The document is nested too deeply")];
    throw error;
  }
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
