/**
 * Reads the first document of a shape: surveys its text, parses it, validates it against the types of the tables that it names, and
 * prepares it for later runs.
 */
import { GraphQLError, parse, specifiedRules, validate } from "graphql";
import type { DocumentNode, GraphQLSchema } from "graphql";
import type { Reads } from "../../store/index.ts";
import { limits } from "../limits.ts";
import { checkDepth, rootFields } from "./document-fields.ts";
import type { SchemaFor } from "./keyspace-types.ts";
import { prepareDocument } from "./prepare-document.ts";
import type { PreparedDocument } from "./prepare-document.ts";
import { surveyText } from "./survey-text.ts";

/** A document that is valid, whatever its values. */
export interface ValidDocument {
  readonly node: DocumentNode;
  /** The types that it names. */
  readonly schema: GraphQLSchema;
  /** The number of its root fields, which share the limits of a document. */
  readonly roots: number;
  /** Whether it only asks about the types. */
  readonly introspects: boolean;
  /** For most documents; graphql-js runs the others. */
  readonly prepared: PreparedDocument | undefined;
}

/**
 * @param refuse throws if the document must not run
 * @throws {GraphQLError} if the text is too expensive, or cannot be parsed
 */
export async function readDocument(
  text: string,
  schemaFor: SchemaFor,
  { timeSlice }: Reads,
  refuse: (node: DocumentNode) => void,
): Promise<ValidDocument | { readonly errors: readonly GraphQLError[] }> {
  surveyText(text);
  const node = parseDocument(text);
  refuse(node);
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
    roots: fields.length,
    introspects: fields.every(({ name }) => name.value.startsWith("__")),
    prepared,
  };
}

export function parseDocument(text: string): DocumentNode {
  try {
    const node = parse(text, { maxTokens: limits.tokens });
    // Both refuse a document that has too many levels or fields.
    checkDepth(node);
    rootFields(node);
    return node;
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError) throw new GraphQLError("The document is nested too deeply");
    throw error;
  }
}

export function validateDocument(schema: GraphQLSchema, node: DocumentNode): readonly GraphQLError[] {
  try {
    const hideSuggestions = (node.loc?.end ?? 0) > limits.suggestions;
    return validate(schema, node, specifiedRules, { maxErrors: limits.errors, hideSuggestions });
  } catch (error) {
    if (error instanceof RangeError) return [new GraphQLError("The document is nested too deeply")];
    throw error;
  }
}
