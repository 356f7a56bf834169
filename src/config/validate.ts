import { didYouMean } from "../errors.ts";
import { isEnvMarker } from "./env.ts";
import type { ConfigPath } from "./json-config.ts";

/** A mistake in a config, and its place. */
export interface ConfigProblem {
  readonly code: "unknown-member" | "missing-member" | "wrong-value";
  readonly path: ConfigPath;
  readonly message: string;
  readonly next?: string;
  /** Whether the mistake is the member's name, not its value. */
  readonly atName?: boolean;
}

interface Member {
  /** A phrase that follows "is". */
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  readonly required?: boolean;
  readonly next?: string;
  /** The members of an object with fixed names. */
  readonly members?: Members;
  /** The members of an object with any names. */
  readonly each?: Member;
  /** The items of a list. */
  readonly items?: Member;
}

type Members = Readonly<Record<string, Member>>;

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
const isBoolean = (value: unknown): boolean => typeof value === "boolean";
const variable = /^[A-Za-z_][A-Za-z0-9_]*$/;
const isVariable = (value: unknown): boolean => isEnvMarker(value) && variable.test(value.$env);

function oneOf(...values: readonly string[]): Member {
  const expected = values.map((value) => JSON.stringify(value)).join(" or ");
  return { expected, fits: (value) => values.includes(value as string) };
}

const folder: Member = { expected: "the path of a folder", fits: isText, required: true };
const textOrVariable: Member = {
  expected: 'a string or env("NAME")',
  fits: (value) => isText(value) || isVariable(value),
};

const toggle: Member = { expected: "true or false", fits: isBoolean };
const text: Member = { expected: "a string", fits: isText };
const required = (member: Member): Member => ({ ...member, required: true });
const object = (members: Members): Member => ({ expected: "an object", fits: isObject, members });
const record = (each: Member): Member => ({ expected: "an object", fits: isObject, each });
const list = (expected: string, items: Member): Member => ({ expected, fits: isList, items });

function name(expected: string, pattern: RegExp): Member {
  return { expected, fits: (value) => typeof value === "string" && pattern.test(value) };
}

const typeName = (example: string): Member => name(`a name in mixed case, such as ${example}`, /^[A-Z][A-Za-z0-9]*$/);

/** In JavaScript, a member `__proto__` sets the prototype of its object. */
const member: Member = {
  expected: "a string other than __proto__",
  fits: (value) => isText(value) && value !== "__proto__",
};

const identifier = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
const exported = name("the name of an export", identifier);
const codec: Members = { codec: exported, type: required(exported), from: required(text) };
const value: Member = {
  expected: '"unknown", or an object with codec, type and from',
  fits: (candidate) => candidate === "unknown" || isObject(candidate),
  members: codec,
};

const literal: Member = {
  expected: "a string or a whole number",
  fits: (candidate) => typeof candidate === "string" || Number.isSafeInteger(candidate),
};
const column: Member = {
  ...object({
    name: member,
    value,
    oneOf: {
      expected: "a list of different strings or whole numbers",
      fits: (candidate) => isList(candidate) && candidate.length > 0 && new Set(candidate).size === candidate.length,
      items: literal,
    },
    idOf: text,
  }),
  expected: "an object with either value or oneOf",
  fits: (candidate) => isObject(candidate) && (candidate["value"] === undefined || candidate["oneOf"] === undefined),
};

const patterns: Member = {
  ...list("a list of patterns for names of tables", text),
  next: 'in brackets: ["products", "orders_*"]',
};

const keyspace: Members = {
  definitions: folder,
  output: folder,
  include: patterns,
  exclude: patterns,
  validators: toggle,
  naming: oneOf("camel", "verbatim"),
  importExtension: oneOf(".js", ".ts", ""),
  brandedIds: toggle,
  asserts: toggle,
  documents: toggle,
  types: record(value),
  columns: record(column),
  tables: record(
    object({
      name: typeName("Products"),
      row: typeName("Product"),
      plural: typeName("Products"),
      contended: toggle,
    }),
  ),
  userTypes: record(object({ name: typeName("Address") })),
  name: {
    expected: "a function (kind, { name }) => string | undefined",
    fits: (candidate) => typeof candidate === "function",
    next: 'JSON has no functions: name each table there, tables: { "products": { "name": "Product" } }',
  },
};

/** An empty list selects nothing, which must not look like success. */
const outputs: Member = {
  expected: "an object, or a list of objects",
  fits: (candidate) => isObject(candidate) || (isList(candidate) && candidate.length > 0),
  members: keyspace,
  items: object(keyspace),
};

const secret = (variable: string): Member => ({
  expected: 'env("NAME"), never the password itself',
  fits: isVariable,
  next: `password: env("${variable}"), or { "$env": "${variable}" } in JSON`,
});

const service: Members = { url: textOrVariable, username: textOrVariable, password: secret("COLONNADE_PASSWORD") };

const cluster: Members = {
  contactPoints: required({
    expected: 'a list of hosts, or env("NAME")',
    fits: (candidate) => (isList(candidate) && candidate.length > 0) || isVariable(candidate),
    items: text,
    next: 'in brackets: ["10.0.0.1", "db.example.com:9142"]',
  }),
  localDataCenter: textOrVariable,
  username: textOrVariable,
  password: secret("CASSANDRA_PASSWORD"),
  tls: {
    expected: "true, false or an object with files",
    fits: (candidate) => isBoolean(candidate) || isObject(candidate),
    members: { ca: text, cert: text, key: text },
  },
};

/** All members of a config. */
const config: Member = {
  ...object({
    $schema: text,
    keyspaces: required(record(outputs)),
    service: object(service),
    cluster: object(cluster),
  }),
  expected: "an object",
};

/** Returns every mistake of a config, in the order of its members; none if it is a `Config`. */
export function validateConfig(candidate: unknown): ConfigProblem[] {
  return validateValue(candidate, [], config);
}

/** Returns every mistake of a keyspace's settings, as a build script passes them. */
export function validateSettings(settings: object): ConfigProblem[] {
  return validateMembers(settings as Readonly<Record<string, unknown>>, [], keyspace);
}

function validateValue(candidate: unknown, path: ConfigPath, member: Member): ConfigProblem[] {
  if (!member.fits(candidate)) return [wrongValue(path, member, candidate)];
  const { each, items, members } = member;
  if (items && isList(candidate)) {
    // Reads by index: a sparse list has undefined there.
    return [...candidate.entries()].flatMap(([index, item]) => validateValue(item, [...path, index], items));
  }
  if (!isObject(candidate)) return [];
  if (each) return Object.entries(candidate).flatMap(([name, held]) => validateValue(held, [...path, name], each));
  return members ? validateMembers(candidate, path, members) : [];
}

function validateMembers(
  object: Readonly<Record<string, unknown>>,
  path: ConfigPath,
  members: Members,
): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  for (const [name, value] of Object.entries(object)) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (!member) problems.push(unknownMember([...path, name], Object.keys(members)));
    else if (value !== undefined) problems.push(...validateValue(value, [...path, name], member));
  }
  for (const [name, member] of Object.entries(members)) {
    if (!member.required || object[name] !== undefined) continue;
    const message = `${shown([...path, name])} is missing: ${member.expected}`;
    problems.push({ code: "missing-member", path, message });
  }
  return problems;
}

function unknownMember(path: ConfigPath, candidates: readonly string[]): ConfigProblem {
  const name = `${path.at(-1)}`;
  const meant = didYouMean(name, candidates);
  const next = meant === undefined ? `allowed: ${candidates.join(", ")}` : `did you mean ${JSON.stringify(meant)}?`;
  return { code: "unknown-member", path, message: `unknown member ${shown(path)}`, next, atName: true };
}

/** Does not show the value, which may be a misplaced secret. */
function wrongValue(
  path: ConfigPath,
  { expected, next }: Pick<Member, "expected" | "next">,
  value: unknown,
): ConfigProblem {
  const message = `${path.length === 0 ? "a config" : shown(path)} must be ${expected}, not ${kindOf(value)}`;
  return { code: "wrong-value", path, message, ...(next !== undefined && { next }) };
}

/** `keyspaces.shop[1].naming` */
function shown(path: ConfigPath): string {
  return path.map((part, depth) => (typeof part === "number" ? `[${part}]` : depth === 0 ? part : `.${part}`)).join("");
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return `${value}`;
  if (isList(value)) return value.length === 0 ? "an empty list" : "a list";
  if (value === "") return "an empty string";
  if (typeof value === "string") return "this string";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
