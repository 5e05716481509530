import { attachMedia, findOwnMedia } from '#domains/foundation/media/media.service.ts';
import { recordScan, screenText } from '#domains/foundation/screening/screening.service.ts';
import type { Scan } from '#domains/foundation/screening/screening.types.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { invalid, refuseNulls } from '#platform/kernel/parse-input.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import {
  assertPrice,
  isSameOffer,
  isSamePrice,
  newTexts,
  parseLevel,
  parseMemberLimit,
  parseOffer,
  tierArchived,
  tierConflict,
} from './tiers.policy.ts';
import {
  countTiers,
  hasLevel,
  insertTier,
  insertTierVersion,
  listUnarchivedIds,
  updateTier,
  updateTierArchived,
  updateTierPositions,
} from './tiers.queries.ts';
import { findTier } from './tiers.service.ts';
import { stateAfter } from './tiers.state.ts';
import type { Tier, TierInterval, TierOffer } from './tiers.types.ts';

type Price = { readonly amountMinor: number; readonly currency: string };

type OfferInput = {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly perks?: readonly string[] | null | undefined;
  readonly imageMediaId?: string | null | undefined;
  readonly priceCoins?: number | null | undefined;
  readonly price?: Price | null | undefined;
  readonly interval?: TierInterval | null | undefined;
  readonly trialDays?: number | null | undefined;
};

type TierInput = OfferInput & {
  readonly memberLimit?: number | null | undefined;
  readonly isShown?: boolean | null | undefined;
  /** The token of an earlier refusal for the same texts. */
  readonly retryToken?: string | null | undefined;
};

type NewTier = TierInput & {
  readonly title: string;
  readonly priceCoins: number;
  readonly level?: number | null | undefined;
};

/**
 * Adds a tier of the caller after their others.
 * @returns its id
 * @throws ValidationFailed | AppError VALIDATION_FAILED | NOT_FOUND | LIMIT_REACHED | MODERATION_NUDGE
 */
export async function createSubscriptionTier(
  ctx: UserContext,
  input: NewTier,
  key: IdempotencyKey | null,
): Promise<string> {
  const { limits, ports, coinRates } = ctx;
  const empty = { title: input.title, priceCoins: input.priceCoins, ...WITHOUT_MORE };
  const offer = parseOffer(limits, changed(empty, input));
  const memberLimit = parseMemberLimit(limits, input.memberLimit ?? null);
  assertPrice(offer, { rule: ruleOf(ports, offer), rates: coinRates });
  if (offer.mediaId !== null) await assertImage(ctx, offer.mediaId);
  const scan = await screenTexts(ctx, { offer, former: null, retryToken: input.retryToken });
  const id = ctx.ids.next();
  const creatorId = ctx.user.id;
  return once(ctx, key, id, async (tx) => {
    // The lock serializes the changes of one creator, so that neither their number nor two levels collide.
    await lockUsers(tx, [creatorId]);
    const { count, lastPosition, highestLevel } = await countTiers(tx, creatorId);
    if (count >= limits.tiers) throw tooMany(limits.tiers);
    const level = parseLevel(input.level ?? null, highestLevel);
    if (await hasLevel(tx, { creatorId, level })) {
      throw invalid(
        ['level'],
        'Choose a level that none of your tiers has, archived ones among them.',
        'taken',
      );
    }
    const state = input.isShown ? 'ACTIVE' : 'DRAFT';
    const now = ctx.clock.now();
    await insertTier(tx, { id, creatorId, level, position: lastPosition + 1, state, memberLimit, now });
    await addVersion(ctx, tx, { tierId: id, version: 1, offer, scan });
  });
}

const WITHOUT_MORE = {
  description: '',
  perks: [],
  mediaId: null,
  priceMinor: null,
  currency: null,
  interval: 'MONTH',
  trialDays: 0,
} as const;

const tooMany = (limit: number): AppError =>
  new AppError('LIMIT_REACHED', `You can offer at most ${limit} tiers. Archive one first.`, {
    details: { limit },
  });

type Update = TierInput & { readonly tierId: string; readonly expectedVersion: number };

/**
 * Changes a tier of the caller. A version is added where what it promises or costs differs; members keep theirs.
 * @throws ValidationFailed | AppError VALIDATION_FAILED | NOT_FOUND | CONFLICT | INVALID_STATE | MODERATION_NUDGE
 */
export async function updateSubscriptionTier(ctx: UserContext, input: Update): Promise<Tier> {
  refuseNulls(input, ['title', 'priceCoins', 'interval', 'trialDays', 'isShown']);
  const { tierId } = input;
  const known = await requireOwnTier(ctx, ctx.db, tierId);
  const offer = parseOffer(ctx.limits, changed(known, input));
  if (offer.mediaId !== null && offer.mediaId !== known.mediaId) await assertImage(ctx, offer.mediaId);
  assertExpected(known, input);
  const scan = await screenTexts(ctx, { offer, former: known, retryToken: input.retryToken });
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [ctx.user.id]);
    const found = await requireOwnTier(ctx, tx, tierId);
    // The same version is the same offer as above.
    assertExpected(found, input);
    await changeTier(ctx, tx, found, { input, offer, scan });
  });
  return requireOwnTier(ctx, ctx.db, tierId);
}

function assertExpected(tier: Tier, { expectedVersion }: Update): void {
  if (tier.state === 'ARCHIVED') throw tierArchived();
  if (tier.version !== expectedVersion) throw tierConflict();
}

type Change = { readonly input: Update; readonly offer: TierOffer; readonly scan: Scan | null };

async function changeTier(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  found: Tier,
  { input, offer, scan }: Change,
): Promise<void> {
  const { id: tierId } = found;
  const memberLimit =
    input.memberLimit === undefined ? found.memberLimit : parseMemberLimit(ctx.limits, input.memberLimit);
  const state =
    input.isShown == null ? found.state : stateAfter(input.isShown ? 'show' : 'hide', found.state);
  if (state === null) throw tierArchived();
  if (!isSamePrice(offer, found)) {
    assertPrice(offer, { rule: ruleOf(ctx.ports, offer), rates: ctx.coinRates });
  }
  const isNew = !isSameOffer(offer, found);
  const version = isNew ? found.version + 1 : found.version;
  if (isNew) await addVersion(ctx, tx, { tierId, version, offer, scan });
  if (isNew || state !== found.state || memberLimit !== found.memberLimit) {
    await updateTier(tx, { id: tierId, state, memberLimit, version });
  }
}

/** Takes a tier of the caller off the offer for good; its level stays taken. Repeating it succeeds without a change. @throws AppError NOT_FOUND */
export async function archiveSubscriptionTier(
  ctx: UserContext,
  { tierId }: { tierId: string },
): Promise<Tier> {
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [ctx.user.id]);
    await requireOwnTier(ctx, tx, tierId);
    await updateTierArchived(tx, tierId);
  });
  return requireOwnTier(ctx, ctx.db, tierId);
}

/** Puts all tiers of the caller that are not archived in a new order. @throws AppError CONFLICT unless the ids are exactly those */
export async function reorderSubscriptionTiers(
  ctx: UserContext,
  { tierIds }: { tierIds: readonly string[] },
): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [ctx.user.id]);
    const present = new Set(await listUnarchivedIds(tx, ctx.user.id));
    const isAll = tierIds.length === present.size && tierIds.every((id) => present.delete(id));
    if (!isAll) {
      throw new AppError('CONFLICT', 'Name each of your tiers that is not archived once.', {
        path: ['tierIds'],
      });
    }
    await updateTierPositions(tx, tierIds);
  });
}

async function requireOwnTier(
  { user }: InTransaction<UserContext>,
  db: Parameters<typeof findTier>[0],
  tierId: string,
): Promise<Tier> {
  const tier = await findTier(db, tierId);
  if (tier?.creatorId !== user.id) throw notFound('Tier', ['tierId']);
  return tier;
}

type Version = {
  readonly tierId: string;
  readonly version: number;
  readonly offer: TierOffer;
  readonly scan: Scan | null;
};

/** Each version shows its image, also after the next one has come: members keep theirs. */
async function addVersion(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { tierId, version, offer, scan }: Version,
): Promise<void> {
  await insertTierVersion(tx, { ...offer, tierId, version, now: ctx.clock.now() });
  if (offer.mediaId !== null) {
    await attachMedia(tx, { ownerId: ctx.user.id, ids: [offer.mediaId], path: ['imageMediaId'] });
  }
  if (scan) await recordScan(ctx, tx, { subjectKind: 'MONEY', subjectId: tierId, version, scan });
}

/** Judges the texts that differ from the present ones. @throws AppError MODERATION_NUDGE | VALIDATION_FAILED */
async function screenTexts(ctx: UserContext, { offer, former, retryToken }: Screened): Promise<Scan | null> {
  const texts = newTexts(offer, former);
  const path = [
    texts[0] === offer.title ? 'title' : texts[0] === offer.description ? 'description' : 'perks',
  ];
  return (await screenText(ctx, { kind: 'MONEY', texts, retryToken, path })).scan;
}

type Screened = {
  readonly offer: TierOffer;
  readonly former: TierOffer | null;
  readonly retryToken: string | null | undefined;
};

const ruleOf = ({ payments }: UserContext['ports'], { currency }: TierOffer) =>
  currency === null ? null : payments.chargeRuleOf(currency);

/** Null clears; what is absent stays. */
function changed(found: TierOffer, input: OfferInput): TierOffer {
  const { price } = input;
  return {
    title: input.title ?? found.title,
    description: input.description === undefined ? found.description : (input.description ?? ''),
    perks: input.perks === undefined ? found.perks : (input.perks ?? []),
    mediaId: input.imageMediaId === undefined ? found.mediaId : input.imageMediaId,
    priceCoins: input.priceCoins ?? found.priceCoins,
    priceMinor: price === undefined ? found.priceMinor : (price?.amountMinor ?? null),
    currency: price === undefined ? found.currency : (price?.currency ?? null),
    interval: input.interval ?? found.interval,
    trialDays: input.trialDays ?? found.trialDays,
  };
}

async function assertImage(ctx: UserContext, id: string): Promise<void> {
  const media = await findOwnMedia(ctx, id);
  if (!media) throw notFound('Media', ['imageMediaId']);
  if (media.kind !== 'IMAGE' || media.state !== 'READY') {
    throw invalid(['imageMediaId'], 'Use an image that is READY.', 'image');
  }
}
