import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { currentScope, runInScope } from '#platform/kernel/operation-scope.ts';
import { defineGatheredWrite } from './gathered-write.ts';
import type { Services } from './services.ts';

type Statement = { readonly items: readonly string[] } & PromiseWithResolvers<ReadonlySet<string>>;

/** A gathered write of four items at most, whose statements end when the test ends them. */
function gatheredWrite() {
  const statements: Statement[] = [];
  const store = defineGatheredWrite<string>({
    itemsMax: 4,
    execute(_services, items) {
      assert.equal(currentScope(), undefined);
      const statement = { ...Promise.withResolvers<ReadonlySet<string>>(), items };
      statements.push(statement);
      return statement.promise;
    },
  });
  const services = {
    write: () => Promise.reject(new Error('The test executes nothing.')),
    clock: { now: () => new Date() },
  } satisfies Pick<Services, 'write' | 'clock'>;
  /** @returns the number of changes of the operation and of its statements */
  const operation = (signal: AbortSignal, ...items: string[]) =>
    runInScope({ signal }, async (scope) => {
      await store(services, items);
      return [scope.changes, scope.statements];
    });
  return { statements, operation, itemsOf: () => statements.map(({ items }) => items) };
}

const { signal: endless } = new AbortController();

test('callers share a statement when they come together beside another one, or while two are under way', async () => {
  const { statements, operation, itemsOf } = gatheredWrite();
  const end = async (index: number): Promise<void> => {
    const statement = statements[index]!; // The test has seen it begin.
    statement.resolve(new Set(statement.items));
    await turn();
    await turn();
  };
  const operations = [operation(endless, 'a')];
  assert.deepEqual(itemsOf(), [['a']]);
  operations.push(operation(endless, 'b'), operation(endless, 'c', 'd'));
  await turn();
  assert.deepEqual(itemsOf().slice(1), [['b', 'c', 'd']]);
  operations.push(...['e', 'f', 'g'].map((item) => operation(endless, item)));
  operations.push(operation(endless, 'h', 'i', 'j', 'k', 'l'));
  await turn();
  assert.equal(statements.length, 2);
  await end(1);
  // With the next caller there would be more than four.
  assert.deepEqual(itemsOf().slice(2), [['e', 'f', 'g']]);
  await end(0);
  assert.deepEqual(itemsOf().slice(3), [['h', 'i', 'j', 'k', 'l']]);
  await end(2);
  await end(3);
  assert.deepEqual(await Promise.all(operations), [
    [1, 1],
    [1, 1],
    [2, 1],
    [1, 1],
    [1, 1],
    [1, 1],
    [5, 1],
  ]);
  operations.push(operation(endless, 'm'));
  assert.deepEqual(itemsOf().slice(4), [['m']]);
  await end(4);
});

/** A gathered write with a statement under way, beside which others gather. */
function besideAnother() {
  const given = gatheredWrite();
  const first = given.operation(endless, 'first');
  return {
    ...given,
    /** The only statement beside the first. */
    async gathered(): Promise<Statement> {
      await turn();
      assert.equal(given.statements.length, 2);
      return given.statements[1]!; // By the line above.
    },
    async endFirst(): Promise<void> {
      given.statements[0]!.resolve(new Set(['first'])); // The first statement began at once.
      assert.deepEqual(await first, [1, 1]);
    },
  };
}

test('each operation counts the changes of its own items', async () => {
  const { operation, gathered, endFirst } = besideAnother();
  const operations = [operation(endless, 'a', 'b'), operation(endless, 'c')];
  (await gathered()).resolve(new Set(['b']));
  assert.deepEqual(await Promise.all(operations), [
    [1, 1],
    [0, 1],
  ]);
  await endFirst();
});

test('an error is that of all callers of the statement, and of nobody else', async () => {
  const { operation, gathered, endFirst } = besideAnother();
  const failing = Promise.allSettled([operation(endless, 'a'), operation(endless, 'b')]);
  const error = new Error('away');
  (await gathered()).reject(error);
  assert.deepEqual(await failing, [
    { status: 'rejected', reason: error },
    { status: 'rejected', reason: error },
  ]);
  await endFirst();
});

test('an operation that has ended brings nothing, and one that ends does not take its statement from others', async () => {
  const { operation, gathered, endFirst } = besideAnother();
  const reason = new Error('ended');
  await assert.rejects(operation(AbortSignal.abort(reason), 'a'), reason);
  const ending = new AbortController();
  const operations = [operation(ending.signal, 'b'), operation(endless, 'c')];
  const statement = await gathered();
  ending.abort(reason);
  assert.deepEqual(statement.items, ['b', 'c']);
  statement.resolve(new Set(statement.items));
  assert.deepEqual(await Promise.all(operations), [
    [1, 1],
    [1, 1],
  ]);
  await endFirst();
});
