/**
 * Runs the service until it is stopped.
 *
 * Imports what every start needs, so that the build puts it into few files, and loads the rest when a flag asks for it.
 */
import { resolve } from "node:path";
import { isLoopback } from "@colonnade/runtime/protocol";
import manifest from "../../../package.json" with { type: "json" };
import type { CqlListener } from "../../cql/index.ts";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError, listOf } from "../../errors.ts";
import type { Keyspace } from "../../model/index.ts";
import {
  Faults,
  Metrics,
  ServiceClock,
  Snapshots,
  createGate,
  createService,
  listen,
  openUserFile,
} from "../../service/index.ts";
import type { Control, Exchange, HandshakeFailure, ListenOptions, Respond } from "../../service/index.ts";
import { loadKeyspace } from "../../source/parse-keyspace.ts";
import type { Flags } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import { findEntries, findFolders, loadConfigAndWarn } from "../targets/keyspace-folders.ts";
import { aborted } from "../terminal/io.ts";
import { isForPrograms, renderPath } from "../terminal/talk.ts";
import type { Io } from "../terminal/io.ts";
import { createProgress } from "../terminal/progress.ts";
import type { Talk } from "../terminal/talk.ts";
import { chooseUser, openUser, showUser, warnOfUnreadUser } from "./serve-user.ts";
import type { PlanEngine, engineNames } from "./engine.ts";
import type { CqlDoor } from "./cql-door.ts";
import { createTextRunner, loadConsole, parseOrigin } from "./load-console.ts";
import { createLog } from "./log.ts";
import { chooseKeyspace, prepareStore } from "./prepare-store.ts";

/** Loaded when chosen. */
const engines: Readonly<Record<(typeof engineNames)[number], () => Promise<PlanEngine>>> = {
  embedded: async () => (await import("./embedded-engine.ts")).planEmbedded,
  cassandra: async () => (await import("./cassandra-engine.ts")).planCassandra,
};

/** @returns the exit code */
export async function serve(flags: Flags, io: Io, talk: Talk): Promise<number> {
  const port = parsePort(flags.required("port"));
  const host = flags.required("host");
  const allowedHosts = flags.list("allow-host") ?? [];
  const origins = (flags.list("cors") ?? []).map(parseOrigin);
  const tls = await loadTls(flags, io);
  const userFile = flags.text("users");
  const cql = await loadCql(flags, host, tls !== undefined);
  // Other machines may reach only one of the ports.
  const reached = cql && isLoopback(host) ? cql.host : host;
  const givenUser = chooseUser(io.env, reached, userFile !== undefined);
  const config = await loadConfigAndWarn(flags, io, talk);
  const openEngine = (await engines[flags.required("store") as keyof typeof engines]())(flags, io, config);
  const defined = await loadDefined(flags, io, config);
  const usersPath = userFile === undefined ? undefined : resolve(io.cwd, userFile);
  const users = usersPath === undefined ? undefined : openUserFile(usersPath, renderPath(usersPath, io.cwd));
  const control = flags.has("control") ? createControl(host) : undefined;
  const console = loadConsole(flags, host);
  // The port comes first: if it is in use, no data is created.
  const gate = createGate();
  const log = createLog(io, talk, { requests: flags.has("log") });
  const metrics = new Metrics(manifest.version);
  const onRefused = (exchange: Exchange): void => {
    metrics.count(exchange);
    log.request(exchange);
  };
  const onHandshakeFailure = (failure: HandshakeFailure): void => {
    metrics.countHandshake(failure);
    log.handshakeFailed(failure);
  };
  const listening = await listen(gate, { port, host, tls, allowedHosts, onRefused, onHandshakeFailure });
  const renderError = (error: unknown): string => renderReason(error, undefined, talk.verbose);
  let door: CqlListener | undefined;
  const stop = async (): Promise<void> => {
    gate.open(refuse);
    await Promise.all([listening.close(), door?.close()]);
  };
  let last = "stopped";
  const progress = createProgress(io, talk);
  try {
    door = await cql?.open({ tls, metrics, log, onHandshakeFailure, renderReason: renderError });
    const opening = openEngine(log, control?.clock.now);
    // The embedded store reports its work itself.
    const isCluster = flags.required("store") === "cassandra";
    const { store, embedded, tokenStorage, onFailure, nextOf, served, stopped } = await (isCluster
      ? progress.wait("connecting to the cluster", opening)
      : opening);
    last = stopped;
    const report = (error: unknown, requestId: string): void =>
      log.failed(renderReason(error, nextOf?.(error), talk.verbose), requestId);
    const cqlOfConsole = console && embedded && createTextRunner(embedded, { now: control?.clock.now, report });
    try {
      const named = flags.text("keyspace") ?? (defined.length === 1 ? defined[0]?.name : undefined);
      const prepare = async (): Promise<readonly string[]> => {
        const preparing = prepareStore(store, defined, named);
        for (const line of await progress.wait("creating what is missing", preparing)) log.say(line);
        const seed = flags.text("seed");
        if (seed !== undefined) {
          const { seedStore } = await import("./seed-store.ts");
          log.say(await seedStore(store, resolve(io.cwd, seed)));
        }
        return store.keyspaces();
      };
      const { keyspace, others } = chooseKeyspace(await prepare().catch(onFailure), named);
      const { user, local } = await openUser(givenUser, users !== undefined, io.cwd);
      const service = createService({
        store,
        ...(tokenStorage && { tokenStorage }),
        ...(control && { now: control.clock.now }),
        control: control && {
          ...control,
          ...(embedded && { snapshots: new Snapshots(embedded), expireRows: () => embedded.expireRows() }),
        },
        console: console && { ...console, storeName: served },
        cql: cqlOfConsole?.run,
        ...(user && { user }),
        ...(users && { users }),
        ...(keyspace !== undefined && { keyspace }),
        origins,
        metrics,
        isStopping: () => io.signal?.aborted ?? false,
        onExchange: log.request,
        onError: report,
      });
      gate.open(service.respond);
      if (embedded)
        await door?.open({ store: embedded, now: control?.clock.now, login: service.login, faults: control?.faults });
      if (flags.has("log")) {
        log.say(`colonnade ${manifest.version}, Node ${process.versions.node}, process ${process.pid}`);
      }
      log.say(`serving ${served}${keyspace === undefined ? "" : `, keyspace ${keyspace},`} at ${listening.url}`);
      if (door) log.say(`serving drivers at ${hostPortOf(door)}`);
      if (console) log.say(`the console is at ${listening.url}/`);
      if (others.length > 0) {
        log.say(`/api/graphql has no default keyspace; choose one of ${listOf(others)} with --keyspace`);
      }
      if (local) {
        showUser(local, io.cwd, log);
        warnOfUnreadUser(io.cwd, log);
      }
      if (!flags.has("log") || !isForPrograms(io.stderr)) log.say("Ctrl-C stops it");
      if (talk.json)
        talk.document({
          url: listening.url,
          ...(door && { cql: hostPortOf(door) }),
          ...(user && { username: user.username }),
          ...(keyspace !== undefined && { keyspace }),
        });
      else talk.data(listening.url);
      await aborted(io.signal);
      log.say("stopping; requests under way are answered first");
    } finally {
      await stop();
      await cqlOfConsole?.close();
      await store.close();
    }
  } finally {
    await stop();
  }
  log.say(last);
  return exitCodes.fine;
}

/** Responds to requests that waited for a service that failed to start. */
function refuse(): ReturnType<Respond> {
  const body = JSON.stringify({ description: "the service is stopping", code: 503 });
  const headers = { "content-type": "application/json", "content-length": String(body.length) };
  return Promise.resolve({ status: 503, headers, body });
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (port <= 65_535) return port;
  throw new ColonnadeError("usage", `--port takes a number from 0 to 65535, not ${JSON.stringify(text)}`);
}

/** @throws {ColonnadeError} `usage` beyond loopback addresses */
function createControl(host: string): Control {
  if (isLoopback(host)) return { clock: new ServiceClock(), faults: new Faults() };
  throw new ColonnadeError("usage", `--control is for tests, and other machines can reach ${host}`, {
    next: "omit --host, or --control",
  });
}

/** Loads the modules for TLS only when it is used. */
async function loadTls(flags: Flags, { cwd }: Io): Promise<ListenOptions["tls"]> {
  const [cert, key] = [flags.text("tls-cert"), flags.text("tls-key")];
  if (cert === undefined && key === undefined) return undefined;
  return (await import("./load-server-tls.ts")).loadServerTls({ cert, key }, cwd);
}

/** Loads the port for drivers only when it is used. */
async function loadCql(flags: Flags, host: string, isEncrypted: boolean): Promise<CqlDoor | undefined> {
  const given = flags.text("cql");
  if (given !== undefined) {
    const { parseCql } = await import("./cql-door.ts");
    return parseCql(given, { host, isEncrypted, mayBeInsecure: flags.has("cql-insecure") });
  }
  if (!flags.has("cql-insecure")) return undefined;
  throw new ColonnadeError("usage", "--cql-insecure applies only to --cql", { next: "add --cql, or omit it" });
}

/** As drivers take a contact point. */
function hostPortOf({ address, port }: CqlListener): string {
  return `${address.includes(":") ? `[${address}]` : address}:${port}`;
}

/** Read before the store is opened, so that a mistake in a definition leaves no data behind. */
async function loadDefined(flags: Flags, io: Io, config: LoadedConfig | undefined): Promise<readonly Keyspace[]> {
  const entries = await findEntries(flags, io, config);
  const folders = await findFolders(entries, io.cwd);
  return Promise.all(folders.map(({ keyspace, directory }) => loadKeyspace(directory, keyspace)));
}

function renderReason(error: unknown, next: string | undefined, verbose: boolean): string {
  if (!(error instanceof Error)) return String(error);
  const reason = verbose ? (error.stack ?? error.message) : error.message;
  return next === undefined ? reason : `${reason}; ${next}`;
}
