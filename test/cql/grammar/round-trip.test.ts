/** What is printed is read as the tree that it was printed from. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStatement } from "../../../src/cql/grammar/index.ts";
import { printStatement } from "./print-statement.ts";
import { runs } from "../../support/long.ts";
import { anyStatement } from "./any-statement.ts";

describe("a generated statement", () => {
  it("is read as it was printed", () => {
    fc.assert(
      fc.property(anyStatement, (statement) => {
        expect(parseStatement(printStatement(statement))).toEqual(statement);
      }),
      runs(1000, 50_000),
    );
  });
});
