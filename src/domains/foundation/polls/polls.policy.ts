import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { comparableLine, lineSchema } from '#platform/kernel/text.ts';
import type { NewPoll, Poll, PollResults } from './polls.types.ts';

export const OPTIONS_MIN = 2;
export const OPTIONS_MAX = 10;
export const OPTION_LENGTH_MAX = 100;
export const DURATION_MINUTES_MIN = 5;
export const DURATION_MINUTES_MAX = (30 * DAY_MS) / MINUTE_MS;

export type PollInput = {
  readonly options: readonly string[];
  readonly isMultipleChoice?: boolean | null | undefined;
  readonly isAnonymous?: boolean | null | undefined;
  readonly results?: PollResults | null | undefined;
  readonly closesAt?: Date | null | undefined;
  /** Counts from the publication. */
  readonly durationMinutes?: number | null | undefined;
};

const optionsSchema = (lengthMin: number) =>
  z.object({
    poll: z.object({
      options: z.array(
        z
          .string()
          .refine((text) => !/[\n\r\u2028\u2029]/.test(text.trim()), {
            message: 'Write each option on one line.',
            params: { constraint: 'oneLine' },
            abort: true,
          })
          .pipe(lineSchema({ min: lengthMin, max: OPTION_LENGTH_MAX })),
      ),
    }),
  });
const pollOptions = optionsSchema(1);
const draftPollOptions = optionsSchema(0);

/** @throws ValidationFailed | AppError VALIDATION_FAILED, with paths that begin with `poll` */
export function parsePoll(input: PollInput, now: Date): NewPoll {
  const count = input.options.length;
  if (count < OPTIONS_MIN) {
    throw invalid(OPTIONS_PATH, `Give at least ${OPTIONS_MIN} options.`, 'minItems', OPTIONS_MIN);
  }
  const options = parseOptions(input, pollOptions);
  if (new Set(options.map(comparableLine)).size < count) {
    throw invalid(
      OPTIONS_PATH,
      'Options must differ in what people see, and in more than capital letters.',
      'distinct',
    );
  }
  return {
    optionTexts: options,
    isMultipleChoice: input.isMultipleChoice ?? false,
    isAnonymous: input.isAnonymous ?? true,
    results: input.results ?? 'ALWAYS',
    closesAt: parseClosesAt(input, now),
  };
}

/** Parses the poll of a draft, which may lack options. @throws ValidationFailed | AppError VALIDATION_FAILED */
export function parseDraftPoll(input: PollInput): PollInput {
  if (input.closesAt != null) {
    throw invalid(CLOSES_AT_PATH, 'Give `durationMinutes`: a draft may be published later.', 'duration');
  }
  parseDuration(input.durationMinutes ?? null);
  return { ...input, options: parseOptions(input, draftPollOptions) };
}

function parseOptions(input: PollInput, schema: typeof pollOptions): string[] {
  if (input.options.length > OPTIONS_MAX) {
    throw invalid(OPTIONS_PATH, `Give at most ${OPTIONS_MAX} options.`, 'maxItems', OPTIONS_MAX);
  }
  return parseInput(schema, { poll: { options: input.options } }).poll.options;
}

const OPTIONS_PATH = ['poll', 'options'];
const CLOSES_AT_PATH = ['poll', 'closesAt'];
const DURATION_PATH = ['poll', 'durationMinutes'];

function parseClosesAt({ closesAt = null, durationMinutes = null }: PollInput, now: Date): Date | null {
  if (closesAt !== null && durationMinutes !== null) {
    throw invalid(DURATION_PATH, 'Give either `closesAt` or `durationMinutes`.', 'exclusive');
  }
  if (closesAt === null) {
    const minutes = parseDuration(durationMinutes);
    return minutes === null ? null : new Date(now.getTime() + minutes * MINUTE_MS);
  }
  const minutes = (closesAt.getTime() - now.getTime()) / MINUTE_MS;
  if (minutes >= DURATION_MINUTES_MIN && minutes <= DURATION_MINUTES_MAX) return closesAt;
  throw invalid(CLOSES_AT_PATH, '`closesAt` must be 5 minutes to 30 days from now.', 'range');
}

function parseDuration(minutes: number | null): number | null {
  if (minutes === null || (minutes >= DURATION_MINUTES_MIN && minutes <= DURATION_MINUTES_MAX))
    return minutes;
  const message = `Give ${DURATION_MINUTES_MIN} to ${DURATION_MINUTES_MAX} minutes.`;
  throw invalid(DURATION_PATH, message, 'range');
}

/** Whether voting has ended: `closesAt` ends it even before the job has run. */
export const isClosed = (poll: Pick<Poll, 'closesAt' | 'closedAt'>, now: Date): boolean =>
  poll.closedAt !== null || (poll.closesAt !== null && poll.closesAt <= now);

/** Guards `closePoll` and answers `viewer.canClose`. */
export const canClosePoll = (userId: string, poll: Poll, now: Date): boolean =>
  poll.authorId === userId && !isClosed(poll, now);

/**
 * To whom the counts of the options are shown now. One rule for all viewers: an author who saw more than the voters could close
 * the poll when its result suits them.
 */
export function resultsShownTo(poll: Poll, now: Date): 'EVERYBODY' | 'VOTERS' | 'NOBODY' {
  if (poll.results === 'ALWAYS' || isClosed(poll, now)) return 'EVERYBODY';
  return poll.results === 'AFTER_VOTE' ? 'VOTERS' : 'NOBODY';
}
