/**
 * The members of a config and what each must be, and secrets that it should not contain. `config.ts` says what they do, and
 * `plan/overrides.ts` what those of rules do.
 */
import type { Config } from "./config.ts";
import { isEnvMarker, variableName } from "./env.ts";
import { secretParameter } from "./json-config.ts";
import type { ConfigPath } from "./json-config.ts";
import { isList, isObject, isText, validateMembers, validateValue } from "./validate-value.ts";
import type { Member, MemberProblem, Members } from "./validate-value.ts";

const isBoolean = (value: unknown): boolean => typeof value === "boolean";
const isVariable = (value: unknown): boolean => isEnvMarker(value) && variableName.test(value.$env);

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

function matching(expected: string, pattern: RegExp): Member {
  return { expected, fits: (value) => typeof value === "string" && pattern.test(value) };
}

const typeName = (example: string): Member =>
  matching(`a name in mixed case, such as ${example}`, /^[A-Z][A-Za-z0-9]*$/);

/** In JavaScript, a member `__proto__` sets the prototype of its object. */
const memberName: Member = {
  expected: "a string other than __proto__",
  fits: (value) => isText(value) && value !== "__proto__",
};

const identifier = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
const exported = matching("the name of an export", identifier);
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
    name: memberName,
    value,
    oneOf: {
      expected: "a list of different strings or whole numbers",
      fits: (candidate) => isList(candidate) && candidate.length > 0 && new Set(candidate).size === candidate.length,
      items: literal,
    },
    idOf: text,
  }),
  expected: "an object with at most one of value and oneOf",
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
    next: 'a config in JSON has no functions: name each table there, tables: { "products": { "name": "Product" } }',
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
  title: "a config",
};

/** Returns every mistake of a config, in the order of its members; none if it is a `Config`. */
export function validateConfig(candidate: unknown): MemberProblem[] {
  return validateValue(candidate, config);
}

/** Returns every mistake of a keyspace's settings, as a build script passes them. */
export function validateSettings(settings: object): MemberProblem[] {
  return validateMembers(settings as Readonly<Record<string, unknown>>, keyspace);
}

/** The place of a secret written as text in a config. The secret itself is not shown. */
interface LiteralSecret {
  readonly code: "literal-secret";
  readonly path: ConfigPath;
  readonly message: string;
  readonly next: string;
}

const credentials = /:\/\/[^/?#]*@/;
const secretInQuery = new RegExp(`${secretParameter}.`, "i");

/**
 * Finds secrets written as text in a config, where every reader of the repository sees them.
 *
 * A literal password is an error already. What remains is the URL, which may contain a user or a token.
 */
export function findLiteralSecrets({ service }: Config): LiteralSecret[] {
  const url = service?.url;
  if (typeof url !== "string") return [];
  const inQuery = secretInQuery.test(url);
  if (!credentials.test(url) && !inQuery) return [];
  return [
    {
      code: "literal-secret",
      path: ["service", "url"],
      message: `service.url contains a ${inQuery ? "secret" : "username or a password"}, which everyone who reads the config can see`,
      next: 'use environment variables instead: url: env("COLONNADE_URL"), password: env("COLONNADE_PASSWORD")',
    },
  ];
}
