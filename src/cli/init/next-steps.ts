import { posix, relative } from "node:path";
import type { Problem } from "../../errors.ts";
import type { Flags } from "../arguments/command.ts";
import type { Answers } from "./answers.ts";
import type { Existing } from "./existing.ts";
import { outputsWithin } from "./plan-files.ts";
import { hasOldZod } from "./existing.ts";
import { printFlag } from "../terminal/package-manager.ts";

/** The commands that lead to the first bindings, in order. */
export function listNextCommands({ project, named }: Existing, { validators }: Answers): readonly string[] {
  const { packageManager, manifest, deno, dependencies, entriesOf } = project;
  const has = (name: string): boolean => deno?.imports.has(name) === true;
  // An app must depend on what it imports; a tool may come from the workspace.
  const packages = ["@colonnade/runtime", ...(validators ? ["zod"] : [])];
  const missing = packages.filter((name) => !manifest?.dependencies.has(name) && !has(name));
  const tools = ["colonnade"].filter((name) => !dependencies.has(name) && !has(name));
  const atRoot = packageManager.name === "pnpm" && entriesOf(".").includes("pnpm-workspace.yaml");
  const { registry = "" } = packageManager;
  const install = (command: string, names: readonly string[]): string[] => {
    const spelled = names.map((name) => registry + name);
    return names.length === 0 ? [] : [[command, ...(atRoot ? ["--workspace-root"] : []), ...spelled].join(" ")];
  };
  const config = named === undefined ? "" : ` ${printFlag("config", named)}`;
  return [
    ...install(packageManager.install, missing),
    ...install(packageManager.installForDevelopment, tools),
    `${packageManager.run} colonnade generate${config}`,
  ];
}

/** Finds problems that do not stop init but will cause trouble later. */
export function findWarnings(existing: Existing, answers: Answers, flags: Flags): readonly Problem[] {
  return [
    ...findUnreadable(existing, answers),
    ...findCommonJs(existing),
    ...findOldZod(existing, answers, flags),
    ...findFormatters(existing, answers),
    ...findIgnored(existing, answers, flags),
  ];
}

function findUnreadable({ project, config }: Existing, { configFile }: Answers): readonly Problem[] {
  const { typescriptProblem } = project;
  const problems = config?.problem ? [config.problem] : [];
  if (!typescriptProblem) return problems;
  const { file, reason } = typescriptProblem;
  const next = `fix ${file}; if relative imports do not end in .js, set importExtension in ${configFile}`;
  return [{ code: "bad-tsconfig", message: `${file} cannot be read: ${reason}`, next }, ...problems];
}

function findCommonJs({ project: { deno, manifest, packageManager, typescript } }: Existing): readonly Problem[] {
  if (deno || manifest?.isModule !== false) return [];
  const next = "npm pkg set type=module";
  if (!typescript) {
    // It runs any TypeScript as a module.
    if (packageManager.name === "bun") return [];
    const message = 'the generated files are ES modules, but package.json does not have "type": "module"';
    return [{ code: "commonjs", message, next: `${next}, unless a compiler turns them into CommonJS` }];
  }
  const { verbatimModuleSyntax, module = "" } = typescript.options;
  if (verbatimModuleSyntax !== true || !/^(?:node|commonjs)/i.test(module)) return [];
  const message =
    'TypeScript will reject the generated files: verbatimModuleSyntax is on, and package.json does not have "type": "module"';
  return [{ code: "commonjs", message, next }];
}

function findOldZod({ project, config }: Existing, answers: Answers, flags: Flags): readonly Problem[] {
  const { validators, keyspace, configFile } = answers;
  const isChosen = flags.text("validators") !== undefined || config?.has(keyspace) === true;
  if (!hasOldZod(project) || (!validators && isChosen)) return [];
  const message = `validators need zod 4, but package.json has an older version${validators ? "" : ", so they are off"}`;
  const next = validators
    ? "npm install zod@4, or --validators no"
    : `to turn them on, npm install zod@4 and remove validators: false from ${configFile}`;
  return [{ code: "old-zod", message, next }];
}

/**
 * Formatters that would change generated files. Prettier would not, because the files follow its config, and linters would
 * not, because the files turn ESLint off.
 */
const formatters = [
  { name: "Biome", files: ["biome.json", "biome.jsonc"], list: 'files.includes, after "**"', begin: "!", end: "" },
  { name: "oxfmt", files: [".oxfmtrc.json", ".oxfmtrc.jsonc"], list: "ignorePatterns", begin: "", end: "/**" },
] as const;

function findFormatters({ project }: Existing, answers: Answers): readonly Problem[] {
  return formatters.flatMap(({ name, files, list, begin, end }) => {
    // The nearest config counts; its paths are relative to its own folder.
    const configs = project.folders.map((folder) => {
      const up = toSlashes(relative(project.folder, folder));
      return files.map((file) => ({ file: posix.join(up, file), app: toSlashes(relative(folder, project.folder)) }));
    });
    const nearest = configs.find((group) => group.some(({ file }) => project.read(file).kind === "text")) ?? [];
    return nearest.flatMap(({ file, app }) => {
      const found = project.read(file);
      if (found.kind !== "text") return [];
      const excluded = found.text.split('"').map((word) => word.replace(/^!*(?:\.?\/)?|\/(?:\*\*?)?$/g, ""));
      const outputs = outputsWithin(answers).map((output) => posix.join(app, output));
      const missing = outputs.filter((output) => !excluded.includes(output));
      return missing.map((output) => ({
        code: "formatter",
        message: `${name} will reformat the generated files in ${output}, because ${file} does not exclude them`,
        next: `in ${file}, add ${JSON.stringify(begin + output + end)} to ${list}`,
      }));
    });
  });
}

const toSlashes = (path: string): string => path.replaceAll("\\", "/");

/** The flags that set up a new keyspace. */
const settings = ["definitions", "output", "format", "validators", "import-extension"];

function findIgnored({ config }: Existing, { keyspace, configFile }: Answers, flags: Flags): readonly Problem[] {
  const ignored = settings.filter((flag) => flags.text(flag) !== undefined);
  if (!config?.has(keyspace) || ignored.length === 0) return [];
  const message = `${ignored.map((flag) => `--${flag}`).join(", ")} ignored: ${configFile} already has the keyspace ${keyspace}`;
  return [{ code: "keyspace-exists", message, next: `change the settings of ${keyspace} in ${configFile}` }];
}
