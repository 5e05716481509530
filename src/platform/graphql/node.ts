import type { ObjectRef } from '@pothos/core';
import type { AdminContext, RequestContext } from '#platform/request/context.ts';
import { badUserInput } from '#platform/kernel/errors.ts';
import { type IdType, parseGlobalId } from '#platform/kernel/ids.ts';
import { type Access, adminSignedIn, assertAccess } from './access.ts';
import { builder, type Types } from './builder.ts';

type Found<Shape> = Shape | null | Promise<Shape | null>;

/** Lookup of an object by its global id. `read` returns null when it is invisible to the caller. */
type NodeKind = {
  readonly typeName: string;
  readonly read: (ctx: RequestContext, uuid: string) => Found<object>;
};
type NodeKinds = Map<string, NodeKind>;

const nodeKinds: NodeKinds = new Map();
const adminNodeKinds: NodeKinds = new Map();

/** An object found by `readNode`, with its type's name, by which the interfaces resolve it. */
const typeNameOf = new WeakMap<object, string>();

const idField = (t: PothosSchemaTypes.InterfaceFieldBuilder<Types, object>) => ({
  id: t.id({
    description: 'The global id: a prefix for the type, then a time-ordered part (TypeID).',
    // Every implementing type has an `id` of its own; this one is only declared.
    resolve: () => {
      throw new TypeError('the id of a node is resolved by its type');
    },
  }),
});

export const NodeRef = builder.interfaceRef<object>('Node').implement({
  description: 'An object that `node` reads by its global id.',
  fields: idField,
  resolveType: (value) => typeNameOf.get(value),
});

/** Interface of the admin schema's types: an interface keeps all its types alive wherever it is reachable. */
export const AdminNodeRef = builder.interfaceRef<object>('AdminNode').implement({
  description: 'An object that `adminGetNode` reads by its global id.',
  fields: idField,
  resolveType: (value) => typeNameOf.get(value),
});

/** Makes objects of `ref` available by `node` and `nodes`, by ids with the prefix `idType`. */
export function nodeType<Shape extends object>(
  ref: ObjectRef<Types, Shape>,
  idType: IdType,
  read: (ctx: RequestContext, uuid: string) => Found<Shape>,
): void {
  nodeKinds.set(idType, { typeName: ref.name, read });
}

/** Makes objects of `ref` available by `adminGetNode`, for admins with the given access. */
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
    description: 'The object with this id. Null when it is absent or invisible to the caller.',
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
      if (ids.length > NODE_IDS_MAX) throw badUserInput(`Give at most ${NODE_IDS_MAX} ids.`);
      return Promise.all(ids.map((id) => readNode(nodeKinds, ctx, id)));
    },
  }),
);

builder.queryField('adminGetNode', (t) =>
  t.field({
    type: AdminNodeRef,
    nullable: true,
    description:
      "The object with this id. Null when it is absent. Needs the permission of the object's own queries.",
    access: 'admin',
    args: { id: t.arg.id({ required: true, description: 'A global id.' }) },
    resolve: (_root, { id }, ctx) => readNode(adminNodeKinds, ctx, id),
  }),
);

async function readNode(kinds: NodeKinds, ctx: RequestContext, id: string): Promise<object | null> {
  const parsed = parseGlobalId(id);
  if (!parsed) throw badUserInput(`"${id.slice(0, 64)}" is not an id.`);
  return readOfKind(kinds.get(parsed.type), ctx, parsed.uuid);
}

/** The object with an id, as `node` gives it to the caller, for fields of the type `NodeRef`. */
export const findNode = (ctx: RequestContext, type: IdType, uuid: string): Promise<object | null> =>
  readOfKind(nodeKinds.get(type), ctx, uuid);

async function readOfKind(
  kind: NodeKind | undefined,
  ctx: RequestContext,
  uuid: string,
): Promise<object | null> {
  const value = kind ? await kind.read(ctx, uuid) : null;
  if (kind && value) typeNameOf.set(value, kind.typeName);
  return value;
}
