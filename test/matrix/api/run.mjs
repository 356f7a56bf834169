/**
 * Writes docs/api, the reference of the three packages, from their doc comments: `npm run api`. With `--check` it writes nothing,
 * and ends with 1 if a page is out of date.
 */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { install } from "../install.mjs";

const here = import.meta.dirname;
const root = resolve(here, "../../..");
install(here, "typedoc");
const { Application } = await import("typedoc");

const { compilerOptions } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8"));
/** What an app imports → its file: a page each. The old names come last, since links lead to the first page that has a name. */
const entries = Object.entries(compilerOptions.paths)
  .map(([name, [file]]) => [name, file.replace("./", "")])
  .sort(([one], [other]) => one.endsWith("/compat") - other.endsWith("/compat"));

const work = mkdtempSync(join(tmpdir(), "colonnade-api-"));
try {
  const app = await Application.bootstrapWithPlugins({
    plugin: ["typedoc-plugin-markdown"],
    entryPoints: entries.map(([, file]) => join(root, file)),
    sortEntryPoints: false,
    tsconfig: join(root, "tsconfig.json"),
    basePath: root,
    displayBasePath: root,
    readme: "none",
    disableSources: true,
    excludePrivate: true,
    excludeInternal: true,
    skipErrorChecking: true,
    validation: false,
    outputFileStrategy: "modules",
    hidePageHeader: true,
    hideBreadcrumbs: true,
    hideGroupHeadings: false,
    parametersFormat: "table",
    interfacePropertiesFormat: "table",
    logLevel: "Error",
  });
  const project = await app.convert();
  if (!project) throw new Error("typedoc could not read the sources");
  for (const module of project.children ?? []) {
    const entry = entries.find(([, file]) => file.replace(/(?:\/index)?\.ts$/, "") === module.name);
    if (!entry) throw new Error(`no entry leads to ${module.name}`);
    module.name = entry[0].replace("@colonnade/", "");
  }
  app.options.setValue("outputs", [{ name: "markdown", path: work }]);
  await app.generateOutputs(project);
  process.exitCode = publish(work, join(root, "docs/api"), process.argv.includes("--check"));
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** @returns the exit code */
function publish(from, to, isCheck) {
  const read = (folder) =>
    new Map(
      (existsSync(folder) ? readdirSync(folder, { recursive: true }) : [])
        .filter((path) => path.endsWith(".md"))
        .map((path) => [path, readFileSync(join(folder, path), "utf8")]),
    );
  const [wanted, found] = [read(from), read(to)];
  const stale = [...new Set([...wanted.keys(), ...found.keys()])].filter(
    (path) => wanted.get(path) !== found.get(path),
  );
  for (const path of stale) process.stdout.write(`${isCheck ? "out of date" : "written"}: docs/api/${path}\n`);
  if (isCheck) return stale.length > 0 ? 1 : 0;
  rmSync(to, { recursive: true, force: true });
  for (const [path, text] of wanted) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), text);
  }
  return 0;
}
