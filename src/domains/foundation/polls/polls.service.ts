import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import { untilWritten } from '#platform/outbox/write.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import { load, prime } from '#platform/request/loader.ts';
import { closePollJob } from './scheduled-close.ts';
import { pollClosed, pollVoted } from './polls.events.ts';
import { messageVoting } from './message-voting.service.ts';
import { choiceByPoll, visiblePollById, visiblePollByOption } from './polls.loaders.ts';
import { isClosed, resultsShownTo } from './polls.policy.ts';
import { insertPoll, listPollsOfMessages, lockPoll, lockPollOf, updatePollClosed } from './polls.queries.ts';
import type { NewPoll, Poll, PollSubject, PollVoter } from './polls.types.ts';
import { deleteVote, listVoters, pollIsClosed, pollNotFound, writeVote } from './votes.queries.ts';

/** Inserts a poll, parsed by `parsePoll`, of a post or message that the same transaction inserts. */
export async function createPoll(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { poll, ...subject }: PollSubject & { readonly poll: NewPoll },
): Promise<void> {
  const id = ctx.ids.next();
  const optionIds = poll.optionTexts.map(() => ctx.ids.next());
  await insertPoll(tx, { ...poll, ...subject, id, optionIds, createdAt: ctx.clock.now() });
  if (poll.closesAt) tx.enqueue(closePollJob, { pollId: id }, { runAt: poll.closesAt });
}

/**
 * Replaces the caller's vote; no options remove it, whether or not the caller can still see the poll.
 * @returns the poll; null when the vote was removed and the caller cannot see the poll
 * @throws AppError NOT_FOUND for an absent or invisible poll, and for options of other polls | INVALID_STATE once it is
 * closed, and where the caller cannot send messages | VALIDATION_FAILED for several options of a single choice
 */
export async function votePoll(
  ctx: UserContext,
  input: { pollId: string; optionIds: readonly string[] },
): Promise<Poll | null> {
  if (input.optionIds.length === 0) return removeVote(ctx, input.pollId);
  const { pollId } = input;
  const optionIds = [...new Set(input.optionIds)];
  const poll = await untilWritten(async () => {
    const vote = { pollId, optionIds, voterId: ctx.user.id, now: ctx.clock.now(), eventId: ctx.ids.next() };
    const { requestMessages } = ctx.limits;
    return (await ctx.write(writeVote, { ...vote, requestMessages })).row;
  });
  const chosen = poll.options.flatMap(({ id }) => (optionIds.includes(id) ? [id] : []));
  // Rows that were read before the vote have the former counts, by whichever key.
  ctx.loaded.clear();
  prime(ctx, visiblePollById, [poll]);
  prime(ctx, choiceByPoll, [{ id: poll.id, optionIds: chosen }]);
  return poll;
}

/** The kind of restriction that forbids a vote: that of responding to posts, or of messaging. */
export async function restrictionOfVote(ctx: RequestContext, pollId: string): Promise<RestrictionKind> {
  const found = await load(ctx, visiblePollById, pollId);
  return found && found.messageId !== null ? 'MESSAGING' : 'COMMENTING';
}

function emitVoted(
  { user }: InTransaction<UserContext>,
  tx: Tx,
  { id: pollId, postId, messageId, isAnonymous }: PollSubject & Pick<Poll, 'id' | 'isAnonymous'>,
): void {
  tx.emit(pollVoted, { pollId, postId, messageId, voterId: isAnonymous ? null : user.id });
}

/** Locks the poll of a post or message, so that no vote counts until the transaction ends. @returns whether there is one with votes */
export async function lockPollHasVotes(tx: Tx, subject: PollSubject): Promise<boolean> {
  return ((await lockPollOf(tx, subject))?.voterCount ?? 0) > 0;
}

/** Removes the caller's vote; succeeds without a change when there is none. @throws AppError INVALID_STATE once it counts for good */
async function removeVote(ctx: UserContext, pollId: string): Promise<Poll | null> {
  await ctx.transaction(async (tx) => {
    const locked = await lockPoll(tx, pollId);
    if (!locked) return;
    const now = ctx.clock.now();
    const { isMultipleChoice } = locked;
    if (!(await deleteVote(tx, { pollId, voterId: ctx.user.id, isMultipleChoice, now }))) return;
    if (isClosed(locked, now)) throw pollIsClosed();
    emitVoted(ctx, tx, { ...locked, id: pollId });
  });
  return load(ctx, visiblePollById, pollId);
}

/** Closes the caller's poll; a closed one stays as it is. @throws AppError NOT_FOUND for other users' polls, too */
export async function closePoll(ctx: UserContext, input: { pollId: string }): Promise<Poll> {
  const found = await requirePoll(ctx, input.pollId);
  if (found.authorId !== ctx.user.id) throw pollNotFound();
  await ctx.transaction(async (tx) => {
    if (!(await updatePollClosed(tx, found.id, ctx.clock.now()))) return;
    const { id: pollId, authorId, postId, messageId } = found;
    tx.emit(pollClosed, { pollId, authorId, postId, messageId });
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
  if (!found || found.isAnonymous || !(await canSeeResults(ctx, found))) return null;
  return listVoters(ctx.db, viewerOf(ctx), optionId, page);
}

/** Whether the counts of the options are shown to the caller, whose vote is read only where it decides. */
export function canSeeResults(ctx: RequestContext, poll: Poll): boolean | Promise<boolean> {
  const shownTo = resultsShownTo(poll, ctx.clock.now());
  if (shownTo !== 'VOTERS') return shownTo === 'EVERYBODY';
  const chosen = chosenOptionIds(ctx, poll.id);
  return chosen instanceof Promise ? chosen.then(hasAny) : hasAny(chosen);
}

const hasAny = (chosen: readonly string[]): boolean => chosen.length > 0;

/** The options that the caller chose, in the author's order. */
export function chosenOptionIds(
  ctx: RequestContext,
  pollId: string,
): readonly string[] | Promise<readonly string[]> {
  const choice = load(ctx, choiceByPoll, pollId);
  return choice instanceof Promise
    ? choice.then((found) => found?.optionIds ?? [])
    : (choice?.optionIds ?? []);
}

/** Whether `votePoll` would be accepted. */
export async function canVote(ctx: RequestContext, poll: Poll): Promise<boolean> {
  if (isClosed(poll, ctx.clock.now())) return false;
  return poll.messageId === null || messageVoting().isOpen(ctx, poll.messageId);
}

/** The messages among `messageIds` with polls whose results are shown to those alone who have voted. @returns their ids */
export async function listShownAfterVote(
  db: Db,
  messageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const polls = await listPollsOfMessages(db, { messageIds });
  return new Set(
    polls.flatMap(({ results, messageId }) =>
      results === 'AFTER_VOTE' && messageId !== null ? [messageId] : [],
    ),
  );
}

async function requirePoll(ctx: RequestContext, id: string): Promise<Poll> {
  const found = await load(ctx, visiblePollById, id);
  if (!found) throw pollNotFound();
  return found;
}
