/**
 * Decides the TypeScript types of values in JSON, as other GraphQL clients send and receive them.
 *
 * Follows the CQL type, because a user's codec has the wire form of its column. The codec determines which values are branded
 * IDs, and which are plain JSON.
 */
import { jsonTypes } from "@colonnade/runtime/protocol";
import { partsOf } from "../model/index.ts";
import type { CqlType, NativeType } from "../model/index.ts";
import type { IdPlan } from "./ids.ts";
import type { CodecPlan, Module, TypeExpression } from "./value-plan.ts";
import type { UserTypePlan } from "./members.ts";
import { nativeValues, orNull } from "./values.ts";

/** The entry of the runtime with the types of entries and tuples. */
const documents: Module = { own: "@colonnade/runtime/documents" };

export class WireTypes {
  readonly #userTypes: ReadonlyMap<string, UserTypePlan>;
  readonly #ids: ReadonlyMap<string, IdPlan>;

  constructor(userTypes: readonly UserTypePlan[], ids: readonly IdPlan[]) {
    this.#userTypes = new Map(userTypes.map((plan) => [plan.type.name, plan]));
    this.#ids = new Map(ids.map((id) => [id.codec, id]));
  }

  /**
   * The type of a value in JSON.
   *
   * @param codec undefined within a codec of the user's, whose parts have no codecs
   * @param readonly whether arrays are readonly, as in a value to write
   */
  of(type: CqlType, codec: CodecPlan | undefined, readonly = false): TypeExpression {
    if (codec?.kind === "made" && codec.by === "frozen") return this.of(type, asCodec(codec.args[0]), readonly);
    if (type.kind === "custom" || (codec?.kind === "made" && codec.by === "custom")) return "unknown";
    if (type.kind === "native") return this.#id(codec) ?? narrowed(type.name, codec) ?? jsonTypes[type.name];
    if (type.kind === "user") {
      const name = this.#userTypes.get(type.type.name)?.names.type ?? type.type.name;
      return { kind: "imported", name: wireName(name), module: "user-types.documents" };
    }
    const args = codec?.kind === "made" ? codec.args : [];
    const parts = partsOf(type).map((part, index) => this.of(part, asCodec(args[index]), readonly));
    switch (type.kind) {
      case "map":
        return { kind: "array", item: generic("EntryWire", parts), readonly };
      case "tuple":
        return generic("TupleWire", [{ kind: "tuple", items: parts.map(orNull), readonly }]);
      default:
        return { kind: "array", item: parts[0] ?? "never", readonly };
    }
  }

  #id(codec: CodecPlan | undefined): TypeExpression | undefined {
    const id = codec?.kind === "ours" && codec.module === "ids" ? this.#ids.get(codec.name) : undefined;
    // A bigint is text in JSON, which the brand of a bigint does not fit.
    return id && id.value !== "bigint" ? { kind: "imported", name: id.type, module: "ids" } : undefined;
  }
}

/** A narrower type that the config gives, if the value is the same in JSON. */
function narrowed(type: NativeType, codec: CodecPlan | undefined): TypeExpression | undefined {
  if (codec?.kind === "typed") {
    return nativeValues[type] === jsonTypes[type] ? { kind: "imported", ...codec.type } : undefined;
  }
  if (codec?.kind !== "made" || codec.by !== "oneOf") return undefined;
  return { kind: "literals", values: codec.args.flatMap((arg) => (arg.kind === "literal" ? [arg.text] : [])) };
}

/** The name of a type's form in JSON: `ProductsRowWire`. */
export function wireName(name: string): string {
  return `${name}Wire`;
}

function generic(name: string, args: readonly TypeExpression[]): TypeExpression {
  return { kind: "generic", name, args, module: documents };
}

function asCodec(argument: Extract<CodecPlan, { readonly kind: "made" }>["args"][number] | undefined) {
  return argument && argument.kind !== "literal" ? argument : undefined;
}
