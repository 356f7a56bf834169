import { useState } from "preact/hooks";
import { messageOf } from "./message-of.ts";

/** What a button starts: whether it is under way, and why it failed. */
interface Work {
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  readonly run: (work: () => Promise<void>) => Promise<void>;
}

export function useWork(): Work {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, run };
}
