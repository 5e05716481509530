import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import { mediaById } from '#domains/foundation/media/media.loaders.ts';
import { PollVoterRef } from '#domains/foundation/polls/polls.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { MEDIA_FORMATS } from '#platform/kernel/media-types.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { visibleUserById } from './users.loaders.ts';
import { updateProfile, user } from './users.service.ts';
import type { User } from './users.types.ts';

export const UserRef = builder.objectRef<User>('User').implement({
  description: 'A user, as other users see them.',
  interfaces: [NodeRef],
  extensions: { isCachedRow: true },
  fields: (t) => ({
    id: t.id({ description: 'The global id, `user_…`.', resolve: (user) => toGlobalId('user', user.id) }),
    username: t.exposeString('username', {
      description:
        'The unique name: {usernameLengthMin} to {usernameLengthMax} of `a-z`, `0-9`, `_` and `.`, always lower case.',
    }),
    displayName: t.exposeString('displayName', {
      description: 'The display name, 1 to {displayNameLength} characters.',
    }),
    bio: t.exposeString('bio', {
      description: 'Text of the user about themselves, at most {bioLength} characters. May be empty.',
    }),
    avatar: t.field({
      type: MediaRef,
      nullable: true,
      description: 'The profile image. Null if there is none.',
      varies: 'no',
      isOfRow: true,
      resolve: (user, _args, ctx) => (user.avatarMediaId ? load(ctx, mediaById, user.avatarMediaId) : null),
    }),
    cover: t.field({
      type: MediaRef,
      nullable: true,
      description: 'The cover image. Null if there is none.',
      varies: 'no',
      resolve: (user, _args, ctx) => (user.coverMediaId ? load(ctx, mediaById, user.coverMediaId) : null),
    }),
    isPrivate: t.exposeBoolean('isPrivate', {
      description: 'Whether only followers can see the posts, and a follow needs approval.',
    }),
    followerCount: t.exposeInt('followerCount', {
      description: 'Number of followers; the same for every viewer.',
    }),
    followingCount: t.exposeInt('followingCount', {
      description: 'Number of users followed; the same for every viewer.',
    }),
    postCount: t.exposeInt('postCount', {
      description: 'Number of posts of every visibility; the same for every viewer.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which the account was created.',
      resolve: (user) => user.createdAt,
    }),
  }),
});

builder.objectField(PollVoterRef, 'user', (t) =>
  t.field({
    type: UserRef,
    nullable: true,
    description: 'The voter. Null if they have just become invisible to the caller.',
    resolve: (voter, _args, ctx) => load(ctx, visibleUserById, voter.id),
  }),
);

nodeType(UserRef, 'user', (ctx, id) => load(ctx, visibleUserById, id));

builder.queryField('user', (t) =>
  t.field({
    type: UserRef,
    nullable: true,
    description:
      'A user by id or by username. A username that was given up leads to its former owner for 30 days, unless another user takes it. Null if there is no such user or the caller cannot see them.',
    access: 'anyone',
    args: {
      id: t.arg.idOf('user', { description: 'Global id of the user. Give this or `username`.' }),
      username: t.arg.string({
        description: 'The username, in any case, with or without `@`. Give this or `id`.',
      }),
    },
    resolve: (_root, args, ctx) => user(ctx, args),
  }),
);

mutationField('updateProfile', {
  description:
    "Changes the caller's profile; omitted fields stay as they are, and null clears a field. A new image is an upload, which UPLOADS restricts.",
  refusals: 'MODERATION_NUDGE when a machine takes a text for something that may hurt.',
  access: 'user',
  restriction: null,
  budget: { points: 30, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    displayName: t.string({
      description: 'The new display name, 1 to {displayNameLength} characters. Cannot be null.',
    }),
    bio: t.string({
      description: 'The new text about the user, at most {bioLength} characters. Empty or null removes it.',
    }),
    avatar: t.field({
      type: 'Upload',
      description: `A new profile image: ${MEDIA_FORMATS.image}, at most {uploadImageBytes}. Null removes the present one.`,
    }),
    cover: t.field({
      type: 'Upload',
      description: `A new cover image: ${MEDIA_FORMATS.image}, at most {uploadImageBytes}. Null removes the present one.`,
    }),
    retryToken: t.string({
      description: 'Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional.',
    }),
  }),
  payload: { user: { type: UserRef, description: 'The updated caller.' } },
  resolve: async (ctx, input) => ({ user: await updateProfile(ctx, input) }),
});
