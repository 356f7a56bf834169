/** The service's faults, as connections use them. */

/** A fault that a test requested. */
export interface CqlFault {
  readonly delayMs?: number;
  /** An HTTP status, which chooses the error. */
  readonly status?: number;
  readonly drop?: "before" | "after";
  readonly cutBody?: boolean;
}

/** The service's fault rules, set by tests. */
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
