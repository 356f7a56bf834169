/**
 * The program of one `tsconfig.json` of an app, with texts of our own in place of some files. After a change of texts, only
 * the changed files and what depends on them are checked again.
 */
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { ts } from "ts-morph";

/** Files as they would be. */
export type Overlay = Map<string, string>;

/** A `tsconfig.json` as JSON, and where it is. */
export interface ProgramConfig {
  readonly file: string;
  readonly config: object;
}

export class AppProgram {
  readonly configFile: string;
  readonly #options: ts.CompilerOptions;
  readonly #host: ts.CompilerHost;
  readonly #roots: readonly string[];
  readonly #references: readonly ts.ProjectReference[];
  #builder: ts.SemanticDiagnosticsBuilderProgram;

  constructor({ file: configFile, config }: ProgramConfig, overlay: Overlay) {
    this.configFile = configFile;
    const system = overlaid(overlay);
    const parsed = ts.parseJsonConfigFileContent(config, system, dirname(configFile), {}, configFile);
    const { options, fileNames, projectReferences = [] } = parsed;
    this.#roots = fileNames;
    this.#references = projectReferences;
    this.#options = { ...options, noEmit: true, incremental: true, tsBuildInfoFile: resolve(configFile, "../.unused") };
    this.#host = createHost(this.#options, system, overlay);
    this.#builder = this.#build();
  }

  /** The config files of the projects that this one refers to. */
  get references(): readonly string[] {
    return this.#references.map((reference) => ts.resolveProjectReferencePath(reference));
  }

  get checker(): ts.TypeChecker {
    return this.#builder.getProgram().getTypeChecker();
  }

  file(path: string): ts.SourceFile | undefined {
    return this.#builder.getSourceFile(path);
  }

  /** The files of the app: not packages, nor libraries of the compiler. */
  files(): readonly ts.SourceFile[] {
    const program = this.#builder.getProgram();
    return program
      .getSourceFiles()
      .filter(({ fileName }) => !fileName.includes("/node_modules/") && !fileName.startsWith(libraryFolder));
  }

  /** Takes the texts of the overlay as they are now. */
  refresh(): void {
    this.#builder = this.#build(this.#builder);
  }

  errors(): readonly ts.Diagnostic[] {
    const found = [...this.#builder.getSyntacticDiagnostics(), ...this.#builder.getSemanticDiagnostics()];
    return found.filter(({ category }) => category === ts.DiagnosticCategory.Error);
  }

  #build(earlier?: ts.SemanticDiagnosticsBuilderProgram): ts.SemanticDiagnosticsBuilderProgram {
    return ts.createSemanticDiagnosticsBuilderProgram(
      this.#roots,
      this.#options,
      this.#host,
      earlier,
      [],
      this.#references,
    );
  }
}

/** The libraries of ts-morph's compiler, which it has in its bundle: the app's own may be those of another version. */
const libraryFolder = "/lib-of-ts-morph";
const libraries = new Map<string, string>();

function loadLibraries(): void {
  const requireHere = createRequire(import.meta.url);
  const { getLibFiles } = createRequire(requireHere.resolve("ts-morph"))("@ts-morph/common") as {
    getLibFiles(): readonly { readonly fileName: string; readonly text: string }[];
  };
  for (const { fileName, text } of getLibFiles()) libraries.set(join(libraryFolder, fileName), text);
}

function overlaid(overlay: Overlay): ts.System {
  if (libraries.size === 0) loadLibraries();
  const folders = new Set([...overlay.keys()].map((path) => dirname(path)));
  return {
    ...ts.sys,
    readFile: (path, encoding) => overlay.get(path) ?? libraries.get(path) ?? ts.sys.readFile(path, encoding),
    fileExists: (path) => overlay.has(path) || libraries.has(path) || ts.sys.fileExists(path),
    directoryExists: (path) => folders.has(path) || ts.sys.directoryExists(path),
  };
}

function createHost(options: ts.CompilerOptions, system: ts.System, overlay: Overlay): ts.CompilerHost {
  const parsed = new Map<string, ts.SourceFile>();
  const host = ts.createIncrementalCompilerHost(options, system);
  return {
    ...host,
    // A reference leads to the sources of the other project, as in an editor: its output may be old, or missing.
    ...{ useSourceOfProjectReferenceRedirect: () => true },
    getDefaultLibLocation: () => libraryFolder,
    getDefaultLibFileName: (given) => join(libraryFolder, ts.getDefaultLibFileName(given)),
    getSourceFile(path, language, onError) {
      const cached = parsed.get(path);
      // Nothing but the overlay changes while a rename is worked out.
      if (cached && (!overlay.has(path) || overlay.get(path) === cached.text)) return cached;
      const file = host.getSourceFile(path, language, onError);
      if (file) parsed.set(path, file);
      return file;
    },
  };
}
