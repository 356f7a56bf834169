/**
 * What generated code is tried on, rendered from the sources: the everyday keyspace, every type, odd names, and keyspaces
 * that nobody wrote the code against.
 */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import fc from "fast-check";
import { emitKeyspace } from "./emit-keyspace.ts";
import { isColonnadeError } from "../../src/errors.ts";
import type { Keyspace } from "../../src/model/index.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import type { PlanSettings } from "../../src/plan/index.ts";
import { findKeyspaces } from "../../src/source/folder.ts";
import { loadKeyspace } from "../../src/source/parse-keyspace.ts";
import { keyspace as anyKeyspace } from "./keyspaces.ts";

export interface RenderedFile {
  /** With `/`: `shop/products.ts`. */
  readonly path: string;
  readonly text: string;
}

/**
 * The keyspaces that people wrote, those of the examples and one of odd names, in a folder each.
 * @param repository its folder
 */
export async function renderFixtures(repository: string, settings: PlanSettings): Promise<RenderedFile[]> {
  const examples = resolve(repository, "examples");
  const found = await Promise.all(
    (await readdir(examples))
      .map((example) => resolve(examples, example, "definitions"))
      .filter((definitions) => existsSync(definitions))
      .map((definitions) => findKeyspaces(definitions)),
  );
  const folders = [...found.flat(), { keyspace: "quirky", directory: resolve(repository, "test/fixtures/quirky") }];
  const keyspaces = await Promise.all(folders.map(({ directory, keyspace }) => loadKeyspace(directory, keyspace)));
  return keyspaces.flatMap((keyspace) => renderInto(keyspace.name, keyspace, settings));
}

/** So many random keyspaces, always the same ones: `random0/…`, every third with the names of CQL. */
export function renderRandom(count: number, settings: PlanSettings): RenderedFile[] {
  const files: RenderedFile[] = [];
  // Some have names that meet, which is an error of its own, so more are drawn than are wanted.
  for (const keyspace of fc.sample(anyKeyspace, { numRuns: count * 2, seed: 40 })) {
    if (count === 0) break;
    const naming = count % 3 === 0 ? "verbatim" : "camel";
    const rendered = renderUnlessNamesMeet(`random${count}`, keyspace, { ...settings, naming });
    if (!rendered) continue;
    files.push(...rendered);
    count--;
  }
  if (count > 0) throw new Error(`${count} random keyspaces are missing: too many have names that meet`);
  return files;
}

/** The keyspace of the benchmarks, from its folder of definitions. */
export async function renderFolder(directory: string, settings: PlanSettings): Promise<RenderedFile[]> {
  return renderInto("bench", await loadKeyspace(directory, "bench"), settings);
}

function renderInto(folder: string, keyspace: Keyspace, settings: PlanSettings): RenderedFile[] {
  return emitKeyspace(planKeyspace(keyspace, settings)).map(({ path, text }) => ({ path: `${folder}/${path}`, text }));
}

function renderUnlessNamesMeet(folder: string, keyspace: Keyspace, settings: PlanSettings): RenderedFile[] | undefined {
  try {
    return renderInto(folder, keyspace, settings);
  } catch (error) {
    if (isColonnadeError(error) && error.code === "names-meet") return undefined;
    throw error;
  }
}
