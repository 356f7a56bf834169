/** The generated modules of one output folder, as text. */
export interface Bindings {
  /** The output folder, absolute. */
  readonly folder: string;
  /** By the module's path, relative to the folder. */
  readonly modules: ReadonlyMap<string, string>;
}

/** The bindings of an output before and after a rename: the same modules, which differ in names alone. */
export interface RenamedBindings {
  readonly before: Bindings;
  readonly after: Bindings;
}

/** As the compiler writes it, with `/` on every system. */
export function modulePath({ folder }: Bindings, path: string): string {
  return `${folder}/${path}`.replaceAll("\\", "/");
}
