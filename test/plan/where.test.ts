/** What a finder may be asked, three times: the rule of the database, the planned shapes, the runtime's check. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { natives } from "@colonnade/runtime/protocol";
import type { NativeName } from "@colonnade/runtime/protocol";
import { nativeTypes } from "../../src/model/index.ts";
import { planWhere } from "../../src/plan/index.ts";
import type { ClusteringWhere } from "../../src/plan/index.ts";
import { filterOf } from "../../src/runtime/graphql/document.ts";
import { bindTable } from "../../src/runtime/table/bound-table.ts";
import type { Table, TableTypes } from "../../src/runtime/table/table.ts";
import { encodeWhere } from "../../src/runtime/operation/where.ts";
import { runs } from "../support/long.ts";
import { arbitraryValues } from "../support/values.ts";

type Restriction = "none" | "equal" | "in" | "range";
const restrictions: readonly Restriction[] = ["none", "equal", "in", "range"];

interface KeyLayout {
  readonly partition: readonly NativeName[];
  readonly clustering: readonly NativeName[];
}

const keyTypes = nativeTypes.filter((type) => type !== "counter" && type !== "duration");
/** As many columns as it says, of any types. */
const keyLayout = (partition: number, clustering: number): fc.Arbitrary<KeyLayout> => {
  const types = (length: number) => fc.array(fc.constantFrom(...keyTypes), { minLength: length, maxLength: length });
  return fc.record({ partition: types(partition), clustering: types(clustering) });
};

const partitionNames = ({ partition }: KeyLayout): string[] => partition.map((_, index) => `p${index}`);
const clusteringNames = ({ clustering }: KeyLayout): string[] => clustering.map((_, index) => `c${index}`);

/** Every way to restrict the columns of a layout, and one column outside the key. */
function everyWay(layout: KeyLayout): ReadonlyMap<string, Restriction>[] {
  const columns = [...partitionNames(layout), ...clusteringNames(layout)];
  const ways = columns.reduce<[string, Restriction][][]>(
    (ways, column) =>
      ways.flatMap((way) => restrictions.map((kind) => [...way, [column, kind] as [string, Restriction]])),
    [[]],
  );
  return ways.flatMap((way) => [new Map(way), new Map([...way, ["value", "equal"]])]);
}

/**
 * The table of service-facts 5.5, line by line, for a query that names a partition: a full scan goes by another function.
 * @returns what the database holds against it, or undefined
 */
function refusalOf(layout: KeyLayout, way: ReadonlyMap<string, Restriction>): string | undefined {
  const of = (column: string): Restriction => way.get(column) ?? "none";
  const [partition, clustering] = [partitionNames(layout), clusteringNames(layout)];
  const before = (column: string): string[] => clustering.slice(0, clustering.indexOf(column));
  const restricted = clustering.filter((column) => of(column) !== "none");
  if (partition.some((column) => of(column) === "range")) return "range on a partition column";
  if (partition.some((column) => of(column) === "none")) return "not all of the partition columns";
  if (of("value") !== "none") return "regular column without index";
  if (restricted.some((column) => before(column).some((one) => of(one) === "none")))
    return "gap in the clustering prefix";
  if (restricted.some((column) => before(column).some((one) => of(one) === "range")))
    return "restriction after a range";
  return undefined;
}

const room = {
  match: new Set<Restriction>(["equal", "in"]),
  bound: new Set<Restriction>(["none", "equal", "in", "range"]),
  never: new Set<Restriction>(["none"]),
};

/** Whether one of the planned shapes has room for the way; a table without clustering columns has none to fit. */
function fitsPlan(
  layout: KeyLayout,
  shapes: readonly ClusteringWhere<string>[],
  way: ReadonlyMap<string, Restriction>,
): boolean {
  const of = (column: string): Restriction => way.get(column) ?? "none";
  if (way.has("value") || !partitionNames(layout).every((column) => room.match.has(of(column)))) return false;
  if (layout.clustering.length === 0) return shapes.length === 0;
  return shapes.some((shape) => shape.every(({ member, presence }) => room[presence].has(of(member))));
}

/** The runtime's table and a value of each of its columns. */
function runtimeTable(layout: KeyLayout): {
  readonly table: Table<TableTypes>;
  readonly sample: ReadonlyMap<string, unknown>;
} {
  const types = new Map<string, NativeName>([
    ...layout.partition.map((type, index): [string, NativeName] => [`p${index}`, type]),
    ...layout.clustering.map((type, index): [string, NativeName] => [`c${index}`, type]),
    ["value", "text"],
  ]);
  const table = {
    keyspace: "shop",
    name: "t",
    apiName: "T",
    columns: Object.fromEntries([...types].map(([name, type]) => [name, natives[type]])),
    partitionKey: partitionNames(layout),
    clusteringKey: clusteringNames(layout),
  } as unknown as Table<TableTypes>;
  const sample = new Map(
    [...types].map(([name, type]) => [name, fc.sample<unknown>(arbitraryValues[type], { numRuns: 1, seed: 7 })[0]]),
  );
  return { table, sample };
}

const bounds = [["gt"], ["gte"], ["lt"], ["lte"], ["gt", "lt"], ["gte", "lte"], ["gt", "lte"], ["gte", "lt"]];

function whereOf(way: ReadonlyMap<string, Restriction>, sample: ReadonlyMap<string, unknown>, turn: number): object {
  const condition = (column: string, kind: Restriction): unknown => {
    const value = sample.get(column);
    if (kind === "equal") return value;
    if (kind === "in") return { in: turn % 2 === 0 ? [value] : [value, value] };
    return Object.fromEntries((bounds[turn % bounds.length] ?? []).map((bound) => [bound, value]));
  };
  const entries = [...way]
    .filter(([, kind]) => kind !== "none")
    .map(([column, kind]) => [column, condition(column, kind)]);
  // The order of members is the caller's business.
  return Object.fromEntries(turn % 3 === 0 ? entries.reverse() : entries);
}

describe("what a finder may be asked", () => {
  test.each([
    [1, 0, 2],
    [1, 1, 8],
    [1, 2, 20],
    [1, 3, 44],
    [2, 0, 4],
    [2, 1, 16],
    [2, 2, 40],
    [2, 3, 88],
  ])(
    "with a key of %i and %i columns is what the database answers, in %i of all ways",
    (partition, clustering, legal) => {
      fc.assert(
        fc.property(keyLayout(partition, clustering), (layout) => {
          const { table, sample } = runtimeTable(layout);
          const shapes = planWhere(clusteringNames(layout));
          let allowed = 0;
          for (const [turn, way] of everyWay(layout).entries()) {
            const reason = refusalOf(layout, way);
            expect(fitsPlan(layout, shapes, way), JSON.stringify([...way])).toBe(reason === undefined);
            const where = whereOf(way, sample, turn);
            const encode = (): object => filterOf(encodeWhere(bindTable(table), where, { operation: "find shop.t" }));
            if (reason === undefined) {
              allowed++;
              expect(Object.keys(encode()).sort()).toEqual(Object.keys(where).sort());
            } else {
              expect(encode, `${JSON.stringify([...way])}: ${reason}`).toThrow(/^find shop\.t failed: /);
            }
          }
          expect(allowed).toBe(legal);
        }),
        runs(1, 30),
      );
    },
  );

  it("travels as operators and encoded values", () => {
    const { table } = runtimeTable({ partition: ["bigint"], clustering: ["timestamp", "int"] });
    const encode = (where: object): object =>
      filterOf(encodeWhere(bindTable(table), where, { operation: "find shop.t" }));
    expect(encode({ p0: 1n, c0: new Date(0), c1: { gte: 1, lt: 5 } })).toEqual({
      p0: { eq: "1" },
      c0: { eq: "1970-01-01T00:00:00.000Z" },
      c1: { gte: 1, lt: 5 },
    });
    expect(encode({ c0: { in: [new Date(0), new Date(1)] }, p0: { in: [1n, 2n] } })).toEqual({
      p0: { in: ["1", "2"] },
      c0: { in: ["1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.001Z"] },
    });
  });
});

describe("the planned shapes", () => {
  const printShapes = (clustering: readonly string[]) =>
    planWhere(clustering).map((shape) => shape.map(({ member, presence }) => `${member} ${presence}`).join(", "));

  it("are as many as clustering columns, the longest prefix first", () => {
    expect(printShapes([])).toEqual([]);
    expect(printShapes(["a"])).toEqual(["a bound"]);
    expect(printShapes(["a", "b"])).toEqual(["a match, b bound", "a bound, b never"]);
    expect(printShapes(["b", "a", "c"])).toEqual([
      "b match, a match, c bound",
      "b match, a bound, c never",
      "b bound, a never, c never",
    ]);
  });
});
