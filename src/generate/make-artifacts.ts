import type { DocumentsFilePlan } from "../emit/documents.ts";
import { ColonnadeError } from "../errors.ts";
import { upToDateArtifact } from "../output/index.ts";
import type { Artifact, OutputFolder, RunInputs } from "../output/index.ts";
import type { Plan } from "../plan/index.ts";
import type { ParsedKeyspace } from "../source/parse-keyspace.ts";
import { planCauses, planFingerprints } from "./fingerprints.ts";

interface ArtifactContext {
  readonly folder: OutputFolder;
  readonly inputs: RunInputs;
  readonly parsed: ParsedKeyspace;
  /** The user's own, where their files are laid out by one. */
  readonly format: ((path: string, text: string) => Promise<string>) | undefined;
  /** Whether a file that is up to date by its fingerprint need not be made. */
  readonly mayReuse: boolean;
  /** Whether the folder was taken for what an earlier run wrote: then it is looked at where a file may change. */
  readonly mayBeEdited: boolean;
  readonly onFile?: ((done: number, total: number) => void) | undefined;
}

/** The files of a plan: those that are up to date, and the others to be emitted. */
export async function makeArtifacts(
  plan: Plan,
  planned: readonly DocumentsFilePlan[],
  { folder, inputs, parsed, format, mayReuse, mayBeEdited, onFile }: ArtifactContext,
): Promise<readonly Artifact[]> {
  const fingerprints = planFingerprints(inputs, plan, planned, parsed.files);
  const causeOf = planCauses(folder, inputs, plan, planned, parsed.files);
  const artifacts: Artifact[] = [];
  let done = 0;
  for (const file of planned) {
    const { path, madeFrom, emit, graphql } = file;
    const own = fingerprints(madeFrom);
    const upToDate = mayReuse ? upToDateArtifact(folder, path, own) : undefined;
    if (upToDate) {
      onFile?.(++done, planned.length);
      artifacts.push(upToDate);
      continue;
    }
    if (mayBeEdited) folder.lookAt(path);
    const artifact = { path, fingerprint: own, cause: causeOf(file, own) };
    const render = (): string => {
      onFile?.(++done, planned.length);
      return emit();
    };
    const text = graphql ? await renderDocuments({ path, render, ...graphql() }) : undefined;
    // A formatter may have to be waited for.
    if (format) artifacts.push({ ...artifact, text: await format(path, text ?? render()) });
    else artifacts.push(text === undefined ? { ...artifact, render } : { ...artifact, text });
  }
  return artifacts;
}

/** A module of documents. */
interface DocumentsModule {
  readonly path: string;
  readonly render: () => string;
  /** The types of the API. */
  readonly sdl: string;
  readonly documents: readonly string[];
}

/**
 * Renders a module of documents with @graphql-codegen/core, an optional peer that nothing else loads.
 *
 * It validates the documents against the types of the API and calls our plugin, which returns the module's text. The
 * documents and types are passed as syntax trees: its copy of graphql may be another than ours.
 */
export async function renderDocuments({ path, render, sdl, documents }: DocumentsModule): Promise<string> {
  const { codegen, parse } = await loadCodegen();
  return codegen({
    filename: path,
    schema: parse(sdl),
    documents: documents.map((text) => ({ location: path, document: parse(text) })),
    config: {},
    plugins: [{ colonnade: {} }],
    pluginMap: { colonnade: { plugin: render } },
  });
}

interface Codegen {
  readonly codegen: typeof import("@graphql-codegen/core").codegen;
  readonly parse: typeof import("graphql").parse;
}

let loaded: Promise<Codegen> | undefined;

/** @throws {ColonnadeError} `no-codegen` with the command that installs it */
function loadCodegen(): Promise<Codegen> {
  return (loaded ??= importCodegen());
}

async function importCodegen(): Promise<Codegen> {
  const { parse } = await import("graphql");
  try {
    const { codegen } = await import("@graphql-codegen/core");
    return { codegen, parse };
  } catch (cause) {
    throw new ColonnadeError(
      "no-codegen",
      "typed documents (documents: true) require @graphql-codegen/core, which cannot be loaded",
      { next: "npm install --save-dev @graphql-codegen/core@6 graphql@16", cause },
    );
  }
}
