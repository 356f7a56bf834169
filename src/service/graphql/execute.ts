/**
 * Executes the text of a GraphQL document, for all endpoints.
 *
 * Parses, checks the limits, validates and runs the document on the types of its endpoint. Caches parsed documents by
 * their text as long as those types exist. Errors of the document are part of the result, never thrown.
 */
import { GraphQLError, execute as run, parse, specifiedRules, validate } from "graphql";
import type { DocumentNode, GraphQLSchema } from "graphql";
import type { GraphQLAnswer, GraphQLRequestBody } from "@colonnade/runtime/protocol";
import type { Execution } from "./execution.ts";
import { checkLimits, limits, rootFields } from "./limits.ts";
import { printProblem } from "./problem.ts";

export interface Document extends GraphQLRequestBody {
  /** The types of the endpoint. */
  readonly types: GraphQLSchema;
  /** Refuses a document that parses, but is not meant to be run here. @throws {Refusal} */
  readonly refuse?: (node: DocumentNode, operationName: string | undefined) => void;
}

/** Parsed and validated documents by text, the least recently used first. */
type Documents = Map<string, DocumentNode>;

const maximumDocuments = 200;
/** Longer texts contain many values, and hardly ever repeat. */
const maximumKeptLength = 4000;
const known = new WeakMap<GraphQLSchema, Documents>();

/** @throws {Refusal} if `refuse` does */
export async function execute(document: Document, context: Omit<Execution, "mostValues">): Promise<GraphQLAnswer> {
  const { types, query, refuse } = document;
  const documents = known.get(types) ?? new Map<string, DocumentNode>();
  known.set(types, documents);
  try {
    const node = documents.get(query) ?? parseDocument(query);
    refuse?.(node, document.operationName);
    const errors = documents.has(query) ? [] : validateDocument(types, node);
    if (errors.length > 0) return { errors: errors.map((error) => printProblem(error, context)) };
    remember(documents, query, node);
    const result = await run({
      schema: types,
      document: node,
      contextValue: { ...context, mostValues: limits.values / rootFields(node).length } satisfies Execution,
      variableValues: withoutPrototypes(document.variables ?? {}) as Record<string, unknown>,
      operationName: document.operationName,
    });
    return {
      ...(result.errors && { errors: result.errors.map((error) => printProblem(error, context)) }),
      ...(result.data !== undefined && { data: result.data }),
    };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [printProblem(error, context)] };
    throw error;
  }
}

function remember(documents: Documents, text: string, node: DocumentNode): void {
  if (text.length > maximumKeptLength) return;
  documents.delete(text);
  documents.set(text, node);
  for (const oldest of documents.keys()) {
    if (documents.size <= maximumDocuments) break;
    documents.delete(oldest);
  }
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

function validateDocument(types: GraphQLSchema, node: DocumentNode): readonly GraphQLError[] {
  try {
    return validate(types, node, specifiedRules, { maxErrors: limits.errors });
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
  for (const [name, value] of Object.entries(json)) copy[name] = withoutPrototypes(value);
  return copy;
}
