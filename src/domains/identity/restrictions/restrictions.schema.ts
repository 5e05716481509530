import { builder } from '#platform/graphql/builder.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { fromGlobalId } from '#platform/ids.ts';
import { load } from '#platform/loader.ts';
import { UserAccountRef } from '../admins/admins.schema.ts';
import { findAccount } from '../admins/accounts.service.ts';
import { suspensionByUser } from './restrictions.loaders.ts';
import { adminSuspendUser, adminUnsuspendUser } from './restrictions.service.ts';
import type { Suspension } from './restrictions.types.ts';

const SuspensionRef = builder.objectRef<Suspension>('Suspension').implement({
  description: 'Why and how long an account is suspended. Visible to admins alone.',
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'What the admin gave as the reason.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it began.',
      resolve: (suspension) => suspension.createdAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it ends by itself; null when it lasts until it is lifted.',
      resolve: (suspension) => suspension.expiresAt,
    }),
  }),
});

builder.objectField(UserAccountRef, 'suspension', (t) =>
  t.field({
    type: SuspensionRef,
    nullable: true,
    description: 'The suspension in force; null when there is none.',
    resolve: (account, _args, ctx) => load(ctx, suspensionByUser, account.id),
  }),
);

mutationField('adminSuspendUser', {
  description:
    'Suspends an account: for everybody else it is as if the person did not exist, its sessions end and its sockets close within 5 seconds, and it cannot sign in. Suspending again replaces reason and end.',
  access: { permission: 'users.suspend' },
  restriction: null,
  input: (t) => ({
    userId: t.id({ required: true, description: 'Whom to suspend.' }),
    reason: t.string({ required: true, description: 'Why, 1 to 500 characters; for other admins.' }),
    until: t.field({
      type: 'DateTime',
      description: 'When it ends by itself, in the future; left out, it lasts until it is lifted.',
    }),
  }),
  payload: { user: { type: UserAccountRef, description: 'The suspended account.' } },
  resolve: async (ctx, { userId, reason, until }) => ({
    user: await findAccount(
      ctx,
      await adminSuspendUser(ctx, { userId: fromGlobalId('user', userId), reason, until }),
    ),
  }),
});

mutationField('adminUnsuspendUser', {
  description:
    'Lifts a suspension: the person and their content are seen again, and they can sign in. Without a suspension it is success.',
  access: { permission: 'users.suspend' },
  restriction: null,
  input: (t) => ({ userId: t.id({ required: true, description: 'Whose suspension to lift.' }) }),
  payload: { user: { type: UserAccountRef, description: 'The account, no longer suspended.' } },
  resolve: async (ctx, { userId }) => ({
    user: await findAccount(ctx, await adminUnsuspendUser(ctx, { userId: fromGlobalId('user', userId) })),
  }),
});
