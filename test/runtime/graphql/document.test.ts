/** What a response says of each operation of its document. */
import { describe, expect, it } from "vitest";
import { increment, insert, scan } from "@colonnade/runtime";
import { notes, openWith, views } from "../notes-table.ts";
import { answering, caught, reply } from "../replies.ts";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const fieldsOf = (body = ""): number => body.match(/applied/g)?.length ?? 0;

describe("a response", () => {
  it("in which one operation failed says nothing of the others", async () => {
    const transport = answering(async (call) =>
      fieldsOf(call.body) === 1
        ? reply({ data: { result: { applied: true } } })
        : reply({
            data: { w0: { applied: true }, w1: null },
            errors: [{ message: "no", path: ["w1"] }, { message: "x" }],
          }),
    );
    const session = openWith({ transport });
    const written = await Promise.all(numbers(2).map((id) => caught(insert(session, notes, { id }))));
    expect(written).toMatchObject([{ applied: true }, { code: "field" }]);
  });

  it("without data, in which one operation failed, does not mean that nothing was done", async () => {
    const transport = answering(async () => reply({ data: null, errors: [{ message: "no", path: ["w1"] }] }));
    const session = openWith({ transport });
    const count = (id: number) => caught(increment(session, views, { id }, { views: 1n }));
    const written = await Promise.all(numbers(2).map(count));
    expect(written).toMatchObject([{ code: "outcome-unknown" }, { code: "field", outcome: "refused" }]);
  });

  it("with a row that is null is a protocol error", async () => {
    const session = openWith({
      transport: answering(async () => reply({ data: { result: { values: [null], pageState: null } } })),
    });
    expect(await caught(scan(session, notes).toArray())).toMatchObject({
      code: expect.stringMatching(/protocol|validation/),
    });
  });
});
