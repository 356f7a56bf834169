/**
 * The two packages as npm would publish them, installed in an empty app: the way in for everybody who is not us.
 * Needs the build, which `npm test` makes, and the registry, for zod and TypeScript.
 */
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);
/** The tests' own environment has a condition for our sources, which a user's has not. */
const env = {
  ...process.env,
  NODE_OPTIONS: "",
  COLONNADE_USERNAME: "founder",
  COLONNADE_PASSWORD: "not-a-secret-here",
};

let app: string;
let service: ChildProcess | undefined;

/** Runs a program of the app; its errors show what it said. */
async function inApp(command: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  try {
    return await run(command, args, { cwd: app, env });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(" ")}\n${stdout}\n${stderr}`);
  }
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
  expect(tarballs).toHaveLength(2);
  const manifest = { name: "app", private: true, type: "module" };
  await writeFile(join(app, "package.json"), JSON.stringify(manifest));
  const { devDependencies, dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>;
    dependencies: Record<string, string>;
  };
  const beside = [
    `typescript@${devDependencies["typescript"]}`,
    `zod@${dependencies["zod"] ?? devDependencies["zod"]}`,
  ];
  await inApp(
    "npm",
    "install",
    "--engine-strict",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    ...tarballs,
    ...beside,
  );
  await cp(join(root, "examples/shop/definitions"), join(app, "definitions"), { recursive: true });
}, 240_000);

afterAll(async () => {
  service?.kill("SIGKILL");
  await rm(app, { recursive: true, force: true });
});

const program = `
import { createSession, createTable } from "@colonnade/runtime";
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

const config: Config = { keyspaces: { shop: { definitions: "definitions/shop", output: "db" } } };
export default defineConfig({ ...config, service: { url: "https://db.example.com", password: env("SHOP_PASSWORD") } });
export const tables: Promise<number> = generate({ keyspace: "shop", definitions: "a", output: "b" }).then(({ tables }) => tables);
`;

describe("the packed packages in an empty app", { timeout: 120_000 }, () => {
  it("bring nothing but what they need", async () => {
    const { stdout } = await inApp("npm", "ls", "--all", "--parseable");
    expect(stdout.trim().split("\n").length).toBeLessThan(45);
    const runtime = JSON.parse(
      await readFile(join(app, "node_modules/@colonnade/runtime/package.json"), "utf8"),
    ) as object;
    expect(runtime).not.toHaveProperty("dependencies");
  });

  it("generate, and check what they generated", async () => {
    const generated = await inApp("npx", "colonnade", "generate", "--definitions", "definitions", "--output", "db");
    expect(generated.stderr).toContain("3 tables → 9 files (9 written");
    await inApp("npx", "colonnade", "check", "--definitions", "definitions", "--output", "db");
  });

  it("compile with every declaration checked", async () => {
    await writeFile(
      join(app, "program.ts"),
      `/* global process, console */\ndeclare const process: { argv: string[]; env: Record<string, string | undefined> };${program}`,
    );
    await writeFile(
      join(app, "tsconfig.json"),
      JSON.stringify({ compilerOptions: options, include: ["program.ts", "db"] }),
    );
    await inApp("npx", "tsc", "-p", ".");
  });

  it("have declarations that compilers from 5.4 on can read", async () => {
    const folder = join(app, "node_modules/@colonnade/runtime/dist");
    for (const path of (await readdir(folder, { recursive: true })).filter((path) => path.endsWith(".d.ts"))) {
      const text = await readFile(join(folder, path), "utf8");
      expect(text, path).not.toMatch(/Uint8Array<|from "\.[^"]*\.ts"/);
    }
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

  it("can be required from CommonJS, and compile there too", async () => {
    await mkdir(join(app, "common"));
    await writeFile(join(app, "common/package.json"), JSON.stringify({ type: "commonjs" }));
    await writeFile(join(app, "common/program.cjs"), commonProgram);
    const { stdout } = await inApp("node", "common/program.cjs");
    expect(stdout.trim()).toBe("function true /api/rest/v1/auth function");
    await inApp("npx", "colonnade", "generate", "--definitions", "definitions", "--output", "common/db");
    // zod's own declarations want esModuleInterop in CommonJS, so those of packages are not checked here.
    const common = { ...options, verbatimModuleSyntax: false, skipLibCheck: true, outDir: undefined, noEmit: true };
    for (const [module, moduleResolution] of [
      ["nodenext", "nodenext"],
      ["commonjs", "node10"],
    ]) {
      const compilerOptions = { ...common, module, moduleResolution };
      await writeFile(join(app, "common/tsconfig.json"), JSON.stringify({ compilerOptions, include: ["db"] }));
      await inApp("npx", "tsc", "-p", "common");
    }
  });

  it("are found by the library's door, with its types", async () => {
    await writeFile(join(app, "config.ts"), config);
    const compilerOptions = { ...options, skipLibCheck: true, noEmit: true, outDir: undefined };
    await writeFile(join(app, "config.json"), JSON.stringify({ compilerOptions, include: ["config.ts"] }));
    await inApp("npx", "tsc", "-p", "config.json");
    const door = "import('colonnade').then((door) => console.log(Object.keys(door).sort().join()))";
    const { stdout } = await inApp("node", "-e", door);
    expect(stdout.trim().split(",")).toEqual(
      expect.arrayContaining(["createService", "defineConfig", "generate", "openEmbeddedStore"]),
    );
  });
});
