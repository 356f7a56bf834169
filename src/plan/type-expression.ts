/** A module that each keyspace can have besides those of its tables. */
export type OurModule = "user-types" | "user-types.documents" | "ids";
export type Module = OurModule | { readonly own: string };

/** A TypeScript type as plain data that the emitter lays out. */
export type TypeExpression =
  /** A keyword or a global type. */
  | string
  /** Exported by another module. */
  | { readonly kind: "imported"; readonly name: string; readonly module: Module }
  | { readonly kind: "array"; readonly item: TypeExpression; readonly readonly: boolean }
  /** A generic type, global or exported by a module. */
  | {
      readonly kind: "generic";
      readonly name: string;
      readonly args: readonly TypeExpression[];
      readonly module?: Module;
    }
  | { readonly kind: "tuple"; readonly items: readonly TypeExpression[]; readonly readonly: boolean }
  /** A union of literals. */
  | { readonly kind: "literals"; readonly values: readonly (string | number)[] }
  | { readonly kind: "union"; readonly types: readonly TypeExpression[] };

/** The type, or null. */
export function orNull(type: TypeExpression): TypeExpression {
  return type === "unknown" ? type : { kind: "union", types: [type, "null"] };
}
