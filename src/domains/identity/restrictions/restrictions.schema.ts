import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { childListField } from '#platform/graphql/list.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { RestrictionKindRef } from '#platform/graphql/user-errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { load } from '#platform/request/loader.ts';
import { UserAccountRef } from '../user-accounts/user-accounts.schema.ts';
import { findUserAccount } from '../user-accounts/user-accounts.service.ts';
import { suspensionByUser } from './restrictions.loaders.ts';
import { isInForce } from './restrictions.policy.ts';
import {
  adminLiftRestriction,
  adminRestrictUser,
  adminSuspendUser,
  adminUnsuspendUser,
  findAnyRestriction,
  listRestrictionsOf,
} from './restrictions.service.ts';
import type { Restriction, Suspension } from './restrictions.types.ts';

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

const AdminRestrictionRef = builder.objectRef<Restriction>('AdminRestriction').implement({
  description: 'Restriction of an account as admins see it.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `restriction_…`, the same as on the client endpoint.',
      resolve: ({ id }) => toGlobalId('restriction', id),
    }),
    kind: t.field({
      type: RestrictionKindRef,
      description: 'Kind of acts that it forbids.',
      resolve: ({ kind }) => kind,
    }),
    reason: t.exposeString('reason', { description: 'Reason given by the admin. Users do not see it.' }),
    decisionId: t.id({
      nullable: true,
      description: 'Global id of the decision that made it, `decision_…`. Null if there is none.',
      resolve: ({ decisionId }) => decisionId && toGlobalId('decision', decisionId),
    }),
    scope: t.exposeString('scope', {
      nullable: true,
      description: 'Territory that the decision names. Null for everywhere.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time from which it holds.',
      resolve: ({ createdAt }) => createdAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it ends by itself. Null if it lasts until it is lifted or acknowledged.',
      resolve: ({ expiresAt }) => expiresAt,
    }),
    liftedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was lifted or replaced. Null if it was not.',
      resolve: ({ liftedAt }) => liftedAt,
    }),
    acknowledgedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the user acknowledged a WARNING. Null before, and for other kinds.',
      resolve: ({ acknowledgedAt }) => acknowledgedAt,
    }),
    isInForce: t.boolean({
      description: 'Whether it holds now.',
      resolve: (restriction, _args, ctx) => isInForce(restriction, ctx.clock.now()),
    }),
  }),
});

adminNodeType(AdminRestrictionRef, 'restriction', { permission: 'USERS_READ' }, findAnyRestriction);

const AdminRestrictionConnectionRef = connectionType('AdminRestriction', AdminRestrictionRef, {
  description: 'Restrictions of an account, newest first.',
});

childListField(UserAccountRef, 'restrictions', {
  connection: AdminRestrictionConnectionRef,
  description: 'Restrictions of the account, in force or not, newest first.',
  order: NEWEST_FIRST,
  rows: (ctx, { id }, _args, page) => listRestrictionsOf(ctx, id, page),
});

mutationField('adminRestrictUser', {
  description:
    'Restricts an account in one kind of acts, beside what restricts it already. The user learns the kind and the end, and not the reason.',
  access: { permission: 'USERS_RESTRICT' },
  restriction: null,
  input: (t) => ({
    userId: t.idOf('user', { required: true, description: 'The user to restrict.' }),
    kind: t.field({
      type: RestrictionKindRef,
      required: true,
      description: 'Kind of acts to forbid; not SUSPENSION, which `adminSuspendUser` makes.',
    }),
    reason: t.string({ required: true, description: 'Reason, 1 to 500 characters, shown to other admins.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Expiry time, in the future. When omitted, the restriction lasts until lifted.',
    }),
  }),
  payload: { restriction: { type: AdminRestrictionRef, description: 'The restriction.' } },
  resolve: async (ctx, input) => ({
    restriction: await findAnyRestriction(ctx, await adminRestrictUser(ctx, input)),
  }),
});

mutationField('adminLiftRestriction', {
  description:
    'Lifts a restriction: what it forbade is allowed at once, unless another one forbids it. Succeeds without a change if it is lifted or over.',
  access: { permission: 'USERS_RESTRICT' },
  restriction: null,
  input: (t) => ({
    restrictionId: t.idOf('restriction', {
      required: true,
      description: 'The restriction; not a SUSPENSION, which `adminUnsuspendUser` lifts.',
    }),
    reason: t.string({ required: true, description: 'Reason for other admins, 1 to 500 characters.' }),
  }),
  payload: { restriction: { type: AdminRestrictionRef, description: 'The restriction.' } },
  resolve: async (ctx, input) => ({
    restriction: await findAnyRestriction(ctx, await adminLiftRestriction(ctx, input)),
  }),
});

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
