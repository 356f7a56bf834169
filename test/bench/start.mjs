/**
 * What every command costs before it does anything: the process, the bundle, and yargs.
 */
import { join } from "node:path";

export const bin = join(import.meta.dirname, "../../dist/colonnade.cjs");

export const emptyProcess = { name: "empty process", argv: () => ["-e", "0"] };

const yargs = import.meta.resolve("yargs");

export function planStart() {
  return [
    {
      title: "start",
      cases: [
        emptyProcess,
        { name: "import of nothing", argv: () => ["--import", "data:text/javascript,0", "-e", "0"] },
        { name: "import of yargs", argv: () => ["--import", yargs, "-e", "0"] },
        { name: "--version", argv: () => [bin, "--version"] },
        { name: "--help", argv: () => [bin, "--help"] },
        { name: "generate --help", argv: () => [bin, "generate", "--help"] },
      ],
    },
  ];
}
