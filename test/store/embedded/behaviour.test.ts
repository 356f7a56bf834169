/** What every engine does alike, on the embedded store. On a cluster: `test/cluster/behaviour.test.ts`. */
import { describe } from "vitest";
import { storeBehaviour } from "../behaviour.ts";
import { openStore } from "./temporary-store.ts";

describe.each(storeBehaviour)("%s", (_, tests) => tests(openStore));
