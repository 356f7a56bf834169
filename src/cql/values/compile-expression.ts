import type { Term } from "../grammar/tree.ts";
import { invalid } from "../cql-error.ts";
import { unset } from "../protocol/message.ts";
import { joinParts } from "../../store/index.ts";
import type { Expression, Setting } from "./expression.ts";
import { readConstant } from "./constant.ts";
import type { Receiver } from "./receiver.ts";

/** Understands a term by what it is for. */
export function compileExpression(term: Term, receiver: Receiver, setting: Setting): Expression {
  const { type } = receiver;
  switch (term.kind) {
    case "constant": {
      const bytes = readConstant(term.type, term.text, receiver);
      return { type, name: term.text, evaluate: () => bytes };
    }
    case "null":
      return { type, name: "NULL", evaluate: () => null };
    case "marker":
      setting.variables.add(term, receiver);
      return { type, name: "?", evaluate: ({ bound }) => bound(term) };
    case "list":
      if (type.kind !== "list") throw invalid(`Invalid list literal for ${receiver.name} of type ${type.kind}`);
      {
        const items = term.items.map((item) =>
          compileExpression(item, { name: `value(${receiver.name})`, type: type.item }, setting),
        );
        return {
          type,
          name: "list",
          evaluate: (inputs) =>
            joinParts(
              type,
              items.map((item) => {
                const value = item.evaluate(inputs);
                if (value === null || value === unset) throw invalid("null is not supported inside collections");
                return value;
              }),
            ),
        };
      }
    default:
      throw invalid(`Terms of kind ${term.kind} are not done yet`);
  }
}
