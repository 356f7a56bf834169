/** What every engine does alike, on the embedded store. On a cluster: `test/cluster/behavior.large.test.ts`. */
import { describe } from "vitest";
import { storeBehavior } from "../behavior.ts";
import { openStore } from "./temporary-store.ts";

describe.each(storeBehavior)("%s", (_, tests) => tests(openStore));
