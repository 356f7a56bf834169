import { printCqlType } from "../../model/index.ts";
import type { CqlType } from "../../model/index.ts";
import { StoreError } from "../store-error.ts";
import type { Change } from "../store.ts";
import { columnOf, markerOf } from "./bound-table.ts";
import type { CqlColumn, CqlTable } from "./bound-table.ts";
import type { Parameter } from "./client.ts";
import { partBytes } from "./parameters.ts";
import { pushPart } from "./print-relation.ts";

type WholeChange = Exclude<Change["kind"], "element" | "field">;

/** How a change of a collection stands in an update, and the type of its value. */
interface Form {
  readonly text: (column: string, marker: string) => readonly string[];
  readonly valueType: (type: CqlType) => CqlType;
}

const same = (type: CqlType): CqlType => type;
const plus: Form = { text: (column, marker) => [column, " = ", column, " + ", marker], valueType: same };
const minus: Form = { text: (column, marker) => [column, " = ", column, " - ", marker], valueType: same };
const before: Form = { text: (column, marker) => [column, " = ", marker, " + ", column], valueType: same };
/** The cluster compares with a frozen type here. */
const keysOf = (type: CqlType): CqlType => (type.kind === "map" ? { kind: "set", item: type.key, frozen: true } : type);

const forms: Partial<Record<CqlType["kind"], Partial<Record<WholeChange, Form>>>> = {
  set: { add: plus, remove: minus },
  list: { append: plus, prepend: before, remove: minus },
  map: { add: plus, remove: { ...minus, valueType: keysOf } },
};

/** Adds a change inside a column: `tags = tags + (set<text>)?`. @throws {StoreError} `invalid` for a type that has none such */
export function pushChange(table: CqlTable, change: Change, pieces: string[], parameters: Parameter[]): void {
  const column = columnOf(table, change.column);
  if (change.kind === "element" || change.kind === "field") {
    const type = pushPart(column, change, pieces, parameters);
    pieces.push(" = ", markerOf(type));
    parameters.push(partBytes(column.name, type, change.value));
    return;
  }
  const form = forms[column.type.kind]?.[change.kind];
  if (!form) throw refused(column, change.kind);
  const type = form.valueType(column.type);
  pieces.push(...form.text(column.quoted, markerOf(type)));
  parameters.push(partBytes(column.name, type, change.value));
}

/**
 * Whether making the change twice is making it once. An item of a list gets a name that is new each time, and an index
 * counts what is in the list at the moment.
 */
export function isRepeatableChange({ columns }: CqlTable, { column, kind }: Change): boolean {
  if (kind === "element") return columns.get(column)?.type.kind !== "list";
  return kind !== "append" && kind !== "prepend";
}

function refused({ name, type }: CqlColumn, kind: WholeChange): StoreError {
  return new StoreError("invalid", `Invalid operation (${kind}) for column ${name} of type ${printCqlType(type)}`);
}
