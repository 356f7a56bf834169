import type { Decimal } from "@colonnade/runtime/protocol";
import type { CqlType } from "../../../model/index.ts";
import { addDecimals, decimalOfDouble, divideAtScale, divideRounded, negateDecimal, zero } from "../decimal-math.ts";
import type { Aggregation } from "../expression.ts";
import { decimalOf, doubleOf, longOf, numberTypes, readNumber, writeNumber } from "../number-value.ts";
import type { NumberType, NumberValue } from "../number-value.ts";
import { nativeType } from "../types.ts";
import { orderOf } from "../value-order.ts";
import type { Bytes, NativeFunction } from "./native-function.ts";

type Total = Aggregation<readonly Bytes[]>;

export const countRows: NativeFunction = {
  name: "count_rows",
  arguments: [],
  returns: nativeType("bigint"),
  title: () => "count",
  begin: () => count(() => true),
};

/** Sums and averages have the type of their values, and wrap around with it. */
export function aggregateFunctions(): readonly NativeFunction[] {
  const ofNumbers = numberTypes.flatMap((type) =>
    (["sum", "avg"] as const).map((name) => ({
      name,
      arguments: [nativeType(type)],
      returns: nativeType(type),
      begin: () => ofType(type, name === "sum" ? sum(type) : average(type)),
    })),
  );
  const ofValues = {
    name: "count",
    arguments: [nativeType("blob")],
    returns: nativeType("bigint"),
    begin: () => count(([value]) => value !== null),
  };
  return [...ofNumbers, ofValues, countRows];
}

/** `min` or `max` of any type. */
export function extreme(name: "min" | "max", type: CqlType): NativeFunction {
  const sign = name === "min" ? -1 : 1;
  return {
    name,
    arguments: [type],
    returns: type,
    begin: () => {
      let found: { readonly bytes: Buffer; readonly order: Buffer } | undefined;
      return {
        add: ([bytes]) => {
          if (!bytes) return;
          const order = orderOf(type, bytes);
          if (!found || Buffer.compare(order, found.order) * sign > 0) found = { bytes, order };
        },
        result: () => found?.bytes ?? null,
      };
    },
  };
}

function count(counts: (values: readonly Bytes[]) => boolean): Total {
  let counted = 0n;
  return {
    add: (values) => {
      if (counts(values)) counted++;
    },
    result: () => writeNumber("bigint", counted),
  };
}

function ofType(type: NumberType, total: Calculation): Total {
  return {
    add: ([bytes]) => {
      if (bytes && bytes.length > 0) total.add(readNumber(type, bytes));
    },
    result: () => writeNumber(type, total.result()),
  };
}

interface Calculation {
  add(value: NumberValue): void;
  result(): NumberValue;
}

function sum(type: NumberType): Calculation {
  if (type === "decimal") return folded(zero, (total, value) => addDecimals(total as Decimal, decimalOf(value)));
  if (type === "float" || type === "double") return new CompensatedSum();
  return folded(0n, (total, value) => (total as bigint) + longOf(value));
}

function folded(start: NumberValue, step: (total: NumberValue, value: NumberValue) => NumberValue): Calculation {
  let total = start;
  return {
    add: (value) => {
      total = step(total, value);
    },
    result: () => total,
  };
}

function average(type: NumberType): Calculation {
  if (type === "decimal") return movingAverage();
  if (type === "float" || type === "double") return new DoubleAverage();
  let total = 0n;
  let counted = 0n;
  return {
    add: (value) => {
      total += longOf(value);
      counted++;
    },
    result: () => (counted === 0n ? 0n : total / counted),
  };
}

/** Moves the average by each value's share, at the scale of their difference, as the database does. */
function movingAverage(): Calculation {
  let counted = 0n;
  return folded(zero, (total, value) => {
    counted++;
    const before = total as Decimal;
    const difference = addDecimals(decimalOf(value), negateDecimal(before));
    return addDecimals(before, divideAtScale(difference, counted));
  });
}

/** Adds doubles and keeps what each addition has lost (Kahan). */
class CompensatedSum implements Calculation {
  #sum = 0;
  #lost = 0;
  #simple = 0;

  add(value: NumberValue): void {
    const double = doubleOf(value);
    this.#simple += double;
    const next = double - this.#lost;
    const rounded = this.#sum + next;
    this.#lost = rounded - this.#sum - next;
    this.#sum = rounded;
  }

  result(): number {
    const exact = this.#sum + this.#lost;
    return Number.isNaN(exact) && !Number.isFinite(this.#simple) && !Number.isNaN(this.#simple) ? this.#simple : exact;
  }
}

/** Goes on with decimals once the sum of doubles is beyond them. */
class DoubleAverage implements Calculation {
  readonly #sum = new CompensatedSum();
  #beyond: Decimal | undefined;
  #counted = 0n;

  add(value: NumberValue): void {
    const double = doubleOf(value);
    const before = this.#sum.result();
    this.#counted++;
    if (this.#beyond) this.#beyond = addDecimals(this.#beyond, decimalOfDouble(double));
    else if (Number.isFinite(double) && Number.isFinite(before) && !Number.isFinite(before + double)) {
      this.#beyond = addDecimals(decimalOfDouble(before), decimalOfDouble(double));
    } else this.#sum.add(value);
  }

  result(): number {
    if (this.#counted === 0n) return 0;
    if (!this.#beyond) return this.#sum.result() / Number(this.#counted);
    const { unscaled, scale } = this.#beyond;
    return doubleOf({ unscaled: divideRounded(unscaled, this.#counted, "half even"), scale });
  }
}
