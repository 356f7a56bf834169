/** What `explain` says is what the generated files have, for random keyspaces with random rules. */
import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import type { Wire } from "@colonnade/runtime/protocol";
import { apiOf } from "../../../src/api/index.ts";
import { graphqlNames, wireExample } from "../../../src/cli/explain/explain-member.ts";
import { findDeclared } from "../../../src/cli/explain/places.ts";
import { functionsOf } from "../../../src/cli/explain/explain-record.ts";
import { findPlanned } from "../../../src/cli/explain/planned-record.ts";
import type { PlannedMember, PlannedRecord } from "../../../src/cli/explain/planned-record.ts";
import { rulesOfMember } from "../../../src/cli/explain/rules.ts";
import { emitKeyspace } from "../../support/emit-keyspace.ts";
import type { ColumnRule, Plan, PlanSettings, ValueRule } from "../../../src/plan/index.ts";
import { wholeTypesOf } from "../../support/whole-types.ts";
import { codecOf } from "../../../src/store/index.ts";
import { keyspace } from "../../support/keyspaces.ts";
import { runs } from "../../support/long.ts";
import { cases, planOf } from "./cases.ts";
import type { Case } from "./cases.ts";
import { constantsIn, declaredIn, expanded, parse, validatorsIn } from "./read-explanation.ts";

/** Every table and user type of a plan, as `explain` finds it. */
function recordsOf({ keyspace }: Case, plan: Plan): readonly PlannedRecord[] {
  return [
    ...keyspace.tables.map((record) => findPlanned(plan, { kind: "table", record })),
    ...keyspace.userTypes.map((record) => findPlanned(plan, { kind: "user type", record })),
  ].filter((record) => record !== undefined);
}

/** The text of each generated file. */
function textsOf(plan: Plan): (path: string) => string {
  const texts = new Map(emitKeyspace(plan).map(({ path, text }) => [path, text]));
  return (path) => texts.get(path) ?? "";
}

/** Checks cases without names that meet: those are another test's. */
function forEachCase(count: number, check: (given: Case, plan: Plan) => void): void {
  fc.assert(
    fc.property(cases, (given) => {
      const plan = planOf(given);
      if (plan) check(given, plan);
    }),
    runs(count, 3_000),
  );
}

const sorted = (texts: Iterable<string>): string[] => [...new Set(texts)].sort();

describe("what explain says of a member", () => {
  it("is every declaration of it in the generated interfaces, and no other", () => {
    let compared = 0;
    forEachCase(25, (given, plan) => {
      const textOf = textsOf(plan);
      for (const { path, interface: name, members, table } of recordsOf(given, plan)) {
        // One module declares all user types; and the bag of a table's types has none of its columns.
        const isOwn = (holder: string): boolean => (table ? holder !== table.names.types : holder === name);
        const generated = declaredIn(parse(textOf(path)))
          .filter((found) => isOwn(found.in))
          .map(({ in: holder, name, optional, type }) => [holder, name, optional, type].join(" "));
        const said = members.flatMap(({ plan: { name }, declarations }) =>
          declarations().map(({ in: holder, optional, type }) => [holder, name, optional, type].join(" ")),
        );
        expect(sorted(said)).toEqual(sorted(generated));
        compared += said.length;
      }
    });
    expect(compared).toBeGreaterThan(1_000);
  });

  it("is the line of the row's member", () => {
    forEachCase(10, (given, plan) => {
      const textOf = textsOf(plan);
      for (const { path, interface: holder, members } of recordsOf(given, plan)) {
        const generated = declaredIn(parse(textOf(path))).filter((found) => found.in === holder);
        const found = members.map(({ plan: { name } }) => [name, findDeclared(textOf(path), holder, name)?.line]);
        expect(found).toEqual(generated.map(({ name, line }) => [name, line]));
      }
    });
  });

  it("is every validator of it, and what the module makes that of", () => {
    let made = 0;
    forEachCase(15, (given, plan) => {
      const textOf = textsOf(plan);
      for (const { path, members, table } of recordsOf(given, plan)) {
        const source = parse(textOf(path.replace(/\.ts$/, ".zod.ts")));
        const kept = constantsIn(source, "kept");
        const said = members.flatMap(({ plan: { name }, validators }) =>
          validators().map((validator) => [validator.in, name, validator.name].join(" ")),
        );
        const generated = validatorsIn(source);
        if (table) expect(sorted(said)).toEqual(sorted(generated));
        else expect(generated).toEqual(expect.arrayContaining(said));
        for (const { name, madeAs } of members.flatMap(({ validators }) => validators())) {
          const constant = kept.get(name);
          expect(madeAs).toBe(constant && expanded(constant, source, kept));
          if (constant) made++;
        }
      }
    });
    expect(made).toBeGreaterThan(50);
  });

  it("is every generated function of its table, each with what its parameters ask for", () => {
    forEachCase(10, (_, plan) => {
      const textOf = textsOf(plan);
      for (const table of plan.tables) {
        const { names, partitionKey, clusteringKey } = table;
        const source = parse(textOf(`${table.fileName}.ts`));
        const declared = declaredIn(source);
        // A where of two interfaces asks for the partition; an update takes one of two where there are static columns.
        const asking = new Map([
          [names.where, clusteringKey.length > 1 ? names.partition : names.where],
          [names.update, names.key],
        ]);
        const required = (holder: string): readonly string[] =>
          declared
            .filter((found) => found.in === (asking.get(holder) ?? holder) && !found.optional)
            .map(({ name }) => name);
        const generated = source.statements.filter(ts.isFunctionDeclaration).map(({ name, parameters }) => {
          const type = parameters[1]?.type?.getText(source) ?? "";
          // Which where a find takes depends on its order, and which value an update takes on its condition; what either asks
          // for does not.
          const holder = type.startsWith("OrderedWhere<")
            ? names.where
            : type.startsWith("UpdateValue<")
              ? names.update
              : type.replace(/ &.*/s, "");
          const needs = type.startsWith("Pick<") ? partitionKey.map((member) => member.name) : required(holder);
          return `${name?.text} ${sorted(needs).join()}`;
        });
        expect(functionsOf(table).map(({ name, needs }) => `${name} ${sorted(needs).join()}`)).toEqual(generated);
      }
    });
  });
});

/** A rule of the config with one of its facts changed, and whether `explain` says that it decides the fact. */
interface Change {
  readonly what: string;
  readonly decides: boolean;
  readonly settings: PlanSettings;
}

const other: ValueRule = { codec: "changed", type: "Changed", from: "./changed.js" };

/** Every rule there is, whether it fits the member or not, with each of its facts changed. */
function changesOf({ keyspace, settings }: Case, member: PlannedMember): readonly Change[] {
  const rules = rulesOfMember({ keyspace, settings, hooked: undefined }, member);
  const decides = (rule: string, decision: "name" | "value" | "id"): boolean =>
    rules.find((found) => found.rule === rule)?.decides.includes(decision) ?? false;
  const { types = {}, columns = {} } = settings;
  const ofTypes = Object.keys(types).map((cql): Change => {
    const what = `types: ${JSON.stringify(cql)}`;
    return { what, decides: decides(what, "value"), settings: { ...settings, types: { ...types, [cql]: other } } };
  });
  const ofColumns = Object.entries(columns).flatMap(([text, rule]): Change[] => {
    const what = `columns: ${JSON.stringify(text)}`;
    const change = (decision: "name" | "value" | "id", to: ColumnRule): Change => ({
      what: `${what} ${decision}`,
      decides: decides(what, decision),
      settings: { ...settings, columns: { ...columns, [text]: { ...rule, ...to } } },
    });
    return [
      ...(rule.name === undefined ? [] : [change("name", { name: "changed" })]),
      ...(rule.value === undefined ? [] : [change("value", { value: other })]),
      ...(rule.idOf === undefined ? [] : [change("id", { idOf: undefined, value: other })]),
    ];
  });
  return [...ofTypes, ...ofColumns];
}

/** A member as it is called and declared in a row; undefined where the rules cannot be followed. */
function outcomeOf(given: Case, { record, source }: PlannedMember): string | undefined {
  const plan = planOf(given);
  const members = plan ? recordsOf(given, plan).flatMap((found) => found.members) : [];
  const member = members.find((found) => found.record === record && found.source === source);
  return member && `${member.plan.name}: ${member.declarations()[0]?.type}`;
}

describe("the rules that explain lists", () => {
  it("decide what it says: a change of another rule, or of another fact of it, changes nothing", () => {
    const seen = { deciding: 0, idle: 0 };
    forEachCase(8, (given, plan) => {
      const members = recordsOf(given, plan).flatMap((record) => record.members.slice(0, 2));
      for (const member of members) {
        const before = outcomeOf(given, member);
        for (const { what, decides, settings } of changesOf(given, member)) {
          const after = outcomeOf({ ...given, settings }, member);
          // The own id of a table stays when a rule for the same id goes.
          if (after === undefined || (what.endsWith(" id") && after === before)) continue;
          expect([what, after !== before]).toEqual([what, decides]);
          seen[decides ? "deciding" : "idle"]++;
        }
      }
    });
    expect(seen.deciding).toBeGreaterThan(20);
    expect(seen.idle).toBeGreaterThan(100);
  });

  it("decide the name once, and the value once, but for one that several types have a part in", () => {
    forEachCase(10, (given, plan) => {
      for (const member of recordsOf(given, plan).flatMap(({ members }) => members)) {
        const rules = rulesOfMember({ ...given, hooked: undefined }, member);
        const decided = rules.flatMap(({ rule, decides }) => decides.map((decision) => ({ rule, decision })));
        const ofValue = decided.filter(({ decision }) => decision !== "name");
        expect(decided.length - ofValue.length).toBe(1);
        expect(ofValue.length).toBeGreaterThan(0);
        if (ofValue.length > 1) expect(ofValue.every(({ rule }) => rule.startsWith("types: "))).toBe(true);
      }
    });
  });
});

describe("what explain says of the API", () => {
  it("is the fields and types that the service has", () => {
    fc.assert(
      fc.property(keyspace, (keyspace) => {
        const served = wholeTypesOf(keyspace);
        const fieldsOf = (type: string): Readonly<Record<string, string>> => {
          const found = served.getType(type);
          const fields = found && "getFields" in found ? Object.values(found.getFields()) : [];
          return Object.fromEntries(fields.map(({ name, type }) => [name, String(type)]));
        };
        for (const table of keyspace.tables) {
          const type = apiOf(keyspace).names.get(table.name)?.type ?? "";
          const names = table.columns.map((column) => graphqlNames(keyspace, table.columns, column));
          expect(Object.fromEntries(names.map(({ field, type }) => [field, type]))).toEqual(fieldsOf(type));
          expect(Object.fromEntries(names.map(({ field, input }) => [field, input]))).toEqual(fieldsOf(`${type}Input`));
        }
      }),
      runs(15, 500),
    );
  });

  it("is a wire form that the codec of the column reads", () => {
    let read = 0;
    fc.assert(
      fc.property(keyspace, ({ tables }) => {
        for (const { type } of tables.flatMap(({ columns }) => columns)) {
          const { wire, restWire } = wireExample(type);
          for (const text of [wire, restWire].filter((text) => !text.includes("…"))) {
            const codec = codecOf(type);
            expect(codec.check(codec.decode(JSON.parse(text) as Wire))).toBe(true);
            read++;
          }
        }
      }),
      runs(20, 2_000),
    );
    expect(read).toBeGreaterThan(100);
  });
});
