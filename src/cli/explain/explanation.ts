/**
 * What `explain` tells of a table, a user type, or a column or field of one; `--json` prints it as it stands here.
 *
 * What the database knows is there once; what is generated is there for each output of the keyspace, mostly one. All files are
 * as a person in the working folder would write them.
 */

/** Where something stands; without a line where that could not be found out. */
export interface FilePlace {
  readonly file: string;
  /** From 1. */
  readonly line?: number;
}

export type Explanation = MemberExplanation | RecordExplanation;

/** Of a column of a table, or of a field of a user type. */
export interface MemberExplanation {
  readonly kind: "column" | "field";
  /** `shop.products.price` */
  readonly name: string;
  readonly description?: string;
  readonly definition: FilePlace;
  readonly cql: string;
  /** "clustering key, 1 of 2, descending" */
  readonly role: string;
  readonly graphql: GraphQLNames;
  readonly outputs: readonly MemberOutput[];
}

/** How the API has a column or field. */
export interface GraphQLNames {
  readonly field: string;
  /** `[StringIntMapEntry]` */
  readonly type: string;
  /** The type of arguments, `[StringIntMapEntryInput]`. */
  readonly input: string;
  /** A value as JSON, in GraphQL; what is long is cut, and ends in `…`. */
  readonly wire: string;
  /** The same in REST. */
  readonly restWire: string;
}

/** A column or field in the files of one output. */
export interface MemberOutput {
  /** The folder. */
  readonly output: string;
  /** The name in TypeScript. */
  readonly member: string;
  readonly declarations: readonly Declaration[];
  /** None where the output has no validators. */
  readonly validators: readonly Validator[];
  /** What fits, the strongest last. */
  readonly rules: readonly Rule[];
  readonly generated: GeneratedPlace;
}

/** A member as it is declared: `price?: string | null | undefined;` in `ProductsInsert`. */
export interface Declaration {
  readonly in: string;
  readonly optional: boolean;
  readonly type: string;
}

export interface Validator {
  /** The validator of the record: `productsRowSchema`. */
  readonly in: string;
  /** Its name in that module: `nullableMoney`. */
  readonly name: string;
  /** Where the module itself makes it: `nullable(validatorOf(money))`. */
  readonly madeAs?: string;
}

/** What a rule decided of a member. */
export type Decision = "name" | "value" | "id";

export interface Rule extends Partial<FilePlace> {
  /** As the config has it, `columns: "*.user_id"`; or `default`. */
  readonly rule: string;
  /** What it asks for: `idOf users`. */
  readonly says: string;
  readonly decides: readonly Decision[];
}

export interface GeneratedPlace extends FilePlace {
  /** Stale when it is not declared there as it would be now. */
  readonly state: "up to date" | "stale" | "missing";
}

/** Of a table or a user type. */
export interface RecordExplanation {
  readonly kind: "table" | "user type";
  /** `shop.products` */
  readonly name: string;
  readonly description?: string;
  readonly definition: FilePlace;
  /** Names of columns; empty for a user type. */
  readonly partitionKey: readonly string[];
  readonly clusteringKey: readonly { readonly column: string; readonly order: "ASC" | "DESC" }[];
  /** Seconds; 0 means never. */
  readonly defaultTimeToLive: number;
  readonly indexes: readonly { readonly column: string; readonly kind: string; readonly using?: string }[];
  readonly graphql: { readonly type: string; readonly query?: string; readonly mutations: readonly string[] };
  readonly outputs: readonly RecordOutput[];
}

/** A table or user type in the files of one output. */
export interface RecordOutput {
  readonly output: string;
  /** `ProductsRow` */
  readonly interface: string;
  /** Columns or fields, as they were defined. */
  readonly members: readonly {
    readonly name: string;
    readonly cql: string;
    readonly role: string;
    readonly member: string;
    /** In a row, or in a value of the user type. */
    readonly type: string;
  }[];
  readonly functions: readonly GeneratedFunction[];
  readonly rules: readonly Rule[];
  readonly generated: GeneratedPlace;
}

export interface GeneratedFunction {
  readonly name: string;
  /** Members without which it does not compile. */
  readonly needs: readonly string[];
  /** Members that may follow, the one only with those before it. */
  readonly may: readonly string[];
  /** What it needs or does besides. */
  readonly note?: string;
}
