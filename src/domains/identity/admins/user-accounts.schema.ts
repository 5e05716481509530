import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { AccountStateRef } from '../accounts/accounts.schema.ts';
import { usernameHistoryByUser } from '../users/usernames.loaders.ts';
import type { UsernameChange } from '../users/usernames.types.ts';
import { adminGetUsers, findUserAccount } from './user-accounts.service.ts';
import type { UserAccount } from './user-accounts.types.ts';

const UsernameChangeRef = builder.objectRef<UsernameChange>('UsernameChange').implement({
  description: 'A former username of a user.',
  fields: (t) => ({
    username: t.exposeString('username', { description: 'The former username.' }),
    changedAt: t.field({
      type: 'DateTime',
      description: 'Time of the change to another username.',
      resolve: (change) => change.changedAt,
    }),
  }),
});

export const UserAccountRef = builder.objectRef<UserAccount>('UserAccount').implement({
  description: "A user's account as admins see it.",
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id of the user, `user_…`, the same as on the client endpoint.',
      resolve: (account) => toGlobalId('user', account.id),
    }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'The e-mail address. Null if the identity provider has none.',
    }),
    username: t.exposeString('username', { description: 'The unique username.' }),
    usernameHistory: t.field({
      type: [UsernameChangeRef],
      description: 'Former usernames, newest first, at most 20. Empty once the account is erased.',
      extensions: listSize(20),
      resolve: async (account, _args, ctx) => [
        ...((await load(ctx, usernameHistoryByUser, account.id)) ?? []),
      ],
    }),
    displayName: t.exposeString('displayName', { description: 'The display name.' }),
    state: t.field({
      type: AccountStateRef,
      description: 'State of the account.',
      resolve: (account) => account.state,
    }),
    postCount: t.exposeInt('postCount', { description: 'Number of posts.' }),
    followerCount: t.exposeInt('followerCount', { description: 'Number of followers.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which the account was created.',
      resolve: (account) => account.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last change of the profile.',
      resolve: (account) => account.updatedAt,
    }),
  }),
});

adminNodeType(UserAccountRef, 'user', { permission: 'USERS_READ' }, findUserAccount);

const UserAccountConnectionRef = connectionType('UserAccount', UserAccountRef, {
  description: 'User accounts, newest first.',
});

listField('adminGetUsers', {
  connection: UserAccountConnectionRef,
  description: 'User accounts in every state, newest first.',
  access: { permission: 'USERS_READ' },
  args: (t) => ({
    search: t.string({ description: 'Beginning of a username or an e-mail address, in any case.' }),
    state: t({ type: AccountStateRef, description: 'Only accounts in this state.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, filter, page) => adminGetUsers(ctx, filter, page),
});
