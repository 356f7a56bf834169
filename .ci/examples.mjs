// Generates the bindings of every example that has a config file.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const configs = readdirSync(join(root, "examples")).map((name) => join("examples", name, "colonnade.config.json"));
for (const config of configs.filter((file) => existsSync(join(root, file)))) {
  const words = ["dist/colonnade.cjs", "generate", "--config", config];
  execFileSync(process.execPath, words, { cwd: root, stdio: "inherit" });
}
