/** What GraphQL answers to everything that Stargate v1.0.91 and the Go data APIs were asked. */
import { describe, expect, it, test } from "vitest";
import { graphqlDifferences } from "../captures/graphql-differences.ts";
import { countVerdicts } from "../captures/count-verdicts.ts";
import { documentedIds, replay } from "../captures/replay.ts";

const used = new Set<string>();

describe("GraphQL answers what was recorded, the same or differently by design", () => {
  test.each([
    ["stargate", "graphql-queries", { same: 42, wording: 21, differs: 16 }],
    ["stargate", "graphql-mutations", { same: 58, wording: 22, differs: 10 }],
    ["stargate", "graphql-schema-endpoint", { same: 66, wording: 14, differs: 8 }],
    ["data-apis", "graphql-conditional", { same: 5, differs: 10 }],
    ["stargate", "graphql-transport", { same: 17, wording: 36, differs: 19 }],
    ["stargate", "graphql-types", { same: 307, wording: 186, differs: 118 }],
    ["data-apis", "graphql-data", { same: 26, wording: 6, differs: 15 }],
    ["data-apis", "graphql-values", { same: 165, wording: 57, differs: 64 }],
    ["data-apis", "graphql-errors", { same: 12, wording: 26, differs: 11 }],
    ["data-apis", "graphql-fragment-cycle", { differs: 2 }],
    ["data-apis", "graphql-schema-endpoint", { same: 1, wording: 6, differs: 21 }],
  ] as const)("%s: %s", async (server, file, expected) => {
    expect(countVerdicts(await replay(server, file, graphqlDifferences), used)).toEqual(expected);
  });

  it("by differences that docs/compatibility.md gives a reason for, each of them met", () => {
    const known = documentedIds();
    expect(graphqlDifferences.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
    expect(graphqlDifferences.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
  });
});
