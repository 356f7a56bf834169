/** `node:fs` in which a run can be stopped at one of its calls that change files, as `stop-at-call.mjs` stops a process. */
import type * as Fs from "node:fs";

export interface Stop {
  /** How many more calls go through. */
  left: number;
  /** Then the process is as good as gone, and nothing that it does has an effect; or no file can be written. @default "kill" */
  how?: "kill" | "full disk" | undefined;
}

/** @throws an error with the code `KILLED` or `ENOSPC` from the call at which the run is stopped, and from all after it */
export function createStoppingFs(fs: typeof Fs, stop: Stop): typeof Fs {
  const stopping = <Args extends readonly unknown[], Result>(call: (...args: Args) => Result, isWrite = false) => {
    return (...args: Args): Result => {
      if (stop.left-- > 0) return call(...args);
      const isFull = stop.how === "full disk";
      if (isFull && !isWrite) return call(...args);
      const [path, text, options] = args as unknown as [string, string, object];
      // Half of it is written when the process is gone, or the disk is full.
      if (isWrite && (isFull || stop.left === -1)) fs.writeFileSync(path, text.slice(0, text.length / 2), options);
      const code = isFull ? "ENOSPC" : "KILLED";
      throw Object.assign(new Error(code), { code, syscall: "write" });
    };
  };
  return {
    ...fs,
    mkdirSync: stopping(fs.mkdirSync) as typeof fs.mkdirSync,
    renameSync: stopping(fs.renameSync),
    rmSync: stopping(fs.rmSync),
    writeFileSync: stopping(fs.writeFileSync, true),
  };
}
