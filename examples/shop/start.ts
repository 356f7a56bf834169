/**
 * What `npm start` shows: definitions become bindings, the service starts, and a program uses the bindings against it.
 *
 * Everything is real: the command line as it is shipped, a service process on a free port, data on disk.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { createSession, fetchTransport } from "@colonnade/runtime";
import { batchWrites } from "@colonnade/runtime/batch";
import { createTable } from "@colonnade/runtime/definitions";
import type { Session, Transport } from "@colonnade/runtime";
import { deleteProducts, getProducts, insertProducts, scanProducts } from "./generated/products.js";
import { findSensorReadings, insertSensorReadings, sensorReadingsTable } from "./generated/sensor_readings.js";
import { createTables, sellRobot } from "./app.js";
import { loadProducts } from "./loading.js";

const here = import.meta.dirname;
const colonnade = join(here, "../../dist/colonnade.cjs");
const data = join(here, ".colonnade/data");
const user = { username: "founder", password: "not-a-secret-here" };

function say(step: string, text: string): void {
  console.log(`${step.padEnd(10)} ${text}`);
}

function start(...args: string[]): ChildProcess {
  const env = { ...process.env, COLONNADE_USERNAME: user.username, COLONNADE_PASSWORD: user.password };
  return spawn(process.execPath, [colonnade, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
}

/** Runs a command to its end and returns its last words. */
async function run(...args: string[]): Promise<string> {
  const child = start(...args);
  let said = "";
  child.stderr?.on("data", (chunk) => (said += chunk));
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(said);
  return said.trim();
}

interface RunningService {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts the service; its first line on stdout is its address. */
async function serve(): Promise<RunningService> {
  const child = start("serve", "--port", "0", "--data", data, "--keyspace", "shop");
  let said = "";
  child.stderr?.on("data", (chunk) => (said += chunk));
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    if (child.stdout) createInterface(child.stdout).once("line", resolve);
    void ended.then(() => reject(new Error(said)));
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  return { url, stop };
}

/** Counts what goes over the wire, by path. */
function counting(counts: { tokens: number; calls: number }): Transport {
  const send = fetchTransport();
  return (call) => {
    if (call.url.endsWith("/auth")) counts.tokens += 1;
    else counts.calls += 1;
    return send(call);
  };
}

async function useBindings(session: Session): Promise<void> {
  await createTables(session);
  await createTable(session, sensorReadingsTable);
  say("tables", "products, orders_by_customer and sensor_readings, from the same definitions");

  say("sell", await sellRobot(session));

  const gripper = { id: "9a1f0c7e-2f3b-4c55-9d0e-5b1f6f0a7c21", name: "Gripper", price: "129.50" };
  const again = await insertProducts(session, gripper).then(() =>
    insertProducts(session, gripper, { ifNotExists: true }),
  );
  say("insert", `the gripper twice: the second time applied is ${again.applied}`);

  const day = { room: "cellar", day: "2026-11-21" };
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00:00`);
  await Promise.all(hours.map((at, hour) => insertSensorReadings(session, { ...day, at, celsius: 12 + hour / 4 })));
  const pages: number[] = [];
  for await (const page of findSensorReadings(session, day, { pageSize: 10 }).pages()) pages.push(page.rows.length);
  const latest = await findSensorReadings(session, { ...day, at: { lt: "20:00:00" } }, { order: "desc" }).first();
  say("page", `${pages.join(" + ")} readings; before 20:00 the last is ${latest?.celsius} °C at ${latest?.at}`);

  const spare = Array.from({ length: 300 }, (_, index) => ({
    id: `9a1f0c7e-2f3b-4c55-9d0e-5b1f6f0a8${100 + index}`,
    name: `Spare part ${index}`,
  }));
  say("bulk", `${await loadProducts(session, spare)}, fifty to a request`);
  await Promise.all(spare.map(({ id }) => deleteProducts(session, { id })));

  await deleteProducts(session, { id: gripper.id });
  const left = await scanProducts(session, { select: ["name"] }).toArray();
  say("delete", `the gripper; left are ${left.map((row) => row.name).join(", ")}`);
}

await rm(data, { recursive: true, force: true });
say("generate", await run("generate", "--config", join(here, "colonnade.config.json")));

let service = await serve();
say("serve", `${service.url}, data in ${relative(process.cwd(), data)}`);
const counts = { tokens: 0, calls: 0 };
const transport = counting(counts);
await useBindings(createSession({ url: service.url, credentials: user, transport, batch: batchWrites() }));
say("token", `created ${counts.tokens === 1 ? "once" : `${counts.tokens} times`}, reused by ${counts.calls} calls`);

await service.stop();
service = await serve();
const session = createSession({ url: service.url, credentials: user });
const robot = await getProducts(session, { id: "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10" });
say("restart", `the data is still there: ${robot?.name}, ${robot?.price} euros`);
await service.stop();
console.log("\nNow look at examples/shop/generated/products.ts, and at the program that used it: examples/shop/app.ts");
