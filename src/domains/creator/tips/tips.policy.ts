import { z } from 'zod';
import { withoutCardNumber } from '#domains/money/ledger/money-texts.policy.ts';
import type { UserContext } from '#platform/request/context.ts';
import { AppError, ValidationFailed } from '#platform/kernel/errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { type Limits, perLimits } from '#platform/kernel/limits.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { textSchema } from '#platform/kernel/text.ts';
import type { TipperPeriod, TipTarget, TipTargetKind } from './tips.types.ts';

const BPS_OF_ALL = 10_000;

/** Coins of a tip that the platform keeps: the nearest whole number, and of two the lower. */
export const feeOf = (amountCoins: number, feeBps: number): number =>
  Math.ceil((2 * amountCoins * feeBps - BPS_OF_ALL) / (2 * BPS_OF_ALL));

/** Coins of the smallest tip that brings its receiver one; one where the platform keeps all. */
export const smallestTip = (feeBps: number): number =>
  feeBps >= BPS_OF_ALL ? 1 : Math.ceil(BPS_OF_ALL / (2 * (BPS_OF_ALL - feeBps)));

export type TargetInput = {
  readonly postId?: string | null | undefined;
  readonly commentId?: string | null | undefined;
  readonly userId?: string | null | undefined;
  readonly messageId?: string | null | undefined;
};

/** Fields of the input of a target, by the kinds that they name. */
export const TARGET_FIELDS = {
  POST: 'postId',
  COMMENT: 'commentId',
  USER: 'userId',
  MESSAGE: 'messageId',
} as const satisfies Record<TipTargetKind, keyof TargetInput>;

const ID_TYPES = { POST: 'post', COMMENT: 'comment', USER: 'user', MESSAGE: 'message' } as const;

/** Global id of the object for which a tip is given. */
export const targetIdOf = ({ kind, id }: TipTarget): string => toGlobalId(ID_TYPES[kind], id);

const TARGET_KINDS: readonly TipTargetKind[] = ['POST', 'COMMENT', 'USER', 'MESSAGE'];

/** The schema takes exactly one. */
export function parseTarget(input: TargetInput): TipTarget {
  for (const kind of TARGET_KINDS) {
    const id = input[TARGET_FIELDS[kind]];
    if (id != null) return { kind, id };
  }
  throw new Error('a target names nothing');
}

const detailsSchema = perLimits(({ tipMessageLength }: Limits) =>
  z.object({ message: withoutCardNumber(textSchema({ min: 0, max: tipMessageLength })) }),
);

/** @throws ValidationFailed | AppError VALIDATION_FAILED */
export function parseTip(
  { limits }: Pick<UserContext, 'limits'>,
  input: { amountCoins: number; message?: string | null | undefined },
): { readonly amountCoins: number; readonly message: string | null } {
  const { amountCoins } = input;
  const { tipCoins } = limits;
  const least = smallestTip(limits.tipFeeBps);
  if (amountCoins < least || amountCoins > tipCoins) {
    throw invalid(['amountCoins'], `Give ${least} to ${tipCoins} coins.`, 'range', tipCoins);
  }
  const { message } = parseInput(detailsSchema(limits), { message: input.message ?? '' });
  return { amountCoins, message: message === '' ? null : message };
}

export const tipToOneself = (): AppError => invalid(['target'], 'Give tips to others.', 'others');

export const tipNotAnonymous = (): AppError =>
  invalid(
    ['isAnonymous'],
    'The receiver would know you, as nobody else can give this: give your name.',
    'anonymity',
  );

export const tipNotAllowed = (): ValidationFailed =>
  new ValidationFailed([
    new AppError('FORBIDDEN', 'The receiver does not take tips from you.', { path: ['target'] }),
  ]);

/** The first day of the period at a time, in UTC; weeks begin on Monday. */
export function startOf(period: Exclude<TipperPeriod, 'ALL'>, at: Date): string {
  const start = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
  if (period === 'WEEK') start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7));
  if (period === 'MONTH') start.setUTCDate(1);
  return start.toISOString().slice(0, 10);
}
