/** What a test wants to happen to a request. */
export interface CqlFault {
  readonly delayMs?: number;
  readonly status?: number;
  readonly drop?: "before" | "after";
  readonly cutBody?: boolean;
}

/** The rules of a test, as the service has them. */
export interface CqlFaults {
  find(subject: {
    readonly method: string;
    readonly route: string;
    readonly tables: () => Promise<readonly string[]>;
    readonly operations: () => Promise<readonly string[]>;
  }): Promise<CqlFault | undefined>;
}
