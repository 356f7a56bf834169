/** Renders modules of typed documents with @graphql-codegen/core, an optional peer that nothing else loads. */
import { ColonnadeError } from "../errors.ts";

/** A module of documents. */
interface DocumentsModule {
  readonly path: string;
  readonly render: () => string;
  /** The types of the API. */
  readonly sdl: string;
  readonly documents: readonly string[];
}

/**
 * Renders a module of documents. The generator validates them against the types of the API and calls our plugin, which
 * returns the module's text. The documents and types are passed as syntax trees: its copy of graphql may be another than ours.
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
