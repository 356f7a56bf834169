/**
 * Every file that `init` makes or adds to: in come what is there and the answers, out goes what becomes of each file. Writes
 * nothing, and a second run over the result plans nothing more.
 */
import { posix } from "node:path";
import type { Answers } from "./answers.ts";
import { planLines } from "./edit-lines.ts";
import type { FoundConfig } from "./found-config.ts";
import { planConfig, publishedForm } from "./plan-config.ts";
import { planFormatters } from "./plan-formatters.ts";
import { planManifest } from "./plan-manifest.ts";
import type { PlannedFile } from "./planned-file.ts";
import type { Project } from "./project.ts";

export interface Planning {
  readonly project: Project;
  readonly config: FoundConfig | undefined;
  readonly answers: Answers;
  /** The text of the definition to begin with. */
  readonly example: string;
}

export async function planFiles(planning: Planning): Promise<readonly PlannedFile[]> {
  return [
    await planConfig(planning),
    ...planExample(planning),
    ...planManifest(planning.project),
    ...planAttributes(planning),
    ...planIgnores(planning),
    ...planFormatters(planning.project, outputsWithin(planning.answers)),
  ];
}

/** Only where there is nothing yet: an example beside tables of one's own would be a table too many. */
function planExample({ project, answers: { definitions, keyspace }, example }: Planning): readonly PlannedFile[] {
  if (definitions === undefined) return [];
  const defined = project.entriesOf(definitions).filter((name) => name.endsWith(".json") && !name.startsWith("."));
  if (defined.length > 0) {
    const note = `${defined.length} ${defined.length === 1 ? "definition" : "definitions"} of ${keyspace}`;
    return [{ path: definitions, action: "kept", note }];
  }
  const note = "a table to begin with: change it, or put your own beside it";
  const path = posix.join(definitions, "products.json");
  const form = `  "$schema": ${JSON.stringify(publishedForm(project, path, "table"))},\n`;
  return [{ path, action: "created", note, text: example.replace(/^\{\n/, (begin) => begin + form) }];
}

/** So that reviews fold generated files away. */
function planAttributes({ project, answers }: Planning): readonly PlannedFile[] {
  const path = ".gitattributes";
  const patterns = outputsWithin(answers).map((output) => quoted(`${output}/**`));
  if (patterns.length === 0 || !wantsGitFile(project, path)) return [];
  const lines = planLines(project.read(path), {
    path,
    lines: patterns.map((pattern) => `${pattern} linguist-generated`),
    note: "says which files are generated, so that reviews fold them",
    covers: (line, wanted) =>
      line.startsWith(wanted.slice(0, wanted.lastIndexOf(" "))) && /\s[-!]?linguist-generated\b/.test(line),
  });
  return [lines];
}

/** The data of `serve` is nobody's source. */
function planIgnores({ project }: Planning): readonly PlannedFile[] {
  const path = ".gitignore";
  if (!wantsGitFile(project, path)) return [];
  const covering = /^!?(?:\*\*)?\/?\.colonnade(?:\/\*{0,2})?$/;
  const note = "leaves out the data of colonnade serve";
  return [planLines(project.read(path), { path, lines: [".colonnade/"], note, covers: (line) => covering.test(line) })];
}

function wantsGitFile(project: Project, path: string): boolean {
  return project.inRepository || project.read(path).kind !== "nothing";
}

/** Files here can say nothing about folders elsewhere. */
function outputsWithin({ outputs }: Answers): readonly string[] {
  return outputs.filter((output) => !output.startsWith("..") && !posix.isAbsolute(output) && !/^\w:/.test(output));
}

/** Blanks end a pattern of git's. */
function quoted(pattern: string): string {
  return /[\s"\\]/.test(pattern) ? JSON.stringify(pattern) : pattern;
}
