import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AppProgram } from "../../src/rename/app-program.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

describe("programs of one app", () => {
  it("share the parsed libraries of the compiler where their options agree", () => {
    const folder = createTemporaryFolder();
    const program = (name: string, target: string): AppProgram => {
      const file = join(folder, name, "tsconfig.json");
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "main.ts"), "export const one = 1;");
      return new AppProgram({ file, config: { compilerOptions: { target, lib: ["es5"], types: [] } } }, new Map());
    };
    const [api, web, old] = [program("api", "es2022"), program("web", "es2022"), program("old", "es5")];
    const library = "/lib-of-ts-morph/lib.es5.d.ts";
    expect(api.file(library)).toBeDefined();
    expect(api.file(library)).toBe(web.file(library));
    expect(api.file(library)).not.toBe(old.file(library));
    expect([...api.errors(), ...web.errors(), ...old.errors()]).toEqual([]);
  });
});
