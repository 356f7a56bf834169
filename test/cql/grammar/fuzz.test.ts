/** No text ends in anything but a tree or a syntax error. How long the hardest take: `hard-texts.isolated.test.ts`. */
import fc from "fast-check";
import { describe, it } from "vitest";
import { printStatement } from "./print-statement.ts";
import { runs } from "../../support/long.ts";
import { anyStatement } from "./any-statement.ts";
import { readAnyText } from "./read-any-text.ts";

const tokens = (
  "SELECT INSERT UPDATE DELETE BEGIN BATCH APPLY CREATE TABLE ALTER DROP FROM INTO WHERE AND IN IF NOT EXISTS SET VALUES " +
  "JSON DISTINCT token count cast ttl key AS ( ) [ ] { } < > , . .. ; : ? = + - * / % 'x' \"y\" a b 1 -1 1.5 0xff 1mo $$ ' " +
  '" -- /* */ list frozen int null true NaN PRIMARY KEY WITH USING TTL'
).split(" ");

describe("any text", () => {
  it("of random signs", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), readAnyText), runs(2000, 100_000));
  });

  it("of random bytes", () => {
    const property = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) =>
      readAnyText(Buffer.from(bytes).toString("latin1")),
    );
    fc.assert(property, runs(2000, 100_000));
  });

  it("of random tokens", () => {
    const property = fc.property(fc.array(fc.constantFrom(...tokens), { maxLength: 40 }), (all) =>
      readAnyText(all.join(" ")),
    );
    fc.assert(property, runs(3000, 100_000));
  });

  it("that a statement becomes when it is cut, or something is put into it", () => {
    const change = fc.record({ at: fc.nat(), length: fc.nat({ max: 5 }), put: fc.constantFrom("", ...tokens) });
    const property = fc.property(anyStatement, change, (statement, { at, length, put }) => {
      const text = printStatement(statement);
      const place = at % (text.length + 1);
      readAnyText(text.slice(0, place) + put + text.slice(place + length));
    });
    fc.assert(property, runs(2000, 50_000));
  });
});
