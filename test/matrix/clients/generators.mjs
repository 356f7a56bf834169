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
  "graphql-codegen": async ({ url, headers }, folder) => {
    const { scalars } = await import(pathToFileURL(join(root, "dist/index.js")).href);
    const config = {
      schema: [{ [url]: { headers } }],
      documents: join(folder, "operations.graphql"),
      generates: {
        [join(folder, "generated-types.ts")]: { plugins: ["typescript"], config: { scalars, strictScalars: true } },
        [join(folder, "generated.ts")]: { plugins: ["typescript-operations"], config: { scalars } },
      },
    };
    writeFileSync(join(folder, "codegen.json"), JSON.stringify(config));
    await program("@graphql-codegen/cli", "graphql-codegen", ["--config", join(folder, "codegen.json")], folder);
    const types = readFileSync(join(folder, "generated-types.ts"), "utf8");
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
  const operations = join(folder, "operations.graphql");
  const env = {
    ...process.env,
    COLONNADE_USERNAME: service.user.username,
    COLONNADE_PASSWORD: service.user.password,
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

/** The installed packages, and our runtime. */
function linkModules(folder) {
  mkdirSync(join(folder, "@colonnade"), { recursive: true });
  for (const name of readdirSync(modules)) {
    if (!name.startsWith(".")) symlinkSync(join(modules, name), join(folder, name), "junction");
  }
  symlinkSync(join(root, "src/runtime"), join(folder, "@colonnade/runtime"), "junction");
}

function headerFlags(flag, headers) {
  return Object.entries(headers).flatMap(([name, value]) => [flag, `${name}: ${value}`]);
}

async function program(packageName, bin, parameters, cwd) {
  const file = join(modules, packageName, "package.json");
  const { bin: bins } = JSON.parse(readFileSync(file, "utf8"));
  const path = join(dirname(file), typeof bins === "string" ? bins : (bins[bin] ?? Object.values(bins)[0]));
  await run(process.execPath, [path, ...parameters], { cwd }).catch((error) => {
    throw new Error(`${bin}: ${error.stdout}${error.stderr}`);
  });
}
