/** For the option `profile` of a session: other services of the same family. */
export { dataApisProfile } from "./profile/data-apis-profile.ts";
export type { DataApisOptions } from "./profile/data-apis-profile.ts";
export { stargateProfile } from "./profile/stargate-profile.ts";
export type { StargateOptions } from "./profile/stargate-profile.ts";
