import type { ArgBuilder, ObjectRef } from '@pothos/core';
import type { FoundRows, ListRequest, Order, Page } from '#platform/db/keyset.ts';
import type { Types } from '#platform/graphql/builder.ts';
import { childListField, listField } from '#platform/graphql/list.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { UserRef } from './users.schema.ts';
import { user } from './users.service.ts';
import type { User } from './users.types.ts';

type UserListOptions<Node, Key extends readonly unknown[]> = {
  readonly connection: ObjectRef<Types, Page<Node>>;
  readonly description: string;
  /** When the field of `User` is null; it is non-null if omitted. The root field is null for an invisible user, too. */
  readonly nullNote?: string;
  /** The root field that reads the same list. */
  readonly root: string;
  readonly order: Order<Node, Key>;
  /** Reads by a page loader, so that the lists of many users take one statement. */
  readonly rows: (
    ctx: RequestContext,
    user: User,
    page: ListRequest<Key>,
  ) => Promise<FoundRows<Node, Key> | null>;
};

/** Adds a list of a user to `User`, and as a root field for clients that have only an id or a username. */
export function userListField<Node, Key extends readonly unknown[]>(
  name: string,
  { root, nullNote, ...list }: UserListOptions<Node, Key>,
): void {
  const { rows } = list;
  childListField(UserRef, name, {
    ...list,
    description: nullNote ? `${list.description} ${nullNote}` : list.description,
    nullable: nullNote !== undefined,
    varies: 'viewer',
    rows: (ctx, of, _args, page) => rows(ctx, of, page),
  });
  listField(root, {
    ...list,
    description: `${list.description} ${nullNote ?? ''} Null if the caller cannot see the user.`.replace(
      '  ',
      ' ',
    ),
    access: 'anyone',
    args: whoseArgs,
    rows: async (ctx, whose, page) => {
      const of = await userOf(ctx, whose);
      return of && rows(ctx, of, page);
    },
  });
}

/** The arguments that name the user whose list a root field reads. */
export const whoseArgs = (t: ArgBuilder<Types>) => ({
  userId: t.idOf('user', { description: 'The user whose list it is. Give this or `username`.' }),
  username: t.string({
    description: 'The username of the user, in any case, with or without `@`. Give this or `userId`.',
  }),
});

type Whose = { readonly userId?: string | null | undefined; readonly username?: string | null | undefined };

/** The user whom `whoseArgs` name; null when the caller cannot see them. @throws AppError BAD_USER_INPUT unless one is given */
export const userOf = (ctx: RequestContext, { userId, username }: Whose): Promise<User | null> =>
  user(ctx, { id: userId, username });
