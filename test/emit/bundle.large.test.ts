/**
 * The bundle of an app does not grow with tables that it does not use, not even when it imports through the barrels: what
 * generated modules hold must be such that a bundler can tell it may go.
 */
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import type { Keyspace } from "../../src/model/index.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import type { PlanSettings } from "../../src/plan/index.ts";
import { loadKeyspace } from "../../src/source/parse-keyspace.ts";
import { benchKeyspace } from "../support/bench-keyspace.ts";
import { long } from "../support/long.ts";

const root = resolve(import.meta.dirname, "../..");
/** Where the files seem to stand: within the repository, so that they find its packages. */
const folder = join(root, "virtual");

const withoutValidators = `
import { createSession } from "@colonnade/runtime";
import { findOrders0000, getOrders0000, insertOrders0000 } from "./index.ts";

const session = createSession({ url: "http://localhost", credentials: { username: "a", password: "b" } });
console.log(getOrders0000(session, { ordersKey0: "a" }), findOrders0000(session, { ordersKey0: "a" }));
console.log(insertOrders0000(session, JSON.parse("{}")));
`;

const withValidators = `${withoutValidators}
import { orders0000InsertSchema, orders0000RowSchema } from "./zod.ts";

console.log(orders0000InsertSchema.parse({}), orders0000RowSchema.parse({}));
`;

interface Bundle {
  readonly text: string;
  /** The packages and files that a byte of it comes from. */
  readonly modules: readonly string[];
}

/** Bundles an app beside the bindings of so many tables, minified. */
async function bundle(app: string, tables: number): Promise<Bundle> {
  return bundleBeside(app, await benchKeyspace(tables), { importExtension: ".ts" });
}

async function bundleBeside(app: string, keyspace: Keyspace, settings: PlanSettings): Promise<Bundle> {
  const files = emitKeyspace(planKeyspace(keyspace, settings));
  const texts = new Map(files.map(({ path, text }) => [join(folder, path), text]));
  texts.set(join(folder, "app.ts"), app);
  const build = await rolldown({
    input: join(folder, "app.ts"),
    tsconfig: join(root, "tsconfig.json"),
    plugins: [
      {
        name: "files in memory",
        resolveId: {
          filter: { id: /^\.|app\.ts$/ },
          handler: (id, importer) => {
            const path = resolve(importer ? join(importer, "..") : folder, id);
            return texts.has(path) ? path : undefined;
          },
        },
        load: { filter: { id: /virtual/ }, handler: (id) => texts.get(id) },
      },
    ],
  });
  const { output } = await build.generate({ minify: true });
  await build.close();
  const modules = Object.entries(output[0].modules).flatMap(([id, { renderedLength }]) =>
    renderedLength > 0 ? [id.slice(root.length + 1)] : [],
  );
  return { text: output[0].code, modules };
}

/** The matrix bundles a thousand, with other bundlers too. */
const many = long ? 1000 : 100;

describe.each([
  ["without validators", withoutValidators],
  ["with validators", withValidators],
])("the bundle of an app with one table, %s,", { timeout: 60_000 }, (_, app) => {
  it(`has the same size among 10 and ${many} tables, within 50 bytes`, async () => {
    const [small, large] = [await bundle(app, 10), await bundle(app, many)];
    expect(small.text).toContain("orders_0000");
    expect(Math.abs(large.text.length - small.text.length)).toBeLessThanOrEqual(50);
  });

  it("has no module of another table", async () => {
    const { modules } = await bundle(app, 10);
    expect(modules.filter((id) => id.startsWith("virtual/") && !/app|orders_0000/.test(id))).toEqual([]);
  });
});

describe("the bundle of an app beside tables of every type", () => {
  it("has no collection, no user type and no id of a table that it does not use", { timeout: 60_000 }, async () => {
    const keyspace = await loadKeyspace(join(root, "examples/videos/definitions/videos"), "videos");
    const app = `
import { videoPlaysTable } from "./index.ts";
import { videoPlaysRowSchema } from "./zod.ts";

console.log(videoPlaysTable, videoPlaysRowSchema);
`;
    const { text, modules } = await bundleBeside(app, keyspace, { importExtension: ".ts" });
    expect(text).toContain("video_plays");
    expect(modules.filter((id) => id.startsWith("virtual/") && !/app|video_plays/.test(id))).toEqual([]);
    expect(modules.filter((id) => /composites/.test(id))).toEqual([]);
  });
});

describe("the bundle of an app without validators", () => {
  it("has nothing of zod in it", async () => {
    const { modules } = await bundle(withoutValidators, 10);
    expect(modules.filter((id) => /zod/.test(id))).toEqual([]);
  });
});

describe("the bundle of an app with the documents of a table", () => {
  const app = (name: string, table: string): string => `
import { encode${name}Update } from "./${table}.documents.ts";

console.log(encode${name}Update(JSON.parse("{}")));
`;

  it("has changes of parts only if the table has columns to change", { timeout: 60_000 }, async () => {
    const keyspace = await loadKeyspace(join(root, "examples/videos/definitions/videos"), "videos");
    const settings: PlanSettings = { importExtension: ".ts", documents: true };
    const changing = await bundleBeside(app("Videos", "videos"), keyspace, settings);
    const whole = await bundleBeside(app("VideosByUser", "videos_by_user"), keyspace, settings);
    const ofChanges = ({ modules }: Bundle): readonly string[] =>
      modules.filter((id) => /checked-changes|part-change|print-parts|changes\.js/.test(id));
    expect(ofChanges(changing)).not.toEqual([]);
    expect(ofChanges(whole)).toEqual([]);
    expect(whole.text.length).toBeLessThan(changing.text.length);
  });
});
