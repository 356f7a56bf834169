/** Finds and loads the programs of an app: one for each `tsconfig.json`, with texts of our own in place of some files. */
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { ts } from "ts-morph";
import { ColonnadeError } from "../errors.ts";

/** Folders without sources of the app. */
const others: ReadonlySet<string> = new Set(["node_modules", "dist", "build", "coverage"]);

/** Finds each `tsconfig.json` in a folder and its subfolders, except those of packages; paths have `/`. */
export function findConfigFiles(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const own = entries.some((entry) => entry.name === "tsconfig.json" && entry.isFile())
    ? [`${folder}/tsconfig.json`.replaceAll("\\", "/")]
    : [];
  const below = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !others.has(entry.name))
    .flatMap(({ name }) => findConfigFiles(`${folder}/${name}`));
  return [...own, ...below];
}

/**
 * The programs that use the bindings, of these config files and of all that they refer to.
 *
 * @param folder of an app without a config file
 * @throws {ColonnadeError} `no-program` if a config file cannot be read
 */
export function loadPrograms(configFiles: readonly string[], folder: string, bindings: Overlay): readonly AppProgram[] {
  const programs: AppProgram[] = [];
  const found = new Set<string>();
  const load = (config: ProgramConfig): void => {
    if (found.has(config.file)) return;
    found.add(config.file);
    const program = new AppProgram(config, bindings);
    if ([...bindings.keys()].some((module) => program.file(module))) programs.push(program);
    for (const reference of program.references) load(readConfig(reference));
  };
  if (configFiles.length === 0) load({ file: `${folder}/tsconfig.json`, config: ofNoConfig });
  else for (const file of configFiles) load(readConfig(file));
  return programs;
}

function readConfig(file: string): ProgramConfig {
  const { config, error } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as {
    config?: object;
    error?: ts.Diagnostic;
  };
  if (config && !error) return { file, config };
  const message = error ? ts.flattenDiagnosticMessageText(error.messageText, " ") : "it is empty";
  throw new ColonnadeError("no-program", `${file} cannot be read: ${message}`);
}

/** For an app that is run without a compiler. */
const ofNoConfig = {
  compilerOptions: {
    target: "esnext",
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    allowJs: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  exclude: ["**/node_modules", "**/dist"],
};

/** Texts that replace files, by path. */
export type Overlay = Map<string, string>;

/** A `tsconfig.json` as JSON, and its path. */
interface ProgramConfig {
  readonly file: string;
  readonly config: object;
}

/** A program. After a change of texts, only the changed files and what depends on them are checked again. */
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

  /** Applies the current texts of the overlay. */
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

/** The libraries of ts-morph's compiler, which are in its bundle: the app's own may be of another version. */
const libraryFolder = "/lib-of-ts-morph";
const libraries = new Map<string, string>();
/** The parsed libraries, which all programs with the same options share. */
const parsedLibraries = ts.createDocumentRegistry();

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
    // A reference leads to the sources of the other project, as in an editor: its output may be outdated or missing.
    ...{ useSourceOfProjectReferenceRedirect: () => true },
    getDefaultLibLocation: () => libraryFolder,
    getDefaultLibFileName: (given) => join(libraryFolder, ts.getDefaultLibFileName(given)),
    getSourceFile(path, language, onError) {
      const library = libraries.get(path);
      if (library !== undefined) {
        const text = ts.ScriptSnapshot.fromString(library);
        return parsedLibraries.acquireDocument(path, options, text, "1", ts.ScriptKind.TS, language);
      }
      const cached = parsed.get(path);
      // Only the overlay changes during a rename.
      if (cached && (!overlay.has(path) || overlay.get(path) === cached.text)) return cached;
      const file = host.getSourceFile(path, language, onError);
      if (file) parsed.set(path, file);
      return file;
    },
  };
}
