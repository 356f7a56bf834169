/** What REST answers to everything that Stargate v1.0.91 and the Go data APIs were asked. */
import { describe, expect, it, test } from "vitest";
import { countVerdicts } from "../captures/count-verdicts.ts";
import { documentedIds, replay } from "../captures/replay.ts";
import { restDifferences } from "../captures/rest-differences.ts";

const used = new Set<string>();

describe("REST answers what was recorded, the same or differently by design", () => {
  test.each([
    ["stargate", "rest-keyspaces-tables", { same: 55, wording: 17, differs: 73 }],
    ["stargate", "rest-columns", { same: 37, wording: 12, differs: 11 }],
    ["stargate", "rest-rows", { same: 85, wording: 8, differs: 25 }],
    ["stargate", "rest-query", { same: 48, wording: 18, differs: 7 }],
    ["stargate", "rest-transport", { same: 14, wording: 3, differs: 16 }],
    ["stargate", "rest-keys", { same: 32, wording: 4, differs: 7 }],
    ["stargate", "rest-types", { same: 418, wording: 86, differs: 149 }],
    ["stargate", "auth", { same: 20, wording: 3, differs: 8 }],
    ["data-apis", "rest-tables", { same: 31, wording: 15, differs: 41 }],
    ["data-apis", "rest-columns", { same: 2, wording: 5, differs: 12 }],
    ["data-apis", "rest-rows", { same: 31, wording: 8, differs: 75 }],
    ["data-apis", "rest-values", { same: 45, wording: 11, differs: 111 }],
    ["data-apis", "rest-query", { wording: 7, differs: 16 }],
    ["data-apis", "document-paths", { differs: 3 }],
  ] as const)("%s: %s", async (server, file, expected) => {
    expect(countVerdicts(await replay(server, file, restDifferences), used)).toEqual(expected);
  });

  it("by differences that docs/compatibility.md gives a reason for, each of them met", () => {
    const known = documentedIds();
    expect(restDifferences.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
    expect(restDifferences.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
  });
});
