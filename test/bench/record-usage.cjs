// Preloaded into every measured process, the empty one too: at exit, writes what the process used to its fourth stream.
// As CommonJS, because a preloaded ES module would have the empty process load Node's module loader.
const { readFileSync, writeSync } = require("node:fs");

process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = {
    cpuMs: Math.round((userCPUTime + systemCPUTime) / 100) / 10,
    peakBytes: peakOfThisProgram() ?? maxRSS * 1024,
  };
  writeSync(3, JSON.stringify(usage));
});

/** On Linux, `maxRSS` of a young process is that of its parent: the kernel keeps it when a program starts another. */
function peakOfThisProgram() {
  if (process.platform !== "linux") return undefined;
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}
