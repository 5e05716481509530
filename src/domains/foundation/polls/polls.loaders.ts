import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { type Loader, prime } from '#platform/request/loader.ts';
import {
  listChoices,
  listPollsOfMessages,
  listPollsOfPosts,
  listVisiblePolls,
  listVisiblePollsOf,
} from './polls.queries.ts';
import type { Choice, Poll } from './polls.types.ts';

/** Polls by the ids of posts that are visible to the caller. */
export const pollByPost: Loader<Poll> = {
  name: 'pollByPost',
  batch: async (ctx, postIds) => {
    const polls = await listPollsOfPosts(ctx.db, { viewerId: ctx.user?.id ?? null, postIds });
    return byKey(ctx, polls, ({ postId }) => postId);
  },
};

/** Polls by the ids of messages whose content the caller gets. */
export const pollByMessage: Loader<Poll> = {
  name: 'pollByMessage',
  isForEverybody: true,
  batch: async (ctx, messageIds) => {
    const polls = await listPollsOfMessages(ctx.db, { messageIds });
    return new Map(polls.flatMap((poll) => (poll.messageId === null ? [] : [[poll.messageId, poll]])));
  },
};

/** Polls of posts that are visible to the caller, and of messages whose content they get. */
export const visiblePollById: Loader<Poll> = {
  name: 'visiblePollById',
  batch: async (ctx, ids) => byKey(ctx, await listVisiblePolls(ctx.db, viewerOf(ctx), ids), ({ id }) => id),
};

/** As `visiblePollById`, by the ids of their options. */
export const visiblePollByOption: Loader<Poll> = {
  name: 'visiblePollByOption',
  batch: async (ctx, optionIds) => {
    const polls = await listVisiblePollsOf(ctx.db, viewerOf(ctx), optionIds);
    return new Map(polls.flatMap((poll) => poll.options.map((option) => [option.id, poll] as const)));
  },
};

/** The caller's own votes by the ids of polls. */
export const choiceByPoll: Loader<Choice> = {
  name: 'choiceByPoll',
  batch: async (ctx, pollIds) => {
    const choices = ctx.user ? await listChoices(ctx.db, { voterId: ctx.user.id, pollIds }) : [];
    return new Map(choices.map((choice) => [choice.id, choice]));
  },
};

/** Polls that one statement has read with the vote of the caller, by a key of each. */
function byKey(
  ctx: RequestContext,
  polls: readonly (Poll & { readonly chosenIds: readonly string[] })[],
  keyOf: (poll: Poll) => string | null,
): ReadonlyMap<string, Poll> {
  prime(
    ctx,
    choiceByPoll,
    polls.map(({ id, chosenIds }) => ({ id, optionIds: chosenIds })),
  );
  return new Map(polls.map((poll) => [keyOf(poll) ?? '', poll]));
}
