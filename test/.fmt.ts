import fc from "fast-check";
import * as prettier from "prettier";
import { emitKeyspace } from "../src/emit/index.ts";
import { planKeyspace } from "../src/plan/index.ts";
import { keyspace } from "./support/keyspaces.ts";
let bad = 0,
  n = 0;
const seed = Number(process.argv[2] ?? 1);
for (const ks of fc.sample(keyspace, { numRuns: Number(process.argv[3] ?? 40), seed })) {
  let plan;
  try {
    plan = planKeyspace(ks, { brandedIds: true });
  } catch {
    continue;
  }
  for (const f of emitKeyspace(plan)) {
    n++;
    const want = await prettier.format(f.text, { parser: "typescript" });
    if (want !== f.text) {
      bad++;
      if (bad < 6) {
        const a = f.text.split("\n"),
          b = want.split("\n");
        let i = 0;
        while (a[i] === b[i]) i++;
        let j = 0;
        while (a[a.length - 1 - j] === b[b.length - 1 - j]) j++;
        console.log(
          f.path,
          "\n--- ours\n" +
            a
              .slice(i - 1, a.length - j + 1)
              .slice(0, 14)
              .join("\n") +
            "\n--- prettier\n" +
            b
              .slice(i - 1, b.length - j + 1)
              .slice(0, 14)
              .join("\n"),
        );
      }
    }
  }
}
console.log(n, "files", bad, "bad");
