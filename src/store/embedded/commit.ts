/**
 * Group commit: many writes, one sync of the disk.
 *
 * Writes queue up; one loop takes all that wait, lets each see what the earlier ones wrote, stores everything as one batch
 * and answers only when the disk has it. A write that fails, fails alone; a batch that fails, fails all of its writes.
 */
import { Draft } from "./draft.ts";
import type { Level } from "./draft.ts";
import { unavailable } from "./level-error.ts";

interface Job {
  /** @returns what answers the caller once the group is on disk */
  readonly run: (draft: Draft) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
}

export class Commit {
  private readonly level: Level;
  private queue: Job[] = [];
  private writing = false;

  constructor(level: Level) {
    this.level = level;
  }

  /** Resolves with what the work returns, after all that it drafted is on disk. */
  write<Result>(work: (draft: Draft) => Result | Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const run = async (draft: Draft): Promise<() => void> => {
        const result = await work(draft);
        return () => resolve(result);
      };
      this.queue.push({ run, reject });
      if (!this.writing) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.writing = true;
    // One turn later, so that writes that come together go to disk together.
    await Promise.resolve();
    while (this.queue.length > 0) await this.commit(this.queue.splice(0));
    this.writing = false;
  }

  private async commit(jobs: readonly Job[]): Promise<void> {
    const group = new Draft(this.level);
    const done: { readonly job: Job; readonly answer: () => void }[] = [];
    for (const job of jobs) {
      const own = group.fork();
      try {
        const answer = await job.run(own);
        group.merge(own);
        done.push({ job, answer });
      } catch (error) {
        job.reject(error);
      }
    }
    try {
      const operations = group.operations();
      if (operations.length > 0) await this.level.batch(operations, { sync: true });
      for (const { answer } of done) answer();
    } catch (error) {
      // LevelDB takes no more writes after a failed sync: what it kept of this batch is known only after reopening.
      for (const { job } of done) job.reject(unavailable("the data could not be written", error));
    }
  }
}
