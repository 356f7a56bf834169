/** The service for tests of an app: in the same process, in memory, and with a clock that the test moves. */
export { openTestService } from "./open-test-service.ts";
export type { TestContact, TestService, TestServiceOptions } from "./open-test-service.ts";
