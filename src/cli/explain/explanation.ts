/**
 * What `explain` reports about a table, a user type, or a column or field; the document of `--json`.
 *
 * Facts of the database appear once; facts of the generated code once for each output of the keyspace. All paths are
 * relative to the working folder.
 */
import type { FilePlace } from "../../errors.ts";

export type Explanation = MemberExplanation | RecordExplanation;

interface Explained {
  /** `shop.products`, `shop.products.price` */
  readonly name: string;
  readonly description?: string;
  readonly definition: FilePlace;
}

/** The explanation of a column of a table, or of a field of a user type. */
export interface MemberExplanation extends Explained {
  readonly kind: "column" | "field";
  readonly cql: string;
  /** "clustering key, 1 of 2, descending" */
  readonly role: string;
  readonly graphql: GraphQLNames;
  readonly outputs: readonly MemberOutput[];
}

/** A column or field in the API. */
export interface GraphQLNames {
  readonly field: string;
  /** `[StringIntMapEntry]` */
  readonly type: string;
  /** The type of arguments, `[StringIntMapEntryInput]`. */
  readonly input: string;
  /** A value as JSON, in GraphQL; shortened, with a final `…`, if it is long. */
  readonly wire: string;
  /** The same in REST. */
  readonly restWire: string;
}

/** What is explained in the files of one output. */
interface Output {
  /** The folder. */
  readonly output: string;
  /** The matching rules, the strongest last. */
  readonly rules: readonly Rule[];
  readonly generated: GeneratedPlace;
}

/** A column or field in the files of one output. */
export interface MemberOutput extends Output {
  /** The name in TypeScript. */
  readonly member: string;
  readonly declarations: readonly Declaration[];
  /** Empty if the output has no validators. */
  readonly validators: readonly Validator[];
}

/** A member's declaration: `price?: string | null | undefined;` in `ProductsInsert`. */
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
  /** Its expression, if the module itself declares it: `nullable(validatorOf(money))`. */
  readonly madeAs?: string;
}

/** The facts of a member that a rule can decide. */
export type Decision = "name" | "value" | "id";

export interface Rule extends Partial<FilePlace> {
  /** As written in the config, `columns: "*.user_id"`; or `default`. */
  readonly rule: string;
  /** The value of the rule: `idOf users`. */
  readonly says: string;
  readonly decides: readonly Decision[];
}

export interface GeneratedPlace extends FilePlace {
  /** Stale if it is declared differently than it would be now. */
  readonly state: "up to date" | "stale" | "missing";
}

/** The explanation of a table or a user type. */
export interface RecordExplanation extends Explained {
  readonly kind: "table" | "user type";
  /** Names of columns; empty for a user type. */
  readonly partitionKey: readonly string[];
  readonly clusteringKey: readonly { readonly column: string; readonly order: "ASC" | "DESC" }[];
  /** Seconds; 0 means never. */
  readonly defaultTimeToLive: number;
  readonly indexes: readonly {
    readonly column: string;
    readonly kind: string;
    readonly using?: string;
    readonly options?: Readonly<Record<string, string>>;
  }[];
  readonly graphql: { readonly type: string; readonly query?: string; readonly mutations: readonly string[] };
  readonly outputs: readonly RecordOutput[];
}

/** A table or user type in the files of one output. */
export interface RecordOutput extends Output {
  /** `ProductsRow` */
  readonly interface: string;
  /** Columns or fields, in the order of the definition. */
  readonly members: readonly {
    readonly name: string;
    readonly cql: string;
    readonly role: string;
    readonly member: string;
    /** In a row, or in a value of the user type. */
    readonly type: string;
  }[];
  readonly functions: readonly GeneratedFunction[];
  readonly missing: readonly MissingFunction[];
}

export interface GeneratedFunction {
  readonly name: string;
  /** Required members. */
  readonly needs: readonly string[];
  /** Optional members; each requires those before it. */
  readonly may: readonly string[];
  /** Other requirements or effects. */
  readonly note?: string;
}

/** A function that other tables have. */
export interface MissingFunction {
  readonly name: string;
  /** "there are no counters" */
  readonly reason: string;
}
