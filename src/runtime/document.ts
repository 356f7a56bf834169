import { GraphQLError, ProtocolError } from "./errors.ts";
import type { Layout } from "./layout.ts";
import type { Wire } from "./protocol/codec.ts";
import type { GraphQLAnswer } from "./protocol/payloads.ts";
import { routes } from "./protocol/routes.ts";
import type { Session } from "./session.ts";

/** A value of an enum in a document: printed bare. */
export class EnumValue {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export type Literal = Wire | EnumValue | readonly Literal[] | { readonly [name: string]: Literal | undefined };

/** A value as GraphQL text: `{ id: "1", price: null }`. Members that are undefined are left out. */
export function printLiteral(value: Literal): string {
  if (value instanceof EnumValue) return value.name;
  if (Array.isArray(value)) return `[${value.map(printLiteral).join(", ")}]`;
  if (typeof value === "object" && value !== null) return `{${printMembers(value as Members)}}`;
  // JSON writes minus zero without its sign.
  if (Object.is(value, -0)) return "-0.0";
  // GraphQL takes all escapes of a JSON string, and the same numbers.
  return JSON.stringify(value);
}

type Members = { readonly [name: string]: Literal | undefined };

function printMembers(members: Members): string {
  return Object.entries(members)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${printLiteral(value)}`]))
    .join(", ");
}

export interface Operation {
  readonly kind: "query" | "mutation";
  /** For messages: `insert shop.products`. */
  readonly title: string;
  readonly field: string;
  readonly args: Members;
  /** `applied value { id }` */
  readonly selection: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends one operation and returns what its field holds.
 *
 * Literals stand in the text, as in the samples of the service document: every server of this family takes them, while
 * the names of input types differ.
 * @throws {GraphQLError} `document-rejected` when nothing was executed, `field` when the operation failed
 */
export async function execute(
  session: Session,
  layout: Layout,
  operation: Operation,
): Promise<Record<string, unknown>> {
  const { kind, title, field, selection } = operation;
  const args = printMembers(operation.args);
  const query = `${kind} { result: ${field}${args === "" ? "" : `(${args})`} { ${selection} } }`;
  const path = routes.graphql(layout.keyspace === session.keyspace ? undefined : layout.keyspace);
  const answer = await session.send({
    operation: title,
    method: "POST",
    path,
    body: { query, variables: {} },
    signal: operation.signal,
  });
  const about = { operation: title, requestId: answer.requestId, status: answer.status };
  const { data, errors } = (answer.json ?? {}) as GraphQLAnswer;
  if (errors !== undefined && errors.length > 0) {
    const problems = errors.map((problem) => String(problem?.message ?? problem));
    throw new GraphQLError(data === undefined || data === null ? "document-rejected" : "field", problems, about);
  }
  const result = data?.["result"];
  if (typeof result !== "object" || result === null) throw new ProtocolError("the answer holds no result", about);
  return result as Record<string, unknown>;
}
