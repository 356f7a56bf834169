import { resolve } from "node:path";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError } from "../../errors.ts";
import type { Keyspace } from "../../model/index.ts";
import type { Exchange, HandshakeFailure, Respond } from "../../service/index.ts";
import { aborted } from "../terminal/io.ts";
import { envFileFlag } from "../arguments/env-files.ts";
import type { Command, Flags } from "../arguments/command.ts";
import { servedClusterFlags } from "../database/cluster-flags.ts";
import { engineNames } from "./engine.ts";
import type { PlanEngine } from "./engine.ts";
import { parseOrigin } from "./parse-origin.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/messages.ts";

/** Loaded when chosen. */
const engines: Readonly<Record<(typeof engineNames)[number], () => Promise<PlanEngine>>> = {
  embedded: async () => (await import("./embedded-engine.ts")).planEmbedded,
  cassandra: async () => (await import("./cassandra-engine.ts")).planCassandra,
};

export const serveCommand: Command = {
  name: "serve",
  summary: "Run the service with an embedded store or a cluster",
  describe:
    "Runs the service on this machine until it is stopped, and stores rows in a folder or in an Apache Cassandra cluster. Prints its address.",
  stopsItself: () => true,
  flags: {
    port: { describe: "The port; 0 selects a free one", default: "8080" },
    host: { describe: "The address to listen on; localhost is 127.0.0.1 and ::1", default: "localhost" },
    "allow-host": {
      kind: "list",
      describe: "Allowed host names of requests, comma-separated",
      without: "localhost and IP addresses",
    },
    cors: {
      kind: "list",
      describe: "Origins whose pages may call the service from a browser, comma-separated: https://app.example",
      without: "none",
    },
    "tls-cert": { describe: "Serve HTTPS with the certificate of this PEM file", without: "HTTP" },
    "tls-key": { describe: "The PEM file of the certificate's key" },
    users: { describe: "The file of users, written by colonnade users", without: "one user" },
    ...envFileFlag,
    store: { describe: "What stores the rows: a folder, or a cluster", choices: engineNames, default: "embedded" },
    ...servedClusterFlags,
    replication: {
      describe: "The replicas of a new keyspace in a cluster: 3, or dc1:3,dc2:2",
      without: "3, or the number of nodes if there are fewer",
    },
    data: { describe: "The folder that stores the rows", without: ".colonnade/data" },
    verify: {
      kind: "switch",
      describe: "Check every file of --data before serving, even if the last stop was clean",
    },
    salvage: {
      kind: "switch",
      describe: "Move damaged files of --data aside, and serve what is readable",
    },
    reset: {
      kind: "switch",
      describe: "Delete the rows and tables of --keyspace, or of all keyspaces, and begin anew",
    },
    keyspace: {
      describe: "The keyspace of /api/graphql, created if missing",
      without: "the only keyspace",
      values: "keyspaces",
    },
    console: {
      kind: "switch",
      describe: "Serve the console at / although other machines can reach the service",
    },
    "no-console": { kind: "switch", describe: "Do not serve the console at /" },
    log: {
      kind: "switch",
      describe: "Log each request to stderr: as text on a terminal, as a line of JSON in a pipe",
    },
    control: {
      kind: "switch",
      describe: "Let programs of this machine reset the rows, move the clock and ask for faults, under /__local/",
    },
    definitions: {
      describe: "The folder of tables; what is missing of them is created",
      without: "from the config file",
    },
    seed: { describe: "A folder of rows to write before serving: shop/products.jsonl, a JSON object in each line" },
  },
  examples: [
    ["Serve the defined tables, with a user that is created at first:", "colonnade serve --definitions definitions"],
    [
      "On a free port, with the user in COLONNADE_USERNAME and COLONNADE_PASSWORD:",
      "colonnade serve --port 0 --keyspace shop",
    ],
    [
      "With a cluster, as its user in CASSANDRA_USERNAME and CASSANDRA_PASSWORD:",
      "colonnade serve --store cassandra --contact-points 10.0.0.1",
    ],
  ],
  async run(flags, io, talk) {
    const port = parsePort(flags.required("port"));
    const host = flags.required("host");
    const allowedHosts = flags.list("allow-host") ?? [];
    const origins = (flags.list("cors") ?? []).map(parseOrigin);
    const { loadServerTls } = await import("./load-server-tls.ts");
    const tls = loadServerTls({ cert: flags.text("tls-cert"), key: flags.text("tls-key") }, io.cwd);
    const { chooseUser } = await import("./choose-user.ts");
    const { openUser, showUser } = await import("./serve-user.ts");
    const userFile = flags.text("users");
    const givenUser = chooseUser(io.env, host, userFile !== undefined);
    const { loadShownConfig } = await import("../targets/load-shown-config.ts");
    const config = await loadShownConfig(flags, io, talk);
    const openEngine = (await engines[flags.required("store") as keyof typeof engines]())(flags, io, config);
    const defined = await loadDefined(flags, io, config);
    const { Metrics, Snapshots, createGate, createService, listen, openUserFile } =
      await import("../../service/index.ts");
    const { createLog } = await import("./log.ts");
    const { chooseKeyspace, prepareStore } = await import("./prepare-store.ts");
    const usersPath = userFile === undefined ? undefined : resolve(io.cwd, userFile);
    const users = usersPath === undefined ? undefined : openUserFile(usersPath, renderPath(usersPath, io.cwd));
    const control = flags.has("control") ? (await import("./create-control.ts")).createControl(host) : undefined;
    const { loadConsole } = await import("./load-console.ts");
    const console = loadConsole(flags, host);
    // The port comes first: if it is in use, no data is created.
    const gate = createGate();
    const log = createLog(io, talk, { requests: flags.has("log") });
    const metrics = new Metrics();
    const onRefused = (exchange: Exchange): void => {
      metrics.count(exchange);
      log.request(exchange);
    };
    const onHandshakeFailure = (failure: HandshakeFailure): void => {
      metrics.countHandshake(failure);
      log.handshakeFailed(failure);
    };
    const listening = await listen(gate, { port, host, tls, allowedHosts, onRefused, onHandshakeFailure });
    const stop = (): Promise<void> => {
      gate.open(refuse);
      return listening.close();
    };
    let last = "stopped";
    try {
      const { store, rows, tokenStorage, onFailure, nextOf, served, stopped } = await openEngine(
        log,
        control?.clock.now,
      );
      last = stopped;
      try {
        const named = flags.text("keyspace") ?? (defined.length === 1 ? defined[0]?.name : undefined);
        const prepare = async (): Promise<readonly string[]> => {
          for (const line of await prepareStore(store, defined, named)) log.say(line);
          const seed = flags.text("seed");
          if (seed !== undefined) {
            const { seedStore } = await import("./seed-store.ts");
            log.say(await seedStore(store, resolve(io.cwd, seed)));
          }
          return store.keyspaces();
        };
        const { keyspace, others } = chooseKeyspace(await prepare().catch(onFailure), named);
        const { user, local } = await openUser(givenUser, users !== undefined, io.cwd);
        gate.open(
          createService({
            store,
            ...(tokenStorage && { tokenStorage }),
            ...(control && { now: control.clock.now }),
            control: control && {
              ...control,
              ...(rows && { snapshots: new Snapshots(rows), expireRows: () => rows.expireRows() }),
            },
            console: console && { ...console, storeName: served },
            ...(user && { user }),
            ...(users && { users }),
            ...(keyspace !== undefined && { keyspace }),
            origins,
            metrics,
            isStopping: () => io.signal?.aborted ?? false,
            onExchange: log.request,
            onError: (error, requestId) => log.failed(renderReason(error, nextOf?.(error), talk.verbose), requestId),
          }).respond,
        );
        log.say(`serving ${served}${keyspace === undefined ? "" : `, keyspace ${keyspace},`} at ${listening.url}`);
        if (console) log.say(`the console is at ${listening.url}/`);
        if (others.length > 0) {
          const names = `${others.slice(0, -1).join(", ")} and ${others.at(-1)}`;
          log.say(`/api/graphql has no default keyspace; choose one of ${names} with --keyspace`);
        }
        if (local) showUser(local, io.cwd, log);
        log.say("Ctrl-C stops it");
        if (talk.json)
          talk.document({
            url: listening.url,
            ...(user && { username: user.username }),
            ...(keyspace !== undefined && { keyspace }),
          });
        else talk.data(listening.url);
        await aborted(io.signal);
        log.say("stopping; requests under way are answered first");
      } finally {
        await stop();
        await store.close();
      }
    } finally {
      await stop();
    }
    log.say(last);
    return exitCodes.fine;
  },
};

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

/** Read before the store is opened, so that a mistake in a definition leaves no data behind. */
async function loadDefined(flags: Flags, io: Io, config: LoadedConfig | undefined): Promise<readonly Keyspace[]> {
  const { findEntries, findFolders } = await import("../targets/keyspace-folders.ts");
  const { loadKeyspace } = await import("../../source/files.ts");
  const entries = await findEntries(flags, io, config);
  const folders = await findFolders(entries, io.cwd);
  return Promise.all(folders.map(({ keyspace, directory }) => loadKeyspace(directory, keyspace)));
}

function renderReason(error: unknown, next: string | undefined, verbose: boolean): string {
  if (!(error instanceof Error)) return String(error);
  const reason = verbose ? (error.stack ?? error.message) : error.message;
  return next === undefined ? reason : `${reason}; ${next}`;
}
