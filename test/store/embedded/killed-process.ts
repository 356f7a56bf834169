import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { rolldown } from "rolldown";

const root = join(import.meta.dirname, "../../..");
/** What the code of a process imports the store from. */
export const storeModule = JSON.stringify(join(root, "src/store/index.ts"));

/**
 * Bundles the code of a process that is to be killed, or watched by a command such as strace.
 *
 * @returns a function that starts it, with arguments
 */
export async function prepareProcess(
  code: string,
  watcher: readonly string[] = [],
): Promise<(...argv: readonly string[]) => ChildProcess> {
  const [command = process.execPath, ...before] = [...watcher, process.execPath];
  const entry = "\0process";
  const bundle = await rolldown({
    input: entry,
    external: ["classic-level"],
    platform: "node",
    tsconfig: join(root, "tsconfig.json"),
    plugins: [
      {
        name: "process",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return (...argv) => {
    const child = spawn(command, [...before, "--input-type=module", "-", ...argv], {
      cwd: root,
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.stdin?.end(output[0].code);
    return child;
  };
}
