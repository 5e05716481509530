import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import {
  type ASTNode,
  buildSchema,
  type EnumTypeDefinitionNode,
  getNamedType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  parse,
  type StringValueNode,
  visit,
} from 'graphql';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LENGTH_MAX = 300;
/** Words that count on the order in which values are declared: the schema sorts them by name. */
const BY_ORDER =
  /\b(?:first|last|next|other) (?:two|three|four|five|six|seven|eight|nine|ten)\b|\b(?:first|last) of (?:these|them)\b|\bthe (?:others|rest|former|latter)\b/i;
/** Interfaces whose members have nothing to do with each other but their id. */
const NODES: ReadonlySet<string> = new Set(['Node', 'AdminNode']);

for (const file of ['schema/client.graphql', 'schema/admin.graphql']) {
  const sdl = readFileSync(path.join(ROOT, file), 'utf8');

  test(`no description of ${file} is longer than ${LENGTH_MAX} characters`, () => {
    const long = describedIn(sdl)
      .filter(([, { length }]) => length > LENGTH_MAX)
      .map(([name, { length }]) => `${name}: ${length}`);
    assert.deepEqual(long, []);
  });

  test(`no description of an enum of ${file} counts on the order of its values`, () => {
    assert.deepEqual(countingOnOrder(sdl), []);
  });

  test(`fields of one name have one type in all members of a union or an interface of ${file}`, () => {
    assert.deepEqual(conflictsOf(buildSchema(sdl)), []);
  });
}

test('a long description, one that counts on order and two types of one field are found', () => {
  const sdl = `type Query { contents(kind: Kind): [Content!] node: Node }
  interface Content { kind: Kind! } interface Node { id: ID! } interface Unreturned { facts: Place! }
  type Place implements Content & Node { id: ID! kind: Kind! latitude: Float! }
  type LivePlace implements Content & Node & Unreturned { id: ID! kind: Kind! latitude: Float facts: Place! endsAt: String! }
  type Ended implements Node { id: ID! endsAt: String }
  "State. The first two are open." enum Kind { "At first, the last 24 hours or the other user." A "The others." B "${'x'.repeat(301)}" C }`;
  assert.deepEqual(
    describedIn(sdl)
      .filter(([, { length }]) => length > LENGTH_MAX)
      .map(([name]) => name),
    ['Kind.C'],
  );
  assert.deepEqual(countingOnOrder(sdl), ['Kind: State. The first two are open.', 'Kind: The others.']);
  assert.deepEqual(conflictsOf(buildSchema(sdl)), ['Content.latitude: Float! of Place, Float of LivePlace']);
});

/** Every description with the name of what it describes; that of the schema itself is an introduction to all of it. */
function describedIn(sdl: string): (readonly [name: string, description: string])[] {
  const found: (readonly [string, string])[] = [];
  const above: string[] = [];
  visit(parse(sdl, { noLocation: true }), {
    enter: (node) => {
      const name = 'name' in node && node.name ? node.name.value : '';
      above.push(name);
      const description = node.kind === 'SchemaDefinition' ? undefined : descriptionOf(node);
      if (description) found.push([above.filter(Boolean).join('.'), description.value]);
    },
    leave: () => void above.pop(),
  });
  return found;
}

const descriptionOf = (node: ASTNode): StringValueNode | undefined =>
  'description' in node ? node.description : undefined;

function countingOnOrder(sdl: string): string[] {
  const enums = parse(sdl).definitions.filter(
    (definition): definition is EnumTypeDefinitionNode => definition.kind === 'EnumTypeDefinition',
  );
  return enums.flatMap((definition) =>
    [definition, ...(definition.values ?? [])]
      .map(({ description }) => description?.value ?? '')
      .filter((description) => BY_ORDER.test(description))
      .map((description) => `${definition.name.value}: ${description}`),
  );
}

/** Fields that no document can select in two members without an alias. */
function conflictsOf(schema: GraphQLSchema): string[] {
  return returnedAbstracts(schema).flatMap((abstract) => {
    const ownersByType = new Map<string, Map<string, string[]>>();
    for (const member of schema.getPossibleTypes(abstract)) {
      for (const { name, type } of Object.values(member.getFields())) {
        const types = ownersByType.get(name) ?? new Map<string, string[]>();
        types.set(String(type), [...(types.get(String(type)) ?? []), member.name]);
        ownersByType.set(name, types);
      }
    }
    return [...ownersByType]
      .filter(([, types]) => types.size > 1)
      .map(([name, types]) => {
        const each = [...types].map(([type, owners]) => `${type} of ${owners.join(' and ')}`);
        return `${abstract.name}.${name}: ${each.join(', ')}`;
      });
  });
}

/** Unions, and interfaces that a field returns. */
function returnedAbstracts(schema: GraphQLSchema) {
  const types = Object.values(schema.getTypeMap());
  const returned = new Set<GraphQLNamedType>(
    types
      .filter((type) => isObjectType(type) || isInterfaceType(type))
      .flatMap((type) => Object.values(type.getFields()).map((field) => getNamedType(field.type))),
  );
  return types
    .filter(isAbstractType)
    .filter((type) => isUnionType(type) || (returned.has(type) && !NODES.has(type.name)));
}
