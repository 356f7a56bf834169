/** The session of the page. Whoever signs in is a user of the service. */
import { createSession } from "@colonnade/runtime";
import { webTokenStore } from "@colonnade/runtime/token-stores";
import type { Credentials } from "@colonnade/runtime";

let entered: Credentials | undefined;

export const session = createSession({
  url: location.origin,
  /** Called when a token is needed: at the first call, and after an idle time of half an hour. */
  credentials: () => {
    if (entered === undefined) throw new Error("nobody is signed in");
    return entered;
  },
  // The token is in sessionStorage, so that a reload needs no password. The password is in memory only.
  tokenStore: webTokenStore(),
  tokenKey: "tasks",
});

/** @throws {CredentialsError} if the service refuses the credentials */
export async function signIn(credentials: Credentials): Promise<void> {
  await signOut();
  entered = credentials;
  await session.connect();
}

export async function signOut(): Promise<void> {
  entered = undefined;
  await session.signOut();
}
