/** What a module takes from the runtime, noted down as it is used. */
export interface Imports {
  readonly types: Set<string>;
  readonly values: Set<string>;
}
