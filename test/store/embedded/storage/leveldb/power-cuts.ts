/**
 * What a disk may hold after a power cut, at every point of recorded writes.
 *
 * A sync of a file keeps its bytes, and only a sync of the folder keeps names. Names that were not synced are kept up to
 * some change, in their order, as file systems with a journal do. Bytes that were not synced are kept, lost, or half lost.
 */
import type { Step } from "./record-writes.ts";

interface File {
  readonly id: number;
  bytes: Buffer;
  /** How many bytes are synced. */
  synced: number;
}

type Names = Map<string, File>;
type Change = (names: Names) => void;

export interface Cut {
  readonly place: string;
  /** Rows. */
  readonly acknowledged: number;
  readonly files: ReadonlyMap<string, Buffer>;
}

const parts = [0, 0.5, 1] as const;

/** Each state of the disk once. */
export function* cuts(steps: readonly Step[]): Generator<Cut> {
  const names: Names = new Map();
  let syncedNames: Names = new Map();
  let changes: Change[] = [];
  let acknowledged = 0;
  const seen = new Set<string>();
  const change = (work: Change): void => {
    work(names);
    changes.push(work);
  };
  for (const [index, step] of steps.entries()) {
    if (step[0] === "acknowledge") acknowledged = step[1];
    else if (step[0] === "sync" && step[1] === ".") [syncedNames, changes] = [new Map(names), []];
    else apply(step, index, names, change);
    // Until they are synced, the bytes of a write are cut off at the next other step too.
    if (step[0] === "write" && steps[index + 1]?.[0] === "write") continue;
    for (let kept = 0; kept <= changes.length; kept++) {
      const found = new Map(syncedNames);
      for (const work of changes.slice(0, kept)) work(found);
      for (const part of parts) {
        const files = [...found].map(([name, { id, bytes, synced }]) => ({
          name,
          id,
          bytes: bytes.subarray(0, synced + Math.floor((bytes.length - synced) * part)),
        }));
        // Files only grow.
        const state = JSON.stringify([acknowledged, files.map(({ name, id, bytes }) => [name, id, bytes.length])]);
        if (seen.has(state)) continue;
        seen.add(state);
        const place = `step ${index} (${step.slice(0, 2).join(" ")}), ${kept} of ${changes.length} names, ${part} of the bytes`;
        yield { place, acknowledged, files: new Map(files.map(({ name, bytes }) => [name, bytes])) };
      }
    }
  }
}

function apply(step: Step, index: number, names: Names, change: (work: Change) => void): void {
  const [kind, name, to] = step;
  if (kind === "create") {
    const file: File = { id: index, bytes: Buffer.alloc(0), synced: 0 };
    change((into) => into.set(name, file));
  } else if (kind === "rename") {
    change((into) => {
      const file = into.get(name);
      into.delete(name);
      if (file) into.set(to, file);
    });
  } else if (kind === "unlink") {
    change((into) => into.delete(name));
  } else if (kind !== "acknowledge") {
    const file = names.get(name);
    if (!file) throw new Error(`${name} is not open`);
    if (kind === "write") file.bytes = Buffer.concat([file.bytes, Buffer.from(to, "latin1")]);
    else file.synced = file.bytes.length;
  }
}
