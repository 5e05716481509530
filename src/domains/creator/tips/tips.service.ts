import { recordScan, screenText } from '#domains/foundation/screening/screening.service.ts';
import type { Scan } from '#domains/foundation/screening/screening.types.ts';
import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { lockSpending, reverseSpending } from '#domains/money/ledger/reversals.service.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import type { ObjectState } from '#platform/kernel/object-states.ts';
import { isNewAccount } from '#domains/identity/users/new-accounts.policy.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { findResult, type IdempotencyKey, onceByWrite } from '#platform/request/idempotency.ts';
import { load, prime } from '#platform/request/loader.ts';
import { writeTip } from './sending.queries.ts';
import { seesTarget } from './targets.service.ts';
import { ownTipById, sentTipByTransfer } from './tips.loaders.ts';
import { parseTarget, parseTip, type TargetInput } from './tips.policy.ts';
import {
  listTips,
  listTipsOfReceiver,
  listTipsOfSender,
  lockOwnTip,
  updateTipCanceled,
} from './tips.queries.ts';
import type { Tip } from './tips.types.ts';

export type TipInput = {
  readonly target: TargetInput;
  readonly amountCoins: number;
  readonly message?: string | null | undefined;
  readonly isAnonymous?: boolean | null | undefined;
  /** The token of an earlier refusal for the same message. */
  readonly retryToken?: string | null | undefined;
};

/**
 * Sends a tip, or adds a quick tap to the one before.
 * @returns the id of the transfer, by which `sentTipByTransfer` finds the tip
 * @throws AppError NOT_FOUND | VALIDATION_FAILED | RESTRICTED | INSUFFICIENT_COINS | LIMIT_REACHED | MODERATION_NUDGE
 * @throws ValidationFailed with FORBIDDEN when the receiver does not take tips of the caller
 */
export async function sendTip(ctx: UserContext, input: TipInput, key: IdempotencyKey): Promise<string> {
  const target = parseTarget(input.target);
  const { amountCoins, message } = parseTip(ctx, input);
  const { tipFeeBps, tipCoins, newAccountTipCoins, newAccountDays } = ctx.limits;
  if (message !== null && ctx.ports.moderation.isRemote) {
    // The write would notice a repetition only when its message is judged.
    const done = await findResult<string>(ctx.db, key);
    if (done) return done.result;
  }
  const scan = message === null ? null : await screenMessage(ctx, message, input.retryToken);
  const transferId = ctx.ids.next();
  return onceByWrite(ctx, { key, result: transferId }, async (claim) => {
    const values = {
      senderId: ctx.user.id,
      targetId: target.id,
      amountCoins,
      message,
      isAnonymous: input.isAnonymous ?? false,
      feeBps: tipFeeBps,
      tipCoins,
      newAccountCoins: isNewAccount(ctx) ? newAccountTipCoins : null,
      newAccountDays,
      transferId,
      transactionId: ctx.ids.next(),
      key: key.key,
      now: ctx.clock.now(),
      eventId: ctx.ids.next(),
      claim,
    };
    const { row } = await (scan
      ? ctx.transaction(async (tx) => {
          const written = await tx.write(writeTip[target.kind], values);
          if (!written.row) return written;
          await recordScan(ctx, tx, { subjectKind: 'MONEY', subjectId: written.row.id, version: 1, scan });
          return written;
        })
      : ctx.write(writeTip[target.kind], values));
    if (row) primeTip(ctx, transferId, row);
    return row;
  });
}

/** @throws AppError MODERATION_NUDGE | VALIDATION_FAILED */
async function screenMessage(
  ctx: UserContext,
  message: string,
  retryToken: TipInput['retryToken'],
): Promise<Scan | null> {
  const { scan } = await screenText(ctx, { kind: 'MONEY', texts: [message], retryToken, path: ['message'] });
  return scan;
}

function primeTip(ctx: UserContext, transferId: string, tip: Tip): void {
  prime(ctx, ownTipById, [tip]);
  prime(ctx, sentTipByTransfer, [{ id: transferId, tip }]);
}

/**
 * Takes back a tip of the caller that is not settled, with all taps that were added to it. Repeating it succeeds without a change.
 * @throws AppError NOT_FOUND | INVALID_STATE
 */
export async function undoTip(ctx: UserContext, { tipId }: { tipId: string }): Promise<Tip | null> {
  await ctx.transaction(async (tx) => {
    const senderId = ctx.user.id;
    // Before the tip, as where one is sent.
    await lockSpending(tx, senderId);
    const tip = await lockOwnTip(tx, { id: tipId, senderId });
    if (!tip) throw notFound('Tip', ['tipId']);
    if (tip.state === 'CANCELED') return;
    if (tip.state !== 'PENDING' || tip.undoableUntil <= ctx.clock.now()) throw notUndoable(tip.state);
    await updateTipCanceled(tx, tip.id);
    await reverseSpending(ctx, tx, { type: 'TIP_REVERSED', userId: senderId, transferId: tip.id });
  });
  return load(ctx, ownTipById, tipId);
}

const notUndoable = (current: ObjectState): AppError =>
  new AppError('INVALID_STATE', 'The tip cannot be undone any more.', {
    path: ['tipId'],
    details: { current, allowed: ['PENDING'] },
  });

/** Settled tips for a target, newest first; null when the caller does not see it. */
export async function tips(
  ctx: RequestContext,
  input: TargetInput,
  page: ListRequest<IdKey>,
): Promise<Tip[] | null> {
  const target = parseTarget(input);
  if (!(await seesTarget(ctx, target))) return null;
  return listTips(ctx.db, viewerOf(ctx), target, page);
}

/** Tips that the caller gave, newest first, in every state. */
export const mySentTips = (ctx: UserContext, page: ListRequest<IdKey>): Promise<Tip[]> =>
  listTipsOfSender(ctx.db, ctx.user.id, page);

/** Settled tips that the caller got, newest first. */
export const myReceivedTips = (ctx: UserContext, page: ListRequest<IdKey>): Promise<Tip[]> =>
  listTipsOfReceiver(ctx.db, viewerOf(ctx), ctx.user.id, page);
