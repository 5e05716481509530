import { UserRef } from '#domains/identity/users/users.schema.ts';
import { latestFirst } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { load } from '#platform/request/loader.ts';
import { UserViewerRef } from '../follows/follows.schema.ts';
import { EXPIRY_YEARS_MAX } from './expiry.ts';
import { muteByUser } from './mutes.loaders.ts';
import { myMutedUsers, muteUser, unmuteUser } from './mutes.service.ts';
import type { Mute, MutedUser, MuteScope } from './mutes.types.ts';

const MuteScopeRef = enumType<MuteScope>('MuteScope', {
  description: 'Content types that a mute hides.',
  values: {
    POSTS:
      "Posts of the user in the caller's feed and in other lists of posts by many users. `userPosts` and `post` show them.",
    REPOSTS: 'Reposts by the user in the same lists. Their own posts stay.',
    COMMENTS: 'Comments of the user on any post.',
    NOTIFICATIONS: 'Notifications of actions of the user.',
  },
});

const SCOPES_FIELD = 'Content types that are hidden; 1 to 4 different ones.';
const EXPIRES_AT_FIELD = 'Expiry time. Null if it lasts until removed.';

const UserMuteRef = builder.objectRef<Mute>('UserMute').implement({
  description: 'Mute of a user by the caller. Visible only to the caller.',
  fields: (t) => ({
    scopes: t.field({
      type: [MuteScopeRef],
      description: SCOPES_FIELD,
      resolve: (mute) => [...mute.scopes],
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: EXPIRES_AT_FIELD,
      resolve: (mute) => mute.expiresAt,
    }),
  }),
});

builder.objectFields(UserViewerRef, (t) => ({
  isMuting: t.boolean({
    description: 'Whether the caller mutes the user, in any scope.',
    resolve: async (user, _args, ctx) => (await load(ctx, muteByUser, user.id)) !== null,
  }),
  mute: t.field({
    type: UserMuteRef,
    nullable: true,
    description: 'Mute of the user by the caller. Null if not muted.',
    resolve: (user, _args, ctx) => load(ctx, muteByUser, user.id),
  }),
}));

const MutedUserRef = builder.objectRef<MutedUser>('MutedUser').implement({
  description: 'A user whom the caller mutes. Visible only to the caller.',
  fields: (t) => ({
    user: t.field({ type: UserRef, description: 'The muted user.', resolve: (muted) => muted }),
    scopes: t.field({
      type: [MuteScopeRef],
      description: SCOPES_FIELD,
      resolve: (muted) => [...muted.scopes],
    }),
    mutedAt: t.field({
      type: 'DateTime',
      description: 'Time at which the caller muted the user; changing the mute keeps it.',
      resolve: (muted) => muted.mutedAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: EXPIRES_AT_FIELD,
      resolve: (muted) => muted.expiresAt,
    }),
  }),
});

const MutedUserConnectionRef = connectionType<typeof MutedUserRef.$inferType, MutedUser>(
  'MutedUser',
  MutedUserRef,
  {
    description: 'Users whom the caller mutes, newest first.',
  },
);

listField('myMutedUsers', {
  connection: MutedUserConnectionRef,
  description: 'Users whom the caller currently mutes and can see, newest first.',
  access: 'user',
  order: latestFirst<MutedUser>(({ mutedAt }) => mutedAt),
  rows: (ctx, _args, page) => myMutedUsers(ctx, page),
});

const MUTE_BUDGET = { points: 200, windowSeconds: 86_400, per: 'user' } as const;

mutationField('muteUser', {
  description:
    'Mutes a user: hides content of the user from the caller without notifying the user. Follows and counts stay; muting again replaces scopes and expiry.',
  access: 'user',
  restriction: null,
  budget: MUTE_BUDGET,
  input: (t) => ({
    userId: t.idOf('user', { required: true, description: 'The user to mute.' }),
    scopes: t.field({ type: [MuteScopeRef], description: 'Content types to hide. Defaults to all.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: `Expiry time, within the next ${EXPIRY_YEARS_MAX} years. Permanent when omitted.`,
    }),
  }),
  payload: { user: { type: UserRef, description: 'The user who is now muted.' } },
  resolve: async (ctx, input) => ({ user: await muteUser(ctx, input) }),
});

mutationField('unmuteUser', {
  description:
    'Unmutes a user, also one whom the caller no longer sees. Succeeds without a change if the user is not muted.',
  access: 'user',
  restriction: null,
  budget: MUTE_BUDGET,
  input: (t) => ({ userId: t.idOf('user', { required: true, description: 'The user to unmute.' }) }),
  payload: {
    user: {
      type: UserRef,
      description: 'The user who is no longer muted. Null when the caller cannot see them.',
    },
  },
  resolve: async (ctx, input) => ({ user: await unmuteUser(ctx, input) }),
});
