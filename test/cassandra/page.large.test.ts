/** `docs/cassandra.md`: its commands and its program run as written, in an empty folder, on a real node. */
import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { runWords } from "../cli/run-line.ts";
import { describeOnCluster } from "../cluster/describe-on-cluster.ts";
import { readPage, shellLinesOf } from "../examples/read-pages.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";
import { repository } from "../support/repository.ts";

const page = readPage("docs/cassandra.md");
const loader = join(repository, "node_modules/jiti/lib/jiti-register.mjs");

await describeOnCluster("the page on Cassandra", (cluster) => {
  it("leads from an empty folder to the first row", { timeout: 120_000 }, async () => {
    const endTurn = await cluster().takeTurn();
    try {
      await cluster().run("DROP KEYSPACE IF EXISTS shop;");
      const app = createTemporaryFolder();
      installPackages(app);
      const { username, password } = cluster().credentials;
      const env = { CASSANDRA_USERNAME: username, CASSANDRA_PASSWORD: password };
      const point = cluster().contactPoints.join();
      const lines = shellLinesOf(page).filter((line) => line.startsWith("npx colonnade "));
      const [init, push, generate, introspect] = lines.map((line) => line.replace("127.0.0.1", point));
      for (const line of [`${init} --yes`, push, generate, introspect]) {
        const { code, stderr } = await runWords(line?.split(" ").slice(2) ?? [], { cwd: app, env });
        expect(code, `${line}: ${stderr}`).toBe(0);
      }
      const program = page.blocks.find(({ source }) => source === "cassandra")?.text ?? "";
      writeFileSync(join(app, "app.ts"), program.replace("127.0.0.1", point));
      const inherited = { ...process.env, NODE_OPTIONS: "", ...env };
      const options = { cwd: app, env: inherited };
      const { stdout } = await promisify(execFile)(process.execPath, ["--import", loader, "app.ts"], options);
      expect(stdout).toBe("true Robot arm\n");
      expect(page.text).toContain(`It prints \`${stdout.trim()}\``);
    } finally {
      endTurn();
    }
  });
});

/** What `npm install` and `npm pkg set` of the page do. */
function installPackages(app: string): void {
  writeFileSync(join(app, "package.json"), '{ "type": "module" }');
  mkdirSync(join(app, "node_modules/@colonnade"), { recursive: true });
  symlinkSync(repository, join(app, "node_modules/colonnade"));
  for (const name of ["runtime", "cassandra"])
    symlinkSync(join(repository, "src", name), join(app, "node_modules/@colonnade", name));
  for (const name of ["cassandra-driver", "zod"])
    symlinkSync(join(repository, "node_modules", name), join(app, "node_modules", name));
}
