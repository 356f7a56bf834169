/** Runs `edge.ts` against the service at the address that is given. */
import process from "node:process";
import { use } from "./edge.ts";

const outcome = await use(process.argv[2] ?? "", "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10");
if (outcome !== "fine") {
  console.error(outcome);
  process.exitCode = 1;
}
