/**
 * What the commands print with `--json`, for zod: the published JSON Schemas are made of these shapes, and a test runs the
 * commands and holds what they print against them. A member more is a mistake, since programs may rely on all that is here.
 */
import * as z from "zod";
import { breakageRules, breakages } from "../src/model/index.ts";
import type { FileState } from "../src/output/index.ts";

const count = z.int().min(0);
const output = z
  .string()
  .describe("The folder of generated files, relative to the working folder where it is below it.");
const paths = (what: string): z.ZodArray<z.ZodString> => z.array(z.string()).describe(what);

const problem = z
  .strictObject({
    code: z.string().describe("Never changes; docs/errors.md has a section on it."),
    message: z.string().describe("One sentence without a final stop."),
    file: z.string().optional(),
    line: z.int().min(1).optional(),
    column: z.int().min(1).describe("In UTF-16 units.").optional(),
    frame: z.string().describe("The lines around the place, with a mark under it.").optional(),
    next: z.string().describe("What to do: a correction or a command.").optional(),
  })
  .describe("A mistake, or a warning.");
const warnings = z
  .array(problem)
  .describe("What stops nothing and is probably a mistake, such as a rule that matches nothing.");

export const errorOutput = z
  .strictObject({
    error: z.strictObject({
      code: z.string().describe("Never changes; docs/errors.md has a section on it."),
      message: z.string(),
      next: z.string().describe("What to do: a correction or a command.").optional(),
      problems: z.array(problem).describe("Every mistake, where the input has several."),
      docs: z.string().describe("Where there is more to read: a file, and the section in it.").optional(),
    }),
  })
  .describe("What any command prints with --json when it cannot go on; the exit code is 2 or more.");

export const generateOutput = z
  .strictObject({
    dryRun: z.boolean().describe("Whether nothing was written, and the rest says what would be done."),
    keyspaces: z.array(
      z.strictObject({
        keyspace: z.string(),
        output,
        tables: count,
        written: paths("Relative to the output folder, as all of these."),
        unchanged: paths("What was there already."),
        removed: paths("What nothing needs any more."),
        kept: paths("What nothing needs any more, but somebody edited."),
        overwritten: paths("What somebody had edited; these are written too."),
        warnings,
      }),
    ),
  })
  .describe("What generate prints with --json.");

const states: Readonly<Record<FileState, string>> = {
  "up to date": "as it would be written",
  "only reformatted": "the same in another layout",
  "only line ends": "the same with other line ends",
  "definitions changed": "it was made of other definitions",
  "config changed": "it was made with another config",
  "generator changed": "it was made by another Colonnade",
  "edited by hand": "it says something that was not written",
  missing: "it is not there",
  "left over": "nothing needs it any more",
  "not ours": "something else is in its place",
};
const state = z.enum(Object.keys(states) as FileState[]).describe(
  `${Object.entries(states)
    .map(([name, meaning]) => `"${name}": ${meaning}`)
    .join("; ")}.`,
);

export const checkOutput = z
  .strictObject({
    upToDate: z.boolean().describe("Whether no file is stale; if not, the exit code is 1."),
    keyspaces: z.array(
      z.strictObject({
        keyspace: z.string(),
        output,
        tables: count,
        upToDate: z.boolean(),
        files: z.array(
          z.strictObject({
            path: z.string().describe("Relative to the output folder."),
            state,
            stale: z.boolean().describe("Whether generate would write or remove it."),
            declarations: paths("What differs, of a stale file: ProductsRow.price.").optional(),
            diff: z.string().describe("From what is there to what generate would write.").optional(),
          }),
        ),
        warnings,
      }),
    ),
  })
  .describe("What check prints with --json.");

export const initOutput = z
  .strictObject({
    dryRun: z.boolean().describe("Whether this was a dry run, which writes nothing."),
    files: z.array(
      z.strictObject({
        path: z.string().describe("Relative to the working folder, with slashes."),
        action: z
          .enum(["created", "changed", "kept", "left"])
          .describe(
            '"kept": nothing is missing in it. "left": something is missing, but init cannot add it; the exit code is 2.',
          ),
        note: z.string().describe("What the file is for; why it is not changed, if it is left."),
        add: z.string().describe("What the user has to add, if the file is left.").optional(),
      }),
    ),
    warnings,
    next: z.array(z.string()).describe("The commands to run next, in order."),
  })
  .describe("What init prints with --json.");

const place = {
  file: z.string().describe("Relative to the working folder where it is below it."),
  line: z.int().min(1).optional(),
};
const rules = z
  .array(
    z.strictObject({
      rule: z.string().describe('As the config has it, columns: "*.user_id"; or default.'),
      says: z.string().describe("What it asks for: id of users."),
      decides: z.array(z.enum(["name", "value", "id"])),
      file: place.file.optional(),
      line: place.line,
    }),
  )
  .describe("What fits, the strongest last.");
const generated = z.strictObject({ ...place, state: z.enum(["up to date", "stale", "missing"]) });
const name = z.string().describe("With the keyspace: shop.products.price.");
const description = z.string().optional();
const definition = z.strictObject(place);

const memberExplanation = z
  .strictObject({
    kind: z.enum(["column", "field"]),
    name,
    description,
    definition,
    cql: z.string(),
    role: z.string().describe("clustering key, 1 of 2, descending"),
    graphql: z.strictObject({
      field: z.string(),
      type: z.string(),
      input: z.string().describe("The type of arguments."),
      wire: z.string().describe("A value as JSON, in GraphQL."),
      restWire: z.string().describe("The same in REST."),
    }),
    outputs: z.array(
      z.strictObject({
        output,
        member: z.string().describe("The name in TypeScript."),
        declarations: z.array(z.strictObject({ in: z.string(), optional: z.boolean(), type: z.string() })),
        validators: z.array(z.strictObject({ in: z.string(), name: z.string(), madeAs: z.string().optional() })),
        rules,
        generated,
      }),
    ),
  })
  .describe("A column of a table, or a field of a user type.");

const recordExplanation = z
  .strictObject({
    kind: z.enum(["table", "user type"]),
    name,
    description,
    definition,
    partitionKey: z.array(z.string()),
    clusteringKey: z.array(z.strictObject({ column: z.string(), order: z.enum(["ASC", "DESC"]) })),
    defaultTimeToLive: z.int().min(0).describe("Seconds; 0 means never."),
    indexes: z.array(z.strictObject({ column: z.string(), kind: z.string(), using: z.string().optional() })),
    graphql: z.strictObject({ type: z.string(), query: z.string().optional(), mutations: z.array(z.string()) }),
    outputs: z.array(
      z.strictObject({
        output,
        interface: z.string(),
        members: z.array(
          z.strictObject({
            name: z.string().describe("In the database."),
            cql: z.string(),
            role: z.string(),
            member: z.string().describe("The name in TypeScript."),
            type: z.string().describe("In a row, or in a value of the user type."),
          }),
        ),
        functions: z.array(
          z.strictObject({
            name: z.string(),
            needs: z.array(z.string()).describe("Members without which it does not compile."),
            may: z.array(z.string()).describe("Members that may follow, the one only with those before it."),
            note: z.string().optional(),
          }),
        ),
        rules,
        generated,
      }),
    ),
  })
  .describe("A table or a user type.");

export const explainOutput = z
  .union([memberExplanation, recordExplanation])
  .describe("What explain prints with --json.");

export const introspectOutput = z
  .strictObject({
    dryRun: z.boolean().describe("Whether nothing was written, and the rest says what would be done."),
    keyspace: z.string(),
    output: z.string().describe("The keyspace's folder of definitions."),
    from: z.array(z.string()).describe("The sources that were asked: rest, graphql."),
    tables: count,
    written: paths("Relative to that folder, as all of these: orders.json, types/address.json."),
    unchanged: paths("Definitions that said the same already."),
    extra: paths("Definitions of what the service does not have; they are kept."),
    removed: paths("Definitions of what the service does not have, removed with --prune."),
    warnings: z.array(problem).describe("What no source tells and the files do not say, such as indexes."),
  })
  .describe("What introspect prints with --json.");

const side = (what: string): z.ZodString => z.string().describe(`${what}: a folder, a revision, or the live database.`);

export const diffOutput = z
  .strictObject({
    before: side("What runs now"),
    after: side("What shall be"),
    failing: z.boolean().describe("Whether some change counts for --fail-on; if so, the exit code is 1."),
    keyspaces: z.array(
      z.strictObject({
        keyspace: z.string(),
        definitions: z.string().describe("The keyspace's folder of definitions."),
        changes: z.array(
          z.strictObject({
            kind: z.enum(Object.keys(breakageRules)).describe("Never changes; docs/diff.md has a line on it."),
            place: z.string().describe("shop.products.price; of a user type shop.types/address.street."),
            before: z.string().describe("As a definition has it; absent where there was nothing.").optional(),
            after: z.string().describe("Absent where there is nothing any more.").optional(),
            breaks: z.array(z.enum(breakages)),
            cql: z
              .string()
              .describe(
                "The statement that makes the change in the database, such as ALTER TABLE … RENAME; absent where none does.",
              )
              .optional(),
            possibleNewNames: z
              .array(z.string())
              .describe(
                "Of a dropped column: added columns of the same type, one of which may be the same column by another name.",
              )
              .optional(),
          }),
        ),
        unknown: z
          .array(z.enum(["userTypes", "indexes", "defaultTimeToLive", "description", "memberDescriptions"]))
          .describe("What was not compared, since one side does not tell it."),
        warnings,
      }),
    ),
  })
  .describe("What diff prints with --json.");

export const pushOutput = z
  .strictObject({
    dryRun: z.boolean().describe("Whether nothing was created, and the rest says what would be."),
    keyspaces: z.array(
      z.strictObject({
        keyspace: z.string(),
        steps: z
          .array(
            z.strictObject({
              what: z.string().describe("By kind and name: the table shop.orders."),
              cql: z.string().describe("What a cluster is sent.").optional(),
              method: z.string().describe("What a service is sent, as the two that follow.").optional(),
              path: z.string().describe("Below the service's address.").optional(),
              body: z.record(z.string(), z.unknown()).optional(),
              warnings: z.array(z.string()).describe("What the database said of it, though it did it.").optional(),
            }),
          )
          .describe("What is created, in this order."),
        byHand: z
          .array(z.strictObject({ message: z.string(), cql: z.string() }))
          .describe("What the service cannot create, with the CQL that does."),
        left: z.array(z.string()).describe("What differs and is left alone."),
      }),
    ),
  })
  .describe("What push prints with --json.");

export const serveOutput = z
  .strictObject({
    url: z.string().describe("The address of the service."),
    username: z.string().describe("Who may create tokens. The password is not here."),
    keyspace: z.string().describe("The keyspace of /api/graphql, if it has one.").optional(),
  })
  .describe("What serve prints with --json, once it listens.");

export const completionOutput = z
  .strictObject({ shell: z.string(), script: z.string() })
  .describe("What completion prints with --json.");
