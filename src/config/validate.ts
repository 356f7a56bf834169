import { didYouMean } from "../errors.ts";
import { isEnvMarker } from "./env.ts";

/** A mistake in a config, and where: `["keyspaces", "shop", "naming"]`. */
export interface ConfigProblem {
  readonly code: "unknown-member" | "missing-member" | "wrong-value";
  readonly path: readonly string[];
  readonly message: string;
  readonly next?: string;
  /** The mistake is the member's name, not its value. */
  readonly atName?: boolean;
}

interface Member {
  /** To follow "is". */
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  readonly required?: boolean;
  readonly next?: string;
  /** Of an object with known members. */
  readonly members?: Members;
  /** Of an object with any members: what each of them is. */
  readonly each?: Member;
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
  expected: 'a text or env("NAME")',
  fits: (value) => isText(value) || isVariable(value),
};

const toggle: Member = { expected: "true or false", fits: isBoolean };
const text: Member = { expected: "a text", fits: isText };
const required = (member: Member): Member => ({ ...member, required: true });
const object = (members: Members): Member => ({ expected: "an object", fits: isObject, members });
const record = (each: Member): Member => ({ expected: "an object", fits: isObject, each });

function name(expected: string, pattern: RegExp): Member {
  return { expected, fits: (value) => typeof value === "string" && pattern.test(value) };
}

const identifier = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
const exported = name("the name of an export", identifier);
const codec: Members = { codec: required(exported), type: required(exported), from: required(text) };
const value: Member = {
  expected: '"unknown", or an object with codec, type and from',
  fits: (candidate) => candidate === "unknown" || isObject(candidate),
  members: codec,
};

const keyspace: Members = {
  definitions: folder,
  output: folder,
  validators: toggle,
  naming: oneOf("camel", "verbatim"),
  importExtension: oneOf(".js", ".ts", ""),
  brandedIds: toggle,
  asserts: toggle,
  types: record(value),
  columns: record(object({ name: text, value, idOf: text })),
  tables: record(
    object({ name: name("a name in capitals and small letters, such as Products", /^[A-Z][A-Za-z0-9]*$/) }),
  ),
};

const service: Members = {
  url: textOrVariable,
  username: textOrVariable,
  password: {
    expected: 'env("NAME"), never the password itself',
    fits: isVariable,
    next: 'password: env("COLONNADE_PASSWORD"), or { "$env": "COLONNADE_PASSWORD" } in JSON',
  },
};

/** Every member there is. */
const config: Member = {
  ...object({ $schema: text, keyspaces: required(record(object(keyspace))), service: object(service) }),
  expected: "an object",
};

/** Every mistake of a config, in the order of its members; none for one that is a `Config`. */
export function validateConfig(candidate: unknown): ConfigProblem[] {
  return validateValue(candidate, [], config);
}

function validateValue(candidate: unknown, path: readonly string[], member: Member): ConfigProblem[] {
  if (!member.fits(candidate)) return [wrongValue(path, member, candidate)];
  if (!isObject(candidate) || isEnvMarker(candidate)) return [];
  const { each, members } = member;
  if (each) return Object.entries(candidate).flatMap(([name, held]) => validateValue(held, [...path, name], each));
  return members ? validateMembers(candidate, path, members) : [];
}

function validateMembers(
  object: Readonly<Record<string, unknown>>,
  path: readonly string[],
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
    const message = `${[...path, name].join(".")} is missing: ${member.expected}`;
    problems.push({ code: "missing-member", path, message });
  }
  return problems;
}

function unknownMember(path: readonly string[], candidates: readonly string[]): ConfigProblem {
  const name = path.at(-1) ?? "";
  const meant = didYouMean(name, candidates);
  const next = meant === undefined ? `it is one of ${candidates.join(", ")}` : `did you mean ${JSON.stringify(meant)}?`;
  return { code: "unknown-member", path, message: `there is no member ${path.join(".")}`, next, atName: true };
}

/** The value itself is not shown: it may be a secret that was put into the wrong place. */
function wrongValue(
  path: readonly string[],
  { expected, next }: Pick<Member, "expected" | "next">,
  value: unknown,
): ConfigProblem {
  const message = `${path.length === 0 ? "a config" : path.join(".")} is ${expected}, not ${kindOf(value)}`;
  return { code: "wrong-value", path, message, ...(next !== undefined && { next }) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (value === "") return "an empty text";
  if (typeof value === "string") return "this text";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
