/**
 * Loads cassandra-driver and declares the parts of it that are used. It is an optional peer, loaded only when a cluster
 * is used.
 */
import { createRequire } from "node:module";
import { ColonnadeError } from "../../errors.ts";

export interface Driver {
  readonly Client: new (options: ClientOptions) => Client;
  readonly metrics: { readonly ClientMetrics: new () => object };
  readonly policies: {
    readonly loadBalancing: {
      readonly RoundRobinPolicy: new () => object;
      readonly DefaultLoadBalancingPolicy: new () => { init(client: object, ...others: readonly unknown[]): void };
    };
    readonly reconnection: {
      readonly ExponentialReconnectionPolicy: new (baseMs: number, longestMs: number) => object;
    };
    readonly timestampGeneration: { readonly TimestampGenerator: new () => { next(client: unknown): number } };
  };
}

export interface ClientOptions {
  readonly contactPoints: readonly string[];
  readonly credentials?: { readonly username: string; readonly password: string };
  readonly sslOptions?: object;
  readonly isMetadataSyncEnabled: boolean;
  readonly policies: { readonly loadBalancing: object };
  readonly pooling: { readonly warmup: boolean; readonly heartBeatInterval: number };
  readonly socketOptions: { readonly connectTimeout: number; readonly readTimeout: number };
}

export interface Client {
  connect(): Promise<void>;
  shutdown(): Promise<void>;
  execute(query: string, values: readonly unknown[], options: ExecuteOptions): Promise<ResultSet>;
  getState(): { getConnectedHosts(): readonly Host[] };
  /** Undefined until the client is connected. */
  readonly hosts: { values(): readonly Host[] } | undefined;
  readonly metadata: { checkSchemaAgreement(): Promise<boolean> };
  /** Internal, but present in all versions 4: the connections left open if connecting fails half-way. */
  readonly controlConnection?: { readonly connection?: { readonly netClient?: { destroy(): void } } | null };
}

export interface Host {
  /** Null until it is known. */
  readonly datacenter: string | null;
  isUp(): boolean;
}

export interface ExecuteOptions {
  readonly fetchSize?: number;
  readonly host?: Host;
  readonly pageState?: string;
  readonly readTimeout?: number;
}

export interface ResultSet {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** The start of the next page; null after the last one. */
  readonly pageState: string | null;
  readonly info?: {
    /** The server's warnings about the query. */
    readonly warnings?: readonly string[] | null;
    /** After a change of definitions: whether all nodes that are up had it in time. */
    readonly isSchemaInAgreement?: boolean;
  };
}

// Not a literal in the call, so that bundlers of an app do not resolve it.
const packageName: string = "cassandra-driver";

/** @throws {ColonnadeError} `no-cql-driver` with the command that installs it */
export function loadDriver(): Driver {
  const loaded = requireDriver();
  if (isDriver(loaded)) return loaded;
  throw new ColonnadeError("no-cql-driver", `${packageName} is installed in an unsupported version`, {
    next: installs,
  });
}

const installs = "npm install --save-dev cassandra-driver@4";

/** It is not an ES module: `import` would first scan all of it for exported names. */
function requireDriver(): unknown {
  try {
    return createRequire(import.meta.url)(packageName);
  } catch (error) {
    throw new ColonnadeError(
      "no-cql-driver",
      `connecting to a cluster requires ${packageName}, which is not installed`,
      {
        next: installs,
        cause: error,
      },
    );
  }
}

function isDriver(value: unknown): value is Driver {
  return isRecord(value) && typeof value["Client"] === "function" && isRecord(value["policies"]);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
