// Packs the three packages, checks the tarballs as npm's users will get them, and publishes them. With `--dry-run` it lists
// what would be published instead. The SBOM for the release notes goes into the folder of `--output`, beside the tarballs.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";

const root = join(import.meta.dirname, "..");
const tools = join(root, "test/matrix/packages");
/** The folder of each package. */
const folders = { colonnade: ".", "@colonnade/runtime": "src/runtime", "@colonnade/cassandra": "src/cassandra" };
/** The most that somebody gets who installs `colonnade`. */
const mostPackages = 20;
const mostMegabytes = 20;

const { values } = parseArgs({ options: { "dry-run": { type: "boolean" }, output: { type: "string" } } });
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const problems = [];

installTools();
execFileSync(process.execPath, [join(root, ".ci/prepare.mjs")], { stdio: ["ignore", 2, 2] });
const output = values.output ? resolve(values.output) : mkdtempSync(join(tmpdir(), "colonnade-release-"));
mkdirSync(output, { recursive: true });
try {
  const packed = pack();
  for (const each of packed) checkTarball(each);
  checkManifests();
  const installed = checkInstalled(packed);
  writeFileSync(join(output, "sbom.json"), `${JSON.stringify(createSbom(), null, 2)}\n`);
  if (!values["dry-run"]) checkTree();
  for (const problem of problems) process.stderr.write(`✖ ${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
  else if (values["dry-run"]) list(packed, installed);
  else for (const { file } of packed) run("npm", ["publish", file, "--access", "public"], root);
} finally {
  if (!values.output) rmSync(output, { recursive: true, force: true });
}

function run(command, words, cwd) {
  // npm is a script on Windows, which only a shell can start.
  const options = { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" };
  return execFileSync(command, words, { ...options, maxBuffer: 1 << 28 });
}

/** A program of the tools. @returns what it says if it fails */
function tryTool(bin, words) {
  try {
    run(process.execPath, [join(tools, "node_modules", bin), ...words], output);
    return [];
  } catch (error) {
    return [`${error.stdout}${error.stderr}`.trim()];
  }
}

/** The runtime first: the others depend on it. */
function pack() {
  const words = ["pack", "--json", "--workspaces", "--include-workspace-root", "--pack-destination", output];
  const listed = Object.values(JSON.parse(run("npm", words, root)));
  const order = ["@colonnade/runtime", "@colonnade/cassandra", "colonnade"];
  return order.map((name) => {
    const found = listed.find((each) => each.name === name);
    return { ...found, file: join(output, found.filename) };
  });
}

/** Whether compilers and bundlers find all entries, and nothing is missing. */
function checkTarball({ name, file, files }) {
  // The command line is an ES module, which the oldest supported Node can `require`.
  const ignored = name === "colonnade" ? ["--ignore-rules", "cjs-resolves-to-esm"] : [];
  const attw = tryTool("@arethetypeswrong/cli/dist/index.js", [file, "--format", "ascii", "--no-color", ...ignored]);
  const publint = tryTool("publint/src/cli.js", ["run", file, "--strict"]);
  const missing = ["README.md", "LICENSE", "package.json"].filter((path) => !files.some((each) => each.path === path));
  const odd = files.filter(({ path }) => /(?:^|\/)(?:\.[^/]+|.*\.(?:test|bench)\.[^/]+|tsconfig[^/]*)$/.test(path));
  problems.push(
    ...[...attw, ...publint].map((text) => `${name}: ${text}`),
    ...missing.map((path) => `${name} has no ${path}`),
    ...odd.map(({ path }) => `${name} has ${path}, which no user reads`),
  );
}

function checkManifests() {
  const { version, repository, license } = readJson(join(root, "package.json"));
  for (const [name, folder] of Object.entries(folders)) {
    const manifest = readJson(join(root, folder, "package.json"));
    const wrong = [
      ["version", version],
      ["license", license],
    ].filter(([field, value]) => manifest[field] !== value);
    const lacking = ["homepage", "bugs", "description", "engines"].filter((field) => manifest[field] === undefined);
    const own = { ...manifest.dependencies, ...manifest.peerDependencies };
    const others = Object.entries(own).filter(
      ([other, range]) => other.startsWith("@colonnade/") && ![version, `^${version}`].includes(range),
    );
    problems.push(
      ...wrong.map(([field, value]) => `${name}: ${field} must be ${value}`),
      ...lacking.map((field) => `${name} has no ${field}`),
      ...others.map(([other, range]) => `${name} depends on ${other} ${range}, not ${version}`),
    );
    const place = folder === "." ? undefined : folder;
    if (manifest.repository?.url !== repository.url || manifest.repository?.directory !== place)
      problems.push(`${name}: repository must be that of the others, with its own directory`);
  }
}

/** What `npm install colonnade @colonnade/runtime` brings. */
function checkInstalled(packed) {
  const app = join(output, "app");
  mkdirSync(app);
  writeFileSync(join(app, "package.json"), JSON.stringify({ name: "app", private: true }));
  const files = packed.filter(({ name }) => name !== "@colonnade/cassandra").map(({ file }) => file);
  run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...files], app);
  const { packages } = readJson(join(app, "package-lock.json"));
  const entries = Object.entries(packages).filter(([path]) => path !== "");
  const megabytes = sizeOf(join(app, "node_modules")) / 1e6;
  const scripts = entries.filter(([, { hasInstallScript }]) => hasInstallScript);
  problems.push(
    ...scripts.map(([path]) => `${path} has an install script, of which npm warns`),
    ...(entries.length > mostPackages ? [`an app gets ${entries.length} packages`] : []),
    ...(megabytes > mostMegabytes ? [`an app gets ${megabytes.toFixed(1)} MB`] : []),
  );
  rmSync(app, { recursive: true });
  return { packages: entries.length, megabytes };
}

function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** What npm lists of the root package: its dependencies, and what is in its bundle, by the licenses beside it. */
function createSbom() {
  const sbom = JSON.parse(run("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], root));
  const licenses = readFileSync(join(root, "dist/LICENSES.txt"), "utf8");
  const bundled = new Set(
    Array.from(licenses.matchAll(/^(\S+) \d+\.\d+\.\d+\S*$/gm), ([line]) => line.replace(" ", "@")),
  );
  const { dependencies } = readJson(join(root, "package.json"));
  const isShipped = ({ name, group, version }) => {
    const full = group ? `${group}/${name}` : name;
    return bundled.has(`${full}@${version}`) || Object.hasOwn(dependencies, full);
  };
  const components = sbom.components.filter(isShipped);
  const missing = [...bundled].filter((id) => !components.some(({ purl }) => decodeURIComponent(purl).includes(id)));
  problems.push(...missing.map((id) => `the SBOM has no ${id}`));
  const kept = new Set(components.map((component) => component["bom-ref"]));
  const known = (id) => kept.has(id) || id === sbom.metadata.component["bom-ref"];
  const graph = sbom.dependencies.filter(({ ref }) => known(ref));
  return {
    ...sbom,
    components,
    dependencies: graph.map((each) => ({ ...each, dependsOn: each.dependsOn.filter(known) })),
  };
}

function checkTree() {
  if (run("git", ["status", "--porcelain"], root).trim() !== "")
    problems.push("the working tree has changes: commit them");
}

function list(packed, { packages, megabytes }) {
  for (const { name, version, size, unpackedSize, files } of packed) {
    const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;
    process.stdout.write(
      `${name} ${version}: ${files.length} files, ${kilobytes(size)}, unpacked ${kilobytes(unpackedSize)}\n`,
    );
    const byFolder = new Map();
    for (const file of files) byFolder.set(dirname(file.path), [...(byFolder.get(dirname(file.path)) ?? []), file]);
    for (const [folder, each] of byFolder) {
      const bytes = each.reduce((sum, { size }) => sum + size, 0);
      process.stdout.write(
        `  ${folder}: ${each.length === 1 ? "1 file" : `${each.length} files`}, ${kilobytes(bytes)}\n`,
      );
    }
  }
  process.stdout.write(`an app that installs colonnade gets ${packages} packages, ${megabytes.toFixed(1)} MB\n`);
}

function installTools() {
  const lock = readFileSync(join(tools, "package-lock.json"), "utf8");
  const stamp = join(tools, "node_modules/.colonnade");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  process.stderr.write("installing attw and publint …\n");
  run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"], tools);
  writeFileSync(stamp, lock);
}
