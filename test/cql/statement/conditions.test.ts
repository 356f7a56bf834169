import { describe, expect, it } from "vitest";
import { openCqlSession } from "./cql-session.ts";

describe("a condition with IN", () => {
  /** A list of one null. */
  const values = [Buffer.from("00000001ffffffff", "hex")];

  it.each(["?", ":wanted"])(
    "takes the null of a list that is bound to %s for a column without a value",
    async (marker) => {
      const session = await openCqlSession("s", ["CREATE TABLE t (k int PRIMARY KEY, v int)"]);
      await session.run("INSERT INTO t (k) VALUES (1)");
      const { rows } = await session.rows(`UPDATE t SET v = 2 WHERE k = 1 IF v IN ${marker}`, { values });
      expect(rows).toEqual([[Buffer.from([1])]]);
    },
  );
});
