/**
 * Zod shapes of the files that users write. The published JSON Schemas are generated from them, and a test proves that
 * they accept what the readers of these files accept.
 *
 * The readers themselves do not use zod: loading it would take longer than reading a thousand definitions.
 */
import * as z from "zod";
import { breakageRules, maximumTimeToLive, nativeTypes } from "../src/model/index.ts";

const description = z.string().describe("Appears as a comment in the generated code.").optional();
const $schema = z.unknown().describe("The JSON Schema of this file, for editors.").optional();

const type = z
  .union([z.enum(nativeTypes), z.string()])
  .describe(
    "A CQL type: a native one, list<>, set<>, map<,>, tuple<>, vector<,>, frozen<>, or the name of a user type.",
  )
  .meta({ examples: ["text", "list<text>", "map<text, frozen<list<int>>>", "tuple<text, int>", "vector<float, 3>"] });

const column = z
  .strictObject({
    name: z.string().min(1).describe("The column's name in the database."),
    description,
    typeDefinition: type,
    static: z.boolean().describe("One value for all rows of a partition; needs a clustering key.").optional(),
  })
  .describe("A column.");

const order = z.union([z.enum(["ASC", "DESC"]), z.string().regex(/^(?:[Aa][Ss][Cc]|[Dd][Ee][Ss][Cc])$/)]);

const index = z
  .strictObject({
    name: z.string().describe("The database chooses one if it is missing.").optional(),
    column: z.string(),
    kind: z
      .enum(["full", "values", "keys", "entries"])
      .describe("The indexed part of the column: the whole value, or the values, keys or entries of a collection.")
      .optional(),
    using: z.literal("sai").describe("A storage-attached index, which supports ranges.").optional(),
    options: z
      .record(z.string(), z.string())
      .describe('Of a storage-attached index, as the database has them: `{ "case_sensitive": "false" }`.')
      .optional(),
  })
  .describe("An index, for which a finder is generated. Our service creates it with the table; others ignore it.");

export const table = z
  .strictObject({
    $schema,
    name: z
      .string()
      .regex(/^[A-Za-z0-9_]+$/)
      .max(222)
      .describe("The table's name in the database."),
    keyspace: z.unknown().describe("Ignored: the keyspace is named after the folder of the file.").optional(),
    description,
    ifNotExists: z.boolean().describe("Whether an existing table is left unchanged.").optional(),
    viewOf: z
      .string()
      .describe("The table that a materialized view shows. It gets bindings that read, and is created with CQL.")
      .optional(),
    columnDefinitions: z.array(column).min(1),
    primaryKey: z.strictObject({
      partitionKey: z.array(z.string()).min(1).describe("The columns that determine the partition."),
      clusteringKey: z.array(z.string()).describe("The columns that order the rows of a partition.").optional(),
    }),
    tableOptions: z
      .strictObject({
        defaultTimeToLive: z
          .union([z.int().min(0).max(maximumTimeToLive), z.null()])
          .describe("Seconds after which a written value expires; 0 means never.")
          .optional(),
        clusteringExpression: z
          .array(
            z.union([
              z.strictObject({ column: z.string(), name: z.unknown().optional(), order }),
              z.strictObject({ name: z.string(), order }),
            ]),
          )
          .describe("The order of clustering columns; ascending by default.")
          .optional(),
      })
      .nullable()
      .optional(),
    indexes: z.array(index).optional(),
  })
  .describe("The definition of a table, as it is posted to the service.");

export const userType = z
  .strictObject({
    $schema,
    name: z.string().min(1).describe("The type's name in the database."),
    description,
    fields: z
      .array(z.strictObject({ name: z.string().min(1), description, typeDefinition: type }).describe("A field."))
      .min(1),
  })
  .describe("The definition of a user type.");

const identifier = z.string().regex(/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u);
const text = z.string().regex(/\S/);
/** In JavaScript, a member `__proto__` sets the prototype of its object. */
const memberName = z.string().regex(/^(?!__proto__$)[^]*\S/);
const typeName = z.string().regex(/^[A-Z][A-Za-z0-9]*$/);

const value = z.union([
  z.literal("unknown"),
  z
    .strictObject({
      codec: identifier.describe("The name by which the module exports the codec."),
      type: identifier.describe("The type of the values, exported by the same module unless it is one like string."),
      from: text.describe("A package, or a path that begins with a dot and is relative to this file."),
    })
    .describe("Your own codec."),
  z
    .strictObject({
      type: identifier.describe("A type of text or numbers, exported by the module."),
      from: text.describe("A package, or a path that begins with a dot and is relative to this file."),
    })
    .describe("A type of your own, which nothing checks at run time."),
]);

const environment = z
  .looseObject({ $env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/) })
  .describe("The name of an environment variable.");

const patterns = z.array(text);

const keyspace = z
  .strictObject({
    definitions: text.describe("The keyspace's folder of definitions, or a folder of such folders."),
    output: text.describe("A folder that holds only generated files."),
    include: patterns
      .describe("The tables to generate bindings for; * matches any text. All tables by default.")
      .optional(),
    exclude: patterns.describe("Patterns of included tables to leave out.").optional(),
    validators: z.boolean().describe("Whether to generate validators for zod.").optional(),
    naming: z
      .enum(["camel", "verbatim"])
      .describe("Names of members: created_at as createdAt, or unchanged.")
      .optional(),
    importExtension: z
      .enum([".js", ".ts", ""])
      .describe("The ending of relative imports in the generated files.")
      .optional(),
    brandedIds: z
      .boolean()
      .describe("Whether a table with a single key column gets an ID type of its own: ProductsId.")
      .optional(),
    asserts: z.boolean().describe("Whether to generate asserts.ts.").optional(),
    documents: z
      .boolean()
      .describe("Whether to generate typed GraphQL documents, for apps with another GraphQL client.")
      .optional(),
    types: z.record(z.string(), value).describe("The TypeScript values of a CQL type.").optional(),
    columns: z
      .record(
        z.string(),
        z.strictObject({
          name: memberName.describe("The member's name.").optional(),
          value: value.optional(),
          oneOf: z
            .array(z.union([z.string(), z.int()]))
            .min(1)
            .describe("The only values of a column of text or whole numbers. Not together with value.")
            .optional(),
          idOf: text.describe("The table whose branded ID the column holds.").optional(),
        }),
      )
      .describe("Rules for columns by table.column, where * matches any text.")
      .optional(),
    tables: z
      .record(
        z.string(),
        z.strictObject({
          name: typeName.describe("Replaces Products in ProductsRow and insertProducts.").optional(),
          row: typeName.describe("Replaces ProductsRow; the validator is then called productSchema.").optional(),
          plural: typeName.describe("Replaces Products in findProducts and scanProducts.").optional(),
          contended: z
            .boolean()
            .describe(
              "Whether other clients write to the same rows: a write whose response is lost is then not retried.",
            )
            .optional(),
        }),
      )
      .describe("Rules for tables by their names in the database.")
      .optional(),
    userTypes: z
      .record(
        z.string(),
        z.strictObject({
          name: typeName.describe("Replaces Address; the codec is then called addressType.").optional(),
        }),
      )
      .describe("Rules for user types by their names in the database.")
      .optional(),
  })
  .meta({ id: "keyspace", description: "The definitions of a keyspace, its output and its options." });

export const config = z
  .strictObject({
    $schema: text.optional(),
    keyspaces: z
      .record(z.string(), z.union([keyspace, z.array(keyspace).min(1)]))
      .describe("By their names in the database; a list for a keyspace with several outputs."),
    service: z
      .strictObject({
        url: z.union([text, environment]).optional(),
        username: z.union([text, environment]).optional(),
        password: environment.describe("Never the password itself.").optional(),
      })
      .describe("The service that introspect, diff and push connect to.")
      .optional(),
    cluster: z
      .strictObject({
        contactPoints: z
          .union([z.array(text).min(1), environment])
          .describe("Nodes of the cluster, or a variable with a comma-separated list.")
          .meta({ examples: [["10.0.0.1", "db.example.com:9142"]] }),
        localDataCenter: z.union([text, environment]).optional(),
        username: z.union([text, environment]).optional(),
        password: environment.describe("Never the password itself.").optional(),
        tls: z
          .union([
            z.boolean(),
            z
              .strictObject({
                ca: text.describe("The trusted certificates. By default, those that Node trusts.").optional(),
                cert: text.describe("The client certificate; needs key.").optional(),
                key: text.optional(),
              })
              .describe("PEM files; paths are relative to this file."),
          ])
          .describe("Whether to use TLS, and with which files.")
          .optional(),
      })
      .describe("The cluster that they connect to with --from cql or --to cql, or if there is no service.")
      .optional(),
  })
  .describe("The config of Colonnade.");

export const accept = z
  .strictObject({
    $schema: text.optional(),
    accepted: z.array(
      z.strictObject({
        kind: z.enum(Object.keys(breakageRules)).describe("As diff prints it; docs/ci-and-drift.md has a line on it."),
        place: z
          .string()
          .regex(/^\w+\../)
          .describe("As diff prints it: shop.products.price."),
        reason: z.string().regex(/\S/).describe("Why the change is accepted."),
        until: z
          .string()
          .regex(/^\d{4}-\d{2}-\d{2}$/)
          .describe("The last day on which it is accepted, in UTC: 2027-01-31. Without it, there is no end.")
          .optional(),
      }),
    ),
  })
  .describe("The changes that a team accepts: .colonnade-accept.json.");
