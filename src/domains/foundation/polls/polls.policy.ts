import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#platform/clock.ts';
import { invalid, parseInput } from '#platform/parse-input.ts';
import { lineOf } from '#platform/text.ts';
import type { NewPoll, Poll, PollResults } from './polls.types.ts';

const OPTIONS_MIN = 2;
const OPTIONS_MAX = 10;
const OPTION_LENGTH_MAX = 100;
const DURATION_MIN_MS = 5 * MINUTE_MS;
const DURATION_MAX_MS = 30 * DAY_MS;

export type PollInput = {
  readonly options: readonly string[];
  readonly isMultipleChoice?: boolean | null | undefined;
  readonly isAnonymous?: boolean | null | undefined;
  readonly results?: PollResults | null | undefined;
  readonly closesAt?: Date | null | undefined;
};

const OptionsSchema = z.object({
  poll: z.object({ options: z.array(lineOf({ min: 1, max: OPTION_LENGTH_MAX })) }),
});

/** @throws ValidationFailed | AppError VALIDATION_FAILED, with paths that begin with `poll` */
export function parsePoll(input: PollInput, now: Date): NewPoll {
  const count = input.options.length;
  if (count < OPTIONS_MIN) {
    throw invalid(OPTIONS_PATH, `A poll has at least ${OPTIONS_MIN} options.`, 'minItems', OPTIONS_MIN);
  }
  if (count > OPTIONS_MAX) {
    throw invalid(OPTIONS_PATH, `A poll has at most ${OPTIONS_MAX} options.`, 'maxItems', OPTIONS_MAX);
  }
  const { options } = parseInput(OptionsSchema, { poll: { options: input.options } }).poll;
  if (new Set(options).size < count) throw invalid(OPTIONS_PATH, 'Every option is another one.', 'distinct');
  return {
    optionTexts: options,
    isMultipleChoice: input.isMultipleChoice ?? false,
    isAnonymous: input.isAnonymous ?? false,
    results: input.results ?? 'ALWAYS',
    closesAt: parseClosesAt(input.closesAt ?? null, now),
  };
}

const OPTIONS_PATH = ['poll', 'options'];

function parseClosesAt(closesAt: Date | null, now: Date): Date | null {
  if (closesAt === null) return null;
  const durationMs = closesAt.getTime() - now.getTime();
  if (durationMs >= DURATION_MIN_MS && durationMs <= DURATION_MAX_MS) return closesAt;
  throw invalid(['poll', 'closesAt'], 'A poll is open for 5 minutes to 30 days.', 'range');
}

/** The moment that was set closes it, whether or not the job has come by since. */
export const isClosed = (poll: Pick<Poll, 'closesAt' | 'closedAt'>, now: Date): boolean =>
  poll.closedAt !== null || (poll.closesAt !== null && poll.closesAt <= now);

/** Guards `closePoll` and answers `viewer.canClose`. */
export const canClosePoll = (userId: string, poll: Poll, now: Date): boolean =>
  poll.authorId === userId && !isClosed(poll, now);

/** The same rule for everybody: an author who saw more than the voters could close at the moment that suits them. */
export function canSeeResults(poll: Poll, now: Date): boolean {
  switch (poll.results) {
    case 'ALWAYS':
      return true;
    case 'AFTER_VOTE':
      return hasVoted(poll) || isClosed(poll, now);
    case 'AFTER_CLOSE':
      return isClosed(poll, now);
  }
}

const hasVoted = (poll: Poll): boolean => poll.options.some(({ isChosen }) => isChosen);
