import { expect, test } from "vitest";
import { checkConsistency } from "../../../src/cql/connection/answer-request.ts";

const read = { columns: [], write: undefined };
const write = { columns: undefined, write: { isCounter: false, isConditional: false } };
const counter = { columns: undefined, write: { ...write.write, isCounter: true } };
const conditional = { columns: undefined, write: { ...write.write, isConditional: true } };
const definition = { columns: undefined, write: undefined };

test.each([
  ["a read", read, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ["a write", write, [0, 1, 2, 3, 4, 5, 6, 7, 10]],
  ["a write of counters", counter, [1, 2, 3, 4, 5, 6, 7, 10]],
  ["a write with conditions", conditional, [0, 1, 2, 3, 4, 5, 6, 7, 10]],
  ["a definition", definition, [0, 1, 5, 8]],
])("%s works at all levels that make sense", (_, prepared, levels) => {
  for (const consistency of levels) expect(() => checkConsistency(prepared, { consistency })).not.toThrow();
});

test.each([
  ["a read", read, { consistency: 0 }, "ANY ConsistencyLevel is only supported for writes"],
  ["a write", write, { consistency: 8 }, "You must use conditional updates for serializable writes"],
  ["a write", write, { consistency: 9 }, "You must use conditional updates for serializable writes"],
  ["a write of counters", counter, { consistency: 8 }, "Counter operations are inherently non-serializable"],
  [
    "a write with conditions",
    conditional,
    { consistency: 9 },
    'LOCAL_SERIAL is not supported as conditional update commit consistency. Use ANY if you mean "make sure it is' +
      ` accepted but I don't care how many replicas commit it for non-SERIAL reads"`,
  ],
  [
    "a write with conditions",
    conditional,
    { consistency: 1, serialConsistency: 1 },
    "Invalid consistency for conditional update. Must be one of SERIAL or LOCAL_SERIAL",
  ],
])("%s is refused at others", (_, prepared, given, message) => {
  expect(() => checkConsistency(prepared, given)).toThrow(message);
});
