/**
 * Executes the text of a GraphQL document, for all endpoints, and prints its result.
 *
 * Documents are kept by their shape, as long as the types of their endpoint exist:
 *
 * - The first document of a shape is surveyed, parsed, validated and prepared, then run (`runNewDocument`).
 * - Later ones are run without being parsed or validated (`runPrepared`).
 * - Documents that were not prepared, or have a value that may be wrong, are left to graphql-js (`runByGraphqlJs`).
 *
 * Errors of a document are part of the result, never thrown.
 */
import { GraphQLError, getOperationAST, parse, execute as run, specifiedRules, validate } from "graphql";
import type { DocumentNode, ExecutionResult, GraphQLSchema } from "graphql";
import type { Store } from "../../store/index.ts";
import { printJson } from "../json.ts";
import { isAtomic, runAtomic } from "./atomic.ts";
import { checkLimits } from "./check-limits.ts";
import { shapeOf } from "./document-shape.ts";
import type { DocumentShape } from "./document-shape.ts";
import type { Execution } from "./execution.ts";
import type { TypesOf } from "./keyspace-types.ts";
import { rootFields } from "./document-fields.ts";
import { limits } from "./limits.ts";
import { prepareDocument } from "./prepare-document.ts";
import type { PreparedDocument, PreparedResult } from "./prepare-document.ts";
import { printProblem } from "./problem.ts";
import { RecentMap } from "../recent-map.ts";
import type { DocumentRequest } from "./read-document.ts";
import { surveyText } from "./survey-text.ts";

export interface Document {
  readonly request: DocumentRequest;
  /** The types of the endpoint: the same function as long as they do not change. */
  readonly types: TypesOf;
  /** Refuses a document that parses but must not run here. @throws {Refusal} */
  readonly refuse?: (node: DocumentNode, operationName: string | undefined) => void;
}

/** A document that is valid, whatever its values. */
interface ValidDocument {
  readonly node: DocumentNode;
  /** The types that it names. */
  readonly schema: GraphQLSchema;
  /** What one of its root fields may return. @see Execution */
  readonly mostValues: number;
  readonly mostBytes: number;
  /** For most documents; graphql-js runs the others. */
  readonly prepared: PreparedDocument | undefined;
}

type Context = Omit<Execution, "mostValues" | "mostBytes">;

/** The result of running a document. */
export interface Result {
  /** `{"data":…}`, or `{"errors":…}` with data or without. */
  readonly text: string;
  /** Whether the document was run. */
  readonly hasData: boolean;
  /** The code of the first error; `document` if it has none. */
  readonly errorCode: string | undefined;
}

const maximumDocuments = 200;
/** Types of an endpoint → shape → valid document. */
const documentsByTypes = new WeakMap<TypesOf, RecentMap<string, ValidDocument>>();

/** @throws {Refusal} if `refuse` does */
export async function execute(document: Document, context: Context): Promise<Result> {
  const { request, types, refuse } = document;
  let documents = documentsByTypes.get(types);
  if (!documents) documentsByTypes.set(types, (documents = new RecentMap(maximumDocuments)));
  try {
    const shape = shapeOf(request.query);
    const valid = shape && documents.get(shape.key);
    if (!valid) return print(await runNewDocument(document, shape, documents, context), context);
    refuse?.(valid.node, request.operationName);
    const running = runPrepared(valid, shape, request, context) ?? runKnownShape(valid, shape, document, context);
    return print(await running, context);
  } catch (error) {
    if (error instanceof GraphQLError) return print({ errors: [error] }, context);
    throw error;
  }
}

/** Runs a document through graphql-js, because a value in it may be wrong. */
async function runKnownShape(
  valid: ValidDocument,
  shape: DocumentShape,
  { request }: Document,
  context: Context,
): Promise<ExecutionResult> {
  const { turns } = context.reads;
  // Literals may be wrong although the shape is valid, so a document with literals is validated again.
  const hasLiterals = shape.literals.length > 0;
  const node = hasLiterals ? parseDocument(request.query) : valid.node;
  await turns.next();
  const errors = hasLiterals ? validateDocument(valid.schema, node) : [];
  await turns.next();
  return errors.length > 0 ? { errors } : runByGraphqlJs(valid, node, request, context);
}

async function runNewDocument(
  { request, types, refuse }: Document,
  shape: DocumentShape | undefined,
  documents: RecentMap<string, ValidDocument>,
  context: Context,
): Promise<ExecutionResult | PreparedResult> {
  const { turns } = context.reads;
  surveyText(request.query);
  const node = parseDocument(request.query);
  refuse?.(node, request.operationName);
  await turns.next();
  const schema = types(node);
  const errors = validateDocument(schema, node);
  await turns.next();
  if (errors.length > 0) return { errors };
  const valid = prepareValid(schema, node);
  await turns.next();
  if (shape) documents.set(shape.key, valid);
  const firstRun = shape && runPrepared(valid, shape, request, context);
  return firstRun ?? runByGraphqlJs(valid, node, request, context);
}

function prepareValid(schema: GraphQLSchema, node: DocumentNode): ValidDocument {
  const prepared = prepareDocument(schema, node);
  const fields = rootFields(node).length;
  const mostValues = (prepared ? limits.values : limits.plainValues) / fields;
  return { node, schema, mostValues, mostBytes: limits.bytes / fields, prepared };
}

function runPrepared(
  { node, mostValues, mostBytes, prepared }: ValidDocument,
  { literals }: DocumentShape,
  { query: text, operationName, variables = {} }: DocumentRequest,
  { store, reads, requestId, report }: Context,
): Promise<PreparedResult> | undefined {
  return operationName === undefined || getOperationAST(node, operationName)
    ? prepared?.({ text, literals, variables }, { store, reads, requestId, report, mostValues, mostBytes })
    : undefined;
}

async function runByGraphqlJs(
  { schema, mostValues, mostBytes }: ValidDocument,
  document: DocumentNode,
  { operationName, variables = {} }: DocumentRequest,
  context: Context,
): Promise<ExecutionResult> {
  const variableValues = withoutPrototypes(variables) as Record<string, unknown>;
  const runOn = async (store: Store, batch?: Execution["batch"]): Promise<ExecutionResult> => {
    const contextValue: Execution = { ...context, store, mostValues, mostBytes, batch };
    const options = { maxCoercionErrors: limits.errors };
    return run({ schema, document, contextValue, variableValues, operationName, options });
  };
  if (!isAtomic(document, operationName)) return runOn(context.store);
  return runAtomic(context.store, runOn);
}

function print({ data, errors = [] }: ExecutionResult | PreparedResult, context: Context): Result {
  const printed = typeof data === "string" ? data : data === undefined ? undefined : printJson(data);
  // Without an error there is always data.
  if (errors.length === 0) return { text: `{"data":${printed ?? "null"}}`, hasData: true, errorCode: undefined };
  const problems = errors.map((error) => printProblem(error, context));
  const errorCode = String(problems[0]?.extensions?.["code"] ?? "document");
  const ending = printed === undefined ? "" : `,"data":${printed}`;
  return { text: `{"errors":${printJson(problems)}${ending}}`, hasData: printed !== undefined, errorCode };
}

function parseDocument(text: string): DocumentNode {
  try {
    const node = parse(text, { maxTokens: limits.tokens });
    checkLimits(node);
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
