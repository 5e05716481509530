import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { totalOf } from './reactions.policy.ts';
import type { Reaction, ReactionCounts, ReactionType } from './reactions.types.ts';

export const ReactionTypeRef = enumOf<ReactionType>('ReactionType', {
  description: 'What a person feels about a post or a comment; one at a time.',
  values: {
    LIKE: 'They like it.',
    LOVE: 'They love it.',
    HAHA: 'It makes them laugh.',
    WOW: 'It surprises them.',
    SAD: 'It makes them sad.',
    ANGRY: 'It makes them angry.',
  },
});

const ReactionRef = builder.objectRef<Reaction>('Reaction').implement({
  description: 'What somebody feels about a post or a comment. Seen by whoever sees both it and the person.',
  fields: (t) => ({
    user: t.field({ type: UserRef, description: 'Who reacted.', resolve: ({ user }) => user }),
    type: t.field({ type: ReactionTypeRef, description: 'How.', resolve: ({ type }) => type }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When they reacted first; it stays when they change to another type.',
      resolve: ({ reactedAt }) => reactedAt,
    }),
  }),
});

export const ReactionConnectionRef = connectionOf('Reaction', ReactionRef, {
  description: 'Reactions of people whom the caller may see; who reacted last comes first.',
});

export const ReactionCountsRef = builder.objectRef<ReactionCounts>('ReactionCounts').implement({
  description: 'How many people feel what; the same for everybody, whomever of these people they see.',
  fields: (t) => ({
    like: t.exposeInt('likeCount', { description: 'Those with LIKE.' }),
    love: t.exposeInt('loveCount', { description: 'Those with LOVE.' }),
    haha: t.exposeInt('hahaCount', { description: 'Those with HAHA.' }),
    wow: t.exposeInt('wowCount', { description: 'Those with WOW.' }),
    sad: t.exposeInt('sadCount', { description: 'Those with SAD.' }),
    angry: t.exposeInt('angryCount', { description: 'Those with ANGRY.' }),
    total: t.int({ description: 'All of them together.', resolve: totalOf }),
  }),
});

/** Each mutation of reactions has one like it. */
export const REACTION_BUDGET = { points: 120, windowSeconds: 60, per: 'user' } as const;

export const SAMPLE_DESCRIPTION =
  'At most 3 of the people who reacted and whom the caller may see, without the caller: first those whom the caller follows, then who reacted last. Of those whom the caller follows, only the 500 whom they followed last are looked for.';
