/**
 * A reporter of vitest: with `COLONNADE_DURATIONS=1` it writes the table of `test/README.md`, how long a whole run took and its
 * slowest files. A machine that does nothing else gives figures that can be compared.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import type { Reporter, TestModule } from "vitest/node";

const page = join(import.meta.dirname, "../README.md");
const shown = 20;

export default class KeepDurations implements Reporter {
  private started = 0;

  onTestRunStart(): void {
    this.started = Date.now();
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    if (process.env["COLONNADE_DURATIONS"] !== "1") return;
    const text = readFileSync(page, "utf8");
    const table = printDurations(modules, Date.now() - this.started);
    const written = text.replace(/(<!-- durations -->\n)[^]*(<!-- end -->)/, `$1${table}$2`);
    writeFileSync(page, await format(written, { parser: "markdown", printWidth: 120 }));
  }
}

function printDurations(modules: readonly TestModule[], wholeMs: number): string {
  const files = modules.map((module) => {
    const { duration, collectDuration } = module.diagnostic();
    return { name: module.relativeModuleId, ms: duration + collectDuration };
  });
  const slowest = files.sort((one, other) => other.ms - one.ms).slice(0, shown);
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  const rows = slowest.map(({ name, ms }) => `| \`${name}\` | ${seconds(ms)} |\n`);
  const day = new Date().toISOString().slice(0, 10);
  return `\n${day}: ${files.length} files in ${Math.round(wholeMs / 1000)} s.\n\n| file | seconds |\n| --- | ---: |\n${rows.join("")}\n`;
}
