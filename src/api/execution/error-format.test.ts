import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { GraphQLError, Kind, type NameNode } from 'graphql';
import { toRequestErrors } from './error-format.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('a cached refusal does not keep its document alive', async () => {
  const { kept, node } = refuseDocument();
  await setImmediate();
  collectGarbage();
  assert.equal(node.deref(), undefined);
  assert.deepEqual(
    kept.map(({ message }) => message),
    ['This is wrong.'],
  );
});

function refuseDocument(): { kept: readonly GraphQLError[]; node: WeakRef<NameNode> } {
  const node: NameNode = { kind: Kind.NAME, value: 'x' };
  const found = [new GraphQLError('This is wrong.', { nodes: [node] })];
  const kept = toRequestErrors('GRAPHQL_VALIDATION_FAILED', found, { withSuggestions: false });
  return { kept, node: new WeakRef(node) };
}
