/**
 * Executes the text of a GraphQL document, for all endpoints.
 *
 * Parses, checks the limits, validates and runs the document on the types of its endpoint. Documents are kept by their
 * shape as long as those types exist: one whose shape is known is neither parsed nor validated. Errors of the document are
 * part of the result, never thrown.
 */
import { GraphQLError, getOperationAST, parse, execute as run, specifiedRules, validate } from "graphql";
import type { DocumentNode, ExecutionResult, GraphQLSchema } from "graphql";
import type { GraphQLAnswer } from "@colonnade/runtime/protocol";
import type { Store } from "../../store/index.ts";
import { isAtomic, runAtomic } from "./atomic.ts";
import { checkLimits } from "./check-limits.ts";
import { shapeOf } from "./document-shape.ts";
import type { DocumentShape } from "./document-shape.ts";
import type { Execution } from "./execution.ts";
import type { TypesOf } from "./keyspace-types.ts";
import { limits, rootFields } from "./limits.ts";
import { prepareDocument } from "./prepare-document.ts";
import type { PreparedDocument } from "./prepare-document.ts";
import { printProblem } from "./problem.ts";
import { RecentMap } from "../recent-map.ts";
import type { DocumentRequest } from "./read-document.ts";
import { surveyText } from "./survey-text.ts";

export interface Document {
  readonly request: DocumentRequest;
  /** The types of the endpoint: the same function as long as they do not change. */
  readonly types: TypesOf;
  /** Refuses a document that parses, but is not meant to be run here. @throws {Refusal} */
  readonly refuse?: (node: DocumentNode, operationName: string | undefined) => void;
}

/** A document that is valid, whatever its values. */
interface Known {
  readonly node: DocumentNode;
  /** The types that it names. */
  readonly schema: GraphQLSchema;
  /** What one of its root fields may return. @see Execution */
  readonly mostValues: number;
  /** For most documents; graphql-js runs the others. */
  readonly prepared: PreparedDocument | undefined;
}

type Context = Omit<Execution, "mostValues">;

const maximumDocuments = 200;
/** By shape. */
const known = new WeakMap<TypesOf, RecentMap<string, Known>>();

/** @throws {Refusal} if `refuse` does */
export async function execute(document: Document, context: Context): Promise<GraphQLAnswer> {
  const { request, types, refuse } = document;
  const { query, operationName } = request;
  const documents = known.get(types) ?? new RecentMap<string, Known>(maximumDocuments);
  known.set(types, documents);
  try {
    const shape = shapeOf(query);
    const found = shape && documents.get(shape.key);
    if (found) refuse?.(found.node, operationName);
    else surveyText(query);
    const prepared = found && runPrepared(found, shape, request, context);
    if (prepared) return answer(await prepared, context);
    // Its values may be wrong, so a document of a known shape is validated too.
    const isValid = found !== undefined && shape?.literals.length === 0;
    const node = isValid ? found.node : parseDocument(query);
    if (!found) refuse?.(node, operationName);
    const schema = found?.schema ?? types(node);
    const errors = isValid ? [] : validateDocument(schema, node);
    if (errors.length > 0) return answer({ errors }, context);
    if (found) return answer(await runPlain(found, node, request, context), context);
    const valid = know(schema, node);
    if (shape) documents.set(shape.key, valid);
    const first = shape && runPrepared(valid, shape, request, context);
    return answer(await (first ?? runPlain(valid, node, request, context)), context);
  } catch (error) {
    if (error instanceof GraphQLError) return answer({ errors: [error] }, context);
    throw error;
  }
}

function know(schema: GraphQLSchema, node: DocumentNode): Known {
  const mostValues = limits.values / rootFields(node).length;
  return { node, schema, mostValues, prepared: prepareDocument(schema, node) };
}

function runPrepared(
  { node, mostValues, prepared }: Known,
  { literals }: DocumentShape,
  { query: text, operationName, variables = {} }: DocumentRequest,
  { store, report, requestId }: Context,
): Promise<ExecutionResult> | undefined {
  return operationName === undefined || getOperationAST(node, operationName)
    ? prepared?.({ text, literals, variables }, { store, report, requestId, mostValues })
    : undefined;
}

async function runPlain(
  { schema, mostValues }: Known,
  document: DocumentNode,
  { operationName, variables = {} }: DocumentRequest,
  context: Context,
): Promise<ExecutionResult> {
  const variableValues = withoutPrototypes(variables) as Record<string, unknown>;
  const runOn = async (store: Store, inBatch: boolean): Promise<ExecutionResult> => {
    const contextValue: Execution = { ...context, store, mostValues, inBatch };
    const options = { maxCoercionErrors: limits.errors };
    return run({ schema, document, contextValue, variableValues, operationName, options });
  };
  if (!isAtomic(document, operationName)) return runOn(context.store, false);
  return runAtomic(context.store, runOn);
}

function answer({ data, errors = [] }: ExecutionResult, context: Context): GraphQLAnswer {
  // Without an error there is always data.
  if (errors.length === 0) return { data: data ?? null };
  return { errors: errors.map((error) => printProblem(error, context)), ...(data !== undefined && { data }) };
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
