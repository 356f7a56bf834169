/**
 * The three packages as npm would publish them, installed in an empty app: the way in for everybody who is not us.
 * Needs the build, which `npm test` makes, and the registry, for zod and the driver.
 */
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { parseSync } from "rolldown/utils";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);
const env = {
  ...process.env,
  NODE_OPTIONS: "",
  COLONNADE_USERNAME: "founder",
  COLONNADE_PASSWORD: "not-a-secret-here",
};

let app: string;
let service: ChildProcess | undefined;

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface Manifest {
  readonly exports: Json;
  readonly [field: string]: Json;
}

const packages = ["colonnade", "@colonnade/runtime", "@colonnade/cassandra"] as const;
const folderOf = (name: string): string => join(app, "node_modules", name);
const manifestOf = async (name: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folderOf(name), "package.json"), "utf8")) as Manifest;

/** The files below a package's `dist` whose names end so, in code-unit order. */
async function shipped(name: string, ending: RegExp): Promise<string[]> {
  const files = await readdir(join(folderOf(name), "dist"), { recursive: true });
  return files.filter((path) => ending.test(path)).sort();
}

const readShipped = (name: string, path: string): Promise<string> =>
  readFile(join(folderOf(name), "dist", path), "utf8");

/** Every path in a part of a `package.json`, and the conditions on the way to one. */
function* leavesOf(value: Json, way: readonly string[] = []): Generator<{ path: string; way: readonly string[] }> {
  if (typeof value === "string") yield { path: value, way };
  else if (typeof value === "object" && value !== null)
    for (const [key, part] of Object.entries(value)) yield* leavesOf(part, [...way, key]);
}

/** Runs a program of the app; its errors show what it said. */
async function inApp(command: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  try {
    return await run(command, args, { cwd: app, env });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(" ")}\n${stdout}\n${stderr}`);
  }
}

/** The command of the app, without npx, which takes longer to start than the command. */
const colonnade = (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
  inApp(process.execPath, join(app, "node_modules/.bin/colonnade"), ...args);

/** Declarations of libraries and packages that were parsed, by path and language version: most programs read the same. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Compiles files of the app with what stands above them. @returns each error as the compiler prints it */
function compile(config: object, folder = "."): string[] {
  const place = join(app, folder);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, place);
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (path, language, ...rest) => {
    const key = JSON.stringify([path, language]);
    if (!path.includes("node_modules")) return getSourceFile.call(host, path, language, ...rest);
    if (!parsed.has(key)) parsed.set(key, getSourceFile.call(host, path, language, ...rest));
    return parsed.get(key);
  };
  const program = ts.createProgram(fileNames, options, host);
  // Neither the libraries of the compiler nor those of others are ours to check.
  const own = program.getSourceFiles().filter(({ fileName }) => !/node_modules\/(?!@?colonnade\/)/.test(fileName));
  const found = [
    ...program.getOptionsDiagnostics(),
    ...own.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
    ...program.emit().diagnostics,
  ];
  expect(fileNames.length).toBeGreaterThan(0);
  return found.map((diagnostic) => ts.formatDiagnostic(diagnostic, host));
}

beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), "colonnade-app-"));
  const packed = await run(
    "npm",
    ["pack", "--json", "--workspaces", "--include-workspace-root", "--pack-destination", app],
    {
      cwd: root,
    },
  );
  const listed = JSON.parse(packed.stdout) as Record<string, { filename: string }> | { filename: string }[];
  const tarballs = Object.values(listed).map(({ filename }) => `./${filename}`);
  expect(tarballs).toHaveLength(packages.length);
  const manifest = { name: "app", private: true, type: "module" };
  await writeFile(join(app, "package.json"), JSON.stringify(manifest));
  const { devDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>;
  };
  await inApp(
    "npm",
    "install",
    "--engine-strict",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    ...tarballs,
    `zod@${devDependencies["zod"]}`,
  );
  await cp(join(root, "examples/shop/definitions"), join(app, "definitions"), { recursive: true });
}, 240_000);

afterAll(async () => {
  service?.kill("SIGKILL");
  await rm(app, { recursive: true, force: true });
});

const program = `
import { createSession } from "@colonnade/runtime";
import { createTable } from "@colonnade/runtime/definitions";
import { nodeTransport } from "@colonnade/runtime/node";
import { getProducts, insertProducts, productsTable } from "./db/index.js";
import { productsInsertSchema } from "./db/zod.js";

const [url = ""] = process.argv.slice(2);
const session = createSession({
  url,
  keyspace: "shop",
  transport: nodeTransport(),
  credentials: { username: "founder", password: process.env["COLONNADE_PASSWORD"] ?? "" },
});
await createTable(session, productsTable);
const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
await insertProducts(session, productsInsertSchema.parse({ id, name: "Arm", price: "1.50" }));
console.log(JSON.stringify(await getProducts(session, { id })));
`;

const commonProgram = `
const { createSession } = require("@colonnade/runtime");
const { text } = require("@colonnade/runtime/zod");
const { routes } = require("@colonnade/runtime/protocol");
const { nodeTransport } = require("@colonnade/runtime/node");
console.log(typeof createSession, text.safeParse("a").success, routes.auth, typeof nodeTransport);
`;

/** A value of one entry is given to another: each type is one type, and none is anything at all. */
const entries = await readFile(join(root, "test/matrix/app/entries.ts"), "utf8");

const options = {
  target: "es2022",
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  noUnusedLocals: true,
  skipLibCheck: false,
  lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
  outDir: "out",
  types: [] as string[],
};

const config = `
import { defineConfig, generate } from "colonnade";
import { env } from "colonnade/config";
import type { Config } from "colonnade/config";
import { openTestService } from "colonnade/testing";
import type { TestService } from "colonnade/testing";
import { storeSession } from "colonnade";

const service: Promise<TestService> = openTestService({ definitions: "definitions", rows: { products: [{ id: 1 }] } });
export const session = service.then(({ store }) => storeSession(store));
const config: Config = { keyspaces: { shop: { definitions: "definitions/shop", output: "db" } } };
export default defineConfig({ ...config, service: { url: "https://db.example.com", password: env("SHOP_PASSWORD") } });
export const tables: Promise<number> = generate({ keyspace: "shop", definitions: "a", output: "b" }).then(({ tables }) => tables);
`;

/** What a shipped module may have of comments: what bundlers, Node, debuggers and coverage tools read, and licenses. */
const neededComment =
  /^\s*[@#]__(?:PURE|NO_SIDE_EFFECTS)__|^\/usr\/bin\/env node$|^# sourceMappingURL=|^ (?:c8|istanbul) ignore|@license/;

/** Opens a service for tests, and writes and reads through the bindings. */
const testProgram = `
const service = await openTestService({ definitions: "definitions" });
const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
await insert(service.session, productsTable, { id, name: "Arm" });
const { name } = await get(service.session, productsTable, { id });
const refused = await insert(service.session, productsTable, { id: 1 }).catch((error) => error instanceof ValidationError);
console.log(name, refused);
await service.close();
`;
const parts = "{ ValidationError, get, insert, text, uuid }";
const productsTable = `{ keyspace: "shop", name: "products", apiName: "Products", columns: { id: uuid, name: text }, partitionKey: ["id"] }`;

describe("the packed packages in an empty app", { timeout: 120_000 }, () => {
  it("bring nothing but what they need, and nothing that npm has to run", async () => {
    const lock = JSON.parse(await readFile(join(app, "package-lock.json"), "utf8")) as {
      readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean; readonly peer?: boolean }>>;
    };
    const installed = Object.entries(lock.packages).filter(([path]) => path !== "");
    expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
    const names = installed.map(([path]) => path.replace("node_modules/", ""));
    const byApp = ["zod"];
    // The driver of a cluster is a dependency of the session on it.
    const ofDriver = ["adm-zip", "cassandra-driver", "long"];
    expect(
      names.filter((name) => ![...byApp, ...ofDriver].includes(name) && !name.startsWith("@types/")).sort(),
    ).toEqual([...["@colonnade/cassandra", "@colonnade/runtime", "colonnade", "jiti"]]);
    expect(await manifestOf("@colonnade/runtime")).not.toHaveProperty("dependencies");
  });

  it.each(packages)(
    "have each file that the package.json of %s names, whichever condition leads there",
    async (name) => {
      const { exports, main = null, types = null, typesVersions = null, bin = null } = await manifestOf(name);
      for (const { path, way } of leavesOf([exports, main, types, typesVersions, bin])) {
        if (!path.includes("*")) expect(existsSync(join(folderOf(name), path)), `${way.join(" ")} ${path}`).toBe(true);
      }
      const conditions = [...leavesOf(exports)].flatMap(({ way }) => way.filter((key) => !key.startsWith(".")));
      const known = ["types", "import", "require", "default", "browser"];
      expect([...new Set(conditions)].filter((condition) => !known.includes(condition))).toEqual([]);
    },
  );

  it.each(packages)("have no comment in the JavaScript of %s but licenses and what tools read", async (name) => {
    const files = await shipped(name, /\.c?js$/);
    expect(files.length).toBeGreaterThan(1);
    for (const path of files) {
      const { comments, errors } = parseSync(path, await readShipped(name, path));
      expect(errors, path).toEqual([]);
      const others = comments.filter(({ value }) => !neededComment.test(value));
      expect(others, path).toEqual([]);
    }
  });

  it("have one file of declarations for each entry, and one for what entries share", async () => {
    const entries = [
      ...[
        "asserts",
        "atomic",
        "batch",
        "bulk",
        "changes",
        "compat",
        "composites",
        "definitions",
        "documents",
        "hedging",
      ],
      ...["hooks", "index", "node", "opentelemetry", "operations", "profiles", "protocol", "shared", "tables"],
      ...["token-stores", "verify", "zod"],
    ];
    const files = entries.flatMap((entry) => [`${entry}.d.cts`, `${entry}.d.ts`]);
    expect(await shipped("@colonnade/runtime", /\.d\.c?ts$/)).toEqual(files);
    expect(await shipped("@colonnade/cassandra", /\.d\.c?ts$/)).toEqual(["index.d.cts", "index.d.ts"]);
    const ofTesting = ["testing.d.cts", "testing.d.ts"];
    expect(await shipped("colonnade", /\.d\.c?ts$/)).toEqual([
      "config.d.ts",
      "index.d.ts",
      "shared.d.ts",
      ...ofTesting,
      "unplugin.d.ts",
    ]);
  });

  it("have declarations that compilers from 5.4 on can read, with their comments", async () => {
    for (const name of packages) {
      for (const path of await shipped(name, /\.d\.c?ts$/)) {
        const text = await readShipped(name, path);
        expect(text, path).not.toMatch(/Uint8Array<|(?:from |import\()"\.[^"]*\.ts"/);
        // An app need not have the types of Node, which the driver of a cluster brings.
        if (name !== "@colonnade/cassandra") expect(text, path).not.toMatch(/: Buffer\b|\bNodeJS\.|from "node:/);
      }
    }
    expect(await readShipped("@colonnade/runtime", "index.d.ts")).toMatch(/\*\/\ndeclare function createSession\(/);
    expect(await readShipped("colonnade", "index.d.ts")).toMatch(/\*\/\ndeclare function generate\(/);
  });

  it("have source maps of the runtime that hold its sources", async () => {
    const code = await shipped("@colonnade/runtime", /\.c?js$/);
    const maps = await shipped("@colonnade/runtime", /\.map$/);
    // The bundler's own code has no source to show, nor has an entry whose every export is shared with another one.
    const without = code.filter((path) => !maps.includes(`${path}.map`));
    const ofShared = ["composites", "operations"].flatMap((entry) => [`${entry}.cjs`, `${entry}.js`]);
    expect(without).toEqual([...ofShared, "rolldown-runtime.cjs"]);
    for (const path of maps) {
      const { sources, sourcesContent } = JSON.parse(await readShipped("@colonnade/runtime", path)) as {
        sources: string[];
        sourcesContent?: (string | null)[];
      };
      expect(sources.length, path).toBeGreaterThan(0);
      expect(
        sourcesContent?.filter((text) => text),
        path,
      ).toHaveLength(sources.length);
    }
    const fail = 'require("@colonnade/runtime").createSession({ url: "nonsense", token: "T" })';
    const { stderr } = await run(process.execPath, ["--enable-source-maps", "-e", fail], { cwd: app, env }).catch(
      (error: unknown) => error as { stderr: string },
    );
    expect(stderr).toMatch(/createSession \(.*session\.ts:\d+:\d+\)/);
  });

  it("generate, and check what they generated", async () => {
    const generated = await inApp("npx", "colonnade", "generate", "--definitions", "definitions", "--output", "db");
    expect(generated.stderr).toContain("3 tables → 9 files (9 written");
    await colonnade("check", "--definitions", "definitions", "--output", "db");
  });

  it("tell a formatted file from an edited one without a compiler", async () => {
    const own = ["--definitions", "definitions", "--output", "db"];
    await colonnade("init", "--yes", "--dry-run");
    const { stdout } = await colonnade("explain", "products.price", ...own);
    expect(stdout).toContain("price");
    const file = join(app, "db/products.ts");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace("  id: string", "    id: string"));
    expect((await colonnade("check", ...own)).stderr).toContain("1 only reformatted");
    await writeFile(file, text.replace("  id: string", "  id: number"));
    const bin = join(app, "node_modules/.bin/colonnade");
    const edited = await run(process.execPath, [bin, "check", ...own], { cwd: app, env }).then(
      () => ({ stdout: "", code: 0 }),
      (error: unknown) => error as { stdout: string; code: number },
    );
    expect(edited).toMatchObject({ code: 1, stdout: expect.stringContaining("edited by hand") as string });
    expect((await colonnade("generate", ...own)).stderr).toContain("which was edited by hand");
    expect(await readFile(file, "utf8")).toBe(text);
    await writeFile(file, text.replace("  id: string", "<<<<<<< HEAD\n  id: string"));
    await colonnade("generate", ...own);
    expect(await readFile(file, "utf8")).toBe(text);
  });

  it("compile with every declaration checked", async () => {
    await writeFile(
      join(app, "program.ts"),
      `/* global process, console */\ndeclare const process: { argv: string[]; env: Record<string, string | undefined> };${program}`,
    );
    await writeFile(join(app, "entries.ts"), entries);
    expect(compile({ compilerOptions: options, include: ["program.ts", "entries.ts", "db"] })).toEqual([]);
    await writeFile(join(app, "wrong.ts"), 'export const wrong: number = "";\n');
    expect(compile({ compilerOptions: { ...options, noEmit: true }, include: ["wrong.ts"] })).toHaveLength(1);
  });

  it("run against the service that they start", async () => {
    service = spawn(
      join(app, "node_modules/.bin/colonnade"),
      ["serve", "--port", "0", "--data", "data", "--keyspace", "shop"],
      {
        cwd: app,
        env,
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const { stdout } = service;
    if (!stdout) throw new Error("the service has no output");
    const url = await new Promise<string>((resolve) => createInterface(stdout).once("line", resolve));
    const { stdout: answer } = await inApp("node", "out/program.js", url);
    expect(JSON.parse(answer)).toMatchObject({ name: "Arm", price: "1.50", description: null });
    service.kill("SIGTERM");
    const code = await new Promise((resolve) => service?.once("exit", resolve));
    expect(code).toBe(0);
  });

  it("reach a cluster with nothing but the app's own runtime and driver", async () => {
    for (const [file, way] of [
      ["index.js", /^import .* from "([^"]+)";$/gm],
      ["index.cjs", /require\("([^"]+)"\)/g],
    ] as const) {
      const text = await readShipped("@colonnade/cassandra", file);
      const imported = new Set(Array.from(text.matchAll(way), ([, name = ""]) => name));
      const ofNode = ["crypto", "module", "net", "perf_hooks", "timers/promises", "tls", "util", "zlib"].map(
        (name) => `node:${name}`,
      );
      const others = [...imported].filter((name) => !ofNode.includes(name) && name !== "url");
      expect(others.sort()).toEqual(["@colonnade/runtime/operations", "@colonnade/runtime/protocol"]);
      // Nothing of GraphQL, of LevelDB or of the service: they would be several times as much.
      expect(text.length).toBeLessThan(200_000);
      expect(text).not.toMatch(/graphql|(?:classic|memory|abstract)-level|srvx|yargs/i);
    }
    const options = '{ contactPoints: ["127.0.0.1:1"] }';
    const session = `createCassandraSession(${options}).connect().catch((error) => console.log(error instanceof ServiceError, error.message))`;
    const names = [`{ createCassandraSession }`, `{ ServiceError }`];
    await writeFile(
      join(app, "cluster.mjs"),
      `import ${names[0]} from "@colonnade/cassandra";\nimport ${names[1]} from "@colonnade/runtime";\n${session};`,
    );
    await writeFile(
      join(app, "cluster.cjs"),
      `const ${names[0]} = require("@colonnade/cassandra");\nconst ${names[1]} = require("@colonnade/runtime");\n${session};`,
    );
    for (const file of ["cluster.mjs", "cluster.cjs"]) {
      expect((await inApp("node", file)).stdout).toMatch(/^true connect failed: .*127\.0\.0\.1:1/);
    }
  });

  it("can be required from CommonJS, and compile there too", async () => {
    await mkdir(join(app, "common"));
    await writeFile(join(app, "common/package.json"), JSON.stringify({ type: "commonjs" }));
    await writeFile(join(app, "common/program.cjs"), commonProgram);
    const { stdout } = await inApp("node", "common/program.cjs");
    expect(stdout.trim()).toBe("function true /api/rest/v1/auth function");
    await colonnade("generate", "--definitions", "definitions", "--output", "common/db");
    // zod's own declarations want esModuleInterop in CommonJS, so those of packages are not checked here.
    const common = { ...options, verbatimModuleSyntax: false, skipLibCheck: true, outDir: undefined, noEmit: true };
    await writeFile(join(app, "common/entries.ts"), entries);
    for (const [module, moduleResolution] of [
      ["nodenext", "nodenext"],
      ["commonjs", "node10"],
    ]) {
      const compilerOptions = { ...common, module, moduleResolution };
      expect(compile({ compilerOptions, include: ["db", "entries.ts"] }, "common")).toEqual([]);
    }
  });

  it("open a service for tests, as an ES module and as CommonJS", async () => {
    const programs = [
      [
        "tests.mjs",
        `import ${parts} from "@colonnade/runtime";\nimport { openTestService } from "colonnade/testing";\nconst productsTable = ${productsTable};\n${testProgram}`,
      ],
      [
        "tests.cjs",
        `const ${parts} = require("@colonnade/runtime");\nconst { openTestService } = require("colonnade/testing");\nconst productsTable = ${productsTable};\n(async () => {${testProgram}})();`,
      ],
    ] as const;
    for (const [file, text] of programs) {
      await writeFile(join(app, file), text);
      expect((await inApp("node", file)).stdout).toBe("Arm true\n");
    }
  });

  it("have a plugin for each bundler, which needs no other package", async () => {
    const bundlers = ["vite", "rollup", "rolldown", "webpack", "rspack", "esbuild"];
    const program = `for (const name of ${JSON.stringify(bundlers)}) console.log(typeof colonnade[name]());`;
    const { stdout } = await inApp(
      "node",
      "-e",
      `import('colonnade/unplugin').then(({ default: colonnade }) => { ${program} })`,
    );
    expect(stdout.trim().split("\n")).toEqual(bundlers.map(() => "object"));
  });

  it("are found by the library's door, with its types", async () => {
    await writeFile(join(app, "config.ts"), config);
    for (const ways of [
      { module: "nodenext" },
      { module: "esnext", moduleResolution: "bundler" },
      { module: "esnext", moduleResolution: "node10" },
    ]) {
      const compilerOptions = { ...options, ...ways, skipLibCheck: true, noEmit: true, outDir: undefined };
      expect(compile({ compilerOptions, include: ["config.ts"] })).toEqual([]);
    }
    const door = "import('colonnade').then((door) => console.log(Object.keys(door).sort().join()))";
    const { stdout } = await inApp("node", "-e", door);
    expect(stdout.trim().split(",")).toEqual(
      expect.arrayContaining(["createService", "defineConfig", "generate", "openEmbeddedStore", "openMemoryStore"]),
    );
  });
});
