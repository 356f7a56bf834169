/**
 * Keeps the responses to introspection: they depend on the types alone, and those of a thousand tables take a second to
 * make and megabytes to print.
 */
import { parse } from "graphql";
import type { GraphQLAnswer } from "@colonnade/runtime/protocol";
import { printJson } from "../json.ts";
import { RecentMap } from "../recent-map.ts";
import type { Document } from "./execute.ts";
import type { TypesOf } from "./keyspace-types.ts";
import { rootFields } from "./document-fields.ts";
import { limits } from "./limits.ts";

/** Bytes, so that sending them does not have to encode them. */
type Body = Uint8Array<ArrayBuffer>;

/** The bodies of responses by document, for as long as the types stay the same. */
const known = new WeakMap<TypesOf, RecentMap<string, Body>>();

/** Programs that introspect have a document each: a console, a generator, our own bindings. */
const maximumKept = 4;

/** The body of the response, if the document was run before and has the same result again. */
export function findIntrospection(document: Document): Body | undefined {
  return known.get(document.types)?.get(keyOf(document));
}

/** Keeps the result of a document that only introspects. @returns the body of the response */
export function keepIntrospection(document: Document, result: GraphQLAnswer): Body | undefined {
  if (result.errors || !onlyIntrospects(document.request.query)) return undefined;
  const bodies = known.get(document.types) ?? new RecentMap<string, Body>(maximumKept);
  known.set(document.types, bodies);
  const body = Buffer.from(printJson(result));
  bodies.set(keyOf(document), body);
  return body;
}

/** Whether the response to a document is kept. One that may be refused after it was parsed has to be parsed. */
export function mayIntrospect({ request, refuse }: Document): boolean {
  return !refuse && /\b__(?:schema|type)\b/.test(request.query);
}

function onlyIntrospects(text: string): boolean {
  return rootFields(parse(text, { maxTokens: limits.tokens })).every(({ name }) => name.value.startsWith("__"));
}

function keyOf({ request: { query, operationName, variables } }: Document): string {
  return JSON.stringify([query, operationName, variables]);
}
