import { adminSignedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/ids.ts';
import { load } from '#platform/loader.ts';
import { AccountStateRef } from '../accounts/accounts.schema.ts';
import { usernameHistoryByUser } from '../users/usernames.loaders.ts';
import type { UsernameChange } from '../users/usernames.types.ts';
import { adminGetUsers, findAccount } from './accounts.service.ts';
import type { UserAccount } from './accounts.types.ts';
import { permissionsOf } from './admins.policy.ts';
import { adminLogin, adminMe, adminRefreshSession, findAdmin } from './admins.service.ts';
import type { AdminRole, AdminUser } from './admins.types.ts';

const AdminRoleRef = enumOf<AdminRole>('AdminRole', {
  description: 'What an admin is trusted with; each role is a set of permissions.',
  values: {
    OWNER: 'Everything, admins too.',
    ADMIN: 'Everything but the owners.',
    MODERATOR: 'People and content.',
    FINANCE: 'Coins and payments.',
    SUPPORT: 'Looks people up.',
    ANALYST: 'Looks at figures.',
  },
});

const AdminUserRef = builder.objectRef<AdminUser>('AdminUser').implement({
  description: 'A person who runs the platform. Visible to admins alone.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({ description: 'The global id, `admin_…`.', resolve: (admin) => toGlobalId('admin', admin.id) }),
    email: t.exposeString('email', { description: 'The e-mail address to sign in with.' }),
    displayName: t.exposeString('displayName', { description: 'The name to show.' }),
    role: t.field({
      type: AdminRoleRef,
      description: 'What they are trusted with.',
      resolve: (admin) => admin.role,
    }),
    permissions: t.stringList({
      description: 'What the role allows, as named in the descriptions of the fields.',
      resolve: (admin) => [...permissionsOf(admin.role)],
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the admin was made.',
      resolve: (admin) => admin.createdAt,
    }),
  }),
});

builder.queryField('adminMe', (t) =>
  t.field({
    type: AdminUserRef,
    nullable: true,
    description: 'The caller.',
    access: 'admin',
    resolve: (_root, _args, ctx) => adminMe(adminSignedIn(ctx)),
  }),
);

const adminSignedInPayload = {
  accessToken: {
    type: 'String',
    description: 'The bearer token for the header `Authorization`; good for 15 minutes.',
  },
  refreshToken: { type: 'String', description: 'For `adminRefreshSession`; works once.' },
  expiresAt: { type: 'DateTime', description: 'When the access token expires.' },
  admin: { type: AdminUserRef, description: 'Who signed in.' },
} as const;

mutationField('adminLogin', {
  description: 'Signs an admin in. A refusal does not tell whether the account exists.',
  access: 'anyone',
  restriction: null,
  budget: { points: 5, windowSeconds: 900, per: 'ip' },
  input: (t) => ({
    email: t.string({ required: true, description: 'The e-mail address.' }),
    password: t.string({ required: true, description: 'The password.' }),
  }),
  payload: adminSignedInPayload,
  resolve: (ctx, input) => adminLogin(ctx, input),
});

mutationField('adminRefreshSession', {
  description: 'Exchanges a refresh token for a new pair; the old one is worth nothing afterwards.',
  access: 'anyone',
  restriction: null,
  budget: { points: 60, windowSeconds: 900, per: 'ip' },
  input: (t) => ({ refreshToken: t.string({ required: true, description: 'The refresh token in force.' }) }),
  payload: adminSignedInPayload,
  resolve: (ctx, input) => adminRefreshSession(ctx, input),
});

const UsernameChangeRef = builder.objectRef<UsernameChange>('UsernameChange').implement({
  description: 'A username that somebody gave up.',
  fields: (t) => ({
    username: t.exposeString('username', { description: 'The name that they had.' }),
    changedAt: t.field({
      type: 'DateTime',
      description: 'When they took another one.',
      resolve: (change) => change.changedAt,
    }),
  }),
});

export const UserAccountRef = builder.objectRef<UserAccount>('UserAccount').implement({
  description: "A user's account as admins see it.",
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id of the user, `user_…`, the same as on the client endpoint.',
      resolve: (account) => toGlobalId('user', account.id),
    }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'The e-mail address; null when the identity provider has none.',
    }),
    username: t.exposeString('username', { description: 'The unique name.' }),
    usernameHistory: t.field({
      type: [UsernameChangeRef],
      description:
        'The names that they had before, newest first, at most 20; none once the account is erased.',
      resolve: async (account, _args, ctx) => [
        ...((await load(ctx, usernameHistoryByUser, account.id)) ?? []),
      ],
    }),
    displayName: t.exposeString('displayName', { description: 'The name to show.' }),
    state: t.field({
      type: AccountStateRef,
      description: 'How the account stands.',
      resolve: (account) => account.state,
    }),
    postCount: t.exposeInt('postCount', { description: 'How many posts there are.' }),
    followerCount: t.exposeInt('followerCount', { description: 'How many people follow.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the account was made.',
      resolve: (account) => account.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When the profile last changed.',
      resolve: (account) => account.updatedAt,
    }),
  }),
});

adminNodeType(AdminUserRef, 'admin', 'admin', findAdmin);
adminNodeType(UserAccountRef, 'user', { permission: 'users.read' }, findAccount);

const UserAccountConnectionRef = connectionOf('UserAccount', UserAccountRef, {
  description: 'Accounts, newest first.',
});

builder.queryField('adminGetUsers', (t) =>
  t.field({
    type: UserAccountConnectionRef,
    nullable: true,
    description: 'Accounts of users in every state, newest first.',
    access: { permission: 'users.read' },
    args: {
      search: t.arg.string({
        description: 'The beginning of a username or of an e-mail address, in any case.',
      }),
      state: t.arg({ type: AccountStateRef, description: 'Only accounts in this state.' }),
      ...forwardPageArgs(t.arg),
    },
    resolve: (_root, args, ctx) => adminGetUsers(adminSignedIn(ctx), args),
  }),
);
