/**
 * No name is too near to ours: whatever the runtime exports, the language reserves or the platform has may be the name of a
 * table, a column, an index, a user type, a field or a codec, and what is emitted compiles under every flag and loads.
 */
import { resolve } from "node:path";
import { format } from "prettier";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { text } from "@colonnade/runtime";
import { converted } from "@colonnade/runtime/composites";
import { upperCamel } from "@colonnade/runtime/protocol";
import { Scope } from "../../src/emit/scope.ts";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import { nativeTypes } from "../../src/model/index.ts";
import type { Keyspace, TableDefinition } from "../../src/model/index.ts";
import { exportedNames, planKeyspace } from "../../src/plan/index.ts";
import type { Plan, PlanSettings } from "../../src/plan/index.ts";
import { compileNatively } from "../support/compile-natively.ts";
import { strictFlags } from "../support/compile.ts";
import { long } from "../support/long.ts";
import { keyspaceOf, tableOf } from "../support/keyspaces.ts";
import { importEmitted } from "./import-emitted.ts";

/** Everything that a generated module could import from the runtime, types included. */
function runtimeNames(): readonly string[] {
  const entries = ["index", "zod", "asserts", "documents"].map((entry) =>
    resolve(import.meta.dirname, `../../src/runtime/${entry}.ts`),
  );
  const program = ts.createProgram(entries, {
    noLib: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    allowImportingTsExtensions: true,
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const names = entries.flatMap((entry) => {
    const symbol = checker.getSymbolAtLocation(program.getSourceFile(entry) ?? expect.unreachable());
    return symbol ? checker.getExportsOfModule(symbol).map(({ name }) => name) : [];
  });
  return [...new Set(names)];
}

/** Every word that means something to TypeScript, reserved or not. */
function keywords(): readonly string[] {
  const words: string[] = [];
  for (let kind = ts.SyntaxKind.FirstKeyword; kind <= ts.SyntaxKind.LastKeyword; kind++) {
    words.push(ts.tokenToString(kind) ?? "");
  }
  return words;
}

const settings: PlanSettings = { brandedIds: true, asserts: true, documents: true };

/** Everything that a type or a value of the platform could be called. */
const globals = [
  ...Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Z]/.test(name)),
  ...[
    "NonNullable",
    "Pick",
    "ReadonlyMap",
    "Record",
    "globalThis",
    "undefined",
    "eval",
    "arguments",
    "exports",
    "require",
  ],
  ...[
    "module",
    "constructor",
    "__proto__",
    "toString",
    "session",
    "key",
    "where",
    "options",
    "value",
    "by",
    "Column",
    "If",
  ],
];
const names: readonly string[] = [...new Set([...runtimeNames(), ...keywords(), ...globals])];

/** The names in as many lists as it takes for none to meet another of its list; one of those that come out as the same name. */
function apart(candidates: readonly string[], claims: (camel: string) => readonly string[]): readonly string[][] {
  const groups: { readonly members: string[]; readonly taken: Set<string> }[] = [];
  for (const [camel, name] of new Map(candidates.map((name) => [upperCamel(name), name]))) {
    const needed = claims(camel);
    let group = groups.find(({ taken }) => needed.every((claim) => !taken.has(claim)));
    if (!group) groups.push((group = { members: [], taken: new Set() }));
    group.members.push(name);
    for (const claim of needed) group.taken.add(claim);
  }
  return groups.map(({ members }) => members);
}

const filesOf = (plan: Plan, folder: string): Record<string, string> =>
  Object.fromEntries(emitKeyspace(plan).map(({ path, text }) => [`${folder}/${path}`, text]));

const columnsOf = (types: Readonly<Record<string, string>>): TableDefinition["columnDefinitions"] =>
  Object.entries(types).map(([name, typeDefinition]) => ({ name, typeDefinition }));

/** A table whose modules import as much as any: every codec and function, and the makers of collections. */
const everything: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["ascii", "bigint", "blob", "boolean", "date", "decimal", "double", "duration", "float", "inet", "int", "smallint"]
      .concat(["text", "time", "timestamp", "timeuuid", "tinyint", "uuid", "varchar", "varint"])
      .map((type) => [`a_${type}`, type]),
  ),
  texts: "list<text>",
  flags: "set<boolean>",
  prices: "map<text, decimal>",
  pair: "tuple<int, text>",
  point: "vector<float, 3>",
  whole: "frozen<list<timestamp>>",
  long: "map<text, frozen<map<timestamp, frozen<list<decimal>>>>>",
};

/** A table with every kind of column and, beside it, one with static columns and one that counts: they import all there is. */
const usual = keyspaceOf(
  "shop",
  [
    {
      name: "everything",
      columnDefinitions: [
        ...columnsOf({ id: "uuid", at: "timestamp", by: "text", ...everything, home: "frozen<address>" }),
        { name: "shared", typeDefinition: "text", static: true },
      ],
      primaryKey: { partitionKey: ["id"], clusteringKey: ["at", "by"] },
      indexes: [{ column: "a_int", using: "sai" }, { column: "texts" }],
    },
    {
      name: "owners",
      columnDefinitions: columnsOf({ id: "uuid", name: "text", home: "frozen<address>" }),
      primaryKey: { partitionKey: ["id"] },
    },
    {
      name: "homes",
      columnDefinitions: columnsOf({
        home: "frozen<address>",
        at: "frozen<address>",
        views: "counter",
        likes: "counter",
      }),
      primaryKey: { partitionKey: ["home"], clusteringKey: ["at"] },
    },
  ],
  [{ name: "address", fields: columnsOf({ street: "text" }) }],
);

/** What generated modules import of the runtime, and what they use of the platform: most of what a name could meet. */
const used = emitKeyspace(planKeyspace(usual, settings)).flatMap(({ text }) => [
  ...Array.from(text.matchAll(/^import (?:type )?\{([^}]*)\} from "(?:@colonnade|graphql")/gm), ([, list = ""]) =>
    list.split(","),
  ).flat(),
  ...Array.from(text.matchAll(/\b(?:Promise|Date|Map|ReadonlyMap|Uint8Array|NonNullable|Pick)\b/g), ([name]) => name),
]);
const near: readonly string[] = long ? names : [...new Set(used.map((name) => name.trim()).filter(Boolean))];

/** Names of user types from which one of the names comes out: `user` exports `userType`. */
const namesOfTypes = [...near, ...near.map((name) => name.replace(/(?<=.)(?:Type|Schema)$/, ""))];

/** Names of tables from which one of the names comes out: `products` exports `ProductsRow` and `insertProducts`. */
const namesOfTables = near.flatMap((name) => [
  name,
  name.replace(/(?<=.)(?:Row|Key|Where|Insert|Update|Types|Table|Id|IdSchema|RowSchema|InsertSchema)$/, ""),
  name.replace(/^(?:get|find|scan|insert|update|delete|increment)(?=[A-Z])/, ""),
]);

const tables = apart(
  namesOfTables.filter((name) => /^[A-Za-z0-9_]+$/.test(name)),
  (camel) => Object.values(exportedNames(camel)),
).map((group): Keyspace => ({
  name: "shop",
  userTypes: [],
  tables: group.map((name) =>
    tableOf({
      name,
      columnDefinitions: columnsOf({ id: "uuid", value: "text" }),
      primaryKey: { partitionKey: ["id"] },
    }),
  ),
}));

const members = keyspaceOf(
  "shop",
  [
    {
      name: "everything",
      columnDefinitions: [
        ...columnsOf({ id: "uuid", at: "timestamp", ...everything }),
        ...names.map((name) => ({ name: `${name}`, typeDefinition: "text", static: name.length % 5 === 0 })),
      ].filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index),
      primaryKey: { partitionKey: ["id"], clusteringKey: ["at"] },
      indexes: names.filter((_, index) => long || index % 4 === 0).map((column) => ({ column })),
    },
  ],
  [{ name: "holder", fields: names.map((name) => ({ name, typeDefinition: "text" })) }],
);

const words: ReadonlySet<string> = new Set(["frozen", "map", "list", "set", "tuple", "vector", ...nativeTypes]);
const cql = (name: string): string => `frozen<"${name}">`;
const userTypes = apart([...namesOfTypes, "user", "row", "write", "either"], (camel) => {
  const lower = camel.charAt(0).toLowerCase() + camel.slice(1);
  return [camel, `${lower}Type`, `${lower}Schema`];
}).map((group) =>
  keyspaceOf(
    "shop",
    [
      {
        name: "holders",
        columnDefinitions: columnsOf({
          id: "uuid",
          ...everything,
          ...Object.fromEntries(group.map((name, index) => [`of_${index}`, cql(name)])),
          many: `list<${cql(group[0] ?? "")}>`,
        }),
        primaryKey: { partitionKey: ["id"] },
        indexes: [{ column: "a_int", using: "sai" }, { column: "texts" }],
      },
    ],
    group.map((name, index) => ({
      name,
      fields: columnsOf({
        at: name === "timestamp" ? "int" : "timestamp",
        ...(index === 0 && everything),
        // A type whose name is a word of CQL would be taken for a part of itself.
        ...(index > 0 && !words.has(name) && { others: `map<text, ${cql(group[0] ?? "")}>` }),
      }),
    })),
  ),
);

/** Types that need no import, so that a rule with one of them means that of the platform. */
const plain = new Set(["string", "number", "bigint", "boolean", "unknown", "Date", "Uint8Array", "URL"]);

/** The modules of a user who calls codecs and types by those names, and by all that the table's own modules declare. */
function owned(): {
  readonly plan: Plan;
  readonly modules: Record<string, string>;
  readonly codecs: readonly string[];
} {
  const from = "./own.js";
  const keyspace = (codecs: readonly string[]): Keyspace =>
    keyspaceOf(
      "shop",
      [
        {
          name: "owners",
          columnDefinitions: columnsOf({
            id: "uuid",
            ...Object.fromEntries(codecs.map((_, index) => [`own_${index}`, "text"])),
            ...everything,
            home: cql("address"),
            homes: `list<${cql("address")}>`,
          }),
          primaryKey: { partitionKey: ["id"] },
          indexes: [{ column: "a_int" }, { column: "texts" }, { column: "prices", kind: "keys" }],
        },
      ],
      [{ name: "address", fields: columnsOf({ street: "text", first: "ascii", second: "ascii" }) }],
    );
  const planned = (codecs: readonly string[]): Plan => {
    const columns: NonNullable<PlanSettings["columns"]> = {
      ...Object.fromEntries(
        codecs.map((name, index) => [
          `owners.own_${index}`,
          { value: { codec: name, type: plain.has(name) ? `${name}_` : name, from } },
        ]),
      ),
      "address.first": { value: { codec: "addressType", type: "addressType", from } },
      "address.second": { value: { codec: "nullableText", type: "nullableText", from } },
    };
    return planKeyspace(keyspace(codecs), { columns, brandedIds: true, asserts: true });
  };
  const own = [...near, ...keywords(), ...globals].filter(
    (name) => /^[A-Za-z_]\w*$/.test(name) && name !== "__proto__",
  );
  const declared = emitKeyspace(planned(["any", "Text"])).flatMap(({ text }) =>
    Array.from(text.matchAll(/^(?:export )?(?:const|function|interface|type) (\w+)/gm), ([, name = ""]) => name),
  );
  const codecs = [...new Set([...own, ...declared])];
  const exported = codecs.map(
    (name, index) => `
      interface Own${index} { readonly text: string; readonly of?: ${JSON.stringify(name)} }
      const Own${index}: Codec<Own${index}> = converted(text, { expected: "", check: () => true, encode: (value: Own${index}) => value.text, decode: (value): Own${index} => ({ text: value }) });
      export { Own${index} as ${name} };
      ${plain.has(name) ? `export type { Own${index} as ${name}_ };` : ""}`,
  );
  const imports =
    'import { text } from "@colonnade/runtime"; import { converted } from "@colonnade/runtime/composites"; import type { Codec } from "@colonnade/runtime";';
  return { plan: planned(codecs), codecs, modules: { "owned/own.ts": imports + exported.join("") } };
}

const plans: Readonly<Record<string, Plan>> = {
  usual: planKeyspace(usual, settings),
  members: planKeyspace(members, long ? { ...settings, naming: "verbatim" } : settings),
  ...Object.fromEntries(tables.map((group, index) => [`tables${index}`, planKeyspace(group, settings)])),
  ...Object.fromEntries(userTypes.map((group, index) => [`types${index}`, planKeyspace(group, settings)])),
};
const own = owned();
const ownFiles = emitKeyspace(own.plan);

describe("a name that the runtime, the language or the platform has", () => {
  it(
    "compiles under every flag as that of a table, a column, an index, a user type, a field or a codec",
    { timeout: 120_000 },
    async () => {
      expect(names.length).toBeGreaterThan(300);
      const files = Object.entries({ ...plans, owned: own.plan }).map(([folder, plan]) => filesOf(plan, folder));
      expect(await compileNatively(Object.assign({}, own.modules, ...files))).toEqual([]);
    },
  );

  it("compiles so for modules that become CommonJS", { timeout: 120_000 }, async () => {
    const flags = { ...strictFlags, verbatimModuleSyntax: false, module: "commonjs", moduleResolution: "bundler" };
    expect(await compileNatively({ ...own.modules, ...filesOf(own.plan, "owned") }, flags)).toEqual([]);
  });

  it("leaves the text as prettier would", { timeout: 60_000 }, async () => {
    const wide = ["owners.ts", "owners.zod.ts", "user-types.ts", "user-types.zod.ts", "asserts.ts"];
    for (const { path, text } of emitKeyspace(own.plan).filter((file) => wide.includes(file.path))) {
      expect(await format(text, { parser: "typescript" }), path).toBe(text);
    }
  });

  it("leaves every module and barrel loadable, with all that it exports", { timeout: 60_000 }, () => {
    for (const plan of Object.values(plans)) {
      const modules = importEmitted(plan);
      expect(Object.values(modules["index.ts"] ?? {})).not.toContain(undefined);
      expect(Object.values(modules["zod.ts"] ?? {})).not.toContain(undefined);
    }
    const codec = converted(text, { expected: "", check: () => true, encode: String, decode: (value) => value });
    const modules = importEmitted(own.plan, {
      "./own.js": Object.fromEntries(own.codecs.map((name) => [name, codec])),
    });
    expect(modules["index.ts"]).toHaveProperty("ownersTable.columns.own0", codec);
  });

  it("stays with the first that a module of validators uses, a codec or the type of a table", () => {
    const keyspace = keyspaceOf("shop", [
      {
        name: "owners",
        columnDefinitions: columnsOf({ id: "uuid", name: "text", note: "text" }),
        primaryKey: { partitionKey: ["id"] },
      },
    ]);
    const codec = (name: string) => ({ value: { codec: name, type: name, from: "./own.js" } });
    const columns = { "owners.name": codec("OwnersInsert"), "owners.note": codec("OwnersRow") };
    const files = emitKeyspace(planKeyspace(keyspace, { columns }));
    const imports = files.find(({ path }) => path === "owners.zod.ts")?.text.match(/^import .*own.*$/gm);
    expect(imports).toEqual([
      'import type { OwnersInsert as OwnersInsert_, OwnersRow } from "./owners.js";',
      'import { OwnersInsert, OwnersRow as OwnersRow_ } from "./own.js";',
    ]);
  });

  it("is found again after so many names that earlier ones are forgotten", () => {
    const scope = new Scope({ name: "many", exports: () => [], runtime: "@colonnade/runtime", importExtension: ".js" });
    for (let index = 0; index < 25_000; index++) scope.type(`Own${index}`, "./own.js");
    expect(emitKeyspace(own.plan)).toEqual(ownFiles);
  });
});
