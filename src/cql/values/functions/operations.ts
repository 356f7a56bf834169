import type { CqlType } from "../../../model/index.ts";
import { CqlError, invalid } from "../../cql-error.ts";
import {
  addDecimals,
  decimalOfDouble,
  divideDecimals,
  multiplyDecimals,
  negateDecimal,
  remainderOfDecimals,
} from "../decimal-math.ts";
import { addDuration, printDurationValue, readDuration } from "../duration-value.ts";
import { decimalOf, doubleOf, longOf, numberSizes, numberTypes, readNumber, writeNumber } from "../number-value.ts";
import type { NumberType, NumberValue } from "../number-value.ts";
import { nativeType, typeText } from "../types.ts";
import { scalar } from "./native-function.ts";
import type { NativeFunction } from "./native-function.ts";
import { milliseconds, writeDate, writeLong } from "./times.ts";

export type Operator = "+" | "-" | "*" | "/" | "%";

/** The database's names in error details. */
export const operatorNames: Readonly<Record<Operator, string>> = {
  "+": "_add",
  "-": "_substract",
  "*": "_multiply",
  "/": "_divide",
  "%": "_modulo",
};
export const negationName = "_negate";

const operators: readonly Operator[] = ["+", "-", "*", "/", "%"];

/** All signatures of the operators and of the negation. */
export function operationFunctions(): readonly NativeFunction[] {
  const ofNumbers = numberTypes.flatMap((left) =>
    numberTypes.flatMap((right) => operators.map((operator) => ofNumber(left, operator, right))),
  );
  const negations = numberTypes.map((type) => ({
    ...scalar(negationName, [type], type, ([value]) => negate(type, readNumber(type, value as Buffer))),
    title: ([name]: readonly string[]) => `-${name}`,
  }));
  return [...ofNumbers, ...negations, ...ofTimes(), ...ofTexts()];
}

function ofNumber(left: NumberType, operator: Operator, right: NumberType): NativeFunction {
  const result = resultType(left, right);
  return operation(left, operator, right, result, ([one, other]) => {
    const [first, second] = [readNumber(left, one as Buffer), readNumber(right, other as Buffer)];
    return writeNumber(result, calculate(result, first, operator, second, left === "varint", right === "varint"));
  });
}

function operation(
  left: CqlType | NumberType,
  operator: Operator,
  right: CqlType | NumberType,
  result: CqlType | NumberType,
  run: (values: readonly Buffer[]) => Buffer,
): NativeFunction {
  const name = operatorNames[operator];
  const guarded = scalar(name, [left, right], result, (values) => {
    try {
      return run(values);
    } catch (error) {
      const types = guarded.arguments.map(typeText);
      const reason = error instanceof Error ? error.message : "";
      throw new CqlError("function-failure", `the operation '${types[0]} ${operator} ${types[1]}' failed: ${reason}`, {
        function: { keyspace: "system", name, arguments: types },
      });
    }
  });
  return { ...guarded, title: ([one, other]) => `${one} ${operator} ${other}` };
}

const fractional: ReadonlySet<NumberType> = new Set(["float", "double", "decimal"]);
const fractionalOf: ReadonlyMap<number, NumberType> = new Map([
  [4, "float"],
  [8, "double"],
]);
const wholeOf: ReadonlyMap<number, NumberType> = new Map([
  [1, "tinyint"],
  [2, "smallint"],
  [4, "int"],
  [8, "bigint"],
]);

/** The longer of the two, and with a fraction as soon as one has it. */
function resultType(left: NumberType, right: NumberType): NumberType {
  const size = Math.max(numberSizes[left], numberSizes[right]);
  if (fractional.has(left) || fractional.has(right)) return fractionalOf.get(size) ?? "decimal";
  return wholeOf.get(size) ?? "varint";
}

function calculate(
  result: NumberType,
  left: NumberValue,
  operator: Operator,
  right: NumberValue,
  isExactLeft: boolean,
  isExactRight: boolean,
): NumberValue {
  switch (result) {
    case "float":
      return doubles[operator](Math.fround(doubleOf(left)), Math.fround(doubleOf(right)));
    case "double":
      return doubles[operator](doubleOf(left), doubleOf(right));
    case "decimal":
      return decimals[operator](decimalOperand(left, isExactLeft), decimalOperand(right, isExactRight));
    default: {
      const [one, other] = [longOf(left), longOf(right)];
      if (other === 0n && (operator === "/" || operator === "%")) {
        throw new RangeError(result === "varint" ? "BigInteger divide by zero" : "/ by zero");
      }
      return wholes[operator](one, other);
    }
  }
}

/** The database goes by way of a double with every number that is neither a decimal nor a varint: 1 becomes 1.0. */
function decimalOperand(value: NumberValue, isExact: boolean): ReturnType<typeof decimalOf> {
  return typeof value === "bigint" && !isExact ? decimalOfDouble(Number(value)) : decimalOf(value);
}

const wholes: Readonly<Record<Operator, (left: bigint, right: bigint) => bigint>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left % right,
};

const doubles: Readonly<Record<Operator, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left % right,
};

const decimals = {
  "+": addDecimals,
  "-": (left, right) => addDecimals(left, negateDecimal(right)),
  "*": multiplyDecimals,
  "/": (left, right) => {
    if (right.unscaled === 0n) throw new RangeError("BigInteger divide by zero");
    return divideDecimals(left, right);
  },
  "%": remainderOfDecimals,
} satisfies Readonly<Record<Operator, typeof addDecimals>>;

function negate(type: NumberType, value: NumberValue): Buffer {
  if (typeof value === "bigint") return writeNumber(type, -value);
  return writeNumber(type, typeof value === "number" ? -value : negateDecimal(value));
}

function ofTimes(): readonly NativeFunction[] {
  const [timestamp, date, duration] = [nativeType("timestamp"), nativeType("date"), nativeType("duration")];
  return (["+", "-"] as const).flatMap((operator) => {
    const sign = operator === "+" ? 1n : -1n;
    return [
      operation(timestamp, operator, duration, timestamp, ([time, amount]) => {
        const read = readDuration(amount as Buffer);
        if (read.nanoseconds % 1_000_000n !== 0n) {
          throw invalid(`The duration must have a millisecond precision. Was: ${printDurationValue(read)}`);
        }
        return writeLong(addDuration(milliseconds.timestamp(time as Buffer), read, sign));
      }),
      operation(date, operator, duration, date, ([day, amount]) => {
        const read = readDuration(amount as Buffer);
        if (read.nanoseconds !== 0n) {
          throw invalid(`The duration must have a day precision. Was: ${printDurationValue(read)}`);
        }
        return writeDate(addDuration(milliseconds.date(day as Buffer), read, sign));
      }),
    ];
  });
}

function ofTexts(): readonly NativeFunction[] {
  const [text, ascii] = [nativeType("text"), nativeType("ascii")];
  return [
    [text, text, text],
    [ascii, ascii, ascii],
    [ascii, text, text],
    [text, ascii, text],
  ].map(([left, right, result]) =>
    operation(left as CqlType, "+", right as CqlType, result as CqlType, (values) => Buffer.concat(values)),
  );
}
