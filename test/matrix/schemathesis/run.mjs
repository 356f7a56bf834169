/**
 * Sends random requests to the service, made by schemathesis from its own OpenAPI document, valid ones and others: no
 * response may be a server error, or one that the document does not have. Checks the document itself first.
 *
 * Needs Python 3.10 or later; installs the rest in a folder of its own. Ends with 1 when anything fails.
 */
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "./service.mjs";

execFileSync(process.execPath, [join(import.meta.dirname, "../../../.ci/prepare.mjs")], { stdio: ["ignore", 2, 2] });
const bin = install();
const service = await startService();
const work = mkdtempSync(join(tmpdir(), "colonnade-schemathesis-"));
try {
  const url = `${service.url}/api/rest/openapi.json`;
  const file = join(work, "openapi.json");
  writeFileSync(file, await (await fetch(url)).text());
  process.exitCode =
    (await run(join(bin, "openapi-spec-validator"), ["--schema", "3.1", file])) ||
    (await run(join(bin, "st"), [
      ...["--config-file", join(import.meta.dirname, "schemathesis.toml")],
      ...["run", url, "--checks", "all", "--header", `x-service-token: ${service.token}`],
      ...process.argv.slice(2),
    ]));
} finally {
  await service.close();
  rmSync(work, { recursive: true, force: true });
}

/** @returns the folder of the installed programs */
function install() {
  const requirements = join(import.meta.dirname, "requirements.txt");
  const hash = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12);
  const folder = join(tmpdir(), `colonnade-schemathesis-${hash}`);
  const programs = join(folder, process.platform === "win32" ? "Scripts" : "bin");
  if (existsSync(join(folder, "installed"))) return programs;
  process.stderr.write("installing schemathesis …\n");
  const options = { stdio: ["ignore", 2, 2] };
  execFileSync(process.platform === "win32" ? "python" : "python3", ["-m", "venv", "--clear", folder], options);
  execFileSync(join(programs, "pip"), ["install", "--quiet", "--requirement", requirements], options);
  writeFileSync(join(folder, "installed"), "");
  return programs;
}

/** Not synchronous: the service is in this process. Programs leave files where they run. */
async function run(program, args) {
  const [code] = await once(spawn(program, args, { stdio: "inherit", cwd: work }), "exit");
  return code ?? 1;
}
