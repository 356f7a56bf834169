/** Enough to keep a disk busy, few enough never to run out of file handles. */
const atOnce = 32;

/** Does the work for every item, some at once, and gives the results in order. After a failure nothing new is begun. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<number, Result>();
  const queue = items.entries();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (failed) return;
      try {
        results.set(index, await work(item));
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  // Settled, not all: a caller that hears of the failure may rely on nothing being written any more.
  const workers = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  const failure = workers.find((outcome) => outcome.status === "rejected");
  if (failure) throw failure.reason;
  return items.map((_, index) => results.get(index) as Result);
}
