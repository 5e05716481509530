import { latestFirst, type Order, type TimeKey } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { AccountStateRef } from '../accounts/accounts.schema.ts';
import { usernameHistoryByUser } from '../users/usernames.loaders.ts';
import type { UsernameChange } from '../users/usernames.types.ts';
import { userAccountById } from './user-accounts.loaders.ts';
import { adminGetUsers, findUserAccount } from './user-accounts.service.ts';
import type { UserAccount, UserAccountOrder } from './user-accounts.types.ts';

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
    isEmailVerified: t.exposeBoolean('isEmailVerified', {
      description: 'Whether the identity provider has verified the address.',
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
    bio: t.exposeString('bio', { description: 'The description of the profile. Empty if there is none.' }),
    isPrivate: t.exposeBoolean('isPrivate', {
      description: 'Whether only followers whom the user accepts see the posts.',
    }),
    isDiscoverable: t.exposeBoolean('isDiscoverable', {
      description: 'Whether search and suggestions show the user.',
    }),
    requiresSignIn: t.exposeBoolean('requiresSignIn', {
      description: 'Whether the profile is shown to signed-in users alone.',
    }),
    state: t.field({
      type: AccountStateRef,
      description: 'State of the account.',
      resolve: (account) => account.state,
    }),
    postCount: t.exposeInt('postCount', { description: 'Number of posts.' }),
    followerCount: t.exposeInt('followerCount', { description: 'Number of followers.' }),
    followingCount: t.exposeInt('followingCount', { description: 'Number of users whom the user follows.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which the account was created.',
      resolve: (account) => account.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last change of the profile or the account.',
      resolve: (account) => account.updatedAt,
    }),
    deletionDueAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the account will be erased. Null unless its state is PENDING_DELETION.',
      resolve: (account) => account.deletionDueAt,
    }),
  }),
});

adminNodeType(UserAccountRef, 'user', { permission: 'USERS_READ' }, findUserAccount);

builder.queryField('adminGetUser', (t) =>
  t.field({
    type: UserAccountRef,
    nullable: true,
    description:
      'An account in any state, with the parts that the permissions of the caller allow. Null if there is none with this id.',
    access: { permission: 'USERS_READ' },
    args: { id: t.arg.idOf('user', { required: true, description: 'The user.' }) },
    resolve: (_root, { id }, ctx) => load(ctx, userAccountById, id),
  }),
);

const UserAccountConnectionRef = connectionType('UserAccount', UserAccountRef, {
  description: 'User accounts, latest first.',
});

const UserAccountOrderRef = enumType<UserAccountOrder>('UserAccountOrder', {
  description: 'Order of a list of user accounts.',
  values: {
    LAST_UPDATED: 'By the time of the last change, latest first.',
    NEWEST: 'By the time of the registration, latest first.',
  },
});

const ORDERS: Readonly<Record<UserAccountOrder, Order<UserAccount, TimeKey>>> = {
  LAST_UPDATED: latestFirst((account) => account.updatedAt),
  NEWEST: latestFirst((account) => account.createdAt),
};

listField('adminGetUsers', {
  connection: UserAccountConnectionRef,
  description: 'User accounts in every state that fulfil all given conditions.',
  access: { permission: 'USERS_READ' },
  args: (t) => ({
    search: t.string({
      description:
        'Beginning of a username, also a former one, or of an e-mail address, in any case; or the id of a user.',
    }),
    state: t({ type: AccountStateRef, description: 'Only accounts in this state.' }),
    isSuspended: t.boolean({
      description: 'Only accounts that are suspended now, or only those that are not.',
    }),
    hasBadge: t.boolean({
      description: 'Only accounts with a badge that is neither revoked nor expired, or only those without.',
    }),
    createdFrom: t({ type: 'DateTime', description: 'Only accounts that were registered then or later.' }),
    createdBefore: t({ type: 'DateTime', description: 'Only accounts that were registered before.' }),
    updatedAfter: t({ type: 'DateTime', description: 'Only accounts that have changed since.' }),
    order: t({ type: UserAccountOrderRef, defaultValue: 'NEWEST', description: 'Order of the list.' }),
  }),
  order: ({ order }) => ORDERS[order ?? 'NEWEST'],
  rows: (ctx, filter, page) => adminGetUsers(ctx, filter, page),
});
