/** Emits the modules of a keyspace's user types: an interface and a codec for each, and their validators. */
import { wireName } from "../plan/index.ts";
import type { Plan, UserTypePlan, WireTypes } from "../plan/index.ts";
import type { Doc } from "./doc.ts";
import { CodecConstants, namesOf } from "./values.ts";
import { fieldLines } from "./members.ts";
import { runtime, runtimeComposites, runtimeDocuments, runtimeZod } from "./runtime-entries.ts";
import { emitModule } from "./module.ts";
import type { EmittedModule } from "./module.ts";
import type { ModuleFrame, Scope } from "./scope.ts";
import {
  constObject,
  interfaceDeclaration,
  linesOf,
  objectLiteral,
  openProperty,
  property,
  stringLiteral,
} from "./syntax.ts";
import type { PrintValue } from "./syntax.ts";
import { ValidatorConstants } from "./validators.ts";
import { wireFields } from "./wire-members.ts";

export function emitUserTypesModule({ keyspace, userTypes, importExtension }: Plan): EmittedModule {
  const frame: ModuleFrame = {
    name: "user-types",
    source: `the user types of \`${keyspace}\``,
    exports: () => userTypes.flatMap(({ names }) => [names.type, names.codec]),
    runtime,
    importExtension,
  };
  return emitModule(frame, (scope) => {
    const codecs = new CodecConstants(scope);
    return userTypes
      .map((plan) => {
        const declared = userTypeInterface(plan, scope);
        const codec = codecDeclaration(plan, codecs, scope);
        return `\n${declared}${codecs.flush()}\n${codec}`;
      })
      .join("");
  });
}

function userTypeInterface({ names, title, type, fields }: UserTypePlan, scope: Scope): string {
  const first = `The user type \`${title}\`.`;
  const { description } = type;
  const comment = description === undefined ? [first] : [first, "", ...linesOf(description)];
  return interfaceDeclaration(names.type, comment, fieldLines(fields, scope));
}

function codecDeclaration({ names, type, fields }: UserTypePlan, codecs: CodecConstants, scope: Scope): string {
  const properties: (Doc | PrintValue)[] = [
    property("name", stringLiteral(type.name)),
    openProperty("fields", objectLiteral(fields.map(({ name, value }) => property(name, codecs.use(value.codec))))),
  ];
  properties.push(...namesOf("apiNames", fields, ({ apiName }) => apiName));
  properties.push(...namesOf("cqlNames", fields, ({ field }) => field.name));
  const make = `/* @__PURE__ */ ${scope.value("userType", runtimeComposites)}<${names.type}>`;
  const comment = [`Checks and serializes ${article(names.type)} \`${names.type}\`.`];
  const of = `${scope.type("Codec", runtime)}<${names.type}>`;
  return constObject(names.codec, comment, of, make, objectLiteral(properties));
}

/** The interfaces of user types in JSON, for modules of documents. */
export function emitUserTypeWires({ keyspace, userTypes, importExtension }: Plan, wires: WireTypes): EmittedModule {
  const frame: ModuleFrame = {
    name: "user-types.documents",
    source: `the user types of \`${keyspace}\``,
    exports: () => userTypes.map(({ names }) => wireName(names.type)),
    runtime: runtimeDocuments,
    importExtension,
  };
  return emitModule(frame, (scope) =>
    userTypes
      .map(({ names, title, fields }) => {
        const comment = [`The user type \`${title}\`, in JSON.`];
        return `\n${interfaceDeclaration(wireName(names.type), comment, wireFields(fields, wires, scope))}`;
      })
      .join(""),
  );
}

export function emitUserTypeValidators({ keyspace, userTypes, importExtension }: Plan): EmittedModule {
  const frame: ModuleFrame = {
    name: "user-types.zod",
    source: `the user types of \`${keyspace}\``,
    exports: () => userTypes.map(({ names }) => names.validator),
    runtime: runtimeZod,
    importExtension,
  };
  return emitModule(frame, (scope) => {
    const constants = new ValidatorConstants(scope);
    return userTypes
      .map(({ names, fields }) => {
        const type = scope.type(names.type, scope.beside("user-types"));
        const properties = fields.map((field) => property(field.name, constants.use(field, "nullable")));
        const make = `/* @__PURE__ */ ${scope.value("writeSchema", runtimeZod)}<${type}>`;
        const comment = [`Validates ${article(names.type)} \`${names.type}\`. Requires all fields and rejects others.`];
        const object = objectLiteral(properties);
        const of = `${scope.type("WriteSchema", runtimeZod)}<${type}>`;
        return `${constants.flush()}\n${constObject(names.validator, comment, of, make, object)}`;
      })
      .join("");
  });
}

function article(name: string): string {
  return /^[AEIOU]/.test(name) ? "an" : "a";
}
