import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { BASE_ENVIRONMENT, pidOf, stopChild } from './processes.ts';

/** A process of the benchmark that answers each order by one message, in turn. */
export type Helper<Order, Answer> = {
  readonly pid: number;
  /** @throws Error when the process ends instead */
  order(order: Order): Promise<Answer>;
  stop(): Promise<void>;
};

/** Starts a script, named from `bench/`, in a process of its own. */
export function startHelper<Order extends object, Answer>(
  script: string,
  given: readonly string[] = [],
): Helper<Order, Answer> {
  const child = fork(path.join(import.meta.dirname, '..', script), [...given], {
    env: BASE_ENVIRONMENT,
    serialization: 'advanced',
  });
  const failedExit = once(child, 'exit').then(() => {
    throw new Error(`${script} has ended.`);
  });
  failedExit.catch(() => {}); // Its exit at the end is expected.
  return {
    pid: pidOf(child),
    async order(order) {
      const answered = Promise.race([once(child, 'message'), failedExit]);
      child.send(order);
      // The script answers an order only with its result.
      const [answer] = (await answered) as [Answer];
      return answer;
    },
    stop: () => stopChild(child),
  };
}
