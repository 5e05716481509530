import { countStatement, currentScope, outsideOfScope } from '#platform/kernel/operation-scope.ts';
import type { Services } from './services.ts';
import type { Writer } from './transaction.ts';

/** Statements of one gathered write that are under way in a process; what callers bring meanwhile gathers for the next one. */
const STATEMENTS_MAX = 2;

type WriteServices = Pick<Services, 'write' | 'clock'>;

type GatheredWriteOptions<Item> = {
  /** Maximum number of items of a statement, unless a single caller brings more. */
  readonly itemsMax: number;
  /** Writes the items of several callers by one statement. @returns those that have changed rows */
  readonly execute: (services: WriteServices, items: readonly Item[]) => Promise<ReadonlySet<Item>>;
};

/**
 * Defines a write whose callers of about the same time share a statement, because starting and committing one costs more than
 * its rows. An error is that of all callers of the statement, and a lock keeps all of them waiting: only for rows that nobody else
 * locks, and for items that are checked before.
 * @returns a function that settles when the items are committed
 */
export function defineGatheredWrite<Item>(
  options: GatheredWriteOptions<Item>,
): (services: WriteServices, items: readonly Item[]) => Promise<void> {
  const gathering = new WeakMap<Writer, Gathering<Item>>();
  return async ({ write, clock }, items) => {
    const scope = currentScope();
    countStatement(scope);
    let shared = gathering.get(write);
    if (!shared) gathering.set(write, (shared = createGathering(options, { write, clock })));
    const changed = await shared(items);
    if (scope) scope.changes += items.filter((item) => changed.has(item)).length;
  };
}

/** @returns the changed items of all callers of the statement */
type Gathering<Item> = (items: readonly Item[]) => Promise<ReadonlySet<Item>>;

type Waiting<Item> = PromiseWithResolvers<ReadonlySet<Item>> & { readonly items: readonly Item[] };

function createGathering<Item>(
  { itemsMax, execute }: GatheredWriteOptions<Item>,
  services: WriteServices,
): Gathering<Item> {
  let waiting: Waiting<Item>[] = [];
  let underWay = 0;
  let isNextDue = false;

  /** The first statement begins at once, the next one when all requests that have arrived together are read. */
  function request(): void {
    if (isNextDue || underWay === STATEMENTS_MAX || waiting.length === 0) return;
    if (underWay === 0) return void run(takeBatch());
    isNextDue = true;
    setImmediate(() => {
      isNextDue = false;
      void run(takeBatch());
    });
  }

  function takeBatch(): Waiting<Item>[] {
    let count = 0;
    const end = waiting.findIndex(({ items }, index) => {
      count += items.length;
      return index > 0 && count > itemsMax;
    });
    const batch = end === -1 ? waiting : waiting.slice(0, end);
    waiting = waiting.slice(batch.length);
    return batch;
  }

  async function run(batch: readonly Waiting<Item>[]): Promise<void> {
    underWay += 1;
    request();
    try {
      const changed = await execute(
        services,
        batch.flatMap(({ items }) => items),
      );
      for (const { resolve } of batch) resolve(changed);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay -= 1;
      request();
    }
  }

  return (items) => {
    const caller = { ...Promise.withResolvers<ReadonlySet<Item>>(), items };
    waiting.push(caller);
    // The abort of one operation must not cancel the statement of others.
    outsideOfScope(request);
    return caller.promise;
  };
}
