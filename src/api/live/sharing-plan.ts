import {
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Prepared } from '#api/execution/prepare.ts';
import type { Varies } from '#platform/graphql/sharing.ts';

/** An event that has a personal field is not shared: whether it has one depends on its people, not on the document. */
const RANK: Record<Varies, number> = { no: 0, personal: 1, people: 1, viewer: 2 };

const moreVaried = (a: Varies, b: Varies): Varies => (RANK[a] >= RANK[b] ? a : b);

/** Between whom the results of a subscription's events differ: as its most varied field does. */
export function planSharing(schema: GraphQLSchema, { document, operation }: Prepared): Varies {
  let varies: Varies = 'no';
  const types = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(types, {
    Field(node) {
      const parent = types.getParentType();
      if (parent && parent !== schema.getSubscriptionType() && !node.name.value.startsWith('__')) {
        const ofField = variesOf(schema, parent, node.name.value);
        varies = moreVaried(varies, ofField);
        // Fields below it are never shared.
        if (ofField === 'personal') return false;
      }
      return undefined;
    },
  });
  for (const definition of document.definitions) {
    if (definition === operation || definition.kind === 'FragmentDefinition') visit(definition, visitor);
  }
  return varies;
}

/** A field of an interface varies as it does in the most varied of its types. */
function variesOf(schema: GraphQLSchema, parent: GraphQLNamedOutputType, name: string): Varies {
  const types = isAbstractType(parent)
    ? schema.getPossibleTypes(parent)
    : isObjectType(parent)
      ? [parent]
      : [];
  return types.map((type) => type.getFields()[name]?.extensions.varies ?? 'viewer').reduce(moreVaried, 'no');
}

/**
 * Requires `varies` of every field that a subscription reaches, as far as a shared execution can go.
 * @throws Error at startup that lists the fields without it
 */
export function requireVaries(schema: GraphQLSchema): void {
  const undeclared: string[] = [];
  const seen = new Set<GraphQLNamedOutputType>();

  function visitType(type: GraphQLNamedOutputType): void {
    if (seen.has(type)) return;
    seen.add(type);
    if (isAbstractType(type)) for (const possible of schema.getPossibleTypes(type)) visitType(possible);
    if (!isObjectType(type)) return;
    for (const field of Object.values(type.getFields())) {
      const { varies } = field.extensions;
      if (!varies) undeclared.push(`${type.name}.${field.name}`);
      if (varies !== 'viewer' && varies !== 'personal') visitType(getNamedType(field.type));
    }
  }

  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    visitType(getNamedType(field.type));
  }
  if (undeclared.length > 0) throw new Error(`Declare \`varies\` of ${undeclared.join(', ')}.`);
}
