/** Faults as the service has them. */

/** What a test wants to happen. */
export interface CqlFault {
  readonly delayMs?: number;
  /** Of an HTTP response: chooses the error. */
  readonly status?: number;
  readonly drop?: "before" | "after";
  readonly cutBody?: boolean;
}

/** The rules of a test, as the service has them. */
export interface CqlFaults {
  find(subject: {
    /** `CQL` */
    readonly method: string;
    /** The kind of message: `query`, `execute`. */
    readonly route: string;
    readonly tables: () => Promise<readonly string[]>;
    /** The kinds of the statements: `insert`, `create-table`. */
    readonly operations: () => Promise<readonly string[]>;
  }): Promise<CqlFault | undefined>;
}
