/** Emits the modules of a keyspace's branded IDs: a type and a codec for each, and their validators. */
import type { IdPlan, Plan } from "../plan/index.ts";
import { runtime, runtimeComposites, runtimeZod } from "./runtime-entries.ts";
import { emitModule } from "./module.ts";
import type { EmittedModule } from "./module.ts";
import type { ModuleFrame, Scope } from "./scope.ts";
import { constDeclaration, genericType, stringLiteral, typeAlias } from "./syntax.ts";

export function emitIdsModule({ keyspace, ids, importExtension }: Plan): EmittedModule {
  const frame: ModuleFrame = {
    name: "ids",
    source: `the tables of \`${keyspace}\``,
    exports: () => ids.flatMap(({ type, codec }) => [type, codec]),
    runtime,
    importExtension,
  };
  return emitModule(frame, (scope) =>
    ids
      .map((id) => {
        const type = genericType(scope.type("Branded", runtimeComposites), [id.value, stringLiteral(id.title)]);
        const comment = [`Checks and serializes a \`${id.type}\`.`];
        const codec = genericType(scope.type("Codec", runtime), [id.type]);
        const alias = typeAlias(id.type, [`Identifies a row of \`${id.title}\`.`], [type]);
        const made = branded(id, id.type, scope, runtime, runtimeComposites);
        return `\n${alias}\n${constDeclaration(id.codec, comment, codec, made)}`;
      })
      .join(""),
  );
}

export function emitIdValidators({ keyspace, ids, importExtension }: Plan): EmittedModule {
  const frame: ModuleFrame = {
    name: "ids.zod",
    source: `the tables of \`${keyspace}\``,
    exports: () => ids.map(({ validator }) => validator),
    runtime: runtimeZod,
    importExtension,
  };
  return emitModule(frame, (scope) =>
    ids
      .map((id) => {
        const type = scope.type(id.type, scope.beside("ids"));
        const comment = [`Validates a value and returns it as a \`${id.type}\`.`];
        const validator = genericType(scope.type("Value", runtimeZod), [type]);
        return `\n${constDeclaration(id.validator, comment, validator, branded(id, type, scope, runtimeZod))}`;
      })
      .join(""),
  );
}

/** `branded<ProductsId>(uuid)`. The entry of the runtime decides whether it is a codec or a validator. */
function branded({ base }: IdPlan, type: string, scope: Scope, entry: string, makers = entry): string {
  return `/* @__PURE__ */ ${scope.value("branded", makers)}<${type}>(${scope.value(base, entry)})`;
}
