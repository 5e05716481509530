import type { ArgBuilder, InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core';
import {
  type FoundRows,
  type ListRequest,
  type Order,
  type Page,
  type PageArgs,
  readPage,
} from '#platform/db/keyset.ts';
import type { RequestContext } from '#platform/request/context.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { Budget } from '#platform/kernel/rate-limit.ts';
import { type Access, contextFor, type ContextOf } from './access.ts';
import { builder, type Types } from './builder.ts';
import { forwardPageArgs, pageArgs } from './connection.ts';
import { inputOf } from './input.ts';
import { pageSizeExtensions } from './list-size.ts';
import type { Varies } from './sharing.ts';

type ListOptions<Node, Key extends readonly unknown[], Args extends InputFieldMap> = {
  readonly connection: ObjectRef<Types, Page<Node>>;
  readonly description: string;
  /** Arguments besides those of paging. A cursor is valid only for the arguments that it was made with. */
  readonly args?: (t: ArgBuilder<Types>) => Args;
  /** Whether the list can also be paged backward, by `last` and `before`. */
  readonly isReadBothWays?: boolean;
  /** The limit with the size of a page when the caller names none; `pageSizeDefault` if omitted. */
  readonly pageSizeDefault?: keyof Limits;
  /** Order of the rows, or the choice among several by the arguments. */
  readonly order: Order<Node, Key> | ((args: InputShapeFromFields<Args>) => Order<Node, Key>);
};

type RootListOptions<
  Rule extends Access,
  Node,
  Key extends readonly unknown[],
  Args extends InputFieldMap,
> = ListOptions<Node, Key, Args> & {
  readonly access: Rule;
  readonly budget?: Budget;
  readonly showsCachedRows?: boolean;
  /** One row more than the page, beyond `page.from`; null when the parent is invisible to the caller. */
  readonly rows: (
    ctx: ContextOf<Rule>,
    args: InputShapeFromFields<Args>,
    page: ListRequest<Key>,
  ) => Promise<FoundRows<Node, Key> | null>;
};

/** Adds a root field that pages through a list: the only way to add one. */
export function listField<
  const Rule extends Access,
  Node,
  Key extends readonly unknown[],
  Args extends InputFieldMap,
>(name: string, options: RootListOptions<Rule, Node, Key, Args>): void {
  const { access, budget, rows, showsCachedRows = false } = options;
  builder.queryField(name, (t) =>
    t.field({
      type: options.connection,
      nullable: true,
      description: options.description,
      access,
      ...(budget ? { budget } : {}),
      showsCachedRows,
      extensions: pageSizeExtensions(options),
      args: argsOf(options, t.arg),
      resolve: (_root, args: object, ctx) =>
        pageOfList(name, options, ctx, args, (own, page) => rows(contextFor(access, ctx), own, page)),
    }),
  );
}

type ChildListOptions<
  Parent extends { readonly id: string },
  Node,
  Key extends readonly unknown[],
  Args extends InputFieldMap,
> = ListOptions<Node, Key, Args> & {
  /** Whether the field is null when the rows are; if omitted, it is non-null. */
  readonly nullable?: boolean;
  readonly varies?: Varies;
  /** The root field of the same list, and its argument that names the parent: each takes the cursors of the other. */
  readonly root?: { readonly name: string; readonly idArg: string };
  /** As for a root field, of one parent. Reads by a loader, so that the lists of many parents take one statement. */
  readonly rows: (
    ctx: RequestContext,
    parent: Parent,
    args: InputShapeFromFields<Args>,
    page: ListRequest<Key>,
  ) => Promise<FoundRows<Node, Key> | null>;
};

/** Adds a field that pages through a list of an object. */
export function childListField<
  Parent extends { readonly id: string },
  Node,
  Key extends readonly unknown[],
  Args extends InputFieldMap,
>(parent: ObjectRef<Types, Parent>, name: string, options: ChildListOptions<Parent, Node, Key, Args>): void {
  const fullName = `${parent.name}.${name}`;
  const { root = { name: fullName, idArg: 'parentId' } } = options;
  const pageOf = (of: Parent, args: object, ctx: RequestContext): Promise<Page<Node> | null> =>
    pageOfList(root.name, options, ctx, args, (own, page) => options.rows(ctx, of, own, page), {
      [root.idArg]: of.id,
    });
  builder.objectField(parent, name, (t) => {
    const { connection: type, description, varies } = options;
    const field = {
      type,
      description,
      ...(varies ? { varies } : {}),
      extensions: pageSizeExtensions(options),
      args: argsOf(options, t.arg),
    };
    if (options.nullable) return t.field({ ...field, nullable: true, resolve: pageOf });
    return t.field({
      ...field,
      resolve: async (of, args, ctx) => {
        const page = await pageOf(of, args, ctx);
        if (!page) throw new Error(`The list ${fullName} has no rows although it is never null.`);
        return page;
      },
    });
  });
}

function argsOf<Node, Key extends readonly unknown[], Args extends InputFieldMap>(
  { args, isReadBothWays = false, pageSizeDefault = 'pageSizeDefault' }: ListOptions<Node, Key, Args>,
  t: ArgBuilder<Types>,
): InputFieldMap {
  const paging = isReadBothWays ? pageArgs(t, pageSizeDefault) : forwardPageArgs(t, pageSizeDefault);
  return { ...args?.(t), ...paging };
}

async function pageOfList<Node, Key extends readonly unknown[], Args extends InputFieldMap>(
  name: string,
  { order, pageSizeDefault = 'pageSizeDefault' }: ListOptions<Node, Key, Args>,
  ctx: RequestContext,
  given: PageArgs,
  rows: (args: InputShapeFromFields<Args>, page: ListRequest<Key>) => Promise<FoundRows<Node, Key> | null>,
  parent: Readonly<Record<string, string>> = {},
): Promise<Page<Node> | null> {
  const { first, after, last, before, ...rest } = given;
  const own = inputOf<Args>(rest);
  const list = {
    name,
    args: { ...rest, ...parent },
    order: typeof order === 'function' ? order(own) : order,
  };
  const { limits } = ctx;
  const sizes = { pageSizeMax: limits.pageSizeMax, pageSizeDefault: limits[pageSizeDefault] };
  return readPage(list, { first, after, last, before }, sizes, (page) => rows(own, page));
}
