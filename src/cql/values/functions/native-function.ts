import { printName } from "../../../model/index.ts";
import type { CqlType, NativeType } from "../../../model/index.ts";
import type { Aggregation, Inputs } from "../expression.ts";
import { nativeType, typeText } from "../types.ts";

export type Bytes = Buffer | null;

/** A function of the database, with one of its signatures. */
export interface NativeFunction {
  /** Without the keyspace, which is `system`. */
  readonly name: string;
  readonly arguments: readonly CqlType[];
  readonly returns: CqlType;
  /** The name of result columns. @default `system.name(a, b)` */
  readonly title?: ((names: readonly string[]) => string) | undefined;
  /** Undefined for an aggregate. */
  readonly run?: ((values: readonly Bytes[], inputs: Inputs) => Bytes) | undefined;
  /** For an aggregate: starts an aggregation. */
  readonly begin?: (() => Aggregation<readonly Bytes[]>) | undefined;
}

/** A function that returns null for null, as most do. */
export function scalar(
  name: string,
  types: readonly (NativeType | CqlType)[],
  returns: NativeType | CqlType,
  run: (values: readonly Buffer[], inputs: Inputs) => Bytes,
): NativeFunction {
  const given = types.map(typeOf);
  return {
    name,
    arguments: given,
    returns: typeOf(returns),
    run: (values, inputs) => {
      const isNull = values.some((value, index) => value === null || isMeaningless(given[index], value));
      return isNull ? null : run(values as readonly Buffer[], inputs);
    },
  };
}

function typeOf(type: NativeType | CqlType): CqlType {
  return typeof type === "string" ? nativeType(type) : type;
}

/** Types that have an empty value; for all others, no bytes mean null. */
const withEmptyValues: ReadonlySet<NativeType> = new Set(["text", "varchar", "ascii", "blob", "date", "time"]);

export function isMeaningless(type: CqlType | undefined, bytes: Buffer): boolean {
  return bytes.length === 0 && type?.kind === "native" && !withEmptyValues.has(type.name);
}

/** `system.now : () -> timeuuid`, as messages show it. */
export function signatureText({ name, arguments: types, returns }: NativeFunction): string {
  // The one function whose name is a reserved word has no quotes in the database's messages.
  const printed = name === "token" ? name : printName(name);
  return `system.${printed} : (${types.map(argumentText).join(", ")}) -> ${typeText(returns)}`;
}

function argumentText(type: CqlType): string {
  const text = typeText(type);
  return type.kind === "tuple" ? text.slice("frozen<".length, -1) : text;
}
