/** The modules of a keyspace's branded ids: a type and a codec each, and their validators. */
import type { IdPlan } from "../plan/index.ts";
import { banner } from "./banner.ts";
import { hardline, printDoc } from "./doc.ts";
import type { Doc } from "./doc.ts";
import { runtime } from "./functions.ts";
import { Imports } from "./imports.ts";
import { constDeclaration, genericType, stringLiteral, typeAlias } from "./syntax.ts";
import { runtimeZod } from "./validators.ts";

export function emitIdsModule(keyspace: string, ids: readonly IdPlan[], importExtension: string): string {
  const imports = new Imports(importExtension, runtime);
  for (const name of ["Branded", "Codec"]) imports.type(name, runtime);
  imports.value("branded", runtime);
  const declarations = ids.map((id): Doc => {
    imports.value(id.base, runtime);
    const type = genericType("Branded", [id.value, stringLiteral(id.title)]);
    const value = `/* @__PURE__ */ branded<${id.type}>(${id.base})`;
    const comment = [`How the runtime checks and sends a \`${id.type}\`.`];
    return [
      hardline,
      typeAlias(id.type, [`Identifies a row of \`${id.title}\`.`], [type]),
      hardline,
      constDeclaration(id.codec, comment, genericType("Codec", [id.type]), value),
    ];
  });
  return printDoc([banner(`the tables of \`${keyspace}\``), imports.print(), declarations]);
}

export function emitIdValidators(keyspace: string, ids: readonly IdPlan[], importExtension: string): string {
  const imports = new Imports(importExtension, runtimeZod);
  imports.type("Value", runtimeZod);
  imports.value("branded", runtimeZod);
  const declarations = ids.map((id): Doc => {
    imports.value(id.base, runtimeZod);
    imports.type(id.type, imports.beside("ids"));
    const value = `/* @__PURE__ */ branded<${id.type}>(${id.base})`;
    const comment = [`Validates a \`${id.type}\`, and makes one of what it accepts.`];
    return [hardline, constDeclaration(id.validator, comment, genericType("Value", [id.type]), value)];
  });
  return printDoc([banner(`the tables of \`${keyspace}\``), imports.print(), declarations]);
}
