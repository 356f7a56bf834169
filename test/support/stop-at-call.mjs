// Loaded before the command line: stops it at one of its calls that change files, as a kill or a full disk would.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { STOP_HOW: how, STOP_AT: at } = process.env;
let left = Number(at);

/** Half of it is written when the process is gone. */
function writeHalf(write, [path, text, options]) {
  write(path, text.slice(0, text.length / 2), options);
}

for (const name of ["mkdirSync", "renameSync", "rmSync", "writeFileSync"]) {
  const call = fs[name];
  fs[name] = (...args) => {
    if (left-- > 0) return call(...args);
    if (how === "full disk") {
      if (name === "writeFileSync") {
        writeHalf(call, args);
        throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
      }
      return call(...args);
    }
    if (name === "writeFileSync") writeHalf(call, args);
    process.kill(process.pid, "SIGKILL");
  };
}
syncBuiltinESMExports();
