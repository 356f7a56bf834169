/** Where values in GraphQL differ from the recorded servers by design. */
import { isDeepStrictEqual } from "node:util";
import { isGraphQLBody } from "./graphql-verdict.ts";
import { called, messageOf, named, refused, values, whole } from "./graphql-explanations.ts";
import type { Difference } from "./replay.ts";

const wrongForm = (form: string): RegExp => new RegExp(`; it is not ${form}|Expected type "\\w+"\\. it is not ${form}`);

export const graphqlValueDifferences: readonly Difference[] = [
  // Values that are written
  { id: "no-functions", without: refused(/"(?:uuid|now)\(\)"/) },
  { id: "no-functions", without: named('uuid: read "uuid()"', 'timeuuid: read "now()"') },
  { id: "json-types", without: refused(/; (?:String|Int|Float|Boolean) cannot represent /) },
  { id: "json-types", without: called(/^(?:float|double|boolean|text|varchar): .*variable (?:"1\.5"|"true"|5)$/) },
  { id: "small-integers", without: refused(/^Variable "\$v" of type "Int" used in position expecting type/) },
  { id: "small-integers", without: called(/^(?:small|tiny)int: read back variable /) },
  {
    id: "number-literals",
    without: whole(({ name }, reply, { body }) => /-?[\d.]+$/.test(name) && isTaken(body, reply.json)),
  },
  { id: "number-literals", without: named("decimal a number") },
  { id: "number-literals", without: called(/^(?:bigint|varint): write variable \d{19,}$/) },
  { id: "text-of-values", without: called(/^decimal: (?:literal|variable) "1[eE][+-]\d+"$/) },
  { id: "served", without: named("mTextInt: literal []") },
  { id: "timestamp-text", without: refused(wrongForm("(?:a moment|a date|a duration)")) },
  { id: "timestamp-text", without: called(/^(?:timestamp|date|duration): read ["\d-]/) },
  { id: "timestamp-text", without: called(/^time: (?:read|write|write variable) \d+$/) },
  { id: "strict-values", without: refused(wrongForm("(?:a UUID|an IPv4|base64|a finite number|a time of day)")) },
  { id: "strict-values", without: whole(({ name }, { json }) => /: read /.test(name) && hasNoRow(json)) },
  // Values that are read
  { id: "timestamp-form", without: called(/^timestamp: (?:read|write) ".*:31\.(?:1|12|0205|020999999)Z"$/) },
  { id: "timestamp-form", without: values((theirs, ours) => isMoment(theirs) && instant(theirs) === instant(ours)) },
  { id: "time-form", without: values((theirs, ours) => isTime(theirs) && shortened(theirs) === ours) },
  {
    id: "inet-form",
    without: values((theirs, ours) => /^[\da-f]+(?::[\da-f]+){7}$/.test(String(theirs)) && ours !== null),
  },
  { id: "duration-form", without: values((theirs, ours) => theirs === "" && ours === "0s") },
  { id: "empty", without: called(/^blob: read ""$/) },
  { id: "empty-is-null", without: called(/: read back \[\]$/) },
  { id: "echo", without: values(isStored) },
  { id: "last-page", without: values((theirs, ours, name) => name === "pageState" && theirs === "" && ours === null) },
  { id: "last-page", without: named("page size 12 of 12 rows") },
];

/** Theirs refuses the value, ours does not. */
function isTaken(theirs: unknown, ours: unknown): boolean {
  return messageOf(theirs) !== "" && messageOf(ours) === "";
}

function hasNoRow(json: unknown): boolean {
  return isGraphQLBody(json) && Object.values(json.data ?? {}).some((page) => isDeepStrictEqual(page, { values: [] }));
}

function isMoment(value: unknown): boolean {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);
}

function instant(value: unknown): number {
  return new Date(String(value)).getTime();
}

function isTime(value: unknown): boolean {
  return typeof value === "string" && /^\d\d:\d\d:\d\d/.test(value);
}

/** Without the zeros that end a fraction. */
function shortened(value: unknown): string {
  return String(value).replace(/\.?0+$/, (zeros) => (zeros.startsWith(".") ? "" : zeros.replace(/0+$/, "")));
}

/** Ours is what is stored of theirs, which repeats what was sent. */
function isStored(theirs: unknown, ours: unknown): boolean {
  if (ours === null) return typeof theirs === "object" && isWithoutValue(theirs);
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    return ours.length <= theirs.length && ours.every((item) => theirs.some((other) => isDeepStrictEqual(item, other)));
  }
  if (typeof theirs === "number") return isTime(ours);
  return typeof theirs === "string" && theirs.toLowerCase() === ours;
}

function isWithoutValue(value: object | null): boolean {
  return value !== null && Object.values(value).every((member) => member === null);
}
