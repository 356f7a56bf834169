import { onTestFinished } from "vitest";
import type { Sink } from "../../../src/cli/terminal/io.ts";
import { runLine } from "../run-line.ts";
import type { Outcome } from "../run-line.ts";

export const user = { COLONNADE_USERNAME: "dev", COLONNADE_PASSWORD: "correct horse" };

export interface Serving {
  /** What stands on stdout and stderr once it serves. */
  readonly stdout: string;
  readonly stderr: string;
  stop(): Promise<Outcome>;
}

/** Starts `colonnade serve` in this process; it is stopped when the test ends, if not before, unless it is for all tests. */
export async function serve(
  flags: string,
  cwd: string,
  env: Record<string, string> = user,
  stderr: Partial<Sink> = {},
  life: "this test" | "all tests" = "this test",
): Promise<Serving> {
  const stopping = new AbortController();
  const said = { stdout: "", stderr: "" };
  let begun = (): void => undefined;
  const serves = new Promise<void>((resolve) => (begun = resolve));
  const ended = runLine(`serve --port 0 ${flags}`, {
    cwd,
    env,
    signal: stopping.signal,
    stdout: { write: (text) => ((said.stdout += text), begun()) },
    stderr: { ...stderr, write: (text) => void (said.stderr += text) },
  });
  const stop = async (): Promise<Outcome> => {
    stopping.abort();
    return { ...(await ended), ...said };
  };
  if (life === "this test") onTestFinished(async () => void (await stop()));
  await Promise.race([serves, ended]);
  return { ...said, stop };
}
