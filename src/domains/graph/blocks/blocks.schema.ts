import { mediaById } from '#domains/foundation/media/media.loaders.ts';
import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import { latestFirst } from '#platform/db/keyset.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { myBlockedUser, myBlockedUsers, blockUser, unblockUser } from './blocks.service.ts';
import type { BlockedUser } from './blocks.types.ts';

const NAMELESS_NOTE =
  'Null while the user is not active, and if the caller did not see them when blocking them.';

/** No `User` and no node: the blocked user is invisible to the caller, who needs this to remove the block. */
export const BlockedUserRef = builder.objectRef<BlockedUser>('BlockedUser').implement({
  description:
    'A user whom the caller has blocked; elsewhere only where both take part in a conversation. The same whether or not the user has blocked the caller too.',
  fields: (t) => ({
    userId: t.id({
      description: 'Global id of the user, for `unblockUser`; `node` does not find it.',
      resolve: (blocked) => toGlobalId('user', blocked.id),
    }),
    username: t.exposeString('username', {
      nullable: true,
      description: `The username. ${NAMELESS_NOTE}`,
    }),
    displayName: t.exposeString('displayName', {
      nullable: true,
      description: `The display name. ${NAMELESS_NOTE}`,
    }),
    avatar: t.field({
      type: MediaRef,
      nullable: true,
      description: `The profile image. Null for users without one. ${NAMELESS_NOTE}`,
      resolve: ({ avatarMediaId }, _args, ctx) =>
        avatarMediaId ? load(ctx, mediaById, avatarMediaId) : null,
    }),
    blockedAt: t.field({
      type: 'DateTime',
      description: 'Time at which the caller blocked the user.',
      resolve: (blocked) => blocked.blockedAt,
    }),
  }),
});

const BlockedUserConnectionRef = connectionType('BlockedUser', BlockedUserRef, {
  description: 'Users whom the caller has blocked, newest first.',
});

listField('myBlockedUsers', {
  connection: BlockedUserConnectionRef,
  description: 'Users whom the caller has blocked, newest first.',
  access: 'user',
  order: latestFirst<BlockedUser>(({ blockedAt }) => blockedAt),
  rows: (ctx, _args, page) => myBlockedUsers(ctx, page),
});

builder.queryField('myBlockedUser', (t) =>
  t.field({
    type: BlockedUserRef,
    nullable: true,
    description:
      'A user whom the caller has blocked, where `user` is null: for a profile that says so and offers `unblockUser`. Null without a block of the caller; by username also while the name is hidden from the caller.',
    access: 'user',
    args: {
      id: t.arg.idOf('user', { description: 'Global id of the user. Give this or `username`.' }),
      username: t.arg.string({ description: 'The username, in any case. Give this or `id`.' }),
    },
    resolve: (_root, args, ctx) => myBlockedUser(signedIn(ctx), args),
  }),
);

const BLOCK_BUDGET = { points: 200, windowSeconds: 86_400, per: 'user' } as const;

mutationField('blockUser', {
  description:
    'Blocks a user: the two become invisible to each other, as if deleted, and follows and follow requests between them end. Succeeds without a change when repeated.',
  access: 'user',
  restriction: null,
  budget: BLOCK_BUDGET,
  input: (t) => ({
    userId: t.idOf('user', {
      required: true,
      description:
        'The user to block. One whom the caller does not see is blocked without being named, and an id of nobody answers alike.',
    }),
  }),
  payload: { blockedUser: { type: BlockedUserRef, description: 'The user who is now blocked.' } },
  resolve: async (ctx, input) => ({ blockedUser: await blockUser(ctx, input) }),
});

mutationField('unblockUser', {
  description:
    "Removes the caller's block of a user; a block by the user stays, and follows are not restored. Succeeds without a change when there is none.",
  access: 'user',
  restriction: null,
  budget: BLOCK_BUDGET,
  input: (t) => ({ userId: t.idOf('user', { required: true, description: 'The user to unblock.' }) }),
  payload: { userId: { type: 'ID', description: 'Global id of the user whom the caller no longer blocks.' } },
  resolve: async (ctx, input) => ({ userId: toGlobalId('user', await unblockUser(ctx, input)) }),
});
