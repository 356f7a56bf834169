/**
 * The GraphQL endpoints: a document → its result, errors of the document included.
 *
 * `POST` runs any document, `GET` only queries. The status is 200 unless the client accepts
 * `application/graphql-response+json`: there, a document that was not run is a 400.
 */
import { Kind, getOperationAST } from "graphql";
import type { DocumentNode, OperationDefinitionNode } from "graphql";
import { headers, routes } from "@colonnade/runtime/protocol";
import type { Answer } from "../answer.ts";
import type { Call, Endpoint, Parts } from "../endpoint.ts";
import { Refusal, badRequest } from "../refusal.ts";
import { RecentMap } from "../recent-map.ts";
import { operationsIn } from "./document-fields.ts";
import { execute } from "./execute.ts";
import type { Document, Result } from "./execute.ts";
import { keyspaceTypesOf } from "./keyspace-types.ts";
import type { TypesOf } from "./keyspace-types.ts";
import { chooseMediaType, graphqlResponse, readDocument, readDocumentOfUrl } from "./read-document.ts";

/** The types that a document may use, of the keyspace that the request is for. */
type TypesFor = (call: Call, parts: Parts) => Promise<TypesOf>;

export type Methods = Readonly<Record<"GET" | "POST", Endpoint>>;

/** `/api/graphql` and `/api/graphql/{keyspace}`. */
export const documentMethods: Methods = methodsFor((call, parts) => {
  const name = call.params[0] ?? parts.keyspace;
  if (name === undefined) throw new Refusal(404, "No default keyspace defined: name one, /api/graphql/{keyspace}");
  if (call.params[0] === undefined) refuseOtherKeyspace(call.header(headers.keyspace), name);
  return parts.store.keyspace(name).then((keyspace) => {
    if (!keyspace) throw new Refusal(404, `Unknown keyspace '${name}'`);
    return keyspaceTypesOf(keyspace);
  });
});

/** `/api/graphql-schema`: documents about definitions. Most services never get one: what it needs is loaded with the first. */
export const definitionMethods: Methods = methodsFor(
  async () => (await import("./definition-types.ts")).definitionTypesOf,
);

function methodsFor(typesFor: TypesFor): Methods {
  return {
    GET: async (call, parts) => {
      const types = await typesFor(call, parts);
      return respond(call, parts, { request: readDocumentOfUrl(call), types, refuse: refuseMutation });
    },
    POST: async (call, parts) => {
      const types = await typesFor(call, parts);
      return respond(call, parts, { request: readDocument(await call.body()), types });
    },
  };
}

/** Runs a document, and responds in the media type that the client accepts. */
export async function respond(call: Call, parts: Parts, document: Document): Promise<Answer> {
  const mediaType = chooseMediaType(call.header("accept"));
  const type = mediaType === graphqlResponse ? `${mediaType}; charset=utf-8` : mediaType;
  const mayBeKept = mayIntrospect(document);
  const kept = mayBeKept ? findIntrospection(document) : undefined;
  if (kept !== undefined) return { status: 200, text: { type, content: kept } };
  const { request, types } = document;
  const refuse: Document["refuse"] = (node, operationName) => {
    document.refuse?.(node, operationName);
    call.nameOperation?.(nameOf(node, operationName));
    if (kindOf(node, operationName) !== "query") parts.requireWrite();
  };
  const { store, report } = parts;
  const result = await execute(
    { request, types, refuse },
    { store, report, reads: call.reads, requestId: call.requestId },
  );
  const { text, hasData, errorCode } = result;
  const content = mayBeKept ? keepIntrospection(document, result) : text;
  const status = hasData || mediaType !== graphqlResponse ? 200 : 400;
  return { status, text: { type, content }, errorCode };
}

/** Links, prefetching and caches repeat a GET at will. */
function refuseMutation(node: DocumentNode, operationName: string | undefined): void {
  const kind = kindOf(node, operationName);
  if (kind === "query") return;
  throw new Refusal(405, `HTTP 405 Method Not Allowed: send a ${kind} by POST`, { allow: "POST" });
}

const longestName = 100;

/** By operations, since a document that is known comes again and again. */
const names = new WeakMap<OperationDefinitionNode, string>();

/** The name that the document gives to its operation, or the fields that it asks: `products, orders`. */
function nameOf(node: DocumentNode, operationName: string | undefined): string {
  const operation = getOperationAST(node, operationName);
  if (!operation) return "";
  let name = names.get(operation);
  if (name === undefined) names.set(operation, (name = createName(operation)));
  return name;
}

function createName({ name, selectionSet }: OperationDefinitionNode): string {
  const fields = selectionSet.selections.flatMap((each) => (each.kind === Kind.FIELD ? each.name.value : []));
  const text = name?.value ?? [...new Set(fields)].join(", ");
  return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
}

function kindOf(node: DocumentNode, operationName: string | undefined): string {
  return getOperationAST(node, operationName)?.operation ?? "query";
}

/** Two keyspaces may have the same tables, so only this header shows that a document is for a different one. */
function refuseOtherKeyspace(meant: string | null, served: string): void {
  if (meant === null || meant === encodeURIComponent(served)) return;
  const path = routes.graphql();
  const other = meant.slice(0, 100);
  throw badRequest(
    `${path} serves the keyspace '${served}', not '${other}': send the document to ${path}/${other}, as a session without the keyspace option does`,
  );
}

/*
 * Responses to introspection depend on the types alone, and those of a thousand tables take a second to make and megabytes to
 * print.
 */

/** Bytes, so that sending them does not have to encode them. */
type Body = Uint8Array<ArrayBuffer>;

/** The bodies of responses by document, for as long as the types stay the same. */
const known = new WeakMap<TypesOf, RecentMap<string, Body>>();

/** Programs that introspect have a document each: a console, a generator, our own bindings. */
const maximumKept = 4;

/** The body of the response, if the document was run before and has the same result again. */
function findIntrospection(document: Document): Body | undefined {
  return known.get(document.types)?.get(keyOf(document));
}

/** Keeps the result of a document that only introspects. @returns the body of the response */
function keepIntrospection(document: Document, { text, errorCode }: Result): string | Body {
  if (errorCode !== undefined || !onlyIntrospects(document.request.query)) return text;
  const bodies = known.get(document.types) ?? new RecentMap<string, Body>(maximumKept);
  known.set(document.types, bodies);
  const body = Buffer.from(text);
  bodies.set(keyOf(document), body);
  return body;
}

/** Whether the response to a document is kept. One that may be refused after it was parsed has to be parsed. */
function mayIntrospect({ request, refuse }: Document): boolean {
  return !refuse && /\b__(?:schema|type)\b/.test(request.query);
}

function onlyIntrospects(text: string): boolean {
  return operationsIn(text).every((name) => name.startsWith("__"));
}

function keyOf({ request: { query, operationName, variables } }: Document): string {
  return JSON.stringify([query, operationName, variables]);
}
