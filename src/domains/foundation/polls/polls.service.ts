import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { load } from '#platform/request/loader.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { closePollJob } from './scheduled-close.ts';
import { pollClosed, pollVoted } from './polls.events.ts';
import { visiblePollById, visiblePollByOption } from './polls.loaders.ts';
import { canSeeResults, isClosed } from './polls.policy.ts';
import { insertPoll, lockPoll, lockPollOfPost, lockVisiblePoll, updatePollClosed } from './polls.queries.ts';
import type { NewPoll, Poll, PollVoter } from './polls.types.ts';
import { listVoters, replaceVote, updateVoteCounts } from './votes.queries.ts';

/** Inserts a poll, parsed by `parsePoll`, of a post that the same transaction inserts. */
export async function createPoll(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { postId, poll }: { postId: string; poll: NewPoll },
): Promise<void> {
  const id = ctx.ids.next();
  const optionIds = poll.optionTexts.map(() => ctx.ids.next());
  await insertPoll(tx, { ...poll, id, postId, optionIds, createdAt: ctx.clock.now() });
  if (poll.closesAt) tx.enqueue(closePollJob, { pollId: id }, { runAt: poll.closesAt });
}

/**
 * Replaces the caller's vote; no options remove it, whether or not the caller can still see the poll.
 * @returns the poll; null when the vote was removed and the caller cannot see the poll
 * @throws AppError NOT_FOUND for an absent or invisible poll, and for options of other polls | INVALID_STATE once it is
 * closed | VALIDATION_FAILED for several options of a single choice
 */
export async function votePoll(
  ctx: UserContext,
  input: { pollId: string; optionIds: readonly string[] },
): Promise<Poll | null> {
  if (input.optionIds.length === 0) return removeVote(ctx, input.pollId);
  const found = await requirePoll(ctx, input.pollId);
  const optionIds = parseChosenOptions(found, input.optionIds);
  await ctx.transaction(async (tx) => {
    const locked = await lockVisiblePoll(tx, viewerOf(ctx), found.id);
    if (!locked) throw notFound('Poll', ['pollId']);
    // The clock is read after the lock wait, so that no vote counts after the end.
    const votedAt = ctx.clock.now();
    if (isClosed(locked, votedAt)) throw pollIsClosed();
    const vote = { pollId: found.id, isMultipleChoice: found.isMultipleChoice, optionIds, votedAt };
    const change = await replaceVote(tx, { ...vote, voterId: ctx.user.id });
    const { chosenIds, droppedIds } = change;
    if (chosenIds.length === 0 && droppedIds.length === 0) return;
    const keptCount = optionIds.length - chosenIds.length;
    const hadVoted = droppedIds.length + keptCount > 0;
    await updateVoteCounts(tx, found.id, { ...change, voters: hadVoted ? 0 : 1 });
    const voterId = found.isAnonymous ? null : ctx.user.id;
    tx.emit(pollVoted, { pollId: found.id, postId: found.postId, voterId });
  });
  return requirePoll(ctx, found.id);
}

/** Locks the poll of a post, so that no vote counts until the transaction ends. @returns whether there is one with votes */
export async function lockPollHasVotes(tx: Tx, postId: string): Promise<boolean> {
  return ((await lockPollOfPost(tx, postId))?.voterCount ?? 0) > 0;
}

/** Removes the caller's vote; succeeds without a change when there is none. @throws AppError INVALID_STATE once it counts for good */
async function removeVote(ctx: UserContext, pollId: string): Promise<Poll | null> {
  await ctx.transaction(async (tx) => {
    const locked = await lockPoll(tx, pollId);
    if (!locked) return;
    const votedAt = ctx.clock.now();
    const vote = { pollId, isMultipleChoice: locked.isMultipleChoice, optionIds: [], votedAt };
    const change = await replaceVote(tx, { ...vote, voterId: ctx.user.id });
    if (change.droppedIds.length === 0) return;
    if (isClosed(locked, votedAt)) throw pollIsClosed();
    await updateVoteCounts(tx, pollId, { ...change, voters: -1 });
    const voterId = locked.isAnonymous ? null : ctx.user.id;
    tx.emit(pollVoted, { pollId, postId: locked.postId, voterId });
  });
  return load(ctx, visiblePollById, pollId);
}

/** @throws AppError NOT_FOUND | VALIDATION_FAILED */
function parseChosenOptions(poll: Poll, optionIds: readonly string[]): string[] {
  const chosen = [...new Set(optionIds)];
  if (!chosen.every((id) => poll.options.some((option) => option.id === id))) {
    throw notFound('Option', ['optionIds']);
  }
  if (chosen.length > 1 && !poll.isMultipleChoice) {
    throw invalid(['optionIds'], 'Choose one option.', 'maxItems', 1);
  }
  return chosen;
}

const pollIsClosed = (): AppError =>
  new AppError('INVALID_STATE', 'This poll is closed.', {
    path: ['pollId'],
    details: { current: 'CLOSED', allowed: ['OPEN'] },
  });

/** Closes the caller's poll; a closed one stays as it is. @throws AppError NOT_FOUND for other users' polls, too */
export async function closePoll(ctx: UserContext, input: { pollId: string }): Promise<Poll> {
  const found = await requirePoll(ctx, input.pollId);
  if (found.authorId !== ctx.user.id) throw notFound('Poll', ['pollId']);
  await ctx.transaction(async (tx) => {
    if (!(await updatePollClosed(tx, found.id, ctx.clock.now()))) return;
    tx.emit(pollClosed, { pollId: found.id, postId: found.postId });
  });
  return requirePoll(ctx, found.id);
}

/**
 * The users who chose an option, newest vote first. Null when the poll is anonymous or the caller cannot see it or its
 * results.
 */
export async function pollVoters(
  ctx: UserContext,
  optionId: string,
  page: ListRequest<TimeKey>,
): Promise<PollVoter[] | null> {
  const found = await load(ctx, visiblePollByOption, optionId);
  if (!found || found.isAnonymous || !canSeeResults(found, ctx.clock.now())) return null;
  return listVoters(ctx.db, viewerOf(ctx), optionId, page);
}

async function requirePoll(ctx: RequestContext, id: string): Promise<Poll> {
  const found = await load(ctx, visiblePollById, id);
  if (!found) throw notFound('Poll', ['pollId']);
  return found;
}
