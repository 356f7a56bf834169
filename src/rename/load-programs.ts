import { ts } from "ts-morph";
import { ColonnadeError } from "../errors.ts";
import { AppProgram } from "./app-program.ts";
import type { Overlay, ProgramConfig } from "./app-program.ts";

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
