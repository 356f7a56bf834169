/**
 * Where REST differs from the recorded servers by design. Each difference is taken away from a recorded response, in this
 * order, until it is ours.
 */
import type { Reply } from "../service-fixture.ts";
import type { Difference, Exchange, Recorded } from "./replay.ts";
import { isSameDefinition } from "./same-definition.ts";

type Without = Difference["without"];
type Members = Readonly<Record<string, unknown>>;
type Test = (theirs: Recorded, reply: Reply, exchange: Exchange) => boolean;

/** The difference accounts for the whole response. */
const whole =
  (fits: Test): Without =>
  (recorded, exchange, reply) =>
    fits(recorded, reply, exchange) ? { status: reply.status, body: reply.json } : undefined;

const named = (...names: readonly string[]): Without => whole((_theirs, _ours, { name }) => names.includes(name));

/** Another list of names. */
const names =
  (change: (names: readonly string[]) => readonly string[]): Without =>
  (recorded) =>
    isNames(recorded.body) ? { ...recorded, body: change(recorded.body) } : undefined;

/** Values in the rows of a page that are ours in another form. */
const values =
  (isSame: (theirs: unknown, ours: unknown) => boolean): Without =>
  (recorded, _exchange, reply) => {
    const [theirs, ours] = [rowsOf(recorded.body), rowsOf(reply.json)];
    const body = theirs?.map((row, index) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => {
          const own = ours?.[index]?.[name];
          return [name, isSame(value, own) ? own : value];
        }),
      ),
    );
    return body && { ...recorded, body: { ...(recorded.body as Members), rows: body } };
  };

const isOk = (status: number): boolean => status >= 200 && status < 300;
const isRefused = (status: number): boolean => status >= 400 && status < 500;
/** A server error, or a connection that was closed without an answer. */
const isBroken = (status: number): boolean => status === 500 || status === 0;
const goesTo = ({ request: { method, path } }: Exchange, form: RegExp): boolean => form.test(`${method} ${path}`);

const definitions = /^POST .*\/(?:tables|columns)$/;
const table = /^GET .*\/tables\/[^/]+$/;
const rowWrites = /^(?:POST .*\/rows|PUT .*\/rows\/[^/]+)$/;
const strictValues = /read back (?:1e\+39|1\.5|"25:00:00"|"123e4567e89b42d3a456426614174000")$/;

export const restDifferences: readonly Difference[] = [
  // Definitions
  { id: "system-keyspaces", without: names((list) => list.filter((name) => !isSystem(name))) },
  { id: "system-keyspaces", without: whole((_theirs, _ours, exchange) => goesTo(exchange, /\/keyspaces\/system\//)) },
  { id: "keyspaces", without: named("other keyspace over REST", "keyspaces") },
  { id: "name-order", without: names((list) => list.toSorted()) },
  { id: "definition-form", without: whole(({ body }, { json }) => isSameDefinition(body, json)) },
  { id: "static-and-ttl", without: named("get table: order") },
  { id: "key-order", without: named("get composite key given in another order") },
  {
    id: "strict-definitions",
    without: whole(
      ({ status }, ours, exchange) =>
        (status === 201 && ours.status === 400 && goesTo(exchange, definitions)) ||
        (status === 200 && ours.status === 404 && goesTo(exchange, table)),
    ),
  },
  { id: "strict-definitions", without: named("list tables of lab") },
  {
    id: "all-types",
    without: whole(
      ({ status }, ours, exchange) => status === 400 && ours.status === 201 && goesTo(exchange, definitions),
    ),
  },
  { id: "all-types", without: named("columns after") },
  // Rows
  { id: "document-rows", without: whole((_theirs, _ours, { request }) => isDocument(request.body)) },
  { id: "document-rows", without: named("get row") },
  { id: "page-form", without: (recorded, exchange) => pageOf(recorded, exchange) },
  {
    id: "no-rows",
    without: whole(({ status, body }, ours) => status === 404 && isNoRow(body) && rowsOf(ours.json)?.length === 0),
  },
  {
    id: "all-rows",
    without: whole(({ status }, ours, exchange) => isRefused(status) && isOk(ours.status) && goesTo(exchange, allRows)),
  },
  {
    id: "update-form",
    without: (recorded, exchange) =>
      recorded.status === 200 && goesTo(exchange, /^PUT .*\/rows\//)
        ? { ...recorded, body: { success: true } }
        : undefined,
  },
  { id: "lossless", without: values(isSameNumber) },
  { id: "time-form", without: values((theirs, ours) => isMoment(theirs) && shortened(theirs) === shortened(ours)) },
  { id: "null", without: values((theirs, ours) => theirs === "<nil>" && ours === null) },
  { id: "null", without: named('u: read "{name:null}"') },
  { id: "empty", without: values((theirs, ours) => ours === null && isEmpty(theirs)) },
  { id: "empty", without: values((theirs, ours) => theirs === null && ours === "") },
  { id: "duration-form", without: values((theirs, ours) => isDuration(theirs) && typeof ours === "string") },
  { id: "inet-form", without: values((theirs, ours) => isInet(theirs) && typeof ours === "string") },
  { id: "text-as-sent", without: values((theirs, ours) => typeof ours === "string" && theirs === trimmed(ours)) },
  { id: "text-as-sent", without: named("get, encoded blank", "text: key %27a%27") },
  { id: "query-key", without: named("text: key query") },
  { id: "plus", without: named("get, plus as blank") },
  { id: "pages-of-a-key", without: named("get, pageSize on a key") },
  { id: "key-values", without: named("get row, two values for one key column", "get, encoded semicolons") },
  {
    id: "key-values",
    without: whole(({ status }, ours, exchange) => status === 404 && isOk(ours.status) && goesTo(exchange, /%2F/)),
  },
  {
    id: "strict-values",
    without: whole(({ status }, ours, exchange) => isOk(status) && ours.status === 400 && goesTo(exchange, rowWrites)),
  },
  { id: "strict-values", without: whole((_theirs, _ours, { name }) => strictValues.test(name)) },
  // The write before was refused.
  {
    id: "strict-values",
    without: whole((_, ours, { name }) => /: read /.test(name) && rowsOf(ours.json)?.length === 0),
  },
  { id: "strict-values", without: named("get one, short uuid groups", "time: key 12:34", "double: key NaN") },
  {
    id: "text-of-values",
    without: whole(({ status }, ours, exchange) => status === 400 && isOk(ours.status) && goesTo(exchange, rowWrites)),
  },
  { id: "filters", without: named("query: empty filters", "query: empty value") },
  { id: "one-value", without: named("clustering eq, two values") },
  { id: "empty-state", without: named("pageState empty", "all rows, pageState empty") },
  // HTTP
  { id: "header-names", without: named("document header name x-service-token") },
  { id: "token-first", without: named("missing token, bad JSON") },
  { id: "accept", without: named("accept text/html", "accept text/plain", "accept application/vnd.x+json") },
  { id: "options", without: whole((_theirs, _ours, exchange) => goesTo(exchange, /^OPTIONS /)) },
  { id: "slash", without: named("list keyspaces, trailing slash") },
  { id: "auth", without: named("document auth path", "generate ok") },
  { id: "served", without: whole(({ status }, ours) => isBroken(status) && isOk(ours.status)) },
  { id: "refused", without: whole(({ status }, ours) => isBroken(status) && isRefused(ours.status)) },
  { id: "refusal-status", without: whole(({ status }, ours) => isRefused(status) && isRefused(ours.status)) },
];

const allRows = /^GET .*\/rows\/?(?:\?|$)/;

/** `{rows, _count}` of the Go server, which leaves out what is empty. */
function pageOf(recorded: Recorded, exchange: Exchange): Recorded | undefined {
  const page = recorded.body as Members | undefined;
  if (recorded.status !== 200 || !goesTo(exchange, /\/rows\//) || page?.["success"] !== undefined) return undefined;
  const { _count: count, ...rest } = page ?? {};
  return { ...recorded, body: { count: count ?? 0, rows: [], ...rest } };
}

function isNames(body: unknown): body is readonly string[] {
  return Array.isArray(body) && body.length > 0 && body.every((item) => typeof item === "string");
}

function isSystem(name: string): boolean {
  return /^(?:system|stargate_system$|data_endpoint_auth$)/.test(name);
}

function isDocument(body: unknown): boolean {
  return typeof body === "object" && body !== null && "query" in body && !("columns" in body);
}

function isNoRow(body: unknown): boolean {
  return /^no row found/.test(String((body as Members | undefined)?.["description"]));
}

/** The text of ours is the number of theirs; also in lists. */
function isSameNumber(theirs: unknown, ours: unknown): boolean {
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    return theirs.length === ours.length && theirs.every((item, index) => isSameNumber(item, ours[index]));
  }
  return typeof ours === "string" && (typeof theirs === "number" || theirs === "0") && Number(ours) === Number(theirs);
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function isDuration(value: unknown): boolean {
  return typeof value === "object" && value !== null && "nanoseconds" in value;
}

function isInet(value: unknown): boolean {
  return typeof value === "string" && /^[\da-f]+(?::[\da-f]+){7}$/.test(value);
}

/** A time of day, alone or after a date. */
function isMoment(value: unknown): boolean {
  return typeof value === "string" && /(?:^|T)\d\d:\d\d:\d\d/.test(value);
}

/** Without the zeros that end a fraction. */
function shortened(value: unknown): string {
  return String(value).replace(/(?:\.0+|(?<=\.\d*[1-9])0+)(?=Z?$)/, "");
}

/** What Stargate stores: trimmed, and without a pair of quotes around. */
function trimmed(text: string): string {
  const quoted = /^'(.*)'$/.exec(text.trim());
  return quoted ? (quoted[1] ?? "").replaceAll("''", "'") : text.trim();
}

function rowsOf(body: unknown): readonly Members[] | undefined {
  const rows = (body as Members | undefined)?.["rows"];
  return Array.isArray(rows) ? rows : undefined;
}
