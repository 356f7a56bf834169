import { readFileSync, statfsSync } from "node:fs";

const folder = "/dev/shm";
/** A node of Cassandra, two browsers and the apps that tests install take about one. */
const leastBytes = 4 * 2 ** 30;

/** The folder of Linux whose files are in memory, if it has room and files in it may be run; others have none. */
export function findMemoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
    const isOpen = mounts.some((line) => line.split(" ")[1] === folder && !/\b(?:noexec|ro)\b/.test(line));
    return isOpen && bavail * bsize >= leastBytes ? folder : undefined;
  } catch {
    return undefined;
  }
}
