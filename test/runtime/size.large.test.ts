/**
 * What an app ships of the runtime: a most for each of the imports that apps have, and for every export that it brings no
 * work but its own. The speeds are in `test/bench/runtime`; these are the same numbers everywhere, so they are a test.
 */
import * as runtime from "@colonnade/runtime";
import * as atomic from "@colonnade/runtime/atomic";
import * as batch from "@colonnade/runtime/batch";
import * as bulk from "@colonnade/runtime/bulk";
import * as changes from "@colonnade/runtime/changes";
import * as composites from "@colonnade/runtime/composites";
import * as definitions from "@colonnade/runtime/definitions";
import * as hedging from "@colonnade/runtime/hedging";
import * as hooks from "@colonnade/runtime/hooks";
import * as profiles from "@colonnade/runtime/profiles";
import * as tables from "@colonnade/runtime/tables";
import * as tokenStores from "@colonnade/runtime/token-stores";
import * as verifying from "@colonnade/runtime/verify";
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

/** A change of a collection, in the file of the others; an export of the main entry has its name. */
const { remove: _, ...otherChanges } = changes;

/** The entries that apps choose from, with what each exports. */
const entries: Readonly<Record<string, object>> = {
  "@colonnade/runtime": runtime,
  "@colonnade/runtime/atomic": atomic,
  "@colonnade/runtime/batch": batch,
  "@colonnade/runtime/bulk": bulk,
  "@colonnade/runtime/changes": otherChanges,
  "@colonnade/runtime/composites": composites,
  "@colonnade/runtime/definitions": definitions,
  "@colonnade/runtime/hedging": hedging,
  "@colonnade/runtime/hooks": hooks,
  "@colonnade/runtime/profiles": profiles,
  "@colonnade/runtime/tables": tables,
  "@colonnade/runtime/token-stores": tokenStores,
  "@colonnade/runtime/verify": verifying,
};

/** A program with these exports, each from its entry. */
function from(...names: readonly string[]): string {
  const lines = Object.entries(entries).map(([entry, found]) => {
    const own = names.filter((name) => name in found);
    return own.length > 0 ? `export { ${own.join(", ")} } from "${entry}";\n` : "";
  });
  return lines.join("");
}

const writes = ["insert", "update", "remove", "increment"];
const reads = ["find", "get", "scan", "readStatic", "readIndexed"];
/** Those of entries of their own. */
const otherWrites = ["removeWhere", "updateParts"];
const otherReads = ["count", "countAll", "nearest", "partitions"];
const bindings = ["createSession", ...writes, ...reads];

/** Program → bytes in gzip that it may have: the goals for the first two, for the others what they have and a hundredth. */
const most: readonly (readonly [string, number, string])[] = [
  ["a session", 9_600, from("createSession")],
  ["a session that inserts and finds", 16_445, from("createSession", "insert", "find")],
  ["all that generated functions call", 18_277, from(...bindings)],
  ["the same with batching", 21_440, from(...bindings, "batchWrites")],
  ["the same with hooks", 21_960, from(...bindings, "batchWrites", "callHooks")],
  [
    "the same with bulk and token stores",
    23_950,
    from(...bindings, "batchWrites", "callHooks", "bulk", "memoryTokenStore", "webTokenStore"),
  ],
  ["everything in the main entry", 22_000, `export * from "@colonnade/runtime";`],
];

describe.each(most)("%s", (_, bytes, program) => {
  it(`has at most ${bytes} bytes`, async () => {
    const { gzipped, files } = await weigh(program);
    expect(gzipped, JSON.stringify(files, null, 2)).toBeLessThanOrEqual(bytes);
  });
});

/** How much more an app on Node has that takes its transport. */
const nodeTransportBytes = 1740;

it(`nodeTransport adds at most ${nodeTransportBytes} bytes`, async () => {
  const session = from("createSession");
  const [without, added] = await Promise.all([
    weigh(session, { platform: "node" }),
    weigh(`${session}export { nodeTransport } from "@colonnade/runtime/node";`, { platform: "node" }),
  ]);
  expect(added.gzipped - without.gzipped).toBeLessThanOrEqual(nodeTransportBytes);
});

const changesOfParts = ["add", "append", "prepend", "put", "removeAt", "removeKeys", "setAt", "setFields"];
const conditions = ["entryIs", "fieldIs", "itemIs"];

/** File → the exports that need it; no other may bring a byte of it. */
const neededBy: Readonly<Record<string, readonly string[]>> = {
  "session/session.ts": ["createSession"],
  "graphql/document.ts": [
    ...otherWrites,
    ...writes,
    "atomically",
    "batchWrites",
    ...otherReads,
    ...reads,
    "verify",
    "verifyAll",
  ],
  "graphql/send-write.ts": [...otherWrites, ...writes, "atomically", "batchWrites"],
  "graphql/send-selection.ts": [...otherReads, ...reads, "verify", "verifyAll"],
  "operation/checked-write.ts": [...otherWrites, ...writes, "atomically", "batchWrites"],
  "operation/checked-selection.ts": [...otherReads, ...reads],
  "functions/tables.ts": otherReads,
  "operation/checked-beyond-rows.ts": otherReads,
  "functions/remove-where.ts": ["removeWhere"],
  "operation/checked-delete-where.ts": ["removeWhere"],
  "functions/update-parts.ts": ["updateParts"],
  "operation/checked-changes.ts": ["updateParts", ...conditions],
  "operation/part-change.ts": ["updateParts", ...changesOfParts],
  "operation/part-conditions.ts": conditions,
  "functions/atomically.ts": ["atomically"],
  "graphql/send-atomic.ts": ["atomically"],
  "functions/verify.ts": ["verify", "verifyAll"],
  "session/hooks.ts": ["callHooks"],
  "token/token-keeper.ts": ["createSession"],
  "token/stored-tokens.ts": ["memoryTokenStore", "shareTokens", "webTokenStore"],
  "token/token-stores.ts": ["memoryTokenStore", "webTokenStore"],
  "transport/transport.ts": ["createSession", "fetchTransport", "serviceTransport", "TransportFailure"],
  "functions/write.ts": [...otherWrites, ...writes, "requireApplied"],
  "functions/read.ts": [...reads, "partitions"],
  "operation/rows.ts": ["find", "scan", "readIndexed", "partitions"],
  "operation/bulk.ts": ["bulk", "BulkError"],
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
  const exported = Object.values(entries).flatMap((entry) => Object.entries(entry));
  const names = exported.map(([name]) => name);
  const weights = await Promise.all(names.map(async (name) => [name, await weigh(from(name))] as const));

  it.each(Object.entries(neededBy))("brings %s only when it needs that", (file, expected) => {
    const bringing = weights.filter(([, { files }]) => file in files).map(([name]) => name);
    expect(bringing.sort()).toEqual([...expected].sort());
  });

  it("has its place in this table if it is a function", () => {
    const functions = exported.filter(([name, value]) => typeof value === "function" && /^[a-z]/.test(name));
    // A look at an error, in the file of the errors.
    const known = new Set([...Object.values(neededBy).flat(), "outcomeOf"]);
    expect(functions.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each([
    ["functions/write.ts", writes],
    ["functions/read.ts", reads],
  ])("brings of %s its own part", async (file, functions) => {
    const together = await weigh(from(...functions));
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
