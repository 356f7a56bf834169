/** What `--replication` takes. */
import { expect, it, test } from "vitest";
import { parseReplication } from "../../../src/cli/database/parse-cluster.ts";

it("is a number of nodes, or one for each data center", () => {
  expect(parseReplication("3")).toBe(3);
  expect(parseReplication("dc1:3,dc2:12")).toEqual({ dc1: 3, dc2: 12 });
});

test.each(["", "0", "-1", "3.5", "03", "dc1", "dc1:0", "dc1:3,", ",dc1:3", "dc 1:3", "dc1:3 ", "dc1:3,dc1:2"])(
  "%j is a mistake",
  (text) => {
    expect(() => parseReplication(text)).toThrow(expect.objectContaining({ code: "usage" }) as Error);
  },
);
