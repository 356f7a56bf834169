/** `writetime`, `maxwritetime` and `ttl` of columns, their elements, slices and fields. */
import { writeNumber } from "./number-value.ts";
import { bufferOf } from "./expression.ts";
import type { CompileSelectable, Expression, Inputs, CompileContext } from "./expression.ts";
import type { Term } from "../grammar/tree.ts";
import { isMultiCell } from "../../model/index.ts";
import { joinParts } from "../../store/index.ts";
import type { Cell } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import { cellTimesType } from "./call.ts";
import type { Call } from "./call.ts";
import { compileAt, compileRange, keyType } from "./compile-element.ts";
import { termText } from "./term-text.ts";
import { orderOf } from "./value-order.ts";
import type { ItemsType, MapType } from "./types.ts";

/** @param compileSelectable understands the column or the part of it */
export function compileCellTimes(
  call: Call,
  context: CompileContext,
  compileSelectable: CompileSelectable,
): Expression {
  const { name } = call;
  const [of] = call.arguments;
  if (!of || call.arguments.length !== 1) throw invalid(`Invalid number of arguments for function ${name}`);
  const selected = compileSelectable(of, undefined, context);
  const find = compileCells(of, call, context, compileSelectable);
  const type = cellTimesType(name, selected.type);
  return {
    type,
    name: `${name}(${selected.name})`,
    evaluate: (inputs) => {
      const cells = find(inputs);
      if (!cells) return null;
      if (name === "maxwritetime") return latest(cells.cells);
      const times = cells.cells.map((cell) => (name === "ttl" ? ttlOf(cell) : writeTimeOf(cell)));
      if (!cells.areSeveral) return times[0] ?? null;
      return type.kind === "list" ? joinParts(type, times) : null;
    },
  };
}

/** The cells that a part of a column is stored in; a field without a value has none. */
interface Cells {
  readonly cells: readonly (Cell | undefined)[];
  readonly areSeveral: boolean;
}

type FindCells = (inputs: Inputs) => Cells | undefined;

function compileCells(
  term: Term,
  call: Call,
  context: CompileContext,
  compileSelectable: CompileSelectable,
): FindCells {
  switch (term.kind) {
    case "column":
      return ofColumn(term.name, call, context);
    case "element":
    case "slice": {
      const outer = compileCells(term.of, call, context, compileSelectable);
      const selected = compileSelectable(term.of, undefined, context);
      const part = compileSelectable(term, undefined, context);
      const { type } = selected;
      if (type.kind !== "map" && type.kind !== "set") return outer;
      const isWanted = compileWanted(term, selected, type, context);
      return (inputs) => {
        const cells = outer(inputs);
        if (!cells) return undefined;
        // A frozen value is one cell, and so is each part of it.
        if (!cells.areSeveral) return part.evaluate(inputs) === null ? undefined : cells;
        const wanted = isWanted(inputs);
        const found = cells.cells.filter((cell) => cell?.path && wanted(orderOf(keyType(type), bufferOf(cell.path))));
        return found.length === 0 ? undefined : { cells: found, areSeveral: term.kind === "slice" };
      };
    }
    case "field": {
      const outer = compileCells(term.of, call, context, compileSelectable);
      const { type } = compileSelectable(term.of, undefined, context);
      const part = compileSelectable(term, undefined, context);
      const index = type.kind === "user" ? type.type.fields.findIndex((field) => field.name === term.field) : -1;
      return (inputs) => {
        const cells = outer(inputs);
        if (!cells || part.evaluate(inputs) === null) return undefined;
        return cells.areSeveral ? { cells: [cells.cells[index]], areSeveral: false } : cells;
      };
    }
    default:
      throw invalid(`Invalid argument ${termText(term)} of function ${call.name}`);
  }
}

function compileWanted(
  term: Extract<Term, { kind: "element" | "slice" }>,
  selected: Expression,
  type: ItemsType | MapType,
  context: CompileContext,
): (inputs: Inputs) => (order: Buffer) => boolean {
  if (term.kind === "slice") return compileRange(term, selected, type, context);
  const at = compileAt(term, selected, type, context);
  return (inputs) => {
    const key = at(inputs);
    return (order) => order.equals(key);
  };
}

function ofColumn(name: string, call: Call, { scope, selection }: CompileContext): FindCells {
  const column = scope.columns.get(name);
  if (column?.kind === "partition" || column?.kind === "clustering") {
    throw invalid(`Cannot use selection function ${call.name} on PRIMARY KEY part ${name}`);
  }
  selection?.cellColumns.add(name);
  const type = column?.type;
  const areSeveral = type !== undefined && isMultiCell(type);
  return ({ row }) => {
    const cells = row?.cells(name) ?? [];
    if (cells.length === 0) return undefined;
    return { cells: type?.kind === "user" && areSeveral ? byField(cells, type.type.fields.length) : cells, areSeveral };
  };
}

/** The cell of each field at its place, which its path says in two bytes. */
function byField(cells: readonly Cell[], count: number): readonly (Cell | undefined)[] {
  return Array.from({ length: count }, (_, index) =>
    cells.find(({ path }) => path && path.length === 2 && bufferOf(path).readUInt16BE() === index),
  );
}

function latest(cells: readonly (Cell | undefined)[]): Buffer | null {
  const times = cells.flatMap((cell) => (cell ? [cell.writeTime] : []));
  return times.length === 0
    ? null
    : writeNumber(
        "bigint",
        times.reduce((one, other) => (one > other ? one : other)),
      );
}

function writeTimeOf(cell: Cell | undefined): Buffer | null {
  return cell ? writeNumber("bigint", cell.writeTime) : null;
}

function ttlOf(cell: Cell | undefined): Buffer | null {
  const seconds = cell?.ttlSeconds ?? null;
  return seconds === null ? null : writeNumber("int", BigInt(seconds));
}
