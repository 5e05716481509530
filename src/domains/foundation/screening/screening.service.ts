import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { ClassifiedImage } from '#ports/moderation.ts';
import { classify, HARD_LIMIT_MS, LOCAL_LIMIT_MS, SOFT_LIMIT_MS } from './classifying.ts';
import { isRetry, retryTokenOf } from './retry-token.ts';
import { findSensitiveScan, insertScan } from './scans.queries.ts';
import { blockedBy, hasBlockedLink, judge, stricter, thresholdsOf } from './screening.policy.ts';
import { rulesOf } from './screening-rules.ts';
import type { Judged, Scan, ScreenedKind, Screening, Verdict } from './screening.types.ts';

type Given = {
  readonly kind: ScreenedKind;
  /** The parts of the content as they will be stored; empty ones count for nothing. */
  readonly texts: readonly string[];
  /** The token of an earlier refusal, by which the author insists on the same texts. */
  readonly retryToken?: string | null | undefined;
  /** The field of the input at fault. */
  readonly path: readonly string[];
};

/** More than anybody writes; a refusal spends nothing else. */
const CALLS_OF_A_USER = { points: 60, windowSeconds: 60 };

/** The scan of a text that nobody has judged: a job does it. */
export const NOT_JUDGED: Scan = { judged: null };

const ALLOWED: Screening = { outcome: 'ALLOW', scan: null };

/**
 * Judges texts before they are written, in less than a second: what a provider does not judge in time is let through and judged
 * later. Call it for nothing that repeats an act, and store the scan with the content by `recordScan`.
 *
 * HOLD begins or puts a post or comment in the state HELD. Other kinds have no such state and show themselves at once, so they are
 * refused with it; what their author insists on after a nudge is written, and marked for moderators by its scan.
 * @throws AppError MODERATION_NUDGE with a token, VALIDATION_FAILED for what is not allowed at all, or RATE_LIMITED
 */
export async function screenText(ctx: UserContext, given: Given): Promise<Screening> {
  const texts = given.texts.filter((text) => text.trim() !== '');
  if (texts.length === 0) return ALLOWED;
  const { kind, path } = given;
  const rules = await rulesOf(ctx);
  const blocked = blockedBy(rules.blocked, texts);
  if (blocked === 'REJECT') throw notAllowed(path);
  if (ctx.ports.moderation.isRemote) {
    await ctx.budgets.spend({ name: 'screening', allowance: CALLS_OF_A_USER, key: ctx.user.id });
  }
  const classified = await classify(ctx, { texts }, SOFT_LIMIT_MS);
  const byLists: Verdict = { outcome: blocked ?? 'ALLOW', category: null };
  const isHeld = kind === 'POST' || kind === 'COMMENT';
  if (blocked && !isHeld) throw notAllowed(path);
  if (!classified) return { outcome: blocked ?? 'ALLOW', scan: isHeld ? NOT_JUDGED : null };
  const verdict = stricter(judge(classified.scores, thresholdsOf(rules.thresholds, kind)), byLists);
  const { outcome, category } = verdict;
  if (outcome === 'ALLOW') return ALLOWED;
  if (outcome === 'REJECT' || (outcome === 'HOLD' && !isHeld)) throw notAllowed(path);
  const nudged = { userId: ctx.user.id, kind, texts };
  if (outcome === 'NUDGE' && !isRetry(ctx, given.retryToken, nudged)) {
    throw new AppError(
      'MODERATION_NUDGE',
      'Ask the author to rephrase this, or to insist on it with `retryToken`.',
      { path, details: { category: category ?? 'TOXICITY', retryToken: retryTokenOf(ctx, nudged) } },
    );
  }
  const decided = outcome === 'NUDGE' ? 'HOLD' : outcome;
  return { outcome: decided, scan: { judged: { ...classified, outcome: decided, category } } };
}

/**
 * Judges texts of somebody who has no account yet, whom a nudge cannot ask: they choose others, and may insist once they are signed in.
 * @throws AppError VALIDATION_FAILED from a nudge on
 */
export async function assertTextAllowed(
  ctx: RequestContext,
  { kind, texts, path }: Omit<Given, 'retryToken'>,
): Promise<void> {
  const rules = await rulesOf(ctx);
  if (blockedBy(rules.blocked, texts)) throw notAllowed(path);
  const classified = await classify(ctx, { texts }, SOFT_LIMIT_MS);
  if (!classified) return;
  const { outcome } = judge(classified.scores, thresholdsOf(rules.thresholds, kind));
  if (outcome !== 'ALLOW' && outcome !== 'SENSITIVE') throw notAllowed(path);
}

/** Tells whether block lists name a link of a text. Strangers get none; private messages are screened for nothing else. */
export const isLinkBlocked = async (
  services: Pick<Services, 'ports' | 'db'>,
  text: string,
): Promise<boolean> => hasBlockedLink((await rulesOf(services)).blocked, text);

const notAllowed = (path: readonly string[]): AppError =>
  invalid(path, 'Remove what is not allowed on this platform.', 'notAllowed');

/**
 * Judges an image that is stored.
 * @returns what is to be recorded, without one when no provider judges images; null when it cannot be judged now
 */
export async function screenImage(
  services: Services,
  image: ClassifiedImage,
): Promise<{ readonly judged: Judged | null } | null> {
  const limitMs = services.ports.moderation.isRemote ? HARD_LIMIT_MS : LOCAL_LIMIT_MS;
  const classified = await classify(services, { images: [image] }, limitMs);
  if (!classified) return null;
  if (!classified.isJudged) return { judged: null };
  const { thresholds } = await rulesOf(services);
  const { outcome, category } = judge(classified.scores, thresholdsOf(thresholds, 'MEDIA'));
  return { judged: { ...classified, outcome, category } };
}

export { findSensitiveScan };

/** Stores the scan of a content in the transaction that writes it; without a judgement a job judges it soon. */
export async function recordScan(
  { ids, clock }: Pick<Services, 'ids' | 'clock'>,
  tx: Tx,
  subject: {
    readonly subjectKind: ScreenedKind;
    readonly subjectId: string;
    readonly version: number;
    readonly scan: Scan;
  },
): Promise<void> {
  await insertScan(tx, { ...subject, id: ids.next(), now: clock.now() });
}
