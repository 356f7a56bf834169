/** Accepted changes: they are shown with their reason, and do not fail until they expire. */
import { describe, expect, it, test } from "vitest";
import * as shapes from "../../../schemas/shapes.ts";
import { acceptChanges } from "../../../src/cli/diff/acceptances.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";
import type { Outcome } from "../run-line.ts";

function table(...columns: readonly string[]): string {
  const columnDefinitions = ["id", ...columns].map((name) => ({ name, typeDefinition: "text" }));
  return JSON.stringify({ name: "products", columnDefinitions, primaryKey: { partitionKey: ["id"] } });
}

const dropped = { kind: "column-dropped", place: "shop.products.price", reason: "moved to offers" };
const now = Date.parse("2026-11-23T12:00:00Z");

function diffWith(accepted: unknown, flags = "--fail-on any"): Promise<Outcome> {
  const cwd = createTemporaryFolder();
  writeTree(cwd, {
    "old/shop/products.json": table("name", "price"),
    "new/shop/products.json": table("name"),
    ".colonnade-accept.json": typeof accepted === "string" ? accepted : JSON.stringify({ accepted }),
  });
  return runLine(`diff --definitions new --against old ${flags}`, { cwd, now: () => now });
}

describe("an accepted change", () => {
  it("is shown with its reason, and does not fail", async () => {
    const { code, stdout, stderr } = await diffWith([dropped]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        "column-dropped  shop.products.price  text  breaks code, reads, writes, wire, data; accepted: moved to offers\n",
    });
    expect(stderr).toContain("1 change from old to new/shop, which is accepted\n");
  });

  it("has its reason in every format", async () => {
    const json = JSON.parse((await diffWith([{ ...dropped, until: "2027-01-31" }], "--json")).stdout) as object;
    expect(json).toMatchObject({
      failing: false,
      keyspaces: [{ changes: [{ accepted: { reason: "moved to offers", until: "2027-01-31" } }] }],
    });
    expect((await diffWith([dropped], "--format markdown")).stdout).toContain("data; accepted: `moved to offers` |");
    expect((await diffWith([dropped], "--reporter github")).stdout).toBe("");
    expect((await diffWith([dropped], "--reporter junit")).stdout).toContain('tests="1" failures="0"');
  });

  test.each([
    ["2026-11-24", 0],
    ["2026-11-23", 0],
    ["2026-11-22", 1],
  ])("until %s exits with %i on 2026-11-23", async (until, expected) => {
    const { code, stderr } = await diffWith([{ ...dropped, until }]);
    expect(code).toBe(expected);
    expect(stderr.includes(`column-dropped of shop.products.price was accepted until ${until}`)).toBe(expected === 1);
  });

  it("fails if only its place or only its kind is accepted, and the entry is unused", async () => {
    for (const wrong of [
      { ...dropped, kind: "column-type" },
      { ...dropped, place: "shop.products.name" },
    ]) {
      const { code, stderr } = await diffWith([wrong]);
      expect(code).toBe(1);
      expect(stderr).toContain(`! ${wrong.kind} of ${wrong.place} is accepted, but is not one of the changes`);
      expect(stderr).toContain("→ remove it from .colonnade-accept.json:1");
    }
  });

  it.each([
    ["index-dropped", "indexes"],
    ["time-to-live", "defaultTimeToLive"],
    ["description", "memberDescriptions"],
    ["field-added", "userTypes"],
  ] as const)("is not unused where a database does not report what %s is about", (kind, fact) => {
    const acceptance = { ...dropped, kind, file: "accept.json", line: 1 };
    const accept = (...unknown: (typeof fact)[]) => {
      const diff = { keyspace: "shop", definitions: "new", changes: [], migration: () => [], warnings: [], unknown };
      return acceptChanges([diff], [acceptance], "2026-11-23").flatMap(({ warnings }) => warnings);
    };
    expect(accept()).toMatchObject([{ code: "unused-acceptance" }]);
    expect(accept(fact)).toEqual([]);
  });

  it("says nothing of the way back, which has changes of its own", async () => {
    const { code, stderr } = await diffWith([dropped, { ...dropped, kind: "column-added" }], "--reverse --fail-on any");
    expect(code).toBe(1);
    expect(stderr).not.toContain("accepted");
  });

  it("is not read for the way back", async () => {
    const { code, stderr } = await diffWith([{ ...dropped, kind: "?" }], "--reverse --fail-on none");
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining("mistake") as unknown });
  });

  it("is one of two indexes on a column", async () => {
    const docs = (...kinds: readonly string[]): string =>
      JSON.stringify({
        name: "docs",
        columnDefinitions: [
          { name: "id", typeDefinition: "text" },
          { name: "tags", typeDefinition: "map<text, text>" },
        ],
        primaryKey: { partitionKey: ["id"] },
        indexes: kinds.map((kind) => ({ column: "tags", kind })),
      });
    const accepted = [{ kind: "index-dropped", place: "shop.docs.keys(tags)", reason: "unused" }];
    const cwd = createTemporaryFolder();
    writeTree(cwd, {
      "old/shop/docs.json": docs("keys", "values"),
      "new/shop/docs.json": docs(),
      ".colonnade-accept.json": JSON.stringify({ accepted }),
    });
    const { code, stdout, stderr } = await runLine("diff --definitions new --against old", { cwd });
    expect(stdout.split("\n")).toEqual([
      "index-dropped  shop.docs.keys(tags)  keys    breaks code, reads; accepted: unused",
      "index-dropped  shop.docs.tags        values  breaks code, reads",
      "",
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain("1 of which is accepted");
    const report = await runLine("diff --definitions new --against old --reporter junit", { cwd });
    expect(report.stdout.match(/ name="index-dropped [^"]*"/g)).toEqual([
      ' name="index-dropped shop.docs.keys(tags)"',
      ' name="index-dropped shop.docs.tags"',
    ]);
  });

  it("of another keyspace is not unused", async () => {
    const { stderr } = await diffWith([{ ...dropped, place: "crm.people.name" }]);
    expect(stderr).not.toContain("is accepted, but");
  });
});

describe("a file that is wrong", () => {
  test.each([
    ["[]", "the file must be an object with a list of accepted changes, not an empty list"],
    ["{}", "accepted is missing: a list of accepted changes"],
    ["{", "not valid JSON: close brace expected"],
    ['{ "accepted": [1] }', "accepted[0] must be an object with kind, place and reason, not a number"],
    [[{ ...dropped, kind: "column-droped" }], "accepted[0].kind must be a kind of change"],
    [[{ ...dropped, kind: "column-droped" }], "did you mean column-dropped?"],
    [[{ ...dropped, place: "products" }], "accepted[0].place must be the place of a change"],
    [[{ ...dropped, reason: " " }], "accepted[0].reason must be a reason"],
    [[{ kind: dropped.kind, place: dropped.place }], "accepted[0].reason is missing: a reason"],
    [[{ ...dropped, until: "2026-02-30" }], "accepted[0].until must be a day, such as 2027-01-31"],
    [[{ ...dropped, untill: "2026-02-20" }], 'did you mean "until"?'],
    ['{ "accepted": [], "acepted": [] }', "unknown member acepted"],
  ])("%j is refused: %s", async (accepted, message) => {
    const { code, stderr } = await diffWith(accepted);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(".colonnade-accept.json:1");
  });

  it("is reported to the CI server", async () => {
    const { code, stdout } = await diffWith([{ ...dropped, reason: 1 }], "--reporter github");
    expect({ code, stdout }).toEqual({
      code: 2,
      stdout:
        "::error file=.colonnade-accept.json,line=1,col=78,title=Colonnade%3A bad-acceptances::accepted[0].reason must be a reason, not a number\n",
    });
  });
});

it("the published shape accepts what is read, and refuses what is refused", () => {
  expect(shapes.accept.safeParse({ $schema: "x", accepted: [{ ...dropped, until: "2027-01-31" }] }).success).toBe(true);
  for (const wrong of [{ reason: " " }, { place: "products" }, { kind: "x" }, { until: "soon" }, { more: 1 }]) {
    expect(shapes.accept.safeParse({ accepted: [{ ...dropped, ...wrong }] }).success).toBe(false);
  }
});
