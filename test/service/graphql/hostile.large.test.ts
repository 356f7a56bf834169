/**
 * Documents that are meant to keep the service busy or to break it: `test/fixtures/hostile/documents.jsonl`.
 *
 * A document is a list of texts, some of them repeated: `["{ ", ["a% ", 3], "}"]` is `{ a0 a1 a2 }`. Add a line for each
 * new shape, with the error that must refuse it; null if it is harmless.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { runs } from "../../support/long.ts";
import { openFixture, orderLines, products } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

type Part = string | readonly [text: string, times: number];
interface Hostile {
  readonly name: string;
  readonly document: readonly Part[];
  readonly error: string | null;
}

const file = join(import.meta.dirname, "../../fixtures/hostile/documents.jsonl");
const all = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Hostile);

/** @param most how often a part is repeated at the most */
function textOf(document: readonly Part[], most = Infinity): string {
  const repeat = (text: string, times: number): string =>
    Array.from({ length: Math.min(times, most) }, (_, index) => text.replaceAll("%", String(index))).join("");
  return document.map((part) => (typeof part === "string" ? part : repeat(...part))).join("");
}

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture([products, orderLines]);
});
afterAll(() => fixture.close());

describe("a hostile document", () => {
  test.each(all)("$name", async ({ document, error }) => {
    const { data, errors } = await fixture.graphql(textOf(document));
    if (error === null) expect(errors).toBeUndefined();
    else {
      expect(data).toBeUndefined();
      expect(errors?.[0]?.message).toContain(error);
      // One more says that there are others.
      expect(errors?.length).toBeLessThanOrEqual(11);
      for (const { message } of errors ?? []) expect(message.length).toBeLessThan(1100);
    }
    expect(fixture.reported).toEqual([]);
  });

  it("is refused or run, but breaks nothing, however it is cut and mixed with others", async () => {
    const texts = [
      ...all.map(({ document }) => textOf(document, 12)),
      '{ products(filter: {id: {in: ["00000000-0000-4000-8000-000000000001"]}}, options: {pageSize: 3}) { values { id name } pageState } }',
      "mutation m($v: ProductsInput!, $n: Boolean = true) @atomic { a: insertProducts(value: $v, ifNotExists: $n) { applied value { ...f } } } fragment f on Products { id price }",
    ];
    /** A part of one of the documents. */
    const piece = fc
      .tuple(
        fc.constantFrom(...texts),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
      )
      .map(([text, from, to]) => text.slice(Math.floor(from * text.length), Math.ceil(to * text.length)));
    const document = fc.oneof(
      fc.tuple(fc.constantFrom(...texts), piece, fc.nat(), fc.nat({ max: 9 })).map(([text, extra, at, cut]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + extra + text.slice(place + cut);
      }),
      fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(" ")),
    );
    await fc.assert(
      fc.asyncProperty(document, async (query) => {
        const { status, json } = await fixture.send("POST", "/api/graphql", { query, variables: { v: { id: "x" } } });
        expect(status).toBe(query === "" ? 400 : 200);
        expect(json).toEqual(expect.toSatisfy((answer: object) => "data" in answer || "errors" in answer));
        expect(fixture.reported).toEqual([]);
      }),
      runs(300, 20_000),
    );
  });
});
