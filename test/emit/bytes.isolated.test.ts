import { join } from "node:path";
import { serialize } from "node:v8";
import { expect, it } from "vitest";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import { loadKeyspace } from "../../src/source/parse-keyspace.ts";

const examples = join(import.meta.dirname, "../../examples");

/** Two would take twice the time to join and to write. In a worker of its own, since names are kept as they first came. */
it.each(["shop/definitions/shop", "every-type/definitions/every_type"])(
  "the modules of %s have a byte for each character where all are ASCII",
  async (definitions) => {
    for (const { path, text } of emitKeyspace(planKeyspace(await loadKeyspace(join(examples, definitions))))) {
      expect(serialize(text).length - text.length, path).toBeLessThan(10);
    }
  },
);
