/**
 * What the matrix tries. A check says what it tries and where, and `ask` gives its problems: none when all is well,
 * undefined when it cannot be made on this platform.
 */
import { existsSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { writeTables } from "../bench/definitions.mjs";
import { bundlers } from "./bundlers.mjs";
import { allFlags, compile, eachFlag, measure, moduleSystems, run } from "./compilers.mjs";
import { endings, writeFiles } from "./workspace.mjs";

/** What a compiler is asked: all keyspaces with all flags, each flag alone, and each way of importing. */
export function planCompiler(work, compiler) {
  const where = `TypeScript ${compiler.name}`;
  let count = 0;
  const ask = (include, options) => {
    const folder = join(work, `checks/${compiler.name}-${count++}`);
    return () => compile(compiler, folder, include, { rootDir: work, ...options });
  };
  const everything = {
    what: "all keyspaces, all flags",
    where,
    ask: ask([join(work, "js-module"), join(work, "random-js")], allFlags(compiler)),
  };
  const alone = eachFlag(compiler).map(([which, options]) => {
    return { what: "each flag alone", where, which, ask: ask([join(work, "js-module")], options) };
  });
  const systems = moduleSystems(compiler).flatMap(({ name, extensions, type, options }) =>
    extensions.map((ending) => {
      const more = ending === ".ts" ? { allowImportingTsExtensions: true } : {};
      const files = [join(work, `${endings[ending]}-${type}`)];
      const which = `imports ending in "${ending}"`;
      return { what: name, where, which, ask: ask(files, { ...options, ...more, strict: true }) };
    }),
  );
  const checked = ask([join(work, "js-module")], {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
  });
  const declarations = {
    what: "the runtime's declarations",
    where,
    // Those of zod are not ours to mend.
    ask: async () => (await checked()).filter((error) => !/node_modules[\\/]zod/.test(error)),
  };
  return [everything, ...alone, ...systems, declarations];
}

/** What the type-checker pays for a table; `npm test` asks the compiler that it has. */
export async function planInstantiations(work, { renderFolder }, compilers) {
  const folders = [];
  for (const tables of [10, 20]) {
    const folder = join(work, `typed/tables-${tables}`);
    writeFiles(
      folder,
      await renderFolder(writeTables(join(work, `typed-${tables}`), tables), { importExtension: ".js" }),
    );
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    folders.push(folder);
  }
  return compilers.map((compiler) => ({
    what: "at most 800 type instantiations a table",
    where: `TypeScript ${compiler.name}`,
    ask: async () => {
      const counts = [];
      for (const folder of folders) {
        // A folder for each compiler: several run at once.
        const checks = join(work, `checks/${compiler.name}-${basename(folder)}`);
        const options = { ...allFlags(compiler), rootDir: work };
        const { errors, instantiations } = await measure(compiler, checks, [folder], options);
        if (errors.length > 0) return errors;
        counts.push(instantiations);
      }
      const each = (counts[1] - counts[0]) / 10;
      return each <= 800 ? [] : [`a table takes ${each}`];
    },
  }));
}

/** Every module imported and every validator asked, and the bindings used against the service. */
export function planNodes(work) {
  return ["22", "24"].map((version) => ({
    what: "type stripping",
    where: `Node ${version}`,
    ask: async () => {
      const node = join(import.meta.dirname, `node_modules/node-${version}/bin/node`);
      if (!existsSync(node)) return undefined;
      const { status, text } = await run(node, [join(work, "run/program.ts")]);
      return status === 0 ? [] : text.trim().split("\n");
    },
  }));
}

/** Whether a bundle grows with tables that its app does not use. */
export async function planBundlers(work, { renderFolder }) {
  const apps = [];
  for (const tables of [10, 100, 1000]) {
    const definitions = writeTables(join(work, `definitions-${tables}`), tables);
    const folder = join(work, `tables-${tables}`);
    writeFiles(folder, await renderFolder(definitions, { importExtension: ".ts" }));
    const app = join(folder, "app.ts");
    const text = [
      'import { createSession } from "@colonnade/runtime";',
      'import { getOrders0000, insertOrders0000 } from "./bench/index.ts";',
      'import { orders0000InsertSchema } from "./bench/zod.ts";',
      "export { createSession, getOrders0000, insertOrders0000, orders0000InsertSchema };",
    ];
    writeFileSync(app, text.join("\n"));
    apps.push(app);
  }
  return Object.entries(bundlers).map(([where, bundle]) => ({
    what: "one table of 10, 100, 1,000 in a bundle",
    where,
    ask: async () => {
      const sizes = [];
      for (const app of apps) sizes.push(Buffer.byteLength(await bundle(app)));
      return Math.max(...sizes) - Math.min(...sizes) <= 50 ? [] : [`the bundles have ${sizes.join(", ")} bytes`];
    },
  }));
}
