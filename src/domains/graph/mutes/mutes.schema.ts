import { UserRef } from '#domains/identity/users/users.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { fromGlobalId } from '#platform/ids.ts';
import { load } from '#platform/loader.ts';
import { UserViewerRef } from '../follows/follows.schema.ts';
import { muteByUser } from './mutes.loaders.ts';
import { mutedUsers, muteUser, unmuteUser } from './mutes.service.ts';
import type { Mute, MutedUser, MuteScope } from './mutes.types.ts';

const MuteScopeRef = enumOf<MuteScope>('MuteScope', {
  description: 'What of a person a mute hides.',
  values: {
    POSTS:
      "What they publish, in the caller's feed and in other lists of many people's posts. `userPosts` and `post` show it.",
    REPOSTS: 'What they repost, in the same lists. What they write themselves stays.',
    COMMENTS: 'Their comments, under whatever post.',
    NOTIFICATIONS: 'Notifications of what they do.',
  },
});

const SCOPES_FIELD = 'What of the person is hidden; 1 to 4 different ones.';
const EXPIRES_AT_FIELD = 'When the mute ends by itself; null when it lasts until it is lifted.';

const UserMuteRef = builder.objectRef<Mute>('UserMute').implement({
  description: 'How the caller mutes a person. Visible to the caller alone.',
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

builder.objectField(UserViewerRef, 'mute', (t) =>
  t.field({
    type: UserMuteRef,
    nullable: true,
    description: 'How the caller mutes the person; null when they do not.',
    resolve: (user, _args, ctx) => load(ctx, muteByUser, user.id),
  }),
);

const MutedUserRef = builder.objectRef<MutedUser>('MutedUser').implement({
  description: 'A person whom the caller mutes. Visible to the caller alone.',
  fields: (t) => ({
    user: t.field({ type: UserRef, description: 'The person.', resolve: (muted) => muted }),
    scopes: t.field({
      type: [MuteScopeRef],
      description: SCOPES_FIELD,
      resolve: (muted) => [...muted.scopes],
    }),
    mutedAt: t.field({
      type: 'DateTime',
      description: 'When the caller muted them; changing the mute leaves it as it is.',
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

const MutedUserConnectionRef = connectionOf<typeof MutedUserRef, MutedUser>('MutedUser', MutedUserRef, {
  description: 'People whom the caller mutes, newest first.',
});

builder.queryField('mutedUsers', (t) =>
  t.field({
    type: MutedUserConnectionRef,
    nullable: true,
    description: 'Whom the caller mutes at this moment and may see, newest first.',
    access: 'user',
    args: forwardPageArgs(t.arg),
    resolve: (_root, args, ctx) => mutedUsers(signedIn(ctx), args),
  }),
);

const MUTE_BUDGET = { points: 200, windowSeconds: 86_400, per: 'user' } as const;

mutationField('muteUser', {
  description:
    'Hides what a person does from the caller, without their knowing: follows and counts stay as they are. Muting again replaces scopes and end.',
  access: 'user',
  restriction: null,
  budget: MUTE_BUDGET,
  input: (t) => ({
    userId: t.id({ required: true, description: 'Whom to mute.' }),
    scopes: t.field({ type: [MuteScopeRef], description: 'What to hide; all of it when left out.' }),
    until: t.field({
      type: 'DateTime',
      description: 'When the mute ends by itself, at most 10 years ahead; it lasts when left out.',
    }),
  }),
  payload: { user: { type: UserRef, description: 'The person who is now muted.' } },
  resolve: async (ctx, input) => ({
    user: await muteUser(ctx, { ...input, userId: fromGlobalId('user', input.userId) }),
  }),
});

mutationField('unmuteUser', {
  description: 'Shows again what a person does. Success when they were not muted, too.',
  access: 'user',
  restriction: null,
  budget: MUTE_BUDGET,
  input: (t) => ({ userId: t.id({ required: true, description: 'Whom to mute no longer.' }) }),
  payload: { user: { type: UserRef, description: 'The person who is no longer muted.' } },
  resolve: async (ctx, { userId }) => ({
    user: await unmuteUser(ctx, { userId: fromGlobalId('user', userId) }),
  }),
});
