import type { TestContext } from 'node:test';
import type { World } from './world.ts';

/** Counts from now on the statements with a text that a world executes outside of transactions. */
export function countExecuted(
  t: Pick<TestContext, 'after'>,
  { app }: World,
  text: string,
): { readonly count: number } {
  const counted = { count: 0 };
  const executor = app.services.db.getExecutor();
  const { executeQuery } = executor;
  Object.assign(executor, {
    executeQuery: (...given: Parameters<typeof executeQuery>) => {
      if (given[0].sql.includes(text)) counted.count += 1;
      return Reflect.apply(executeQuery, executor, given);
    },
  });
  t.after(() => Object.assign(executor, { executeQuery }));
  return counted;
}
