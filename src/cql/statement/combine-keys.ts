import type { Operand, Operands } from "../../store/index.ts";
import type { Located } from "./compiled-relation.ts";

/** The keys that equalities and lists name, every combination of them. */
export function combineKeys({ filters, tuples }: Located): readonly Operands[] {
  let keys: Map<string, Operand>[] = [new Map()];
  const combine = (columns: readonly string[], choices: readonly (readonly Operand[])[]): void => {
    keys = keys.flatMap((key) =>
      choices.map(
        (values) => new Map([...key, ...columns.map((name, place) => [name, values[place] as Operand] as const)]),
      ),
    );
  };
  for (const { column, operator, value } of filters) {
    combine([column], operator === "in" ? (value as readonly Operand[]).map((one) => [one]) : [[value as Operand]]);
  }
  for (const { columns, operator, value } of tuples) {
    combine(columns, operator === "in" ? (value as readonly (readonly Operand[])[]) : [value as readonly Operand[]]);
  }
  return keys;
}
