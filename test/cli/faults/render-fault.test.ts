import { describe, expect, it, test } from "vitest";
import { ConnectError, HttpError } from "@colonnade/runtime";
import { describeError } from "../../../src/cli/faults/fault.ts";
import { createPaint } from "../../../src/cli/terminal/talk.ts";
import { renderFault } from "../../../src/cli/faults/show-fault.ts";
import { ColonnadeError } from "../../../src/errors.ts";
import { StoreError } from "../../../src/store/index.ts";

function render(error: unknown, verbose = false): string {
  return renderFault(describeError(error), { paint: createPaint(false), cwd: "/home/dev/app", verbose });
}

describe("an error of ours", () => {
  it("is its message and code, each problem with place, frame and next step, and what to do", () => {
    const error = new ColonnadeError("bad-definitions", "the definitions have 2 mistakes", {
      next: "correct them",
      problems: [
        {
          code: "unknown-type",
          message: '"uid" is not a CQL type',
          file: "/home/dev/app/definitions/shop/products.json",
          line: 4,
          column: 41,
          frame: '> 4 | "uid"\n    | ^^^^^',
          next: 'did you mean "uuid"?',
        },
        { code: "bad-name", message: "a name has letters", file: "/elsewhere/x.json" },
      ],
    });
    expect(render(error)).toMatchInlineSnapshot(`
      "✖ the definitions have 2 mistakes [bad-definitions]

        definitions/shop/products.json:4:41 "uid" is not a CQL type
          > 4 | "uid"
              | ^^^^^
          → did you mean "uuid"?

        /elsewhere/x.json a name has letters

      → correct them"
    `);
  });

  test.each([
    ["input", 2],
    ["service", 3],
    ["machine", 4],
  ] as const)("of kind %s exits with %d", (kind, exitCode) => {
    expect(describeError(new ColonnadeError("x", "y", { kind })).exitCode).toBe(exitCode);
  });
});

describe("an error of the runtime", () => {
  it("is one sentence with the request id, and what to do", () => {
    const error = new HttpError(404, "keyspace 'shop' not found", { operation: "introspect shop", requestId: "r-1" });
    expect(render(error)).toMatchInlineSnapshot(`
      "✖ introspect shop failed: HTTP 404, keyspace 'shop' not found (request r-1) [not-found]
      → check --keyspace, and --url: it is the address before /api"
    `);
    expect(describeError(error).exitCode).toBe(3);
  });

  it("is known by its shape: another copy of the package will do", () => {
    const { message } = new ConnectError("no connection", { requestId: "r-2" });
    const copy = Object.assign(new Error(message), { code: "connect", outcome: "not-sent", requestId: "r-2" });
    expect(describeError(copy)).toMatchObject({ code: "connect", exitCode: 3 });
  });
});

describe("an error of the machine", () => {
  test.each([
    [Object.assign(new Error("listen EADDRINUSE"), { code: "EADDRINUSE", syscall: "listen" }), "EADDRINUSE", 4],
    [new StoreError("unavailable", "another process has the data"), "unavailable", 4],
    [new StoreError("invalid", "no such type"), "invalid", 2],
  ])("%s", (error, code, exitCode) => {
    expect(describeError(error)).toMatchObject({ code, exitCode });
  });
});

describe("anything else", () => {
  test.each([new TypeError("x is not a function"), "a text", undefined, Object.assign(new Error("odd"), { code: 7 })])(
    "%s is a bug of ours",
    (thrown) => {
      expect(describeError(thrown)).toMatchObject({ code: "bug", exitCode: 70 });
      expect(render(thrown)).toMatch(/^✖ this is a bug in Colonnade: /);
    },
  );

  it("shows its stack only when asked", () => {
    const error = new TypeError("x is not a function");
    expect(render(error)).not.toContain("render-fault.test");
    expect(render(error, true)).toContain("render-fault.test");
  });
});
