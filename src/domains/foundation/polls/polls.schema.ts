import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { latestFirst } from '#platform/db/keyset.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { visiblePollById, visiblePollByOption } from './polls.loaders.ts';
import {
  canClosePoll,
  DURATION_MINUTES_MAX,
  DURATION_MINUTES_MIN,
  isClosed,
  OPTION_LENGTH_MAX,
  OPTIONS_MAX,
  OPTIONS_MIN,
} from './polls.policy.ts';
import {
  canSeeResults,
  canVote,
  chosenOptionIds,
  closePoll,
  pollVoters,
  restrictionOfVote,
  votePoll,
} from './polls.service.ts';
import type { Poll, PollOption, PollResults, PollVoter } from './polls.types.ts';

export const PollResultsRef = enumType<PollResults>('PollResults', {
  description: 'When the results of a poll are shown to the users who can see it, its author included.',
  values: {
    ALWAYS: 'From the beginning.',
    AFTER_VOTE: 'To users who have a vote in it, and to every viewer once it is closed.',
    AFTER_CLOSE: 'To every viewer once it is closed.',
  },
});

/** An option with its poll, which decides whether its count is shown. */
type ShownOption = { readonly poll: Poll; readonly option: PollOption };

const PollOptionRef = builder.objectRef<ShownOption>('PollOption').implement({
  description: 'An option of a poll. Only its count changes.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `polloption_…`, also for `votePoll` and `pollVoters`.',
      resolve: ({ option }) => toGlobalId('polloption', option.id),
    }),
    text: t.string({
      description: `Text, 1 to ${OPTION_LENGTH_MAX} characters.`,
      resolve: ({ option }) => option.text,
    }),
    voteCount: t.int({
      nullable: true,
      description:
        'Number of users who chose it, the same for every viewer. Null while `canSeeResults` is false.',
      // Only where its results are shown to those who have voted; see `apartOf` of messages.
      varies: 'personal',
      resolve: ({ poll, option }, _args, ctx) => {
        const isShown = canSeeResults(ctx, poll);
        if (isShown instanceof Promise) return isShown.then((shown) => (shown ? option.voteCount : null));
        return isShown ? option.voteCount : null;
      },
    }),
  }),
});

nodeType(PollOptionRef, 'polloption', async (ctx, id): Promise<ShownOption | null> => {
  const poll = await load(ctx, visiblePollByOption, id);
  const option = poll?.options.find((known) => known.id === id);
  return poll && option ? { poll, option } : null;
});

const PollViewerRef = builder.objectRef<Poll>('PollViewer').implement({
  description: 'Vote and permissions of the caller in a poll.',
  fields: (t) => ({
    votedOptionIds: t.idList({
      description: `Options that the caller chose, in the poll's order, at most ${OPTIONS_MAX}. Empty if they have not voted.`,
      extensions: listSize(OPTIONS_MAX),
      resolve: async ({ id }, _args, ctx) =>
        (await chosenOptionIds(ctx, id)).map((optionId) => toGlobalId('polloption', optionId)),
    }),
    canVote: t.boolean({
      description:
        'Whether the caller can vote or change their vote: until the poll is closed, and in a message only where they can send messages.',
      resolve: (poll, _args, ctx) => canVote(ctx, poll),
    }),
    canClose: t.boolean({
      description: 'Whether the caller can close the poll: their own, while it is open.',
      resolve: (poll, _args, ctx) => ctx.user !== null && canClosePoll(ctx.user.id, poll, ctx.clock.now()),
    }),
    canSeeResults: t.boolean({
      description:
        'Whether the counts of the options, and `pollVoters` unless the poll is anonymous, are shown now.',
      resolve: (poll, _args, ctx) => canSeeResults(ctx, poll),
    }),
  }),
});

export const PollRef = builder.objectRef<Poll>('Poll').implement({
  description: `A poll with ${OPTIONS_MIN} to ${OPTIONS_MAX} options. Users who can see its post can see it and vote; in a message, participants who get the content of the message, and vote where they can send messages.`,
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `poll_…`.', resolve: (poll) => toGlobalId('poll', poll.id) }),
    options: t.field({
      type: [PollOptionRef],
      description: `Options in the author's order, ${OPTIONS_MIN} to ${OPTIONS_MAX}.`,
      extensions: listSize(OPTIONS_MAX),
      resolve: (poll) => poll.options.map((option) => ({ poll, option })),
    }),
    isMultipleChoice: t.exposeBoolean('isMultipleChoice', {
      description: 'Whether a user can choose several options.',
    }),
    isAnonymous: t.exposeBoolean('isAnonymous', {
      description: 'Whether the voters are hidden from every viewer, the author included.',
    }),
    results: t.field({
      type: PollResultsRef,
      description: 'When the counts are shown.',
      resolve: (poll) => poll.results,
    }),
    voterCount: t.exposeInt('voterCount', {
      description: 'Number of users who have voted, the same for every viewer and shown at any time.',
    }),
    isClosed: t.boolean({
      description: 'Whether voting has ended permanently, by `closesAt` or by the author.',
      varies: 'no',
      resolve: (poll, _args, ctx) => isClosed(poll, ctx.clock.now()),
    }),
    closesAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time at which it closes automatically unless its author closes it before. Null if only the author closes it.',
      resolve: (poll) => poll.closesAt,
    }),
    viewer: t.field({
      type: PollViewerRef,
      nullable: true,
      description: 'Fields that depend on the caller. Null for anonymous callers.',
      varies: 'viewer',
      resolve: (poll, _args, ctx) => (ctx.user ? poll : null),
    }),
  }),
});

nodeType(PollRef, 'poll', (ctx, id) => load(ctx, visiblePollById, id));

export const PollInputRef = builder.inputType('PollInput', {
  description: 'A poll to publish with a post or message. It cannot be changed afterwards, only closed.',
  fields: (t) => ({
    options: t.stringList({
      required: true,
      description: `Options in the order to show: ${OPTIONS_MIN} to ${OPTIONS_MAX} texts of 1 to ${OPTION_LENGTH_MAX} characters on one line that differ in what people see, and in more than capital letters.`,
    }),
    isMultipleChoice: t.boolean({
      description: 'Whether a user can choose several options. Defaults to false.',
    }),
    isAnonymous: t.boolean({
      description: 'Whether the voters are hidden from every viewer. Defaults to true.',
    }),
    results: t.field({
      type: PollResultsRef,
      description: 'When the counts are shown. Defaults to ALWAYS.',
    }),
    closesAt: t.field({
      type: 'DateTime',
      description:
        'Time at which it closes automatically, 5 minutes to 30 days ahead; not for a draft. Without it and `durationMinutes`, only its author closes it.',
    }),
    durationMinutes: t.int({
      description: `Minutes from the publication until it closes automatically, ${DURATION_MINUTES_MIN} to ${DURATION_MINUTES_MAX}, in place of \`closesAt\`.`,
    }),
  }),
});

/** The field `user` is added by the tier of users, which this tier does not import. */
export const PollVoterRef = builder.objectRef<PollVoter>('PollVoter').implement({
  description: 'A user who chose an option of a poll.',
  fields: (t) => ({
    votedAt: t.field({
      type: 'DateTime',
      description: 'Time of the vote.',
      resolve: (voter) => voter.votedAt,
    }),
  }),
});

const PollVoterConnectionRef = connectionType('PollVoter', PollVoterRef, {
  description: 'Users who chose an option of a poll, newest vote first.',
});

listField('pollVoters', {
  connection: PollVoterConnectionRef,
  description:
    'Users who chose an option and are visible to the caller, newest vote first. Null if the poll is anonymous or the caller cannot see it or its results.',
  access: 'user',
  args: (t) => ({ optionId: t.idOf('polloption', { required: true, description: 'The option.' }) }),
  order: latestFirst((voter: PollVoter) => voter.votedAt),
  rows: (ctx, { optionId }, page) => pollVoters(ctx, optionId, page),
});

mutationField('votePoll', {
  description:
    "Replaces the caller's vote in a poll. The restriction MESSAGING forbids it for the poll of a message, COMMENTING for that of a post.",
  refusals:
    'INVALID_STATE once the poll is closed and the vote would change, and for the poll of a message where the caller cannot send messages.',
  access: 'user',
  restriction: 'COMMENTING',
  budget: { points: 120, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    pollId: t.idOf('poll', { required: true, description: 'The poll.' }),
    optionIds: t.idListOf('polloption', {
      required: true,
      description:
        'All options that the caller chooses: at most one unless `isMultipleChoice`. An empty list removes the vote, also when the caller no longer sees the poll.',
    }),
  }),
  restrictionOf: (ctx, { pollId }) => restrictionOfVote(ctx, pollId),
  isJudgedByWrite: true,
  takesBack: ({ optionIds }) => optionIds.length === 0,
  payload: {
    poll: { type: PollRef, description: 'The poll with the vote. Null when the caller cannot see it.' },
  },
  resolve: async (ctx, input) => ({ poll: await votePoll(ctx, input) }),
});

mutationField('closePoll', {
  description: 'Closes a poll of the caller permanently. Succeeds without a change if it is closed.',
  access: 'user',
  restriction: null,
  input: (t) => ({ pollId: t.idOf('poll', { required: true, description: 'The poll.' }) }),
  payload: { poll: { type: PollRef, description: 'The closed poll.' } },
  resolve: async (ctx, input) => ({ poll: await closePoll(ctx, input) }),
});
