/** A TypeScript type as plain data, for the emitter to lay out. */
export type TypeExpression =
  /** A name or a keyword. */
  | string
  | { readonly kind: "array"; readonly item: TypeExpression; readonly readonly: boolean }
  | { readonly kind: "generic"; readonly name: string; readonly args: readonly TypeExpression[] }
  | { readonly kind: "tuple"; readonly items: readonly TypeExpression[]; readonly readonly: boolean }
  | { readonly kind: "union"; readonly types: readonly TypeExpression[] };

/** The type, or null. */
export function orNull(type: TypeExpression): TypeExpression {
  return type === "unknown" ? type : { kind: "union", types: [type, "null"] };
}
