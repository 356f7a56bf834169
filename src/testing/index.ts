/** The service for tests of an app: in the same process, in memory, and with a clock that the test moves. */
// The store loads it when it is opened; here it belongs to the import, which a test runner does once for a file.
import "memory-level";

export { openTestService } from "./open-test-service.ts";
export type { TestService, TestServiceOptions } from "./open-test-service.ts";
