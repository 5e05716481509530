import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isObjectType } from 'graphql';
import { buildSchemas, printSorted } from '#api/schema.ts';
import { defaultLimits, limitDefinitions } from '#domains/modules.ts';
import { testWorld } from '#test/support/world.ts';

const schemas = buildSchemas(defaultLimits);

function fieldsOf(endpoint: 'client' | 'admin', name: string): object {
  const type = schemas[endpoint].getType(name);
  assert.ok(isObjectType(type), name);
  return type.getFields();
}

test('descriptions of the schema contain the values of limits, not their names', () => {
  for (const schema of Object.values(schemas)) {
    assert.deepEqual(printSorted(schema).match(/\{\w+\}/g), null);
  }
});

test('`apiLimits` returns every limit with the value in force, and no other', async (t) => {
  const areas = Object.keys(fieldsOf('client', 'ApiLimits'));
  const namesIn = (area: string): string[] =>
    Object.keys(fieldsOf('client', `${area[0]?.toUpperCase()}${area.slice(1).replace(/s$/, '')}Limits`));
  const ofAdmins = Object.keys(fieldsOf('admin', 'AdminLimits'));
  assert.deepEqual(
    [...areas.flatMap(namesIn), ...ofAdmins].toSorted(),
    Object.keys(limitDefinitions).toSorted(),
  );
  const world = await testWorld(t, {
    env: { LIMIT_POST_MEDIA: '3', LIMIT_PAGE_SIZE_MAX: '70', LIMIT_COIN_PACKAGES: '7' },
  });
  const selected = areas.map((area) => `${area} { ${namesIn(area).join(' ')} }`).join(' ');
  const { apiLimits } = await world.anonymous().do(`{ apiLimits { ${selected} } }`);
  const { adminGetLimits } = await (
    await world.admin({ role: 'ANALYST' })
  ).do(`{ adminGetLimits { ${ofAdmins.join(' ')} } }`);
  assert.deepEqual(Object.assign({}, ...Object.values<object>(apiLimits), adminGetLimits), {
    ...defaultLimits,
    postMedia: 3,
    pageSizeMax: 70,
    coinPackages: 7,
  });
});
