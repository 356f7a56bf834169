/** The calls of the API document, pasted into a shell as `curl` commands and sent to the built service. */
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeUnless } from "../support/describe-unless.ts";
import { repository } from "../support/repository.ts";

const missing = ["sh", "curl"].filter((program) => spawnSync(program, ["-c", ":"]).error);
const why = missing.length > 0 ? `${missing.join(" and ")} cannot be run` : undefined;

const credentials = { COLONNADE_USERNAME: "dev", COLONNADE_PASSWORD: "correct horse" };
const id = "65cad0df-4fc8-42df-90e5-4effcd221ef7";
/** What a person replaces in a pasted command; the token is added by the test that creates it. */
const replaced: Record<string, string> = {
  "{username}": credentials.COLONNADE_USERNAME,
  "{password}": credentials.COLONNADE_PASSWORD,
  "{keyspace}": "shop",
  "{table}": "products",
};

let folder: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  if (why !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), "colonnade-curl-"));
  // Settings of curl, so that the commands can stay as they are pasted.
  writeFileSync(join(folder, ".curlrc"), 'silent\nshow-error\nnoproxy = "*"\nwrite-out = "\\n%{http_code}"\n');
  const words = [join(repository, "dist/colonnade.cjs"), "serve", "--port", "0", "--keyspace", "shop"];
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: { ...process.env, ...credentials },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = once(child, "exit");
  stop = async () => {
    child.kill("SIGKILL");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  replaced["{base_url}"] = line;
});
afterAll(() => stop?.());

/** Runs a command as a shell does, and returns the status and the JSON of the response. */
async function paste(command: string): Promise<{ readonly status: number; readonly json: unknown }> {
  const text = Object.entries(replaced).reduce((all, [name, value]) => all.replaceAll(name, value), command);
  const env = { ...process.env, CURL_HOME: folder };
  const { stdout } = await promisify(execFile)("sh", ["-c", text], { env });
  const end = stdout.lastIndexOf("\n");
  const body = stdout.slice(0, end);
  return { status: Number(stdout.slice(end + 1)), json: body === "" ? undefined : JSON.parse(body) };
}

/** In the order of a first visit: each needs what those before it have made. */
describeUnless(why)("the document's calls", () => {
  it("endpoint 1 creates a token", async () => {
    const { status, json } = await paste(`curl --request POST \\
      --url {base_url}/api/rest/v1/auth \\
      --header 'accept: */*' \\
      --header 'content-type: application/json' \\
      --header 'x-service-request-id: 2e4d9a12-4d0c-4b6b-8a6a-0f5a3f1d7c11' \\
      --data '{"username":"{username}","password":"{password}"}'`);
    expect(status).toBe(201);
    expect(json).toEqual({ authToken: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) });
    replaced["<AUTH_TOKEN>"] = (json as { authToken: string }).authToken;
  });

  const createTable = `curl --request POST \\
    --url {base_url}/api/rest/v1/keyspaces/{keyspace}/tables \\
    --header 'accept: */*' \\
    --header 'content-type: application/json' \\
    --header 'x-service-request-id: 7a3c7d1e-33a1-4a53-9d0a-6f3d2b1c0e22' \\
    --header 'x-service-token: <AUTH_TOKEN>' \\
    --data '{"name":"products","ifNotExists":true,"columnDefinitions":
      [ {"name":"id","typeDefinition":"uuid","static":false},
        {"name":"name","typeDefinition":"text","static":false},
        {"name":"description","typeDefinition":"text","static":false},
        {"name":"price","typeDefinition":"decimal","static":false},
        {"name":"created","typeDefinition":"timestamp","static":false}],
      "primaryKey":{"partitionKey":["id"]},
      "tableOptions":{"defaultTimeToLive":0}}'`;

  it("every call but that one needs the token, in a header of any letter case", async () => {
    expect(await paste(createTable.replace(/--header 'x-service-token[^\\]*\\\n/, ""))).toMatchObject({ status: 401 });
    const list = `curl '{base_url}/api/rest/v1/keyspaces/{keyspace}/tables' --header 'X-Service-Token: <AUTH_TOKEN>'`;
    expect(await paste(list)).toEqual({ status: 200, json: [] });
  });

  it("endpoint 2 creates a table, and skips the creation of an existing one", async () => {
    for (let round = 0; round < 2; round++) {
      expect(await paste(createTable)).toEqual({ status: 201, json: { success: true } });
    }
  });

  it("endpoint 3 takes a GraphQL document for the rows of a table", async () => {
    const reply = await paste(`curl --request POST \\
      --url {base_url}/api/rest/v1/keyspaces/{keyspace}/tables/{table}/rows \\
      --header 'accept: application/json' \\
      --header 'content-type: application/json' \\
      --header 'x-service-request-id: 5c1f0a44-9f7b-4f8e-8f7e-2a9b8c7d6e33' \\
      --header 'x-service-token: <AUTH_TOKEN>' \\
      --data '{"query":"mutation insertProducts {products: insertProducts(value: {id: \\"00000000-0000-4000-8000-000000000001\\", name: \\"Legs\\", price: \\"3199.99\\"}) {value {name price}}}","variables":{}}'`);
    // The status of endpoint 4, whose form the body has.
    expect(reply).toEqual({
      status: 200,
      json: { data: { products: { value: { name: "Legs", price: "3199.99" } } } },
    });
  });

  const graphql = (query: string): string => `curl --request POST \\
    --url {base_url}/api/graphql \\
    --header 'accept: */*' \\
    --header 'content-type: application/json' \\
    --header 'x-service-token: <AUTH_TOKEN>' \\
    --data '{"query":${JSON.stringify(query)},"variables":{}}'`;
  const arms = {
    name: "Heavy Lift Arms",
    description: "Heavy lift arms capable of lifting 1,250 lbs",
    price: "4199.99",
    created: "2020-07-31T18:25:43.511Z",
  };
  const values = Object.entries(arms).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);

  it("endpoint 4 inserts a row, and the result is keyed by the alias", async () => {
    const query = `mutation insertProducts { arms: insertProducts(value: {id: "${id}", ${values.join(", ")}}) { value { name description price created } } }`;
    expect(await paste(graphql(query))).toEqual({ status: 200, json: { data: { arms: { value: arms } } } });
  });

  it("endpoint 4 updates a row by the key in its value", async () => {
    const query = `mutation updateProducts { arms: updateProducts(value: {id: "${id}", price: "3299.99"}) { value { id price } } }`;
    const expected = { data: { arms: { value: { id, price: "3299.99" } } } };
    expect(await paste(graphql(query))).toEqual({ status: 200, json: expected });
  });

  it("endpoint 4 queries with filters, and deletes", async () => {
    const read = graphql(`{ products(filter: {id: {eq: "${id}"}}) { values { name price } } }`);
    const rows = (...found: object[]) => ({ status: 200, json: { data: { products: { values: found } } } });
    expect(await paste(read)).toEqual(rows({ name: arms.name, price: "3299.99" }));
    await paste(graphql(`mutation { deleteProducts(value: {id: "${id}"}) { value { id } } }`));
    expect(await paste(read)).toEqual(rows());
  });

  it.each<[what: string, method: string, path: string, body: string, status: number, json: unknown]>([
    ["lists all tables", "GET", "", "", 200, ["products"]],
    ["returns a table's content", "GET", "/products", "", 200, expect.objectContaining({ name: "products" })],
    ["adds a column", "POST", "/products/columns", '{"name":"weight","typeDefinition":"int"}', 201, { success: true }],
    ["retrieves all columns", "GET", "/products/columns", "", 200, expect.objectContaining({ length: 6 })],
    [
      "retrieves one column",
      "GET",
      "/products/columns/weight",
      "",
      200,
      { name: "weight", typeDefinition: "int", static: false },
    ],
    ["updates a column", "PUT", "/products/columns/id", '{"newName":"number"}', 200, { success: true }],
    ["deletes a column", "DELETE", "/products/columns/weight", "", 204, undefined],
    [
      "creates a row",
      "POST",
      "/products/rows",
      `{"columns":[{"name":"number","value":"${id}"},{"name":"name","value":"Arms"}]}`,
      201,
      { success: true, rowsModified: 1 },
    ],
    [
      "updates a row",
      "PUT",
      `/products/rows/${id}`,
      '{"changeset":[{"column":"price","value":"5.50"}]}',
      200,
      { success: true },
    ],
    [
      "reads a row",
      "GET",
      `/products/rows/${id}`,
      "",
      200,
      { count: 1, rows: [{ number: id, name: "Arms", description: null, price: "5.50", created: null }] },
    ],
    ["deletes a row", "DELETE", `/products/rows/${id}`, "", 204, undefined],
    ["deletes a table", "DELETE", "/products", "", 204, undefined],
  ])("REST %s", async (_what, method, path, body, status, json) => {
    const data = body === "" ? "" : `--header 'content-type: application/json' --data '${body}'`;
    const url = `{base_url}/api/rest/v1/keyspaces/{keyspace}/tables${path}`;
    const reply = await paste(
      `curl --request ${method} --url '${url}' --header 'x-service-token: <AUTH_TOKEN>' ${data}`,
    );
    expect(reply).toEqual({ status, json });
  });
});
