import { canChangeParts, hasRecord } from "../plan/index.ts";
import type { Doc } from "./doc.ts";
import { FunctionFrame, columnsOr } from "./function-frame.ts";
import { runtimeChanges, runtimeTables } from "./runtime-entries.ts";
import { functionDeclaration } from "./syntax.ts";

/** Emits the functions that write to a table, each as a declaration. */
export class WriteFunctions extends FunctionFrame {
  insert(): string {
    const { names } = this.table;
    return functionDeclaration({
      name: names.insertFunction,
      comment: ["Inserts a row. Overwrites an existing one unless `ifNotExists` is set."],
      typeParameters: [`${this.#if} extends ${this.name("Flag")} = false`],
      parameters: [this.session, `value: ${names.insert}`, ["options?: ", this.type("InsertOptions", this.#if)]],
      returns: this.global("Promise", [this.type("Inserted", names.types, this.#if)]),
      body: this.body("insert", "value"),
    });
  }

  update(): string {
    const { names, statics } = this.table;
    return functionDeclaration({
      name: names.updateFunction,
      comment: [
        `Updates columns of a row${canChangeParts(this.table) ? ", whole or by changes of parts" : ""}. Creates a missing row unless a condition is set.`,
      ],
      typeParameters: this.#conditionParameters(),
      parameters: [
        this.session,
        statics.length > 0
          ? ["value: ", this.type("UpdateValue", names.types, this.#columns)]
          : `value: ${names.update}`,
        ["options?: ", this.type("UpdateOptions", names.types, this.#columns, this.#exists)],
      ],
      returns: this.global("Promise", [this.type("Updated", names.types, this.#columns, this.#exists)]),
      body: canChangeParts(this.table)
        ? this.bodyFrom(runtimeChanges, "updateParts", "value")
        : this.body("update", "value"),
    });
  }

  delete(): string {
    const { names, counts } = this.table;
    const comment = ["Deletes a row. Succeeds if it does not exist."];
    if (counts) {
      // The database does not support conditions on counters.
      return functionDeclaration({
        name: names.deleteFunction,
        comment,
        typeParameters: [],
        parameters: [this.session, `key: ${names.key}`, ["options?: ", this.type("IncrementOptions")]],
        returns: this.global("Promise", [this.name("Applied")]),
        body: this.body("remove", "key"),
      });
    }
    return functionDeclaration({
      name: names.deleteFunction,
      comment,
      typeParameters: this.#conditionParameters(),
      parameters: [
        this.session,
        `key: ${names.key}`,
        ["options?: ", this.type("RemoveOptions", names.types, this.#columns, this.#exists)],
      ],
      returns: this.global("Promise", [this.type("Updated", names.types, this.#columns, this.#exists)]),
      body: this.body("remove", "key"),
    });
  }

  deleteWhere(): string {
    const { names, counts } = this.table;
    return functionDeclaration({
      name: names.deleteWhereFunction,
      comment: ["Deletes rows of a partition at once, without reading them."],
      typeParameters: [],
      parameters: [
        this.session,
        `where: ${names.where}`,
        ["options?: ", counts ? this.type("IncrementOptions") : this.tablesType("RemoveWhereOptions")],
      ],
      returns: this.global("Promise", [this.name("Applied")]),
      body: this.bodyFrom(runtimeTables, "removeWhere", "where"),
    });
  }

  increment(): string {
    const { names, statics } = this.table;
    const counted: readonly [Doc, Doc] =
      statics.length > 0
        ? [
            ["key: ", this.type("IncrementKey", names.types, this.#counter)],
            ["by: ", this.type("IncrementBy", names.types, this.#counter)],
          ]
        : [`key: ${names.key}`, `by: ${names.increment}`];
    return functionDeclaration({
      name: names.incrementFunction,
      comment: ["Adds to counters. A missing row counts from zero."],
      typeParameters: statics.length > 0 ? [`${this.#counter} extends keyof ${names.increment} = never`] : [],
      parameters: [this.session, ...counted, ["options?: ", this.type("IncrementOptions")]],
      returns: this.global("Promise", [this.name("Applied")]),
      body: this.body("increment", "key", "by"),
    });
  }

  get #if(): string {
    return this.free("If");
  }

  get #exists(): string {
    return this.free("Exists");
  }

  get #counter(): string {
    return this.free("Counter");
  }

  #conditionParameters(): readonly Doc[] {
    const exists = `${this.#exists} extends ${this.name("Flag")} = false`;
    if (!this.#isConditional) return [exists];
    return [columnsOr(this.#if, `keyof ${this.table.names.if}`, "never"), exists];
  }

  /** The columns of a condition. */
  get #columns(): string {
    return this.#isConditional ? this.#if : "never";
  }

  get #isConditional(): boolean {
    return hasRecord(this.table, "if");
  }
}
