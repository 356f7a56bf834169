/** Keeps one object of each type, in all keyspaces and over all changes of their definitions. */
import type { ApiType } from "./api-type.ts";

/** By what they are; held as long as anything uses them. */
const interned = new Map<string, WeakRef<ApiType>>();
const unused = new FinalizationRegistry<string>((key) => {
  if (!interned.get(key)?.deref()) interned.delete(key);
});

/** @param key equal for types that are equal */
export function intern<Made extends ApiType>(key: string, make: () => Made): Made {
  const known = interned.get(key)?.deref();
  if (known) return known as Made;
  const made = make();
  interned.set(key, new WeakRef<ApiType>(made));
  unused.register(made, key);
  return made;
}
