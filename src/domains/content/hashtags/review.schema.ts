import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { adminSignedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { HashtagSettings, HashtagState, ReviewedHashtag } from './hashtags.types.ts';
import {
  adminGetHashtags,
  adminGetHashtagSettings,
  adminSetHashtagState,
  adminUpdateHashtagSettings,
  reviewedHashtag,
} from './review.service.ts';

const HashtagStateRef = enumType<HashtagState>('HashtagState', {
  description: 'State of a hashtag, set by admins.',
  values: {
    PENDING: 'Not reviewed. Can be trending unless trends need review.',
    ALLOWED: 'Allowed in every list, search and trend.',
    HIDDEN: 'Hidden from every list, search and trend, as if it did not exist; posts keep its text.',
  },
});

const ReviewedHashtagRef = builder.objectRef<ReviewedHashtag>('ReviewedHashtag').implement({
  description: 'A hashtag for admins.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `hashtag_…`, the same as on the client endpoint.',
      resolve: ({ id }) => toGlobalId('hashtag', id),
    }),
    name: t.exposeString('name', { description: 'The folded name, without the `#`.' }),
    displayName: t.exposeString('displayName', { description: 'The name as most public posts write it.' }),
    state: t.field({
      type: HashtagStateRef,
      description: 'State of the hashtag.',
      resolve: ({ state }) => state,
    }),
    stateReason: t.exposeString('stateReason', {
      nullable: true,
      description: 'Reason for the state, for other admins. Null if no admin has set it.',
    }),
    stateChangedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the state was set. Null if no admin has set it.',
      resolve: ({ stateChangedAt }) => stateChangedAt,
    }),
    postCount: t.exposeInt('postCount', {
      description: 'Number of public posts of accounts that are not private with the hashtag.',
    }),
    followerCount: t.exposeInt('followerCount', { description: 'Number of followers.' }),
    isTrending: t.exposeBoolean('isTrending', {
      description: 'Whether the hashtag is among `trendingHashtags`.',
    }),
    trendScore: t.exposeFloat('trendScore', {
      nullable: true,
      description:
        'Growth against the day before, at least 1, fading by half every 4 hours; an ALLOWED hashtag with a score is trending. Null without such growth.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which the hashtag was first used or reviewed.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

adminNodeType(ReviewedHashtagRef, 'hashtag', { permission: 'CONTENT_MANAGE' }, reviewedHashtag);

const ReviewedHashtagConnectionRef = connectionType('ReviewedHashtag', ReviewedHashtagRef, {
  description: 'Hashtags, newest first.',
});

listField('adminGetHashtags', {
  connection: ReviewedHashtagConnectionRef,
  description: 'Hashtags in every state, newest first.',
  access: { permission: 'CONTENT_MANAGE' },
  args: (t) => ({
    state: t({ type: HashtagStateRef, description: 'Only hashtags in this state.' }),
    search: t.string({
      description: 'The beginning of the name, in any case, with or without its `#`.',
    }),
    isRising: t.boolean({
      description: 'Whether to list only hashtags that are trending, or would be if they were ALLOWED.',
    }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, args, page) => adminGetHashtags(ctx, args, page),
});

mutationField('adminSetHashtagState', {
  description:
    'Sets the state of a hashtag, used or not, with immediate effect. Replaces an earlier state and reason.',
  access: { permission: 'CONTENT_MANAGE' },
  restriction: null,
  input: (t) => ({
    name: t.string({ required: true, description: 'The name, in any case, with or without its `#`.' }),
    state: t.field({ type: HashtagStateRef, required: true, description: 'The new state.' }),
    reason: t.string({ required: true, description: 'Reason for other admins, 1 to 500 characters.' }),
  }),
  payload: { hashtag: { type: ReviewedHashtagRef, description: 'The hashtag in its new state.' } },
  resolve: async (ctx, input) => ({ hashtag: await adminSetHashtagState(ctx, input) }),
});

const HashtagSettingsRef = builder.objectRef<HashtagSettings>('HashtagSettings').implement({
  description: 'Settings of all hashtags.',
  fields: (t) => ({
    trendsNeedReview: t.exposeBoolean('trendsNeedReview', {
      description: 'Whether only ALLOWED hashtags can be trending.',
    }),
  }),
});

builder.queryField('adminGetHashtagSettings', (t) =>
  t.field({
    type: HashtagSettingsRef,
    nullable: true,
    description: 'Settings of all hashtags.',
    access: { permission: 'CONTENT_MANAGE' },
    resolve: (_root, _args, ctx) => adminGetHashtagSettings(adminSignedIn(ctx)),
  }),
);

mutationField('adminUpdateHashtagSettings', {
  description: 'Changes the settings of all hashtags, with immediate effect.',
  access: { permission: 'CONTENT_MANAGE' },
  restriction: null,
  input: (t) => ({
    trendsNeedReview: t.boolean({
      description: 'Whether only ALLOWED hashtags can be trending. Optional; unchanged when omitted.',
    }),
  }),
  payload: { settings: { type: HashtagSettingsRef, description: 'The settings in force.' } },
  resolve: async (ctx, input) => ({ settings: await adminUpdateHashtagSettings(ctx, input) }),
});
