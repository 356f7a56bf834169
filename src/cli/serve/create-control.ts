import { isLoopback } from "@colonnade/runtime/protocol";
import { ColonnadeError } from "../../errors.ts";
import { Faults, ServiceClock } from "../../service/index.ts";
import type { Control } from "../../service/index.ts";

/** @throws {ColonnadeError} `usage` beyond loopback addresses */
export function createControl(host: string): Control {
  if (isLoopback(host)) return { clock: new ServiceClock(), faults: new Faults() };
  throw new ColonnadeError("usage", `--control is for tests, and other machines can reach ${host}`, {
    next: "omit --host, or --control",
  });
}
