import type { ArgBuilder, FieldMap, ObjectRef } from '@pothos/core';
import type { Limits } from '#platform/kernel/limits.ts';
import { encodeCursor, type Page } from '../db/keyset.ts';
import { builder, type Types } from './builder.ts';

type Edge<Node> = { readonly page: Page<Node>; readonly node: Node };
type EdgeBuilder<Node> = PothosSchemaTypes.ObjectFieldBuilder<Types, Edge<Node>>;

/** Position of a page, independent of its nodes; a cursor is encoded when it is selected. */
type PageInfo = Pick<Page<unknown>, 'hasNextPage' | 'hasPreviousPage'> & {
  readonly startCursor: () => string | null;
  readonly endCursor: () => string | null;
};

const PageInfoRef = builder.objectRef<PageInfo>('PageInfo').implement({
  description: 'Position of a page in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      description: 'Whether there are items after `endCursor`.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      description: 'Whether there are items before this page. Exact when paging backward.',
    }),
    startCursor: t.string({
      nullable: true,
      description: 'The cursor of the first edge. Null when the page is empty.',
      resolve: (page) => page.startCursor(),
    }),
    endCursor: t.string({
      nullable: true,
      description:
        'The cursor to continue from: that of the last edge, or a later one when the page ends before it is full. Null when the page is empty and nothing follows.',
      resolve: (page) => page.endCursor(),
    }),
  }),
});

/** The Relay connection `<name>Connection` with its edge type, over pages of the type `node`. */
export function connectionType<Shape, Node extends Shape = Shape>(
  name: string,
  node: ObjectRef<Types, Shape>,
  options: { description: string; edgeFields?: (t: EdgeBuilder<Node>) => FieldMap },
): ObjectRef<Types, Page<Node>> {
  const edge = builder.objectRef<Edge<Node>>(`${name}Edge`).implement({
    description: `One item of a \`${name}Connection\`.`,
    fields: (t) => ({
      cursor: t.string({
        description: 'The cursor of the item, for `after` or `before`. Stays valid when the item is deleted.',
        resolve: (edge) => encodeCursor(edge.page.list, edge.page.keyOf(edge.node)),
      }),
      // Node is the shape that the reference names; Pothos asks whether it is a list, and a generic leaves that open.
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
        type: [node],
        description: 'The items without their cursors.',
        resolve: (page): readonly Shape[] => page.nodes,
      }),
      pageInfo: t.field({
        type: PageInfoRef,
        description: 'Position of the page.',
        resolve: pageInfoOf,
      }),
    }),
  });
}

function pageInfoOf<Node>(page: Page<Node>): PageInfo {
  const { list, nodes, hasNextPage, hasPreviousPage, endKey } = page;
  return {
    hasNextPage,
    hasPreviousPage,
    startCursor: () => cursorAt(page, 0),
    endCursor: () => (endKey ? encodeCursor(list, endKey) : cursorAt(page, nodes.length - 1)),
  };
}

/** `first` and `after`, for lists that are paged in one direction. */
export function forwardPageArgs(t: ArgBuilder<Types>, sizeDefault: keyof Limits) {
  return {
    first: t.int({ description: `Size of the page, 1 to {pageSizeMax}; {${sizeDefault}} when omitted.` }),
    after: t.string({ description: 'The cursor that the page starts after.' }),
  };
}

/** All four, for lists that are paged both ways. */
export function pageArgs(t: ArgBuilder<Types>, sizeDefault: keyof Limits) {
  return {
    ...forwardPageArgs(t, sizeDefault),
    last: t.int({ description: 'Size of a page that ends at `before`, 1 to {pageSizeMax}.' }),
    before: t.string({ description: 'The cursor that the page ends before.' }),
  };
}

function cursorAt<Node>(page: Page<Node>, index: number): string | null {
  const node = page.nodes[index];
  return node === undefined ? null : encodeCursor(page.list, page.keyOf(node));
}
