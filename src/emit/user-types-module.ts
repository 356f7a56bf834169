/** The modules of a keyspace's user types: an interface and a codec each, and their validators. */
import type { FieldPlan, UserTypePlan } from "../plan/index.ts";
import { banner } from "./banner.ts";
import { CodecConstants } from "./codecs.ts";
import { hardline, printDoc } from "./doc.ts";
import type { Doc } from "./doc.ts";
import { runtime } from "./functions.ts";
import { Imports } from "./imports.ts";
import { fieldMembers } from "./members.ts";
import {
  constObject,
  interfaceDeclaration,
  linesOf,
  objectLiteral,
  openProperty,
  property,
  stringLiteral,
} from "./syntax.ts";
import { ValidatorConstants, runtimeZod } from "./validators.ts";

export function emitUserTypesModule(
  keyspace: string,
  userTypes: readonly UserTypePlan[],
  importExtension: string,
): string {
  const imports = new Imports(importExtension, runtime);
  imports.type("Codec", runtime);
  imports.value("userType", runtime);
  const codecs = new CodecConstants(imports, runtime, "user-types");
  const declarations = userTypes.flatMap((plan) => {
    for (const { value } of plan.fields) imports.types(value.imports.filter(({ module }) => module !== "user-types"));
    const declared = codecDeclaration(plan, codecs);
    return [hardline, userTypeInterface(plan), codecs.flush(), hardline, declared];
  });
  return printDoc([banner(`the user types of \`${keyspace}\``), imports.print(), declarations]);
}

function userTypeInterface({ names, title, type, fields }: UserTypePlan): Doc {
  const first = `The user type \`${title}\`.`;
  const { description } = type;
  const comment = description === undefined ? [first] : [first, "", ...linesOf(description)];
  return interfaceDeclaration(names.type, comment, fieldMembers(fields));
}

function codecDeclaration({ names, type, fields }: UserTypePlan, codecs: CodecConstants): Doc {
  const properties: Doc[] = [
    property("name", stringLiteral(type.name)),
    openProperty("fields", objectLiteral(fields.map(({ name, value }) => property(name, codecs.use(value.codec))))),
  ];
  properties.push(...namesOf("apiNames", fields, ({ apiName }) => apiName));
  properties.push(...namesOf("cqlNames", fields, ({ field }) => field.name));
  const make = `/* @__PURE__ */ userType<${names.type}>`;
  const comment = [`How the runtime checks and sends ${article(names.type)} \`${names.type}\`.`];
  return constObject(names.codec, comment, `Codec<${names.type}>`, make, objectLiteral(properties));
}

/** The names of fields that are not those of their members; nothing when all are. */
function namesOf(member: string, fields: readonly FieldPlan[], nameOf: (field: FieldPlan) => string): Doc[] {
  const some = fields.some((field) => field.name !== nameOf(field));
  // To the compiler a literal without a member `constructor` has the inherited one, which is not text.
  const renamed = fields.filter((field) => some && (field.name !== nameOf(field) || field.name in Object.prototype));
  if (renamed.length === 0) return [];
  const names = renamed.map((field) => property(field.name, stringLiteral(nameOf(field))));
  return [openProperty(member, objectLiteral(names))];
}

export function emitUserTypeValidators(
  keyspace: string,
  userTypes: readonly UserTypePlan[],
  importExtension: string,
): string {
  const imports = new Imports(importExtension, runtimeZod);
  imports.type("WriteSchema", runtimeZod);
  imports.value("writeSchema", runtimeZod);
  const constants = new ValidatorConstants(imports, "user-types");
  const declarations = userTypes.flatMap(({ names, fields }) => {
    imports.type(names.type, imports.beside("user-types"));
    const properties = fields.map(({ name, value }) => property(name, constants.use(value.codec, "nullable")));
    const make = `/* @__PURE__ */ writeSchema<${names.type}>`;
    const comment = [`Validates ${article(names.type)} \`${names.type}\`: all its fields, and no others.`];
    const object = objectLiteral(properties);
    const declared = constObject(names.validator, comment, `WriteSchema<${names.type}>`, make, object);
    return [constants.flush(), hardline, declared];
  });
  return printDoc([banner(`the user types of \`${keyspace}\``), imports.print(), declarations]);
}

function article(name: string): string {
  return /^[AEIOU]/.test(name) ? "an" : "a";
}
