import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isObjectType } from 'graphql';
import { buildSchemas, printSorted } from '#api/schema.ts';
import { defaultLimits, limitDefinitions } from '#domains/modules.ts';
import { testWorld } from '#test/support/world.ts';

const schemas = buildSchemas(defaultLimits);

test('descriptions of the schema contain the values of limits, not their names', () => {
  for (const schema of Object.values(schemas)) {
    assert.deepEqual(printSorted(schema).match(/\{\w+\}/g), null);
  }
});

test('`apiLimits` returns every limit with the value in force, and no other', async (t) => {
  const type = schemas.client.getType('ApiLimits');
  assert.ok(isObjectType(type));
  const names = Object.keys(type.getFields()).toSorted();
  assert.deepEqual(names, Object.keys(limitDefinitions).toSorted());
  const world = await testWorld(t, { env: { LIMIT_POST_MEDIA: '3', LIMIT_PAGE_SIZE_MAX: '70' } });
  const { apiLimits } = await world.anonymous().do(`{ apiLimits { ${names.join(' ')} } }`);
  assert.deepEqual(apiLimits, { ...defaultLimits, postMedia: 3, pageSizeMax: 70 });
});
