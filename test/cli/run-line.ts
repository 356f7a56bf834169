import { run } from "../../src/cli/run.ts";
import type { Io } from "../../src/cli/terminal/io.ts";

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line as a terminal would, less the terminal: `runLine("check --json", { cwd })`. */
export async function runLine(line: string, world: Partial<Io> = {}): Promise<Outcome> {
  return runWords(
    line.split(" ").filter((word) => word !== ""),
    world,
  );
}

/** The same with words that may be empty, or hold spaces. */
export async function runWords(words: readonly string[], world: Partial<Io> = {}): Promise<Outcome> {
  const said = { stdout: "", stderr: "" };
  const sink = (name: keyof typeof said): Io["stdout"] => ({ write: (text) => void (said[name] += text) });
  const io: Io = { stdout: sink("stdout"), stderr: sink("stderr"), env: {}, cwd: "/", ...world };
  const code = await run(words, io);
  return { code, ...said };
}
