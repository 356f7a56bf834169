import type { OpenSession } from "@colonnade/runtime";
import { LedgerService } from "./ledger-service.ts";
import type { Fault, LedgerOptions } from "./ledger-service.ts";
import { openWith } from "./notes-table.ts";
import type { TestOptions } from "./notes-table.ts";

/** A service that keeps what was done, and a session with it. */
export function openLedger(
  options: LedgerOptions = {},
  sessionOptions: TestOptions = {},
): { readonly service: LedgerService; readonly session: OpenSession } {
  const service = new LedgerService(options);
  return { service, session: openWith(service, sessionOptions) };
}

/** What happens to the first documents, in order; the others are fine. */
export function faults(...list: readonly Fault[]): Pick<LedgerOptions, "fault"> {
  return { fault: (document) => list[document] ?? "fine" };
}
