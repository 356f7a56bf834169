import { isDeepStrictEqual } from "node:util";

export interface GraphQLBody {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly path?: readonly unknown[] }[];
}

export function isGraphQLBody(body: unknown): body is GraphQLBody {
  return typeof body === "object" && body !== null && ("data" in body || "errors" in body);
}

/**
 * Compares what a document returned: data, and which fields failed. An error with the same message in other words counts as
 * wording; so does data that is null as a whole where an error says that nothing was run, which servers leave out.
 */
export function graphqlVerdict(theirs: GraphQLBody, ours: GraphQLBody): "same" | "wording" | undefined {
  const [their, our] = [theirs.errors ?? [], ours.errors ?? []];
  if (their.length > 0 !== our.length > 0) return undefined;
  if (!isDeepStrictEqual(dataOf(theirs), dataOf(ours))) return undefined;
  const messages = (errors: typeof their): string[] => [...new Set(errors.map(({ message }) => plain(message)))].sort();
  return isDeepStrictEqual(messages(their), messages(our)) ? "same" : "wording";
}

/** Page states are opaque; data without any value is none. */
function dataOf({ data }: GraphQLBody): unknown {
  const isNone = typeof data !== "object" || data === null || Object.values(data).every((value) => value === null);
  return isNone ? null : withoutStates(data);
}

function withoutStates(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutStates);
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, name === "pageState" ? typeof value : withoutStates(value)]),
  );
}

/** Without what Stargate puts before a message: the path, and the Java class. */
function plain(message: string): string {
  return message
    .replace(/^Exception while fetching data \([^)]*\) : /, "")
    .replace(/^[\w.]+Exception: /, "")
    .trim();
}
