/**
 * What an app ships of the runtime: a most for each of the imports that apps have, and for every export that it brings no
 * work but its own. The speeds are in `test/bench/runtime`; these are the same numbers everywhere, so they are a test.
 */
import * as runtime from "@colonnade/runtime";
import { describe, expect, it } from "vitest";

interface Weight {
  readonly minified: number;
  readonly gzipped: number;
  /** Bytes before minifying, by file of the runtime or by package. */
  readonly files: Readonly<Record<string, number>>;
}

/** The benchmark's own module; plain JavaScript, so it is imported by its address, which has no types. */
const bundling = new URL("../bench/runtime/bundle.mjs", import.meta.url).href;
const { weigh } = (await import(bundling)) as {
  weigh(program: string, options?: { platform: "browser" | "node" }): Promise<Weight>;
};

function from(names: string, entry = "@colonnade/runtime"): string {
  return `export { ${names} } from "${entry}";\n`;
}

const writes = ["insert", "update", "remove", "increment"];
const reads = ["find", "get", "scan", "readStatic", "readIndexed"];
const bindings = `createSession, ${[...writes, ...reads].join(", ")}`;

/** Program → bytes in gzip that it may have: what it has today and a twentieth. */
const most: readonly (readonly [string, number, string])[] = [
  ["a session", 17_400, from("createSession")],
  ["a session that inserts and finds", 18_100, from("createSession, insert, find")],
  ["all that generated functions call", 18_300, from(bindings)],
  ["the same with batching", 21_500, from(`${bindings}, batchWrites`)],
  [
    "the same with bulk and token stores",
    23_300,
    from(`${bindings}, batchWrites, bulk, memoryTokenStore, webTokenStore`),
  ],
  ["everything", 32_100, `export * from "@colonnade/runtime";`],
];

describe.each(most)("%s", (_, bytes, program) => {
  it(`has at most ${bytes} bytes`, async () => {
    const { gzipped, files } = await weigh(program);
    expect(gzipped, JSON.stringify(files, null, 2)).toBeLessThanOrEqual(bytes);
  });
});

/** How much more an app on Node has that takes its transport. */
const nodeTransportBytes = 1780;

it(`nodeTransport adds at most ${nodeTransportBytes} bytes`, async () => {
  const session = from("createSession");
  const [without, added] = await Promise.all([
    weigh(session, { platform: "node" }),
    weigh(session + from("nodeTransport", "@colonnade/runtime/node"), { platform: "node" }),
  ]);
  expect(added.gzipped - without.gzipped).toBeLessThanOrEqual(nodeTransportBytes);
});

/** File → the exports that need it; no other may bring a byte of it. */
const neededBy: Readonly<Record<string, readonly string[]>> = {
  "session/session.ts": ["createSession"],
  "session/documents.ts": ["createSession", "batchWrites"],
  "token/token-keeper.ts": ["createSession"],
  "token/stored-tokens.ts": ["memoryTokenStore", "shareTokens", "webTokenStore"],
  "token/token-stores.ts": ["memoryTokenStore", "webTokenStore"],
  "transport/transport.ts": ["createSession", "fetchTransport", "serviceTransport", "TransportFailure"],
  "operation/write.ts": [...writes, "requireApplied"],
  "operation/read.ts": reads,
  "operation/rows.ts": ["find", "scan", "readIndexed"],
  "operation/bulk.ts": ["bulk"],
  "batch/batch-writes.ts": ["batchWrites"],
  "session/hedge.ts": ["hedgeReads"],
  "profile/stargate-profile.ts": ["stargateProfile"],
  "profile/data-apis-profile.ts": ["dataApisProfile"],
  "definitions/define.ts": ["createTable"],
  "definitions/assert-definitions.ts": ["assertDefinitions", "DefinitionsError"],
  "definitions/compare-table.ts": ["assertDefinitions"],
  "protocol/composites.ts": [
    ...["branded", "converted", "custom", "frozen", "list", "map", "oneOf", "set", "tuple"],
    ...["userType", "vector"],
  ],
};

describe("an export that is imported alone", async () => {
  const names = Object.keys(runtime);
  const weights = await Promise.all(names.map(async (name) => [name, await weigh(from(name))] as const));

  it.each(Object.entries(neededBy))("brings %s only when it needs that", (file, expected) => {
    const bringing = weights.filter(([, { files }]) => file in files).map(([name]) => name);
    expect(bringing.sort()).toEqual([...expected].sort());
  });

  it("has its place in this table if it is a function", () => {
    const functions = Object.entries(runtime).filter(
      ([name, value]) => typeof value === "function" && /^[a-z]/.test(name),
    );
    // A look at an error, in the file of the errors.
    const known = new Set([...Object.values(neededBy).flat(), "outcomeOf"]);
    expect(functions.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each([
    ["operation/write.ts", writes],
    ["operation/read.ts", reads],
  ])("brings of %s its own part", async (file, functions) => {
    const together = await weigh(from(functions.join(", ")));
    for (const [name, { files }] of weights.filter(([name]) => functions.includes(name))) {
      expect(files[file], name).toBeLessThan(together.files[file] ?? 0);
    }
  });

  it("brings nothing of a package, and nothing of the entries for zod and Node", () => {
    const brought = new Set(weights.flatMap(([, { files }]) => Object.keys(files)));
    expect([...brought].filter((file) => !file.endsWith(".ts") || /^zod|^asserts|^node\//.test(file))).toEqual([]);
  });
});

it("leaves out the rules that API names are derived by: the generator writes the names into each table", async () => {
  const { files } = await weigh('export * from "@colonnade/runtime";');
  expect(Object.keys(files)).not.toContain("protocol/api-names.ts");
});

it("an import of nothing weighs nothing", async () => {
  expect((await weigh('import "@colonnade/runtime"; import "@colonnade/runtime/node";')).minified).toBe(0);
});
