import { UserRef } from '#domains/identity/users/users.schema.ts';
import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder, type Types } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { adminGrantBadge, adminRevokeBadge, findBadge, myBadges } from './badges.service.ts';
import { lastBadgesByUser, shownBadgesByUser } from './verification.loaders.ts';
import { badgeReason, badgeState } from './verification.policy.ts';
import {
  type Badge,
  BADGE_KINDS,
  type BadgeKind,
  type BadgeState,
  type ShownBadge,
} from './verification.types.ts';

export const BadgeKindRef = enumType<BadgeKind>('BadgeKind', {
  description: 'Kind of a badge: that which was verified of a user.',
  values: {
    BUSINESS: 'The account speaks for a business or an organisation.',
    CREATOR: 'The account is that of a known creator.',
    IDENTITY: 'The person is who they say, by an official document.',
    NOTABLE: 'The person is of public interest.',
  },
});

const BadgeStateRef = enumType<BadgeState>('BadgeState', {
  description: 'State of a badge.',
  values: {
    ACTIVE: 'Shown beside the names of the user.',
    EXPIRED: 'Not shown: its time is over.',
    REVOKED: 'Taken back by an admin.',
    SUSPENDED:
      'Not shown, since the display name or the username differs from what was verified. Changing back before it expires restores it.',
  },
});

const BADGES_MAX = BADGE_KINDS.length;

type BadgeFields<Shown extends ShownBadge> = PothosSchemaTypes.ObjectFieldBuilder<Types, Shown>;

/** Fields of every badge. */
const shownFields = <Shown extends ShownBadge>(t: BadgeFields<Shown>) => ({
  kind: t.field({ type: BadgeKindRef, description: 'Kind of the badge.', resolve: ({ kind }) => kind }),
  grantedAt: t.field({
    type: 'DateTime',
    description: 'Time at which it was granted, or last renewed.',
    resolve: ({ grantedAt }) => grantedAt,
  }),
  expiresAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time from which it is not shown any more. Null if it has no end.',
    resolve: ({ expiresAt }) => expiresAt,
  }),
});

/** Fields of a badge, whatever its state, that its user and admins read in the same words. */
const badgeFields = (t: BadgeFields<Badge>) => ({
  ...shownFields(t),
  state: t.field({
    type: BadgeStateRef,
    description: 'State of the badge.',
    resolve: (badge, _args, ctx) => badgeState(badge, ctx.clock.now()),
  }),
  verifiedName: t.exposeString('verifiedName', { description: 'Display name under which it is shown.' }),
  verifiedUsername: t.exposeString('verifiedUsername', {
    description: 'Username under which it is shown.',
  }),
});

const BadgeRef = builder.objectRef<ShownBadge>('Badge').implement({
  description: 'A badge beside the names of a user.',
  fields: (t) => ({
    ...shownFields(t),
  }),
});

builder.objectField(UserRef, 'badges', (t) =>
  t.field({
    type: [BadgeRef],
    description: `ACTIVE badges of the user, at most ${BADGES_MAX}, one of a kind; the same for every viewer.`,
    varies: 'no',
    extensions: listSize(BADGES_MAX),
    resolve: async (user, _args, ctx) => [...((await load(ctx, shownBadgesByUser, user.id)) ?? [])],
  }),
);

const MyBadgeRef = builder.objectRef<Badge>('MyBadge').implement({
  description: 'A badge of the caller, whatever its state.',
  fields: (t) => ({
    ...badgeFields(t),
    reason: t.string({
      nullable: true,
      description: 'Why it is not shown, to show to the user. Null while it is ACTIVE.',
      resolve: (badge, _args, ctx) => badgeReason(badge, ctx.clock.now()),
    }),
  }),
});

builder.queryField('myBadges', (t) =>
  t.field({
    type: [MyBadgeRef],
    nullable: true,
    description: `The last badge of each kind that the caller has or had, at most ${BADGES_MAX}.`,
    access: 'user',
    extensions: listSize(BADGES_MAX),
    resolve: (_root, _args, ctx) => myBadges(signedIn(ctx)),
  }),
);

const AdminBadgeRef = builder.objectRef<Badge>('AdminBadge').implement({
  description: 'A badge as admins see it.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `badge_…`.', resolve: ({ id }) => toGlobalId('badge', id) }),
    userId: t.id({
      description: 'Global id of the user.',
      resolve: ({ userId }) => toGlobalId('user', userId),
    }),
    ...badgeFields(t),
    requestId: t.id({
      nullable: true,
      description: 'Global id of the request for it. Null where an admin granted it without one.',
      resolve: ({ requestId }) => requestId && toGlobalId('verificationrequest', requestId),
    }),
    grantedById: t.id({
      description: 'Global id of the admin who granted it, or last renewed it.',
      resolve: ({ grantedBy }) => toGlobalId('admin', grantedBy),
    }),
    revokedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was revoked. Null if it was not.',
      resolve: ({ revokedAt }) => revokedAt,
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'Text to the user on why it was revoked. Null if it was not.',
    }),
  }),
});

adminNodeType(AdminBadgeRef, 'badge', { permission: 'BADGES_MANAGE' }, findBadge);

builder.objectField(UserAccountRef, 'badges', (t) =>
  t.field({
    type: [AdminBadgeRef],
    description: `The last badge of each kind that the user has or had, at most ${BADGES_MAX}.`,
    extensions: listSize(BADGES_MAX),
    resolve: async (account, _args, ctx) => [...((await load(ctx, lastBadgesByUser, account.id)) ?? [])],
  }),
);

mutationField('adminGrantBadge', {
  description:
    'Grants a badge, or renews the one of its kind, under the names that were verified: that restores a SUSPENDED one. While the user has other names it is SUSPENDED. A mail tells the user.',
  access: { permission: 'BADGES_MANAGE' },
  restriction: null,
  input: (t) => ({
    userId: t.idOf('user', { required: true, description: 'The user.' }),
    kind: t.field({ type: BadgeKindRef, required: true, description: 'Kind of the badge.' }),
    displayName: t.string({ required: true, description: 'Display name that was verified.' }),
    username: t.string({ required: true, description: 'Username that was verified.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Expiry time, in the future. When omitted, the badge has no end.',
    }),
    reason: t.string({ required: true, description: 'Reason for other admins, 1 to 500 characters.' }),
  }),
  payload: { badge: { type: AdminBadgeRef, description: 'The badge.' } },
  resolve: async (ctx, input) => ({ badge: await findBadge(ctx, await adminGrantBadge(ctx, input)) }),
});

mutationField('adminRevokeBadge', {
  description: 'Takes a badge back. A mail tells the user why. Succeeds without a change if it is revoked.',
  access: { permission: 'BADGES_MANAGE' },
  restriction: null,
  input: (t) => ({
    badgeId: t.idOf('badge', { required: true, description: 'The badge.' }),
    reason: t.string({ required: true, description: 'Reason for other admins, 1 to 500 characters.' }),
    message: t.string({
      required: true,
      description: 'Why, to the user, 1 to 500 characters.',
    }),
  }),
  payload: { badge: { type: AdminBadgeRef, description: 'The badge.' } },
  resolve: async (ctx, input) => ({ badge: await findBadge(ctx, await adminRevokeBadge(ctx, input)) }),
});
