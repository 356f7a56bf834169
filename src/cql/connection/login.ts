/** Who may connect: what the CQL port needs of the service's users. */

export interface CqlUser {
  readonly name: string;
  /** Whether the user may read rows and definitions, but change neither. */
  readonly readOnly: boolean;
  /** False once the user is removed, or has another password or other rights: the connection ends then. */
  isCurrent(): boolean;
}

/**
 * The user with these credentials.
 *
 * @param address the client's; undefined if it has already disconnected
 * @returns `wrong` for a wrong name or password, `too often` if the client has to wait before it may try again
 */
export type CqlLogin = (
  name: string,
  password: string,
  address: string | undefined,
) => Promise<CqlUser | "wrong" | "too often">;

/** The user of a server without login: may do everything. */
export const everybody: CqlUser = { name: "anonymous", readOnly: false, isCurrent: () => true };
