import type { CqlType } from "../../model/index.ts";
import { printValue } from "./value-text.ts";

export interface CellText {
  /** The value as stored: what is shown and copied. Nothing for null. */
  readonly text: string;
  /** What stands for a value without any text. */
  readonly absent?: "null" | "empty";
}

export function cellText(type: CqlType, value: unknown): CellText {
  if (value === null || value === undefined) return { text: "", absent: "null" };
  const text = printValue(type, value);
  return text === "" ? { text, absent: "empty" } : { text };
}
