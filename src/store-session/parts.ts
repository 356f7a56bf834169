/** Changes and conditions of parts of a column, from the form of a service to that of a store. */
import { DocumentRejectedError } from "@colonnade/runtime/operations";
import type { CheckedChange, Member, OperationAbout, Test } from "@colonnade/runtime/operations";
import type { Codec, Wire } from "@colonnade/runtime/protocol";
import type { CqlType } from "../model/index.ts";
import { codecOf, fieldNamesOf } from "../store/index.ts";
import type { Change, Condition, Value } from "../store/index.ts";

/** A column of the store, with the member of the bindings that it is for. */
export interface ChangedColumn {
  readonly name: string;
  readonly type: CqlType;
  readonly member: Member;
}

type Members = Readonly<Record<string, Wire>>;

/** A value of a column, or of a part of it. @throws {DocumentRejectedError} when its type differs from the bindings */
export function decodeChecked(codec: Codec<Value>, member: Member, wire: Wire, about: OperationAbout): Value {
  try {
    const value = codec.decode(wire);
    if (codec.check(value)) return value;
  } catch {
    // The column has a different type.
  }
  throw notOfColumn(codec, member, about);
}

function notOfColumn({ expected, cql }: Codec<Value>, member: Member, about: OperationAbout): DocumentRejectedError {
  const reason = `the value of ${member.name} is not ${expected}: its column is of type ${cql}`;
  return new DocumentRejectedError("document-rejected", [reason], about);
}

/** Values of a column's parts. @throws {DocumentRejectedError} when the column has another type than the bindings say */
class Parts {
  readonly column: ChangedColumn;
  readonly #about: OperationAbout;

  constructor(column: ChangedColumn, about: OperationAbout) {
    this.column = column;
    this.#about = about;
  }

  /** The type as a collection or a user type. */
  #as<Kind extends CqlType["kind"]>(kind: Kind): Extract<CqlType, { readonly kind: Kind }> {
    const { type } = this.column;
    if (type.kind === kind) return type as Extract<CqlType, { readonly kind: Kind }>;
    throw this.#refusal(codecOf(type));
  }

  #refusal(codec: Codec<Value>): DocumentRejectedError {
    return notOfColumn(codec, this.column.member, this.#about);
  }

  #value(type: CqlType, wire: Wire): Value {
    return decodeChecked(codecOf(type), this.column.member, wire, this.#about);
  }

  key(wire: Wire): Value {
    return this.#value(this.#as("map").key, wire);
  }

  /** The value of a map's entry, or a list's item. */
  held(wire: Wire): Value {
    const { type } = this.column;
    if (type.kind === "map") return this.#value(type.value, wire);
    if (type.kind === "list") return this.#value(type.item, wire);
    throw this.#refusal(codecOf(type));
  }

  /** Items or entries, all together. */
  all(wire: Wire): Value {
    return this.#value(this.column.type, wire);
  }

  /** A field by its API name: its CQL name, and how its values are decoded. */
  field(apiName: string): readonly [name: string, decode: (wire: Wire) => Value] {
    const { type } = this.#as("user");
    const field = type.fields.find(({ name }) => (fieldNamesOf(type).get(name) ?? name) === apiName);
    if (!field) throw this.#refusal(codecOf(this.column.type));
    return [field.name, (wire) => this.#value(field.type, wire)];
  }
}

type ToChanges = (parts: Parts, wire: Wire) => readonly Change[];

const whole =
  (kind: "add" | "remove" | "append" | "prepend"): ToChanges =>
  (parts, wire) => [{ column: parts.column.name, kind, value: parts.all(wire) }];

/** What each change does, in the store's terms: several for several indexes or fields. */
const toChanges: Readonly<Record<CheckedChange["kind"], ToChanges>> = {
  add: whole("add"),
  put: whole("add"),
  append: whole("append"),
  prepend: whole("prepend"),
  remove: whole("remove"),
  removeKeys: (parts, wire) => [
    { column: parts.column.name, kind: "remove", value: (wire as readonly Wire[]).map((key) => parts.key(key)) },
  ],
  setAt: (parts, wire) =>
    (wire as readonly Members[]).map(({ index = null, value = null }) => ({
      ...{ column: parts.column.name, kind: "element", at: index as number, value: parts.held(value) },
    })),
  removeAt: (parts, wire) =>
    (wire as readonly number[]).map((at) => ({ column: parts.column.name, kind: "element", at, value: null })),
  setFields: (parts, wire) =>
    Object.entries(wire as Members).map(([apiName, value]) => {
      const [field, decode] = parts.field(apiName);
      return { column: parts.column.name, kind: "field", field, value: value === null ? null : decode(value) };
    }),
};

export function changesOfColumn(
  column: ChangedColumn,
  { kind, wire }: CheckedChange,
  about: OperationAbout,
): readonly Change[] {
  return toChanges[kind](new Parts(column, about), wire);
}

/** The conditions that a test of parts makes: one for each comparison of each part. */
export function partConditionsOf(column: ChangedColumn, { operator, wire }: Test, about: OperationAbout): Condition[] {
  const parts = new Parts(column, about);
  if (operator === "at") {
    return (wire as readonly Members[]).flatMap(({ index, key = null, is = null }) => {
      const at = index === undefined ? parts.key(key) : (index as number);
      return comparisons(column, { at }, is, (value) => parts.held(value));
    });
  }
  return Object.entries(wire as Members).flatMap(([apiName, is]) => {
    const [field, decode] = parts.field(apiName);
    return comparisons(column, { field }, is, decode);
  });
}

function comparisons(
  { name }: ChangedColumn,
  part: NonNullable<Condition["part"]>,
  is: Wire,
  decode: (wire: Wire) => Value,
): Condition[] {
  const one = (wire: Wire): Value | null => (wire === null ? null : decode(wire));
  return Object.entries(is as Members).map(([operator, wire]) => ({
    column: name,
    part,
    operator: operator as Condition["operator"],
    value: operator === "in" ? (wire as readonly Wire[]).map(one) : one(wire),
  }));
}
