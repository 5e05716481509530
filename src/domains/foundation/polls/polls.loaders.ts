import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Loader } from '#platform/request/loader.ts';
import { listPollsOfPosts, listVisiblePolls, listVisiblePollsOf } from './polls.queries.ts';
import type { Poll } from './polls.types.ts';

/** Polls by the ids of posts that are visible to the caller. */
export const pollByPost: Loader<Poll> = {
  name: 'pollByPost',
  batch: async (ctx, postIds) => {
    const polls = await listPollsOfPosts(ctx.db, { viewerId: ctx.user?.id ?? null, postIds });
    return new Map(polls.map((poll) => [poll.postId, poll]));
  },
};

/** Polls of posts that are visible to the caller. */
export const visiblePollById: Loader<Poll> = {
  name: 'visiblePollById',
  batch: async (ctx, ids) => {
    const polls = await listVisiblePolls(ctx.db, viewerOf(ctx), ids);
    return new Map(polls.map((poll) => [poll.id, poll]));
  },
};

/** Polls by the ids of their options, of posts that are visible to the caller. */
export const visiblePollByOption: Loader<Poll> = {
  name: 'visiblePollByOption',
  batch: async (ctx, optionIds) => {
    const polls = await listVisiblePollsOf(ctx.db, viewerOf(ctx), optionIds);
    return new Map(polls.flatMap((poll) => poll.options.map((option) => [option.id, poll] as const)));
  },
};
