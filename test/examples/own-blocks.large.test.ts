/** The blocks of the pages that are programs themselves: an app that the README's own commands set up compiles and runs them. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestService } from "../../src/testing/index.ts";
import { runWords } from "../cli/run-line.ts";
import { compileNatively } from "../support/compile-natively.ts";
import { repository } from "../support/repository.ts";
import { isQuote, pages, readPage, shellLinesOf } from "./read-pages.ts";

/** What runs these is not Node alone: test runners (`test/testing/runners.large.test.ts` and the matrix), workerd, Vite, a page, a cluster. */
const runners = ["vitest", "node:test", "jest", "worker", "vite", "browser", "cassandra"];
const programs = pages.flatMap(({ blocks }) => blocks).filter((block) => block.language === "ts" && !isQuote(block));

let app: string;
beforeAll(async () => {
  app = mkdtempSync(join(tmpdir(), "colonnade-"));
  writeFileSync(join(app, "package.json"), '{ "name": "shop", "type": "module" }');
  mkdirSync(join(app, "node_modules/@colonnade"), { recursive: true });
  symlinkSync(repository, join(app, "node_modules/colonnade"));
  for (const name of ["runtime", "cassandra"])
    symlinkSync(join(repository, "src", name), join(app, "node_modules/@colonnade", name));
  for (const name of ["zod", "cassandra-driver"]) {
    symlinkSync(join(repository, "node_modules", name), join(app, "node_modules", name));
  }
  const [init = "", generate = ""] = shellLinesOf(readPage("README.md")).filter((line) =>
    /^npx colonnade (init|gen)/.test(line),
  );
  for (const line of [`${init} --yes`, generate]) {
    const { code, stderr } = await runWords(line.split(" ").slice(2), { cwd: app });
    expect(code, stderr).toBe(0);
  }
  for (const [path, text] of readBindings()) writeFileSync(join(app, asJavaScript(path)), stripTypes(text));
});

afterAll(() => rmSync(app, { recursive: true, force: true }));

/** The generated files: path from the app, text. */
function readBindings(): readonly (readonly [path: string, text: string])[] {
  const names = readdirSync(join(app, "db")).filter((name) => name.endsWith(".ts"));
  return names.map((name) => [`db/${name}`, readFileSync(join(app, "db", name), "utf8")]);
}

const asJavaScript = (path: string): string => path.replace(/\.ts$/, ".js");

/** As a loader would, which takes seconds for a program with a driver: it reads each file of the packages too. */
function stripTypes(text: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}

describe("the programs of the pages", { timeout: 60_000 }, () => {
  it("compile", async () => {
    const own = programs.map(({ place, text }) => [`${place.replace(/\W/g, "-")}.ts`, text] as const);
    expect(own.length).toBeGreaterThan(7);
    const found = await compileNatively(Object.fromEntries([...readBindings(), ...own]), {
      ...{ strict: true, exactOptionalPropertyTypes: true, types: ["node", "vitest/globals", "vite/client"] },
      lib: ["es2023", "esnext.disposable", "dom"],
    });
    expect(found).toEqual([]);
  });

  const alone = programs.filter(({ source }) => !runners.includes(source ?? ""));
  const run = async (name: string, text: string, variables: NodeJS.ProcessEnv): Promise<string> => {
    const file = `${name.replace(/\W/g, "-")}.js`;
    writeFileSync(join(app, file), stripTypes(text));
    const env = { ...process.env, NODE_OPTIONS: "", ...variables };
    return (await promisify(execFile)(process.execPath, [file], { cwd: app, env })).stdout;
  };

  it.each(alone.map((program) => [program.place, program] as const))("%s runs", async (place, { text }) => {
    await using service = await openTestService({ definitions: join(app, "definitions") });
    const { username, password } = service.credentials;
    const program = text.replace("http://localhost:8080", await service.url());
    const stdout = await run(place, program, { COLONNADE_USERNAME: username, COLONNADE_PASSWORD: password });
    if (place.startsWith("README.md")) expect(stdout).toBe(said[programs.findIndex((one) => one.place === place)]);
  });

  it("that is a worker answers requests with the variables that it is given", async () => {
    await using service = await openTestService({ definitions: join(app, "definitions") });
    const { username: COLONNADE_USERNAME, password: COLONNADE_PASSWORD } = service.credentials;
    const env = { COLONNADE_URL: await service.url(), COLONNADE_USERNAME, COLONNADE_PASSWORD };
    const worker = programs.find(({ source }) => source === "worker")?.text.replace("export default", "const worker =");
    const post = `new Request("http://worker", { method: "POST", body: "Robot arm" })`;
    const program = `${worker}\nconsole.log(await (await worker.fetch(${post}, ${JSON.stringify(env)})).json());`;
    expect(await run("worker", program, {})).toContain("name: 'Robot arm'");
  });
});

/** What the programs of the README print, in their order. */
const said = ["true Robot arm 3999.00\nRobot arm\nRobot arm\n", "Robot arm\n"];
