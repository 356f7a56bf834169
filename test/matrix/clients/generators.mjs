/** Generators of code: each reads the introspection of the running service, and its output is compiled and run. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");
const modules = join(import.meta.dirname, "node_modules");

/** The programs of an app, in their order, with what each prints; those of the others are `lamp`. */
const programs = {
  documents: {
    use: "lamp 19.90, 0, lamp 19.90, lamp 19.90",
    urql: "Robot arm",
    "graphql-request": "Robot arm",
    apollo: "Robot arm",
  },
};
const lamp = { use: "lamp 19.90" };

export const generators = {
  "graphql-codegen": async (service, folder) => {
    const page = readFileSync(join(root, "docs/graphql-clients.md"), "utf8");
    const [, config] = /<!-- codegen -->\n```ts\n([^]*?)```/.exec(page);
    const { origin } = new URL(service.url);
    writeFileSync(join(folder, "codegen.ts"), config.replace("http://localhost:8080", origin));
    await program("@graphql-codegen/cli", "graphql-codegen", ["--config", "codegen.ts"], folder, userOf(service));
    const types = readFileSync(join(folder, "src/graphql.ts"), "utf8");
    if (/\bany\b/.test(types)) throw new Error("graphql-codegen: a scalar is any");
  },
  documents: async (_service, folder) => {
    const { generate } = await import(pathToFileURL(join(root, "dist/index.js")).href);
    const definitions = join(root, "examples/shop/definitions/shop");
    await generate({ keyspace: "shop", definitions, output: join(folder, "db"), documents: true });
  },
  genql: ({ url, headers }, folder) =>
    program(
      "@genql/cli",
      "genql",
      ["--endpoint", url, "--output", join(folder, "generated"), ...headerFlags("-H", headers)],
      folder,
    ),
  "gql.tada": async ({ url, headers }, folder) => {
    const schema = join(folder, "schema.graphql");
    await program(
      "gql.tada",
      "gql-tada",
      ["generate-schema", url, "--output", schema, ...headerFlags("--header", headers)],
      folder,
    );
    await program("gql.tada", "gql-tada", ["generate-output", "-c", join(folder, "tsconfig.json")], folder);
  },
};

/** Generates in a folder beside an app of ours, compiles both, and runs the app. @returns the problems */
export async function tryGenerator(service, name, generate, work) {
  const folder = join(work, name);
  mkdirSync(folder);
  cpSync(join(import.meta.dirname, "app", name), folder, { recursive: true });
  linkModules(join(folder, "node_modules"));
  await generate(service, folder);
  await program("typescript", "tsc", ["-p", join(folder, "tsconfig.json")], folder);
  const operations = join(folder, "src/operations.graphql");
  const env = {
    ...process.env,
    ...userOf(service),
    SERVICE_URL: service.url,
    SERVICE_HEADERS: JSON.stringify(service.headers),
    DOCUMENT: existsSync(operations) ? readFileSync(operations, "utf8") : "",
  };
  const problems = [];
  for (const [entry, output] of Object.entries(programs[name] ?? lamp)) {
    const file = join(folder, `out/${entry}.js`);
    writeFileSync(file, readFileSync(file, "utf8").replace("http://localhost:8080", new URL(service.url).origin));
    const { stdout } = await run(process.execPath, [file], { cwd: folder, env });
    if (stdout.trim() !== output) problems.push(`${entry} printed ${JSON.stringify(stdout)}`);
  }
  return problems;
}

/** The environment variables that programs of the docs read. */
function userOf({ user }) {
  return { COLONNADE_USERNAME: user.username, COLONNADE_PASSWORD: user.password };
}

/** The installed packages, and ours. */
function linkModules(folder) {
  mkdirSync(join(folder, "@colonnade"), { recursive: true });
  for (const name of readdirSync(modules)) {
    if (!name.startsWith(".")) symlinkSync(join(modules, name), join(folder, name), "junction");
  }
  symlinkSync(join(root, "src/runtime"), join(folder, "@colonnade/runtime"), "junction");
  symlinkSync(root, join(folder, "colonnade"), "junction");
}

function headerFlags(flag, headers) {
  return Object.entries(headers).flatMap(([name, value]) => [flag, `${name}: ${value}`]);
}

async function program(packageName, bin, parameters, cwd, env = {}) {
  const file = join(modules, packageName, "package.json");
  const { bin: bins } = JSON.parse(readFileSync(file, "utf8"));
  const path = join(dirname(file), typeof bins === "string" ? bins : (bins[bin] ?? Object.values(bins)[0]));
  await run(process.execPath, [path, ...parameters], { cwd, env: { ...process.env, ...env } }).catch((error) => {
    throw new Error(`${bin}: ${error.stdout}${error.stderr}`);
  });
}
