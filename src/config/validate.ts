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

/** Every member there is, by the object that holds it. */
const known = {
  config: {
    $schema: { expected: "a text", fits: isText },
    keyspaces: { expected: "an object", fits: isObject, required: true },
    service: { expected: "an object", fits: isObject },
  },
  keyspace: {
    definitions: folder,
    output: folder,
    validators: { expected: "true or false", fits: isBoolean },
    naming: oneOf("camel", "verbatim"),
    importExtension: oneOf(".js", ".ts", ""),
  },
  service: {
    url: textOrVariable,
    username: textOrVariable,
    password: {
      expected: 'env("NAME"), never the password itself',
      fits: isVariable,
      next: 'password: env("COLONNADE_PASSWORD"), or { "$env": "COLONNADE_PASSWORD" } in JSON',
    },
  },
} as const satisfies Record<string, Members>;

/** Every mistake of a config, in the order of its members; none for one that is a `Config`. */
export function validateConfig(config: unknown): ConfigProblem[] {
  if (!isObject(config)) {
    return [{ code: "wrong-value", path: [], message: `a config is an object, not ${kindOf(config)}` }];
  }
  const problems = validateMembers(config, [], known.config);
  const keyspaces = isObject(config["keyspaces"]) ? config["keyspaces"] : {};
  for (const [name, keyspace] of Object.entries(keyspaces)) {
    const path = ["keyspaces", name];
    if (isObject(keyspace)) problems.push(...validateMembers(keyspace, path, known.keyspace));
    else problems.push(wrongValue(path, { expected: "an object" }, keyspace));
  }
  if (isObject(config["service"])) problems.push(...validateMembers(config["service"], ["service"], known.service));
  return problems;
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
    else if (value !== undefined && !member.fits(value)) problems.push(wrongValue([...path, name], member, value));
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
  const message = `${path.join(".")} is ${expected}, not ${kindOf(value)}`;
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
