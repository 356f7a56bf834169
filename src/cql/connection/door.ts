/** What all connections of a port have in common: the data, the language, and who may use them. */
import type { Database } from "../statement/prepared.ts";
import type { CqlFaults } from "./faults.ts";
import type { Language } from "./language.ts";
import type { CqlLogin } from "./login.ts";
import type { PreparedStatements } from "./prepared-statements.ts";

export interface Door {
  readonly database: Database;
  readonly language: Language;
  /** Undefined if everybody may do everything. */
  readonly login: CqlLogin | undefined;
  readonly faults: CqlFaults | undefined;
  readonly statements: PreparedStatements;
}
