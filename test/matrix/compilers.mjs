/**
 * The TypeScripts, and what each is asked: the flags that it knows, and the module systems that it can be told to use.
 * A flag of a later version is left out of an earlier one.
 */
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const compilers = [
  { name: "5.4", minor: 504 },
  { name: "5.6", minor: 506, long: true },
  { name: "5.9", minor: 509 },
  { name: "7", minor: 700 },
];

/** Each could make generated code fail in somebody's project. `needs` is what the compiler wants to see beside it. */
const strictNullChecks = { strictNullChecks: true };
const flags = [
  { set: { strict: true } },
  { set: { exactOptionalPropertyTypes: true }, needs: strictNullChecks },
  { set: { noUncheckedIndexedAccess: true }, needs: strictNullChecks },
  { set: { noPropertyAccessFromIndexSignature: true } },
  { set: { noImplicitOverride: true } },
  { set: { noImplicitReturns: true } },
  { set: { noFallthroughCasesInSwitch: true } },
  { set: { noUnusedLocals: true } },
  { set: { noUnusedParameters: true } },
  { set: { allowUnreachableCode: false } },
  { set: { allowUnusedLabels: false } },
  { set: { verbatimModuleSyntax: true } },
  { set: { isolatedModules: true } },
  { set: { declaration: true } },
  { set: { isolatedDeclarations: true }, needs: { declaration: true }, since: 505 },
  { set: { noUncheckedSideEffectImports: true }, since: 506 },
  { set: { strictBuiltinIteratorReturn: true }, needs: strictNullChecks, since: 506 },
  { set: { erasableSyntaxOnly: true }, since: 508 },
];

function flagsOf({ minor }) {
  return flags.filter(({ since = 0 }) => since <= minor);
}

export function allFlags(compiler) {
  return Object.assign({}, ...flagsOf(compiler).map(({ set }) => set));
}

/** Name → options, and one without any flag. */
export function eachFlag(compiler) {
  const alone = flagsOf(compiler).map(({ set, needs }) => [Object.keys(set)[0], { ...needs, ...set }]);
  // Later compilers are strict unless told otherwise.
  return [["no flag", {}], ...alone].map(([name, options]) => [name, { strict: false, ...options }]);
}

/** Module systems, each with what relative imports may end in there, and the package that the files stand in. */
export function moduleSystems({ minor }) {
  const all = ["", ".js", ".ts"];
  const node = { module: "nodenext", moduleResolution: "nodenext" };
  return [
    // Node itself takes no path without an ending in an ES module.
    { name: "nodenext", extensions: [".js", ".ts"], type: "module", options: node },
    { name: "nodenext, CommonJS package", extensions: all, type: "commonjs", options: node },
    { name: "bundler", extensions: all, type: "module", options: { module: "esnext", moduleResolution: "bundler" } },
    {
      name: "commonjs",
      extensions: all,
      type: "commonjs",
      // From 6 on there is no `node10`.
      options: { module: "commonjs", moduleResolution: minor < 600 ? "node10" : "bundler" },
    },
  ];
}

const base = {
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
  module: "nodenext",
  moduleResolution: "nodenext",
  types: [],
  skipLibCheck: true,
};

/**
 * Runs a compiler over folders of files.
 *
 * @param folder a new one, for its configuration and what it emits; two below the one with the files
 * @param include what it compiles
 * @returns its errors, each a line; none when all is well
 */
export async function compile(compiler, folder, include, options) {
  return (await measure(compiler, folder, include, options)).errors;
}

/** The same, with the number of types that the compiler had to make from generic ones. */
export async function measure(compiler, folder, include, options) {
  mkdirSync(folder, { recursive: true });
  const { declaration } = options;
  // With `noEmit`, older versions do not look at declarations.
  const emit = declaration ? { emitDeclarationOnly: true, outDir: join(folder, "out") } : { noEmit: true };
  const compilerOptions = { ...base, ...emit, ...options };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
  const program = join(import.meta.dirname, `node_modules/typescript-${compiler.name}/bin/tsc`);
  const { status, text } = await run(
    process.execPath,
    [program, "-p", folder, "--pretty", "false", "--extendedDiagnostics"],
    {
      // Errors name files relative to it.
      cwd: join(folder, "../.."),
    },
  );
  const errors = text.split("\n").filter((line) => /error TS\d+/.test(line));
  if (status !== 0 && errors.length === 0) errors.push(`tsc ended with ${status}: ${text.trim()}`);
  return { errors, instantiations: Number(/^Instantiations: +(\d+)/m.exec(text)?.[1]) };
}

/** Runs a program to its end, whatever that is. */
export function run(command, args, options = {}) {
  const env = { ...process.env, NODE_OPTIONS: "" };
  return new Promise((resolve) => {
    execFile(command, args, { maxBuffer: 1 << 28, env, ...options }, (error, stdout, stderr) =>
      resolve({ status: error ? (error.code ?? error.signal) : 0, text: `${stdout}${stderr}` }),
    );
  });
}
