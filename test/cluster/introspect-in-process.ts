import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { CqlOptions } from "../../src/source/cql/cql-options.ts";
import { repository } from "../support/repository.ts";

export interface Outcome {
  /** `introspected`, or the code of the error. */
  readonly said: string;
  /** From what it said to its end. */
  readonly lingeredMs: number;
}

/** Introspects in a process of its own, which shows whether anything is left open: then it does not end. */
export async function introspectInProcess(options: CqlOptions): Promise<Outcome> {
  const script = [
    join(repository, "node_modules/jiti/lib/jiti-cli.mjs"),
    join(import.meta.dirname, "introspect-once.ts"),
  ];
  const child = spawn(process.execPath, [...script, JSON.stringify(options)], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill());
  const ended = new Promise<number>((done) => child.on("exit", () => done(Date.now())));
  let saidAt = 0;
  child.stdout.once("data", () => (saidAt = Date.now()));
  const said = (await text(child.stdout)).trim();
  return { said, lingeredMs: (await ended) - saidAt };
}
