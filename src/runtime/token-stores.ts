/** For the option `tokenStore` of a session: tokens that outlive it, or that several sessions share. */
export { shareTokens } from "./token/stored-tokens.ts";
export type { SharedTokens, StoredToken, TokenStore } from "./token/stored-tokens.ts";
export { memoryTokenStore, webTokenStore } from "./token/token-stores.ts";
export type { WebPlace } from "./token/token-stores.ts";
