/** The values of a column as plain data: their TypeScript types, and the codec that checks and serializes them. */

export interface ValuePlan {
  /** The type of a value read. */
  readonly type: TypeExpression;
  /** The type of a value to write. It is never modified, so it can be readonly. */
  readonly input: TypeExpression;
  readonly codec: CodecPlan;
  /** Whether a value may be a plain object, which where-shapes could mistake for operators. */
  readonly isObject: boolean;
  /** Whether a missing cell reads as the empty collection. */
  readonly neverNull: boolean;
}

/** A codec by its name, which a module may have to alias, and how the module gets it. */
export type CodecPlan =
  /** From the runtime, which also has a validator of the same name. */
  | { readonly kind: "native"; readonly name: string }
  /** From a generated module, with its own validator: of a user type or an ID. */
  | { readonly kind: "ours"; readonly name: string; readonly validator: string; readonly module: OurModule }
  /** From a module of the user. */
  | { readonly kind: "own"; readonly name: string; readonly module: { readonly own: string } }
  /** The codec of another value, with a type of the user's. */
  | { readonly kind: "typed"; readonly name: string; readonly base: CodecPlan; readonly type: OwnType }
  /** Created in the module by a function of the runtime. */
  | { readonly kind: "made"; readonly name: string; readonly by: Maker; readonly args: readonly Argument[] };

/** A type that a module of the user exports. */
interface OwnType {
  readonly name: string;
  readonly module: { readonly own: string };
}

export type Maker = "list" | "set" | "map" | "tuple" | "vector" | "frozen" | "custom" | "oneOf";
export type Argument = CodecPlan | { readonly kind: "literal"; readonly text: string | number };

/** The names of a user type or an ID. */
export interface NamedValue {
  readonly type: string;
  readonly codec: string;
  readonly validator: string;
}

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
