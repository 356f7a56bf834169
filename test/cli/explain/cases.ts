/** Random keyspaces with random rules of the config. */
import fc from "fast-check";
import { nativeTypes, partsOf, printCqlType } from "../../../src/model/index.ts";
import type { CqlType, Keyspace } from "../../../src/model/index.ts";
import { planId, planKeyspace } from "../../../src/plan/index.ts";
import type { ColumnRule, Plan, PlanSettings, ValueRule } from "../../../src/plan/index.ts";
import { keyspace, tableOf } from "../../support/keyspaces.ts";

export interface Case {
  readonly keyspace: Keyspace;
  readonly settings: PlanSettings;
}

const money: ValueRule = { codec: "money", type: "Money", from: "./money.js" };
const value = fc.constantFrom<ValueRule>(money, "unknown", { codec: "day", type: "Date", from: "days" });

/** Every type that stands somewhere, and what those are made of. */
function typesOf(keyspace: Keyspace): readonly string[] {
  const texts = new Set<string>();
  const visit = (type: CqlType): void => {
    texts.add(printCqlType(type));
    if (type.kind !== "user") partsOf(type).forEach(visit);
  };
  for (const { type } of keyspace.tables.flatMap(({ columns }) => columns)) visit(type);
  return [...texts].sort();
}

/** Rules of every kind: for types, for patterns, for columns and for ids, of which several may fit a column. */
function settingsOf(keyspace: Keyspace): fc.Arbitrary<PlanSettings> {
  const columns = [
    ...keyspace.tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)),
    ...keyspace.userTypes.flatMap(({ name, fields }) => fields.map((field) => `${name}.${field.name}`)),
  ].filter((name) => !name.includes("*"));
  const patterns = ["*", "*.*", ...columns.flatMap((name) => [name, `*${name.slice(name.indexOf("."))}`])];
  const holders = keyspace.tables.flatMap((table) => {
    const id = planId(keyspace.name, table, "Any");
    return id ? [[table.name, id.base] as const] : [];
  });
  const ids = keyspace.tables.flatMap(({ name, columns }) =>
    columns.flatMap((column) =>
      holders
        .filter(([, base]) => column.type.kind === "native" && column.type.name === base)
        .map(([table]): [string, ColumnRule] => [`${name}.${column.name}`, { idOf: table }]),
    ),
  );
  const ruled = fc.tuple(
    fc.constantFrom(...patterns),
    fc.record({ value: fc.option(value, { nil: undefined }), isNamed: fc.boolean() }),
  );
  return fc
    .record({
      naming: fc.constantFrom("camel" as const, "verbatim" as const, undefined),
      brandedIds: fc.boolean(),
      types: fc.array(fc.tuple(fc.constantFrom(...typesOf(keyspace), ...nativeTypes.slice(0, 2)), value), {
        maxLength: 4,
      }),
      columns: fc.array(ruled, { maxLength: 6 }),
      ids: fc.subarray(ids, { maxLength: Math.min(2, ids.length) }),
    })
    .map(({ naming, brandedIds, types, columns, ids }): PlanSettings => {
      const rules = columns.map(([pattern, { value, isNamed }], index): [string, ColumnRule] => [
        pattern,
        { ...(value && { value }), ...(isNamed && !pattern.includes("*") && { name: `renamed${index}` }) },
      ]);
      const byColumn = new Map<string, ColumnRule>(rules);
      if (brandedIds) for (const [name, rule] of ids) byColumn.set(name, { ...byColumn.get(name), ...rule });
      return { naming, brandedIds, types: Object.fromEntries(types), columns: Object.fromEntries(byColumn) };
    });
}

/** Tables with ids, of which random keyspaces have few. */
const withIds = [
  tableOf({
    name: "owners_",
    columnDefinitions: [
      { name: "id", typeDefinition: "uuid" },
      { name: "friend", typeDefinition: "uuid" },
    ],
    primaryKey: { partitionKey: ["id"] },
  }),
  tableOf({
    name: "things_",
    columnDefinitions: [
      { name: "code", typeDefinition: "int" },
      { name: "owner", typeDefinition: "uuid" },
    ],
    primaryKey: { partitionKey: ["code"] },
  }),
];

export const cases: fc.Arbitrary<Case> = fc.tuple(keyspace, fc.boolean()).chain(([random, hasIds]) => {
  const some = { ...random, tables: random.tables.slice(0, 2).concat(withIds) };
  const keyspace = hasIds ? some : random;
  return settingsOf(keyspace).map((settings) => ({ keyspace, settings }));
});

/** The plan, or undefined where names meet: that is another test's. */
export function planOf({ keyspace, settings }: Case): Plan | undefined {
  try {
    return planKeyspace(keyspace, settings);
  } catch {
    return undefined;
  }
}
