import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Mounts a file system of its own in a new folder, until the test ends; undefined if this process may not. */
export function mount(cwd: string, options: string): string | undefined {
  const place = join(cwd, "disk");
  mkdirSync(place);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", place], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync("umount", ["-l", place]));
  return place;
}
