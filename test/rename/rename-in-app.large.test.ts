/** What becomes of an app whose bindings get other names. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renameInApp } from "../../src/rename/index.ts";
import type { RenamedApp } from "../../src/rename/index.ts";
import type { PlanSettings } from "../../src/plan/index.ts";
import { bindingsOf, markedLines, writeMarkedApp } from "./marked-app.ts";

const minutes = 60_000;
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function rename(settings: PlanSettings): Promise<{ readonly app: string; readonly renamed: RenamedApp }> {
  const app = mkdtempSync(join(realpathSync(tmpdir()), "colonnade-"));
  folders.push(app);
  writeMarkedApp(app);
  const [before, after] = [await bindingsOf(app, {}), await bindingsOf(app, settings)];
  return {
    app,
    renamed: renameInApp({ bindings: [{ before, after }], configFiles: [join(app, "tsconfig.json")], folder: app }),
  };
}

describe("a renamed column", () => {
  let app: string;
  let renamed: RenamedApp;
  const settings: PlanSettings = { columns: { "products.price": { name: "cost" } } };
  const lineOf = (file: string, line: number, otherwise: string): string =>
    renamed.files.get(join(app, file))?.after.split("\n")[line - 1] ?? otherwise;
  const listed = (): ReadonlySet<string> => new Set(renamed.findings.map(({ file, line }) => `${file}:${line}`));

  beforeAll(async () => {
    ({ app, renamed } = await rename(settings));
  }, 3 * minutes);

  it("is looked for in an app that compiles", () => {
    expect(renamed.errorsBefore).toEqual([]);
  });

  it("changes no line that does not mean it", () => {
    const wrong = markedLines("c").filter(({ file, line, before, after }) => {
      const now = lineOf(file, line, before);
      return now !== before && now !== after && !isPartOf(now, before, after);
    });
    expect(wrong).toEqual([]);
  });

  it("has its new name in at least 262 of its 266 uses", () => {
    let right = 0;
    let marks = 0;
    for (const { file, line, before, after, marks: own } of markedLines("c")) {
      marks += own;
      if (lineOf(file, line, before) === after) right += own;
    }
    expect(marks).toBe(266);
    // A line with several uses counts where all are right.
    expect(right).toBeGreaterThanOrEqual(262);
  });

  it("lists every use that a person has to decide", () => {
    const missing = markedLines("c")
      .filter(({ file, line, isForPerson }) => isForPerson && !listed().has(`${join(app, file)}:${line}`))
      .map(({ file, line }) => `${file}:${line}`);
    expect(missing).toEqual([]);
  });

  it("lists or fails to compile where a use keeps the old name", () => {
    const reported = new Set([...listed(), ...renamed.errors.map(({ file, line }) => `${file}:${line}`)]);
    const silent = markedLines("c")
      .filter(({ file, line, before, after }) => lineOf(file, line, before) !== after)
      .filter(({ file, line }) => !reported.has(`${join(app, file)}:${line}`))
      .map(({ file, line }) => `${file}:${line}`);
    // Each depends on a place of the same file that is listed or fails.
    expect(silent).toEqual(["src/extend.ts:24", "src/extend.ts:27"]);
  });

  it("gives the same bytes when it is renamed back", { timeout: 3 * minutes }, () =>
    expectSameBytesBack(app, renamed, settings),
  );
});

describe("a renamed table", () => {
  let app: string;
  let renamed: RenamedApp;
  const settings: PlanSettings = { tables: { products: { name: "Article", row: "Product", plural: "Articles" } } };
  beforeAll(async () => {
    ({ app, renamed } = await rename(settings));
  }, 3 * minutes);

  it("leaves no error, and aliases stay", () => {
    expect(renamed.errors).toEqual([]);
    const modules = renamed.files.get(join(app, "src/modules.ts"))?.after ?? "";
    expect(modules).toContain('import { insertArticle as add, type Product as Row } from "./db/products.js";');
    expect(modules).toContain('const { scanArticles: scanProducts } = await import("./db/index.js");');
  });

  it("gives the same bytes when it is renamed back", { timeout: 3 * minutes }, () =>
    expectSameBytesBack(app, renamed, settings),
  );
});

/** Renames back. Changes the app on disk, so that it is the last test of its app. */
async function expectSameBytesBack(app: string, renamed: RenamedApp, settings: PlanSettings): Promise<void> {
  for (const [file, { after }] of renamed.files) writeFileSync(file, after);
  const [before, after] = [await bindingsOf(app, settings), await bindingsOf(app, {})];
  const back = renameInApp({
    bindings: [{ before, after }],
    configFiles: [join(app, "tsconfig.json")],
    folder: app,
    allowErrors: true,
  });
  const differing = [...renamed.files].flatMap(([file, texts]) => {
    const lines = texts.before.split("\n");
    const now = (back.files.get(file)?.after ?? texts.after).split("\n");
    return lines.flatMap((line, index) => (line === now[index] ? [] : [`${file.slice(app.length)}: ${now[index]}`]));
  });
  expect(differing).toEqual([]);
}

/** Whether the line has some of the wanted changes and no others. */
function isPartOf(now: string, before: string, after: string): boolean {
  const [words, old, wanted] = [now, before, after].map((text) => text.split(/\b/)) as [string[], string[], string[]];
  return words.length === wanted.length && words.every((word, index) => word === wanted[index] || old.includes(word));
}
