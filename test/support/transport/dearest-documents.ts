import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
} from 'graphql';
import type { GraphQLField, GraphQLNamedType, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { planCost } from '#api/execution/cost.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { listSizeOf } from '#platform/graphql/list-size.ts';

/** A chain of fields, each below the one before, and the objects that it gives when every list is full. */
type Chain = {
  readonly type: GraphQLNamedType;
  readonly fields: readonly string[];
  readonly items: number;
  readonly objects: number;
};

export type Root = { readonly field: string; readonly type: string; readonly items: number };

export type DearDocument = { readonly source: string; readonly objects: number; readonly cost: number };

/** Chains of one length that are continued. */
const WIDTH = 200;

/**
 * Searches the schema for the documents that give most objects among those that the plan admits: chains of fields, the best
 * of each length continued, and each repeated under other names as often as its points allow.
 */
export function dearestDocuments(
  schema: GraphQLSchema,
  limits: Limits,
  roots: readonly Root[],
  count: number,
): DearDocument[] {
  const found = new Map<string, DearDocument>();
  let chains = roots.map(({ field, type, items }): Chain => {
    const named = schema.getType(type);
    if (!named) throw new Error(`There is no type ${type}.`);
    return { type: named, fields: [field], items, objects: items };
  });
  while (chains.length > 0) {
    const admitted: Chain[] = [];
    for (const chain of chains) {
      const dear = repeated(chain, schema, limits);
      if (!dear) continue;
      found.set(dear.source, dear);
      admitted.push(chain);
    }
    const best = admitted.toSorted((a, b) => b.objects - a.objects).slice(0, WIDTH);
    chains = best
      .filter(({ fields }) => fields.length < limits.queryDepth - 1)
      .flatMap((chain) => continued(chain, schema, limits));
  }
  return [...found.values()].toSorted((a, b) => b.objects - a.objects).slice(0, count);
}

function continued(chain: Chain, schema: GraphQLSchema, limits: Limits): Chain[] {
  const { type } = chain;
  const types = isInterfaceType(type) ? schema.getPossibleTypes(type) : [type];
  return types.filter(isObjectType).flatMap((possible) =>
    Object.values(possible.getFields())
      .filter((field) => isCompositeType(getNamedType(field.type)))
      .filter(({ args }) => !args.some((argument) => isNonNullType(argument.type)))
      .filter(({ name }) => name !== 'pageInfo' && name !== 'edges')
      .map((field): Chain => {
        const own = field.name + (takesPage(field) ? '(first: 100)' : '');
        const text = possible === type ? own : `... on ${possible.name} { ${own}`;
        const items = chain.items * itemsOf(field, 'pageInfo' in possible.getFields(), limits);
        return {
          type: getNamedType(field.type),
          fields: [...chain.fields, text],
          items: takesPage(field) ? items * 100 : items,
          objects: chain.objects + items,
        };
      }),
  );
}

const takesPage = (field: GraphQLField<unknown, unknown>): boolean =>
  field.args.some(({ name }) => name === 'first');

function itemsOf(field: GraphQLField<unknown, unknown>, isPage: boolean, limits: Limits): number {
  if (isPage || !isListType(getNullableType(field.type))) return 1;
  const size = listSizeOf(field.extensions, limits) ?? 1;
  return typeof size === 'number' ? size : size.values().reduce((sum, each) => sum + each, 0);
}

/** @returns null when the plan refuses the chain */
function repeated(chain: Chain, schema: GraphQLSchema, limits: Limits): DearDocument | null {
  const [root = '', ...rest] = chain.fields;
  const below = rest.map((field) => `{ ${field} `).join('');
  const braces = (below.match(/\{/g) ?? []).length;
  const selection = `${root} ${below} { __typename } ${'}'.repeat(braces)}`;
  const cost = costOf(`{ ${selection} }`, schema, limits);
  const times = Math.min(limits.queryRootFields, Math.floor(limits.operationCost / cost));
  if (times < 1) return null;
  const aliases = Array.from({ length: times }, (_, index) => `a${index}: ${selection}`);
  return {
    source: `{ ${aliases.join(' ')} }`,
    objects: chain.objects * times,
    cost: cost * times,
  };
}

function costOf(source: string, schema: GraphQLSchema, limits: Limits): number {
  const { definitions } = parse(source);
  const operation = definitions.find(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );
  if (!operation) throw new Error('The document has no operation.');
  return Math.max(1, planCost(schema, operation, new Map(), limits).costOf({}));
}
