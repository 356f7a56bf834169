import type { Session, SessionRequest } from "@colonnade/runtime";
import { ColonnadeError, isColonnadeError, shellWord } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { byName, printCqlType, printTableDefinition } from "../../model/index.ts";
import type { Column, KnownTypes, Table, UserType } from "../../model/index.ts";
import { orderUserTypes, userTypesIn } from "../../model/cql-type.ts";
import { printCreateUserType } from "../../model/print-cql.ts";
import type { Replication } from "../../model/print-cql.ts";
import { introspectKeyspace } from "../../source/introspect-keyspace.ts";
import { mayLackUndefinedTables } from "../../source/left-out.ts";
import { profileOf, statusOf } from "../../source/read-response.ts";
import { describeStep, printStep } from "../database/step.ts";
import type { Step } from "../database/step.ts";
import { findLosses, keptReplication } from "./database.ts";
import type { ByHand, Database } from "./database.ts";
import {
  createsKeyspaces,
  createsTypes,
  findMutations,
  isSupported,
  isMutation,
  printMutation,
  requireCreated,
} from "./definition-mutations.ts";

interface RestDatabaseOptions {
  readonly customTypes?: KnownTypes["customTypes"];
  /** As `--profile` names it. @default service */
  readonly profile?: string | undefined;
  /** The replication of new keyspaces. Without it, none can be created. */
  readonly replication?: Replication | undefined;
}

/**
 * A service, whose REST creates tables, and on some servers columns. Keyspaces, user types, their fields and indexes are
 * created by GraphQL where the service supports that and reports them, or else have to be created by hand.
 */
export function createRestDatabase(
  session: Session,
  { customTypes, profile = "service", replication }: RestDatabaseOptions = {},
): Database {
  const call = (step: Step): Call =>
    isMutation(step)
      ? printMutation(session, step, replication ?? 1)
      : printCall(step, profileOf(session).tablesPath(step.keyspace));
  let found: Promise<ReadonlySet<string>> | undefined;
  const mutations = (keyspace: string): Promise<ReadonlySet<string>> => (found ??= findMutations(session, keyspace));
  return {
    name: "the service",
    // Some servers check for new tables only periodically.
    showsLate: true,
    read: async (defined) => {
      const options = { keyspace: defined.name, session: () => session, defined, customTypes };
      const reportsTypes = defined.userTypes.length > 0 && (await mutations(defined.name)).has(createsTypes);
      const from = reportsTypes ? (["rest", "graphql"] as const) : undefined;
      const live = await introspectKeyspace({ ...options, ...mayLackUndefinedTables(defined), from }).catch(
        async (error: unknown) => {
          if (!isColonnadeError(error) || error.code !== "unknown-keyspace") throw error;
          const canCreate = (await mutations(defined.name)).has(createsKeyspaces);
          if (!canCreate || replication === undefined) throw withoutKeyspace(error, defined.name, canCreate);
          return undefined;
        },
      );
      if (!live) return undefined;
      const unknown = ["description", "memberDescriptions"] as const;
      return {
        keyspace: live.keyspace,
        unknown: reportsTypes ? unknown : ["userTypes", ...unknown],
        left: keptReplication(defined.name, replication),
      };
    },
    classify: async (steps) => {
      const byGraphQL = steps.filter(isMutation);
      const [first] = steps;
      // Without a report of user types, only the columns that use them show which ones are needed.
      const needsTypes = missingTypes(steps);
      const supported =
        byGraphQL.length > 0 || needsTypes.length > 0 ? await mutations(first?.keyspace ?? "") : new Set<string>();
      // Servers with other paths do not report indexes: push could not tell whether they were created.
      const canCreate = (step: Step): boolean =>
        !isMutation(step) || (isSupported(step, supported) && (step.kind !== "index" || profile === "service"));
      const able = steps.filter(canCreate);
      return {
        steps: able,
        refused: [
          ...((await hasColumnEndpoint(session, steps)) ? [] : steps.flatMap(refuseColumn)),
          ...findLosses(steps, profile),
        ],
        byHand: [
          ...(supported.has(createsTypes) ? [] : needsTypes),
          ...steps.filter((step) => !canCreate(step)).map(stepByHand),
        ],
      };
    },
    print: (step) => printCurl(call(step), session),
    document: call,
    open: (use) =>
      use(async (step) => {
        const request = { operation: `push ${step.keyspace}`, ...call(step) };
        const isRepeatable = step.kind !== "column" && step.kind !== "field";
        const answer = await session.send({ ...request, ...(isRepeatable && { safety: "safe" }) });
        if (isMutation(step)) requireCreated(answer);
        return [];
      }),
  };
}

interface Call {
  readonly method: "POST";
  /** Path below the service's address. */
  readonly path: string;
  readonly body: object;
}

/** Omits Colonnade's own members: real servers may reject unknown members. */
function printCall(step: Step, tablesPath: string): Call {
  if (step.kind === "table") {
    const { name, ifNotExists, columnDefinitions, primaryKey, tableOptions } = printTableDefinition(step.table);
    const columns = columnDefinitions.map(({ description: _, ...column }) => column);
    const body = { name, ifNotExists, columnDefinitions: columns, primaryKey, tableOptions };
    return { method: "POST", path: tablesPath, body };
  }
  if (step.kind !== "column") throw new Error(`REST cannot create a ${step.kind}`);
  const { name, type, kind } = step.column;
  const body = { name, typeDefinition: printCqlType(type), static: kind === "static" };
  return { method: "POST", path: columnsPath(tablesPath, step.table), body };
}

function columnsPath(tablesPath: string, { name }: Table): string {
  return `${tablesPath}/${encodeURIComponent(name)}/columns`;
}

/**
 * Whether the service has the endpoint for columns, which some servers lack. The request changes nothing.
 */
async function hasColumnEndpoint(session: Session, steps: readonly Step[]): Promise<boolean> {
  const step = steps.find(({ kind }) => kind === "column");
  if (step?.kind !== "column") return true;
  const path = columnsPath(profileOf(session).tablesPath(step.keyspace), step.table);
  const request: SessionRequest = { operation: `push ${step.keyspace}`, method: "GET", path };
  try {
    await session.send(request);
    return true;
  } catch (error) {
    const status = statusOf(error);
    if (status === 404 || status === 405) return false;
    throw error;
  }
}

function refuseColumn(step: Step): readonly Problem[] {
  if (step.kind !== "column") return [];
  const { keyspace, table, column } = step;
  const message = `${keyspace}.${table.name}.${column.name}: the service cannot add columns to an existing table`;
  const next = `on a cluster: colonnade push --to cql, or ${printStep(step)}`;
  return [{ code: "cannot-push", message, next }];
}

/** The user types of new tables and columns; REST does not report whether they exist. */
function missingTypes(steps: readonly Step[]): readonly ByHand[] {
  const keyspaces = [...new Set(steps.map(({ keyspace }) => keyspace))];
  return keyspaces.flatMap((keyspace) => {
    const types = new Map<string, UserType>();
    const add = (type: UserType): void => {
      types.set(type.name, type);
      for (const field of type.fields) userTypesIn(field.type).forEach(add);
    };
    for (const step of steps) {
      if (step.keyspace === keyspace) for (const { type } of newColumns(step)) userTypesIn(type).forEach(add);
    }
    return orderUserTypes([...types.values()].sort(byName)).map((type) => ({
      message: `the user type ${keyspace}.${type.name} is needed, and REST can neither report nor create it`,
      cql: printCreateUserType(keyspace, type),
    }));
  });
}

function newColumns(step: Step): readonly Column[] {
  if (step.kind === "table") return step.table.columns;
  return step.kind === "column" ? [step.column] : [];
}

function stepByHand(step: Step): ByHand {
  return { message: `${describeStep(step)} is needed, and this service cannot create it`, cql: printStep(step) };
}

/** A command for a shell, with address and token from the environment. */
function printCurl({ method, path, body }: Call, session: Session): string {
  const header = profileOf(session).tokenHeader;
  const address = path.startsWith("/") ? `$COLONNADE_URL${path}` : path;
  return [
    `curl -X ${method} "${address}"`,
    `-H "${header}: $COLONNADE_TOKEN"`,
    `-H 'content-type: application/json'`,
    `-d ${shellWord(JSON.stringify(body))}`,
  ].join(" ");
}

function withoutKeyspace(error: ColonnadeError, keyspace: string, canCreate: boolean): ColonnadeError {
  const way = canCreate
    ? "to create it, pass the number of its replicas: --replication 1"
    : `this service cannot create keyspaces: colonnade serve --keyspace ${keyspace} does, or push --to cql`;
  const next = `${error.next ?? ""}; ${way}`;
  return new ColonnadeError("unknown-keyspace", error.summary, { kind: "service", next, cause: error });
}
