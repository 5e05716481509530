import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#platform/kernel/logger.ts';
import type { Config } from '../config/config.ts';

/** The steps of a start, one line each: on standard output for people, in the log in production. */
export type Steps = {
  say(step: string): void;
  /** Says a step that takes longer; in a terminal its line shows how far it is. @returns its result */
  follow<Result>(step: Progress, work: Promise<Result>): Promise<Result>;
};

export type Progress = {
  /** The line before and after the number. */
  readonly text: (done: string) => string;
  readonly total: number;
  readonly countDone: () => Promise<number>;
};

const UPDATE_MS = 250;
const LINE_START = '\r\u001b[2K';

export function createSteps({ isProduction }: Config, log: Logger): Steps {
  const say = (step: string): void => {
    if (isProduction) log.info(step);
    else process.stdout.write(`${step}\n`);
  };
  return {
    say,
    async follow({ text, total, countDone }, work) {
      if (isProduction || !process.stdout.isTTY) {
        say(text(`${total}`));
        return work;
      }
      const settled = new AbortController();
      const end = (): void => settled.abort();
      work.then(end, end);
      while (!settled.signal.aborted) {
        process.stdout.write(`${LINE_START}${text(`${Math.min(await countDone(), total)} of ${total}`)}`);
        await sleep(UPDATE_MS, undefined, { signal: settled.signal }).catch(() => undefined);
      }
      const result = await work;
      process.stdout.write(`${LINE_START}${text(`${total}`)}\n`);
      return result;
    },
  };
}
