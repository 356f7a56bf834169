import fc from "fast-check";
import { expect, it } from "vitest";
import { upperCamel } from "@colonnade/runtime/protocol";
import { Overrides, exportedNames, findRivals, nameUserTypes, nearestName } from "../../src/plan/index.ts";
import { runs } from "../support/long.ts";

const words = [
  ...["row", "key", "where", "if", "partition", "clustering", "insert", "update", "static", "increment", "types", "id"],
  ...["table", "schema", "with", "get", "find", "scan", "delete", "type", "a", "orders", "_1f", "a1b", "A1B", "email"],
  ...["count", "all", "partitions_of", "nearest", "by", "within", "indexed"],
];
/** Few words, so that names of several meet often. */
const fewWords = [
  ["a", "with", "b", "find", "key"],
  ["a", "count", "all", "partitions_of", "table"],
];

/** Everything that a table with these names could export. */
function exportsOf({ type, row, plural, column }: Claimant): readonly string[] {
  const names = exportedNames(type, { row, plural });
  return [
    ...Object.values({ ...names }),
    `${type}With${column}`,
    `${names.findFunction}With${column}Key`,
    nearestName(names, column),
  ];
}

interface Claimant {
  readonly type: string;
  readonly row: string | undefined;
  readonly plural: string | undefined;
  readonly column: string;
}

function anyClaimants(from: readonly string[]): fc.Arbitrary<readonly Claimant[]> {
  const name = fc
    .array(fc.constantFrom(...from), { minLength: 1, maxLength: 4 })
    .map((parts) => upperCamel(parts.join("_")));
  const rule = fc.option(name, { nil: undefined, freq: 6 });
  const claimant = fc.record({ type: name, row: rule, plural: rule, column: name });
  return fc.uniqueArray(claimant, { selector: ({ type }) => type, minLength: 2, maxLength: 12 });
}

it.each([words, ...fewWords])("are all definitions that share the name of an export, with %s, %s, …", (...from) => {
  let shared = 0;
  fc.assert(
    fc.property(anyClaimants(from), (claimants) => {
      const stems = claimants.map(({ type, row, plural }): [string, string[]] => [
        type,
        [type, row, plural].filter((stem) => stem !== undefined),
      ]);
      const rivals = findRivals(new Map(stems));
      const owners = new Map<string, string>();
      for (const claimant of claimants) {
        for (const each of exportsOf(claimant)) {
          const owner = owners.get(each);
          owners.set(each, claimant.type);
          if (owner === undefined) continue;
          shared++;
          expect(rivals, `${each} of ${owner} and ${claimant.type}`).toContain(owner);
          expect(rivals, `${each} of ${owner} and ${claimant.type}`).toContain(claimant.type);
        }
      }
    }),
    runs(1_000, 100_000),
  );
  expect(shared).toBeGreaterThan(100);
});

it.each(["XTable", "XId", "XIdSchema", "XRowSchema", "XSchema", "XType", "AByB"])(
  "are none because of the function of nearest rows by a column %s",
  (column) => {
    const others = new Set([
      ...Object.values(exportedNames("NearestDocsByX")),
      ...Array.from(nameUserTypes([{ name: "nearest_docs_by_x", fields: [] }], new Overrides({})).values()).flatMap(
        ({ codec, validator }) => [codec, validator],
      ),
      nearestName(exportedNames("DocsByA"), "B"),
    ]);
    expect(others).toContain(`nearestDocsBy${column}`);
    expect(others).not.toContain(nearestName(exportedNames("Docs"), column));
  },
);

it("are none among common tables", () => {
  const types = ["orders", "orders_by_day", "users", "user_logins", "products"].map(upperCamel);
  expect(findRivals(new Map(types.map((type) => [type, [type]])))).toEqual(new Set());
});
