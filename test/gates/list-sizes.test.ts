import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getNamedType, getNullableType, isCompositeType, isListType, isObjectType } from 'graphql';
import type { GraphQLField, GraphQLSchema } from 'graphql';
import { buildSchemas } from '#api/schema.ts';
import { listSizeOf } from '#platform/graphql/list-size.ts';
import { defaultLimits } from '#domains/modules.ts';

const schemas = buildSchemas(defaultLimits);

type List = { readonly name: string; readonly field: GraphQLField<unknown, unknown> };

/** Lists of objects that take no page and no ids. A list of scalars is read and charged as one scalar. */
function unpagedLists(schema: GraphQLSchema): List[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((type) => !type.name.startsWith('__') && !('pageInfo' in type.getFields()))
    .flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })),
    )
    .filter(({ field }) => isListType(getNullableType(field.type)))
    .filter(({ field }) => isCompositeType(getNamedType(field.type)))
    .filter(({ field }) => !field.args.some(({ name }) => name === 'ids'));
}

/** The numbers after "at most" together, otherwise the largest number of the description. */
function namedBound(description: string): number {
  const [, counted] = /at most (?:the first )?([^.;:]*)/i.exec(description) ?? [];
  const numbers = (counted ?? description).match(/\d+/g)?.map(Number) ?? [];
  return counted ? numbers.reduce((sum, number) => sum + number, 0) : Math.max(...numbers);
}

function plannedBound({ extensions }: List['field']): number | undefined {
  const size = listSizeOf(extensions, defaultLimits);
  return typeof size === 'object' ? size.values().reduce((sum, each) => sum + each, 0) : size;
}

test('the plan multiplies every list without pages by the bound that its description names', () => {
  for (const schema of Object.values(schemas)) {
    const lists = unpagedLists(schema);
    const planned = lists.map(({ name, field }) => [name, plannedBound(field)]);
    const named = lists.map(({ name, field }) => [name, namedBound(field.description ?? '')]);
    assert.deepEqual(planned, named);
  }
});

test('the lists of a post, a comment and a draft have their true bounds', () => {
  const planned = Object.fromEntries(
    unpagedLists(schemas.client).map(({ name, field }) => [name, plannedBound(field)]),
  );
  const expected = {
    'Post.entities': 130,
    'Post.media': 10,
    'Post.audience': 100,
    'Comment.entities': 130,
    'Comment.ancestors': 49,
    'Poll.options': 10,
    'User.pinnedPosts': 3,
    'Draft.audience': 100,
    'SavedPost.collections': 100,
  };
  assert.deepEqual({ ...planned, ...expected }, planned);
});
