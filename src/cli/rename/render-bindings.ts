import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ColonnadeError } from "../../errors.ts";
import { compareAll, render } from "../../generate.ts";
import type { Target } from "../../generate.ts";
import type { Rendering } from "../../generate/write-renderings.ts";
import { manifestName, renderArtifact } from "../../output/index.ts";
import type { Bindings, RenamedBindings } from "../../rename/index.ts";
import { renderPath } from "../terminal/talk.ts";
import type { PlannedRename } from "./planned-rename.ts";

export interface RenderedRename {
  readonly bindings: readonly RenamedBindings[];
  /** The files to write, by output. */
  readonly renderings: readonly Rendering[];
}

/**
 * The bindings before a rename, as they are on disk, and after it.
 *
 * @throws {ColonnadeError} `stale-bindings`, and the errors of definitions and names
 */
export async function renderBindings({ outputs, files }: PlannedRename, cwd: string): Promise<RenderedRename> {
  const compared = await compareAll(outputs.map(({ before }) => before));
  const definitions = new Map(files.map(({ path, text }) => [path, text]));
  const bindings: RenamedBindings[] = [];
  const renderings: Rendering[] = [];
  for (const [index, { before, after }] of outputs.entries()) {
    const report = compared[index]?.report;
    if (!report?.upToDate) throw stale(before, cwd);
    const paths = report.files.map(({ path }) => path).filter((path) => path !== manifestName);
    const rendering = await render(after, { definitions });
    renderings.push(rendering);
    bindings.push({ before: readBindings(before.output, paths), after: bindingsOf(rendering) });
  }
  return { bindings, renderings };
}

function readBindings(folder: string, paths: readonly string[]): Bindings {
  return { folder, modules: new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")])) };
}

function bindingsOf({ folder: { directory: folder }, artifacts }: Rendering): Bindings {
  const texts = artifacts.map((artifact): [string, string] => {
    const rendered = renderArtifact(artifact);
    const text = "text" in rendered ? rendered.text : readFileSync(join(folder, rendered.path), "utf8");
    return [rendered.path, text];
  });
  return { folder, modules: new Map(texts) };
}

function stale({ keyspace, output }: Target, cwd: string): ColonnadeError {
  return new ColonnadeError(
    "stale-bindings",
    `the bindings of ${keyspace} in ${renderPath(output, cwd)} are out of date`,
    {
      next: "run colonnade generate, and commit, so that the rename changes nothing else",
    },
  );
}
