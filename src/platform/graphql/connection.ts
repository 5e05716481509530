import type { ArgBuilder, FieldMap, ObjectRef, ShapeFromTypeParam, TypeParam } from '@pothos/core';
import { encodeCursor, type Page } from '../db/keyset.ts';
import { builder, type Types } from './builder.ts';

type Edge<Node> = { readonly page: Page<Node>; readonly node: Node };
type EdgeBuilder<Node> = PothosSchemaTypes.ObjectFieldBuilder<Types, Edge<Node>>;

const PageInfoRef = builder.objectRef<Page<never>>('PageInfo').implement({
  description: 'Where a page lies in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether `after: endCursor` gives more.' }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      description: 'Whether there is something before this page. Exact when paging backward.',
    }),
    startCursor: t.string({
      nullable: true,
      description: 'The cursor of the first edge; null when the page is empty.',
      resolve: (page) => cursorAt(page, 0),
    }),
    endCursor: t.string({
      nullable: true,
      description:
        'Where to go on: the cursor of the last edge, or beyond it where a page ends before it is full. Null when the page is empty and nothing follows.',
      resolve: (page) =>
        page.endKey ? encodeCursor(page.list, page.endKey) : cursorAt(page, page.nodes.length - 1),
    }),
  }),
});

/** The Relay connection `<name>Connection` with its edge type, over pages of the type `node`. */
export function connectionOf<
  Type extends TypeParam<Types>,
  Node extends ShapeFromTypeParam<Types, Type, false>,
>(
  name: string,
  node: Type,
  options: { description: string; edgeFields?: (t: EdgeBuilder<Node>) => FieldMap },
): ObjectRef<Types, Page<Node>> {
  const edge = builder.objectRef<Edge<Node>>(`${name}Edge`).implement({
    description: `One item of a \`${name}Connection\`.`,
    fields: (t) => ({
      cursor: t.string({
        description: 'The place of the item, for `after` or `before`. Stays valid when the item is gone.',
        resolve: (edge) => encodeCursor(edge.page.list, edge.page.keyOf(edge.node)),
      }),
      // Node is the shape of Type by the bound above; Pothos cannot follow it through the generic.
      node: t.field({ type: node, description: 'The item.', resolve: (edge) => edge.node as never }),
      ...options.edgeFields?.(t),
    }),
  });
  return builder.objectRef<Page<Node>>(`${name}Connection`).implement({
    description: options.description,
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        description: 'The items with their cursors.',
        resolve: (page) => page.nodes.map((item) => ({ page, node: item })),
      }),
      nodes: t.field({
        // Node is the shape of Type, which Pothos cannot follow through the generic here either.
        type: [node] as never,
        description: 'The items without their cursors.',
        // Likewise.
        resolve: (page) => page.nodes as never,
      }),
      pageInfo: t.field({
        type: PageInfoRef,
        description: 'Where the page lies.',
        // PageInfo reads nothing that depends on the node's type.
        resolve: (page) => page as never,
      }),
    }),
  });
}

/** `first` and `after`, for lists that are read in one direction. */
export function forwardPageArgs(t: ArgBuilder<Types>) {
  return {
    first: t.int({ description: 'Size of the page, 1 to 100; 20 when omitted.' }),
    after: t.string({ description: 'The cursor that the page starts beyond.' }),
  };
}

/** All four, for lists that a person scrolls both ways. */
export function pageArgs(t: ArgBuilder<Types>) {
  return {
    ...forwardPageArgs(t),
    last: t.int({ description: 'Size of a page that ends at `before`, 1 to 100.' }),
    before: t.string({ description: 'The cursor that a page read backward starts beyond.' }),
  };
}

function cursorAt(page: Page<never>, index: number): string | null {
  const node = page.nodes[index];
  return node === undefined ? null : encodeCursor(page.list, page.keyOf(node));
}
