/** The records of a table as plain data: every type in its module that a caller passes or receives. */
import type { IndexPlan, MemberPlan } from "./members.ts";
import type { ExportedNames } from "./names.ts";

/** The exported names that are records, apart from those of finders, which have the role `index`. */
export type RecordRole = Extract<
  keyof ExportedNames,
  | "row"
  | "key"
  | "partition"
  | "clustering"
  | "where"
  | "within"
  | "indexed"
  | "insert"
  | "rowUpdate"
  | "staticUpdate"
  | "update"
  | "increment"
  | "if"
>;

/** A column in a record. */
export interface RecordMember<Stands = Presence | Restriction> {
  readonly member: MemberPlan;
  readonly presence: Stands;
  /** Whether a restriction that is required elsewhere may be left out here. @default false */
  readonly optional?: boolean;
}

interface Named<Role> {
  readonly role: Role;
  /** `ProductsRow` */
  readonly name: string;
}

/** Has a validator: `productsRowSchema`. */
interface Validated {
  readonly schema: string;
}

export type ValueRole = "row" | "key" | "insert" | "update" | "rowUpdate" | "staticUpdate" | "increment";

/** Values of columns. */
export interface ValueRecord extends Named<ValueRole> {
  readonly kind: "values";
  /** Undefined for the key. */
  readonly schema: string | undefined;
  readonly members: readonly RecordMember<Presence>[];
  /** For an update: the insert record, which has the same columns without changes of their parts. */
  readonly beside?: ValueRecord;
}

/** Selects rows by restricted columns. */
export interface QueryRecord extends Named<"partition" | "where" | "indexed" | "if" | "index"> {
  readonly kind: "query";
  readonly members: readonly RecordMember<Restriction>[];
  /** The index of a finder's record. */
  readonly index?: IndexPlan;
}

/** One of several prefixes of the key. */
export interface PrefixRecord extends Named<"clustering" | "within" | "index"> {
  readonly kind: "prefix";
  readonly prefixes: readonly (readonly RecordMember<Restriction>[])[];
  /** The index of a finder's record. */
  readonly index?: IndexPlan;
}

/** The same as another record, with its own name. */
interface SameRecord extends Named<"rowUpdate" | "update">, Validated {
  readonly kind: "same";
  readonly as: ValueRecord & Validated;
}

/** One of two records. */
interface EitherRecord extends Named<"update">, Validated {
  readonly kind: "either";
  readonly of: readonly [SameRecord | (ValueRecord & Validated), ValueRecord & Validated];
}

/** The intersection of two records. */
interface BothRecord extends Named<"where"> {
  readonly kind: "both";
  readonly of: readonly [QueryRecord, PrefixRecord];
}

export type RecordPlan = ValueRecord | QueryRecord | PrefixRecord | SameRecord | EitherRecord | BothRecord;

/** How a column occurs in a record of values. */
export type Presence =
  /** Required, never null. */
  | "value"
  /** Required, never null and never empty: the only column of a partition key, of a type with an empty value. */
  | "notEmpty"
  /** Required, may be null. */
  | "nullable"
  /** Optional; null deletes the cell. */
  | "optional"
  /** Optional; null deletes the value, and a change writes a part of it. */
  | "changeable"
  /** Optional; never null. */
  | "amount"
  /** Must be absent. */
  | "absent";

/** How a column occurs in a record that selects rows. */
export type Restriction =
  /** A value or one of several; required. */
  | "match"
  /** A value, one of several, or a range; optional. */
  | "bound"
  /** No restriction allowed. */
  | "never"
  /** Any comparison; optional. */
  | "condition"
  /** A value. */
  | "equal"
  /** A value or a range. */
  | "indexed"
  /** A value, a key or an entry of a collection. */
  | "contains"
  | "containsKey"
  | "containsEntry";
