import type { ObjectRef } from '@pothos/core';
import type { AdminContext, RequestContext } from '../context.ts';
import { badUserInput } from '../errors.ts';
import { type IdType, parseGlobalId } from '../ids.ts';
import { type Access, adminSignedIn, assertAccess } from './access.ts';
import { builder, type Types } from './builder.ts';

type Found<Shape> = Shape | null | Promise<Shape | null>;

/** How an object is found by its global id. `read` gives null for what the caller may not see. */
type NodeKind = {
  readonly typeName: string;
  readonly read: (ctx: RequestContext, uuid: string) => Found<object>;
};
type NodeKinds = Map<string, NodeKind>;

const nodeKinds: NodeKinds = new Map();
const adminNodeKinds: NodeKinds = new Map();

/** What `readNode` found, with its type's name, so that the interfaces resolve it without asking anybody. */
const typeNameOf = new WeakMap<object, string>();

const idField = (t: PothosSchemaTypes.InterfaceFieldBuilder<Types, object>) => ({
  id: t.id({
    description: 'The global id: a prefix for the type, then a time-ordered part (TypeID).',
    // Every implementing type has an `id` of its own; this one only declares it.
    resolve: () => {
      throw new TypeError('the id of a node is resolved by its type');
    },
  }),
});

export const NodeRef = builder.interfaceRef<object>('Node').implement({
  description: 'An object with a global id, which `node` finds again.',
  fields: idField,
  resolveType: (value) => typeNameOf.get(value),
});

/** Types of the admin schema implement this one: an interface keeps all its types alive wherever it is reachable. */
export const AdminNodeRef = builder.interfaceRef<object>('AdminNode').implement({
  description: 'An object with a global id, which `adminGetNode` finds again.',
  fields: idField,
  resolveType: (value) => typeNameOf.get(value),
});

/** Lets `node` and `nodes` find the objects of `ref` by ids with the prefix `idType`. */
export function nodeType<Shape extends object>(
  ref: ObjectRef<Types, Shape>,
  idType: IdType,
  read: (ctx: RequestContext, uuid: string) => Found<Shape>,
): void {
  nodeKinds.set(idType, { typeName: ref.name, read });
}

/** Lets `adminGetNode` find the objects of `ref`, for admins whom `access` admits. */
export function adminNodeType<Shape extends object>(
  ref: ObjectRef<Types, Shape>,
  idType: IdType,
  access: Access,
  read: (ctx: AdminContext, uuid: string) => Found<Shape>,
): void {
  adminNodeKinds.set(idType, {
    typeName: ref.name,
    read: (ctx, uuid) => {
      assertAccess(access, ctx);
      return read(adminSignedIn(ctx), uuid);
    },
  });
}

builder.queryField('node', (t) =>
  t.field({
    type: NodeRef,
    nullable: true,
    description: 'The object with this id; null when it does not exist or the caller may not see it.',
    access: 'anyone',
    args: { id: t.arg.id({ required: true, description: 'A global id.' }) },
    resolve: (_root, { id }, ctx) => readNode(nodeKinds, ctx, id),
  }),
);

const NODE_IDS_MAX = 100;

builder.queryField('nodes', (t) =>
  t.field({
    type: [NodeRef],
    nullable: { list: false, items: true },
    description: `The objects with these ids, in their order, with null in each place where \`node\` gives null. At most ${NODE_IDS_MAX} ids.`,
    access: 'anyone',
    args: { ids: t.arg.idList({ required: true, description: 'Global ids.' }) },
    resolve: (_root, { ids }, ctx) => {
      if (ids.length > NODE_IDS_MAX) throw badUserInput(`At most ${NODE_IDS_MAX} ids.`);
      return Promise.all(ids.map((id) => readNode(nodeKinds, ctx, id)));
    },
  }),
);

builder.queryField('adminGetNode', (t) =>
  t.field({
    type: AdminNodeRef,
    nullable: true,
    description:
      "The object with this id; null when it does not exist. Needs the permission of the object's own queries.",
    access: 'admin',
    args: { id: t.arg.id({ required: true, description: 'A global id.' }) },
    resolve: (_root, { id }, ctx) => readNode(adminNodeKinds, ctx, id),
  }),
);

async function readNode(kinds: NodeKinds, ctx: RequestContext, id: string): Promise<object | null> {
  const parsed = parseGlobalId(id);
  if (!parsed) throw badUserInput(`"${id.slice(0, 64)}" is not an id.`);
  const kind = kinds.get(parsed.type);
  const value = kind ? await kind.read(ctx, parsed.uuid) : null;
  if (kind && value) typeNameOf.set(value, kind.typeName);
  return value;
}
