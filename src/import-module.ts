/**
 * Imports a module by its URL.
 *
 * Node itself loads this file of the built command. The other files run code that V8 kept of an earlier run, in which `import()`
 * fails on Node 20.
 */

/** The file that messages of Node name as the one that imports. */
export const importer = import.meta.filename;

export async function importModule(url: string): Promise<Readonly<Record<string, unknown>>> {
  return (await import(url)) as Readonly<Record<string, unknown>>;
}
