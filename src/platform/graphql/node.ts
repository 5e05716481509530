import type { ObjectRef } from '@pothos/core';
import type { RequestContext } from '../context.ts';
import { badUserInput } from '../errors.ts';
import { type IdType, parseGlobalId } from '../ids.ts';
import { builder, type Types } from './builder.ts';

/** How an object is found by its global id. `read` gives null for what the caller may not see. */
type NodeKind = {
  readonly typeName: string;
  readonly read: (ctx: RequestContext, uuid: string) => Promise<object | null>;
};

const nodeKinds = new Map<string, NodeKind>();

/** What `node` resolves to; the brand tells the interface which type it is. */
const typeNameOf = new WeakMap<object, string>();

/** Every object of the client schema that `node` can find. Types of the admin schema implement `AdminNode`. */
export const NodeRef = builder.interfaceRef<object>('Node').implement({
  description: 'An object with a global id, which `node` finds again.',
  fields: (t) => ({
    id: t.id({
      description: 'The global id: a prefix for the type, then a time-ordered part (TypeID).',
      // Every implementing type has an `id` field of its own; this one only declares it.
      resolve: () => {
        throw new TypeError('Node.id is resolved by the implementing type');
      },
    }),
  }),
  resolveType: (value) => typeNameOf.get(value),
});

/** Lets `node` and `nodes` find the objects of `ref` by ids with the prefix `idType`. */
export function nodeType<Shape extends object>(
  ref: ObjectRef<Types, Shape>,
  idType: IdType,
  read: (ctx: RequestContext, uuid: string) => Promise<Shape | null>,
): void {
  nodeKinds.set(idType, { typeName: ref.name, read });
}

builder.queryField('node', (t) =>
  t.field({
    type: NodeRef,
    nullable: true,
    description: 'The object with this id; null when it does not exist or the caller may not see it.',
    access: 'anyone',
    args: { id: t.arg.id({ required: true, description: 'A global id.' }) },
    resolve: (_root, { id }, ctx) => readNode(ctx, id),
  }),
);

const NODE_IDS_MAX = 100;

builder.queryField('nodes', (t) =>
  t.field({
    type: [NodeRef],
    nullable: { list: false, items: true },
    description: `The objects with these ids, in their order, null in the place of each that \`node\` gives null for. At most ${NODE_IDS_MAX} ids.`,
    access: 'anyone',
    args: { ids: t.arg.idList({ required: true, description: 'Global ids.' }) },
    resolve: (_root, { ids }, ctx) => {
      if (ids.length > NODE_IDS_MAX) throw badUserInput(`At most ${NODE_IDS_MAX} ids.`);
      return Promise.all(ids.map((id) => readNode(ctx, id)));
    },
  }),
);

async function readNode(ctx: RequestContext, id: string): Promise<object | null> {
  const parsed = parseGlobalId(id);
  if (!parsed) throw badUserInput(`"${id.slice(0, 64)}" is not an id.`);
  const kind = nodeKinds.get(parsed.type);
  const value = kind ? await kind.read(ctx, parsed.uuid) : null;
  if (kind && value) typeNameOf.set(value, kind.typeName);
  return value;
}
