import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import {
  type KeysetList,
  type Page,
  type PageArgs,
  pageOf,
  parsePage,
  timeKey,
  type TimeKey,
} from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { forgetLoaded, load } from '#platform/loader.ts';
import { invalid } from '#platform/parse-input.ts';
import { closeDuePoll } from './closing.ts';
import { deleteVotesIn, lockPollsVotedIn } from './personal-data.queries.ts';
import { pollClosed, pollVoted } from './polls.events.ts';
import { visiblePollById, visiblePollByOption } from './polls.loaders.ts';
import { canSeeResults, isClosed } from './polls.policy.ts';
import { insertPoll, lockVisiblePoll, updateClosed } from './polls.queries.ts';
import type { NewPoll, Poll, PollVoter } from './polls.types.ts';
import { listVoters, replaceVote, updateVoteCounts } from './votes.queries.ts';

/** Inserts the poll of a post that the same transaction inserts; `parsePoll` makes what it takes. */
export async function createPoll(
  ctx: UserContext,
  tx: Tx,
  { postId, poll }: { postId: string; poll: NewPoll },
): Promise<void> {
  const id = ctx.ids.next();
  const optionIds = poll.optionTexts.map(() => ctx.ids.next());
  await insertPoll(tx, { ...poll, id, postId, optionIds, createdAt: ctx.clock.now() });
  if (poll.closesAt) tx.enqueue(closeDuePoll, { pollId: id }, { runAt: poll.closesAt });
}

/**
 * Chooses options in the place of those that the caller chose before; none takes the vote back.
 * @throws AppError NOT_FOUND for what is absent or invisible, and for options of other polls | INVALID_STATE once it is
 * closed | VALIDATION_FAILED for several of a single choice
 */
export async function votePoll(
  ctx: UserContext,
  input: { pollId: string; optionIds: readonly string[] },
): Promise<Poll> {
  const found = await existingPoll(ctx, input.pollId);
  const optionIds = chosenOf(found, input.optionIds);
  await ctx.transaction(async (tx) => {
    const locked = await lockVisiblePoll(tx, viewerOf(ctx), found.id);
    if (!locked) throw notFound('Poll', ['pollId']);
    // The lock may have been waited for: only now is it certain that no vote comes after the end.
    const votedAt = ctx.clock.now();
    if (isClosed(locked, votedAt)) throw alreadyClosed();
    const vote = { pollId: found.id, isMultipleChoice: found.isMultipleChoice, optionIds, votedAt };
    const change = await replaceVote(tx, { ...vote, voterId: ctx.user.id });
    const { chosenIds, droppedIds } = change;
    if (chosenIds.length === 0 && droppedIds.length === 0) return;
    const keptCount = optionIds.length - chosenIds.length;
    const hadVoted = droppedIds.length + keptCount > 0;
    const voters = Number(optionIds.length > 0) - Number(hadVoted);
    await updateVoteCounts(tx, found.id, { ...change, voters });
    const voterId = found.isAnonymous ? null : ctx.user.id;
    tx.emit(pollVoted, { pollId: found.id, postId: found.postId, voterId });
  });
  return reread(ctx, found.id);
}

/** @throws AppError NOT_FOUND | VALIDATION_FAILED */
function chosenOf(poll: Poll, optionIds: readonly string[]): string[] {
  const chosen = [...new Set(optionIds)];
  if (!chosen.every((id) => poll.options.some((option) => option.id === id))) {
    throw notFound('Option', ['optionIds']);
  }
  if (chosen.length > 1 && !poll.isMultipleChoice) {
    throw invalid(['optionIds'], 'This poll takes one option.', 'maxItems', 1);
  }
  return chosen;
}

const alreadyClosed = (): AppError =>
  new AppError('INVALID_STATE', 'This poll is closed.', {
    path: ['pollId'],
    details: { current: 'CLOSED', allowed: ['OPEN'] },
  });

/** Closes the caller's poll for ever; success when it is closed. @throws AppError NOT_FOUND for what is not theirs, too */
export async function closePoll(ctx: UserContext, input: { pollId: string }): Promise<Poll> {
  const found = await existingPoll(ctx, input.pollId);
  if (found.authorId !== ctx.user.id) throw notFound('Poll', ['pollId']);
  await ctx.transaction(async (tx) => {
    if (!(await updateClosed(tx, found.id, ctx.clock.now()))) return;
    tx.emit(pollClosed, { pollId: found.id, postId: found.postId });
  });
  return reread(ctx, found.id);
}

const pollVotersList: KeysetList<TimeKey> = { name: 'pollVoters', key: timeKey };

/**
 * Who chose an option, newest first; null when the caller may not see the poll or its results, and when it is anonymous.
 */
export async function pollVoters(
  ctx: RequestContext,
  args: PageArgs & { optionId: string },
): Promise<Page<PollVoter> | null> {
  const page = parsePage(pollVotersList, args, ctx.limits);
  const found = await load(ctx, visiblePollByOption, args.optionId);
  if (!found || found.isAnonymous || !canSeeResults(found, ctx.clock.now())) return null;
  const rows = await listVoters(ctx.db, viewerOf(ctx), args.optionId, page);
  return pageOf(pollVotersList, page, rows, (voter) => [voter.votedAt.getTime(), voter.userId]);
}

async function reread(ctx: RequestContext, id: string): Promise<Poll> {
  forgetLoaded(ctx);
  return existingPoll(ctx, id);
}

async function existingPoll(ctx: RequestContext, id: string): Promise<Poll> {
  const found = await load(ctx, visiblePollById, id);
  if (!found) throw notFound('Poll', ['pollId']);
  return found;
}

/** Takes back the votes of a person who is erased, in at most `limit` polls. @returns in how many */
export async function eraseVotes(
  tx: Tx,
  { voterId, limit }: { voterId: string; limit: number },
): Promise<number> {
  const pollIds = await lockPollsVotedIn(tx, voterId, limit);
  if (pollIds.length > 0) await deleteVotesIn(tx, voterId, pollIds);
  return pollIds.length;
}
