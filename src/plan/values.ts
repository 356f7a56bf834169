/**
 * Decides the TypeScript types of a column's values, and the codec that checks and serializes them.
 *
 * Turns a CQL type and the rules of the config into type expressions and codecs. Codecs of native types come from the
 * runtime, those of user types and IDs from their modules, and the user's from the user's modules. Those of collections
 * are created in the module itself. The scope of the emitted module decides their local names.
 */
import { nameHash, natives } from "@colonnade/runtime/protocol";
import { printCqlType, isMultiCell } from "../model/index.ts";
import type { CqlType, NativeType } from "../model/index.ts";
import { lowerFirst, upperFirst } from "./names.ts";
import type { CodecRule, DecidedValue, Overrides, TypeRule } from "./overrides.ts";
import type { Argument, CodecPlan, Maker, NamedValue, OurModule, TypeExpression, ValuePlan } from "./value-plan.ts";

export interface ValueContext {
  readonly overrides: Overrides;
  readonly userTypes: ReadonlyMap<string, NamedValue>;
  /** Called with the reason if a rule cannot be applied to a value. */
  readonly refuse?: ((reason: string) => void) | undefined;
}

/** The TypeScript type of a value, per native type. */
export const nativeValues: Readonly<Record<NativeType, string>> = {
  ascii: "string",
  bigint: "bigint",
  blob: "Uint8Array",
  boolean: "boolean",
  counter: "bigint",
  date: "string",
  decimal: "string",
  double: "number",
  duration: "string",
  float: "number",
  inet: "string",
  int: "number",
  smallint: "number",
  text: "string",
  time: "string",
  timestamp: "Date",
  timeuuid: "string",
  tinyint: "number",
  uuid: "string",
  varchar: "string",
  varint: "bigint",
};

const nativePlans = Object.fromEntries(
  Object.entries(nativeValues).map(([name, value]): [string, ValuePlan] => [
    name,
    { isObject: false, neverNull: false, type: value, input: value, codec: { kind: "native", name } },
  ]),
) as Readonly<Record<NativeType, ValuePlan>>;

/** Types that need no import: keywords, and classes of every JavaScript platform. */
const globalTypes = new Set(["string", "number", "bigint", "boolean", "unknown", "Date", "Uint8Array", "URL"]);

/** The values of a type. A rule of the config for the type or its column overrides the default. */
export function planValue(type: CqlType, context: ValueContext, rule?: DecidedValue): ValuePlan {
  const cql = printCqlType(type);
  const override: DecidedValue | undefined = rule ?? context.overrides.type(cql);
  if (override === "unknown") return unknownValue(cql);
  if (override && "oneOf" in override) return oneOfValue(type, cql, override.oneOf, context);
  if (override?.codec !== undefined) return ownValue(override);
  if (override) return typedValue(type, cql, override, context);
  switch (type.kind) {
    case "native":
      return nativePlans[type.name];
    case "user": {
      const named = context.userTypes.get(type.type.name);
      // A definition with an unknown type was refused when it was parsed.
      if (!named) throw new Error(`no plan for the user type ${type.type.name}`);
      const value = ourValue(named, "user-types");
      const codec = type.frozen ? made(cql, "frozen", [value.codec]) : value.codec;
      return { ...value, isObject: true, codec };
    }
    case "custom":
      return unknownValue(cql);
    default:
      return composite(type, cql, context);
  }
}

/** The values of an ID or user type, from its names. */
export function ourValue({ type: name, codec, validator }: NamedValue, module: OurModule): ValuePlan {
  const type: TypeExpression = { kind: "imported", name, module };
  return { ...plain, type, input: type, codec: { kind: "ours", name: codec, validator, module } };
}

const plain = { isObject: false, neverNull: false };

/** The types whose values a config can list: one form of text for each value, or an exact number. */
const listable: readonly NativeType[] = ["ascii", "int", "smallint", "text", "tinyint", "varchar"];

function oneOfValue(
  type: CqlType,
  cql: string,
  values: readonly (string | number)[],
  { refuse }: ValueContext,
): ValuePlan {
  const native = type.kind === "native" ? type.name : undefined;
  if (!native || !listable.includes(native)) {
    refuse?.(`holds a ${cql}, and oneOf is only for ${listable.join(", ")}`);
    return unknownValue(cql);
  }
  const wrong = values.find((value) => !natives[native].check(value));
  if (wrong !== undefined) refuse?.(`holds a ${cql}, which ${JSON.stringify(wrong)} of oneOf is not`);
  const literals = values.map((value): Argument => ({ kind: "literal", text: value }));
  const listed: TypeExpression = { kind: "literals", values };
  const codec = made(cql, "oneOf", [{ kind: "native", name: native }, ...literals]);
  return { ...plain, type: listed, input: listed, codec };
}

/** The values of a type whose values are text or numbers, which the compiler can narrow. */
function typedValue(type: CqlType, cql: string, { type: name, from }: TypeRule, { refuse }: ValueContext): ValuePlan {
  const base = type.kind === "native" ? nativePlans[type.name] : undefined;
  // The type of a native value is a word.
  if (!base || !["string", "number", "bigint"].includes(base.type as string)) {
    refuse?.(`holds a ${cql}, and a type without a codec is only for text and numbers`);
    return unknownValue(cql);
  }
  const module = { own: from };
  const imported: TypeExpression = { kind: "imported", name, module };
  const fullName = `${lowerFirst(name)}Of${upperFirst(base.codec.name)}`;
  const codec: CodecPlan = {
    kind: "typed",
    name: fullName.length > longestName ? `typed${nameHash(fullName)}` : fullName,
    base: base.codec,
    type: { name, module },
  };
  return { ...plain, type: imported, input: imported, codec };
}

function ownValue({ codec: name, type: typeName, from }: CodecRule): ValuePlan {
  const module = { own: from };
  const isGlobal = globalTypes.has(typeName);
  const type: TypeExpression = isGlobal ? typeName : { kind: "imported", name: typeName, module };
  return {
    ...plain,
    type,
    input: type,
    isObject: !isGlobal || typeName === "unknown",
    codec: { kind: "own", name, module },
  };
}

function unknownValue(cql: string): ValuePlan {
  const codec = made(cql, "custom", [{ kind: "literal", text: cql }]);
  return { ...plain, type: "unknown", input: "unknown", isObject: true, codec };
}

function composite(
  type: Exclude<CqlType, { readonly kind: "native" | "user" | "custom" }>,
  cql: string,
  context: ValueContext,
): ValuePlan {
  const parts = (type.kind === "map" ? [type.key, type.value] : type.kind === "tuple" ? type.items : [type.item]).map(
    (part) => planValue(part, context),
  );
  const codecs: Argument[] = parts.map((part) => part.codec);
  if (type.kind === "vector") codecs.push({ kind: "literal", text: type.dimensions });
  const whole = "frozen" in type && type.frozen;
  const codec = made(cql, type.kind, codecs);
  const typesOf = (side: "type" | "input"): readonly TypeExpression[] => parts.map((part) => partType(part[side]));
  return {
    type: typeOf(type.kind, typesOf("type"), false),
    input: typeOf(type.kind, typesOf("input"), true),
    codec: whole ? made(cql, "frozen", [codec]) : codec,
    isObject: false,
    neverNull: isMultiCell(type),
  };
}

/** The type of items in a collection. They are never null or undefined, so `unknown` is narrowed. */
function partType(type: TypeExpression): TypeExpression {
  return type === "unknown" ? { kind: "generic", name: "NonNullable", args: [type] } : type;
}

function typeOf(
  kind: "list" | "set" | "map" | "tuple" | "vector",
  parts: readonly TypeExpression[],
  readonly: boolean,
): TypeExpression {
  if (kind === "map") return { kind: "generic", name: readonly ? "ReadonlyMap" : "Map", args: parts };
  if (kind === "tuple") return { kind: "tuple", items: parts.map(orNull), readonly };
  return { kind: "array", item: parts[0] ?? "never", readonly };
}

/** The type, or null. */
export function orNull(type: TypeExpression): TypeExpression {
  return type === "unknown" ? type : { kind: "union", types: [type, "null"] };
}

/** Longer names are replaced by a hash, to keep lines readable. */
const longestName = 28;

function made(cql: string, by: Maker, args: readonly Argument[]): CodecPlan {
  const parts = args.map((arg) => (arg.kind === "literal" ? `${arg.text}` : upperFirst(arg.name)));
  const words: Readonly<Record<Maker, string>> = {
    list: `listOf${parts[0]}`,
    set: `setOf${parts[0]}`,
    map: `mapOf${parts[0]}To${parts[1]}`,
    tuple: `tupleOf${parts.join("And")}`,
    vector: `vectorOf${parts.join("")}`,
    frozen: `frozen${parts[0]}`,
    custom: `custom${nameHash(cql)}`,
    oneOf: `oneOf${parts.slice(1).map(upperFirst).join("Or")}`,
  };
  const isName = /^[A-Za-z0-9_]+$/.test(words[by]);
  const name =
    words[by].length > longestName || !isName ? `${by}${nameHash(`${by} ${JSON.stringify(args)}`)}` : words[by];
  return { kind: "made", by, args, name };
}
