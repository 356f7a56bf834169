import { expect, it, test } from "vitest";
import { addSent, parseHistory, titleOf } from "../../src/console/history.ts";
import type { Sent } from "../../src/console/history.ts";

const sent = (query: string, variables = ""): Sent => ({ query, variables });

it("has the latest document first, each once, and 20 at most", () => {
  let history: readonly Sent[] = [];
  for (let count = 0; count < 25; count++) history = addSent(history, sent(`{ q${count} }`));
  history = addSent(history, sent("{ q10 }"));
  history = addSent(history, sent("{ q10 }", "{}"));
  expect(history).toHaveLength(20);
  expect(history.slice(0, 3)).toEqual([sent("{ q10 }", "{}"), sent("{ q10 }"), sent("{ q24 }")]);
  expect(parseHistory(JSON.stringify(history))).toEqual(history);
});

test.each([null, "", "{", "3", "[1, null, {}]"])("is empty when %j was kept", (text) => {
  expect(parseHistory(text)).toEqual([]);
});

test.each([
  ["query {\n  # all\n  products { values { id } }\n}\n", "query { products { values { id } } }"],
  [`{ ${"a ".repeat(60)}}`, `{ ${"a ".repeat(29)}…`],
  ["", "(empty)"],
])("%j has the title %j", (query, title) => expect(titleOf(sent(query))).toBe(title));
