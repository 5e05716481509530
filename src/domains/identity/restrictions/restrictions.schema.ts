import { builder } from '#platform/graphql/builder.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { load } from '#platform/request/loader.ts';
import { UserAccountRef } from '../admins/user-accounts.schema.ts';
import { findUserAccount } from '../admins/user-accounts.service.ts';
import { suspensionByUser } from './restrictions.loaders.ts';
import { adminSuspendUser, adminUnsuspendUser } from './restrictions.service.ts';
import type { Suspension } from './restrictions.types.ts';

const SuspensionRef = builder.objectRef<Suspension>('Suspension').implement({
  description: 'Suspension of an account. Visible only to admins.',
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'Reason given by the admin.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Start time.',
      resolve: (suspension) => suspension.createdAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Expiry time. Null if it lasts until lifted.',
      resolve: (suspension) => suspension.expiresAt,
    }),
  }),
});

builder.objectField(UserAccountRef, 'suspension', (t) =>
  t.field({
    type: SuspensionRef,
    nullable: true,
    description: 'Current suspension. Null if there is none.',
    resolve: (account, _args, ctx) => load(ctx, suspensionByUser, account.id),
  }),
);

mutationField('adminSuspendUser', {
  description:
    'Suspends an account: it becomes invisible to all users, its sessions end and its sockets close within 5 seconds, and it cannot sign in. Suspending again replaces the reason and the expiry time.',
  access: { permission: 'USERS_SUSPEND' },
  restriction: null,
  input: (t) => ({
    userId: t.idOf('user', { required: true, description: 'The user to suspend.' }),
    reason: t.string({ required: true, description: 'Reason, 1 to 500 characters, shown to other admins.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Expiry time, in the future. When omitted, the suspension lasts until lifted.',
    }),
  }),
  payload: { user: { type: UserAccountRef, description: 'The suspended account.' } },
  resolve: async (ctx, input) => ({ user: await findUserAccount(ctx, await adminSuspendUser(ctx, input)) }),
});

mutationField('adminUnsuspendUser', {
  description:
    'Lifts a suspension: the user and their content become visible again, and they can sign in. Succeeds without a change if there is none.',
  access: { permission: 'USERS_SUSPEND' },
  restriction: null,
  input: (t) => ({ userId: t.idOf('user', { required: true, description: 'The suspended user.' }) }),
  payload: { user: { type: UserAccountRef, description: 'The updated account.' } },
  resolve: async (ctx, input) => ({ user: await findUserAccount(ctx, await adminUnsuspendUser(ctx, input)) }),
});
