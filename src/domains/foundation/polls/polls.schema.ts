import type { RequestContext } from '#platform/context.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { fromGlobalId, toGlobalId } from '#platform/ids.ts';
import { load } from '#platform/loader.ts';
import { visiblePollById, visiblePollByOption } from './polls.loaders.ts';
import { canClosePoll, canSeeResults, isClosed } from './polls.policy.ts';
import { closePoll, pollVoters, votePoll } from './polls.service.ts';
import type { Poll, PollOption, PollResults, PollVoter } from './polls.types.ts';

export const PollResultsRef = enumOf<PollResults>('PollResults', {
  description: 'From when on everybody who sees a poll, its author included, sees what was chosen.',
  values: {
    ALWAYS: 'From the beginning.',
    AFTER_VOTE: 'For whoever has voted, as long as their vote stands, and for all once it is closed.',
    AFTER_CLOSE: 'Once it is closed.',
  },
});

/** An option beside its poll, which says whether its count is shown. */
type ShownOption = { readonly poll: Poll; readonly option: PollOption };

const PollOptionRef = builder.objectRef<ShownOption>('PollOption').implement({
  description: 'Something to choose in a poll. Never changes but for its count.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `polloption_…`, for `votePoll` and `pollVoters`, too.',
      resolve: ({ option }) => toGlobalId('polloption', option.id),
    }),
    text: t.string({ description: 'The text, 1 to 100 characters.', resolve: ({ option }) => option.text }),
    voteCount: t.int({
      nullable: true,
      description:
        'How many people chose it, the same number for everybody; null while `canSeeResults` is false.',
      resolve: ({ poll, option }, _args, ctx) =>
        canSeeResults(poll, ctx.clock.now()) ? option.voteCount : null,
    }),
  }),
});

nodeType(PollOptionRef, 'polloption', async (ctx, id): Promise<ShownOption | null> => {
  const poll = await load(ctx, visiblePollByOption, id);
  const option = poll?.options.find((known) => known.id === id);
  return poll && option ? { poll, option } : null;
});

const PollViewerRef = builder.objectRef<Poll>('PollViewer').implement({
  description: 'How the caller stands to a poll.',
  fields: (t) => ({
    votedOptionIds: t.idList({
      description:
        'What the caller chose, in the order of the options, at most 10; empty when they have not voted.',
      extensions: { listSize: 2 },
      resolve: (poll) =>
        poll.options.filter(({ isChosen }) => isChosen).map(({ id }) => toGlobalId('polloption', id)),
    }),
    canVote: t.boolean({
      description: 'Whether `votePoll` would be accepted, also to change a vote: until the poll is closed.',
      resolve: (poll, _args, ctx) => !isClosed(poll, ctx.clock.now()),
    }),
    canClose: t.boolean({
      description: 'Whether the poll is the caller’s and still open.',
      resolve: (poll, _args, ctx) => ctx.user !== null && canClosePoll(ctx.user.id, poll, ctx.clock.now()),
    }),
    canSeeResults: t.boolean({
      description:
        'Whether the counts of the options, and `pollVoters` unless it is anonymous, are shown now.',
      resolve: (poll, _args, ctx) => canSeeResults(poll, ctx.clock.now()),
    }),
  }),
});

export const PollRef = builder.objectRef<Poll>('Poll').implement({
  description: 'A question with 2 to 10 options. Whoever sees the post that shows it sees it and may vote.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({ description: 'The global id, `poll_…`.', resolve: (poll) => toGlobalId('poll', poll.id) }),
    options: t.field({
      type: [PollOptionRef],
      description: 'What can be chosen, in the order of the author; 2 to 10.',
      extensions: { listSize: 4 },
      resolve: (poll) => poll.options.map((option) => ({ poll, option })),
    }),
    isMultipleChoice: t.exposeBoolean('isMultipleChoice', {
      description: 'Whether one person may choose several options.',
    }),
    isAnonymous: t.exposeBoolean('isAnonymous', {
      description: 'Whether nobody, its author included, learns who voted.',
    }),
    results: t.field({
      type: PollResultsRef,
      description: 'From when on the counts are shown.',
      resolve: (poll) => poll.results,
    }),
    voterCount: t.exposeInt('voterCount', {
      description:
        'How many people have voted, each counted once. The same number for everybody, at any time.',
    }),
    isClosed: t.boolean({
      description: 'Whether voting has ended, by `closesAt` or by the author. It never begins again.',
      resolve: (poll, _args, ctx) => isClosed(poll, ctx.clock.now()),
    }),
    closesAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When it closes by itself unless its author does so before; null when only the author does.',
      resolve: (poll) => poll.closesAt,
    }),
    viewer: t.field({
      type: PollViewerRef,
      nullable: true,
      description: 'What depends on the caller; null for anonymous callers.',
      resolve: (poll, _args, ctx) => (ctx.user ? poll : null),
    }),
  }),
});

nodeType(PollRef, 'poll', (ctx: RequestContext, id) => load(ctx, visiblePollById, id));

export const PollInputRef = builder.inputType('PollInput', {
  description: 'A poll to publish with a post. It cannot be changed afterwards, only closed.',
  fields: (t) => ({
    options: t.stringList({
      required: true,
      description:
        'What can be chosen, in this order: 2 to 10 different texts of 1 to 100 characters on one line.',
    }),
    isMultipleChoice: t.boolean({
      description: 'Whether one person may choose several options; false when left out.',
    }),
    isAnonymous: t.boolean({
      description: 'Whether nobody learns who voted; false when left out.',
    }),
    results: t.field({
      type: PollResultsRef,
      description: 'From when on the counts are shown; ALWAYS when left out.',
    }),
    closesAt: t.field({
      type: 'DateTime',
      description:
        'When it closes by itself, 5 minutes to 30 days ahead; left out, only its author closes it.',
    }),
  }),
});

/** Who it is, a domain below adds as `user`: this tier knows people by their ids alone. */
export const PollVoterRef = builder.objectRef<PollVoter>('PollVoter').implement({
  description: 'Somebody who chose an option of a poll.',
  fields: (t) => ({
    votedAt: t.field({
      type: 'DateTime',
      description: 'When they chose it.',
      resolve: (voter) => voter.votedAt,
    }),
  }),
});

const PollVoterConnectionRef = connectionOf('PollVoter', PollVoterRef, {
  description: 'Who chose an option of a poll, newest first.',
});

builder.queryField('pollVoters', (t) =>
  t.field({
    type: PollVoterConnectionRef,
    nullable: true,
    description:
      'Who chose an option, newest first; only people whom the caller may see. Null when the caller may not see the poll or, by now, its results, and when the poll is anonymous.',
    access: 'anyone',
    args: {
      optionId: t.arg.id({ required: true, description: 'The option.' }),
      ...forwardPageArgs(t.arg),
    },
    resolve: (_root, { optionId, ...page }, ctx) =>
      pollVoters(ctx, { ...page, optionId: fromGlobalId('polloption', optionId) }),
  }),
);

mutationField('votePoll', {
  description:
    'Chooses options of a poll in the place of those that the caller chose before; an empty list takes the vote back. Refused with INVALID_STATE once the poll is closed.',
  access: 'user',
  restriction: 'COMMENTING',
  budget: { points: 120, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    pollId: t.id({ required: true, description: 'The poll.' }),
    optionIds: t.idList({
      required: true,
      description: 'All that the caller chooses: at most one unless the poll is of multiple choice.',
    }),
  }),
  payload: { poll: { type: PollRef, description: 'The poll with the vote.' } },
  resolve: async (ctx, { pollId, optionIds }) => ({
    poll: await votePoll(ctx, {
      pollId: fromGlobalId('poll', pollId),
      optionIds: optionIds.map((id) => fromGlobalId('polloption', id)),
    }),
  }),
});

mutationField('closePoll', {
  description: 'Ends the voting in a poll of the caller for ever. Success when it has ended already.',
  access: 'user',
  restriction: null,
  input: (t) => ({ pollId: t.id({ required: true, description: 'The poll.' }) }),
  payload: { poll: { type: PollRef, description: 'The closed poll.' } },
  resolve: async (ctx, { pollId }) => ({
    poll: await closePoll(ctx, { pollId: fromGlobalId('poll', pollId) }),
  }),
});
