/** What the runtime's declarations ask of a project that uses them. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const runtime = join(root, "src/runtime");
let folder: string;

/** Emits the declarations that the build bundles. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "colonnade-declarations-"));
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const entries = ["index", "asserts", "opentelemetry", "protocol/index", "token-stores"].map((entry) =>
    join(runtime, `${entry}.ts`),
  );
  const emitted = { ...options, noEmit: false, noCheck: true, declaration: true, emitDeclarationOnly: true };
  ts.createProgram(entries, { ...emitted, rootDir: runtime, outDir: folder }).emit();
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

const program = `
import { createSession, fetchTransport } from "./index.js";
import { shareTokens, webTokenStore } from "./token-stores.js";
import type { OpenSession } from "./index.js";

export async function open(signal: AbortSignal): Promise<OpenSession> {
  const session = createSession({ url: "https://db.example.com", token: "T", transport: fetchTransport() });
  if (!signal.aborted) await session.connect({ signal });
  // @ts-expect-error a signal is more than anything
  await session.connect({ signal: {} });
  const credentials = { username: "ann", password: "pa55" };
  const store = { get: () => null, set: () => undefined };
  createSession({ url: "https://db.example.com", credentials, tokenStore: webTokenStore() });
  createSession({ url: "https://db.example.com", credentials, tokenStore: shareTokens(store) });
  // @ts-expect-error a bare store brings nothing to keep tokens in it with
  createSession({ url: "https://db.example.com", credentials, tokenStore: store });
  return session;
}
`;

it.each([
  ["neither the DOM nor Node", ["es2022"], []],
  ["the DOM", ["es2022", "dom"], []],
  ["Node", ["es2022"], ["node"]],
])(
  "compile in a project that knows %s",
  async (_, lib, types) => {
    await writeFile(join(folder, "program.ts"), program);
    const rootNames = ["program.ts", "asserts.d.ts", "opentelemetry.d.ts"].map((file) => join(folder, file));
    const problems = ts.getPreEmitDiagnostics(
      ts.createProgram(rootNames, {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext,
        lib: lib.map((name) => `lib.${name}.d.ts`),
        types,
        typeRoots: [resolve(import.meta.dirname, "../../node_modules/@types")],
        strict: true,
        noEmit: true,
        // The compiler's own libraries are not ours to check.
        skipDefaultLibCheck: true,
      }),
    );
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  },
  60_000,
);
