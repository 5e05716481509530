import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { AdminContext, RequestContext } from '#platform/request/context.ts';
import { refuseNulls } from '#platform/kernel/parse-input.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { assertChargeable, isAvailable, isSameOffer, parseOffer } from './coin-packages.policy.ts';
import {
  countOpenPackages,
  findPackage,
  insertPackage,
  insertVersion,
  listOpenIds,
  listOpenPackages,
  listPackages,
  lockPackages,
  updateArchived,
  updateNewestVersion,
  updatePositions,
} from './coin-packages.queries.ts';
import type { CoinOffer, CoinPackage } from './coin-packages.types.ts';
import { isUsualRate } from './package-requests.policy.ts';
import { updateRequestExpired } from './package-requests.queries.ts';
import { requestOffer } from './requesting.service.ts';

/** Packages that can be bought now, in their order. */
export async function coinPackages(ctx: RequestContext): Promise<CoinPackage[]> {
  const now = ctx.clock.now();
  const open = await listOpenPackages(ctx.db);
  return open.filter((one) => isAvailable(one, now));
}

/** A package that can be bought now, or null. */
export async function findCoinPackage(ctx: RequestContext, id: string): Promise<CoinPackage | null> {
  const found = await findPackage(ctx.db, id);
  return found && isAvailable(found, ctx.clock.now()) ? found : null;
}

/**
 * The offer that a buyer has seen.
 * @throws AppError NOT_FOUND when it cannot be bought now, and CONFLICT when it has changed
 */
export async function requireOffer(
  { clock }: Pick<Services, 'clock'>,
  tx: Tx,
  { packageId, version }: { packageId: string; version: number },
): Promise<CoinPackage> {
  const found = await findPackage(tx, packageId);
  if (!found || !isAvailable(found, clock.now())) throw notFound('Coin package', ['packageId']);
  if (found.version !== version)
    throw new AppError('CONFLICT', 'The offer has changed: fetch the package again.', { path: ['version'] });
  return found;
}

/** Packages of every time, archived ones among them, newest first. */
export const adminGetCoinPackages = (ctx: AdminContext, page: ListRequest<IdKey>): Promise<CoinPackage[]> =>
  listPackages(ctx.db, page);

export const findAnyPackage = (ctx: AdminContext, id: string): Promise<CoinPackage | null> =>
  findPackage(ctx.db, id);

type OfferInput = { readonly [Field in keyof CoinOffer]?: CoinOffer[Field] | null | undefined };

/**
 * Adds a package after the others, or requests it from another admin where its rate is unusual.
 * @returns the id of the package, which is that of the request too
 * @throws ValidationFailed | AppError LIMIT_REACHED
 */
export async function adminCreateCoinPackage(
  ctx: AdminContext,
  input: OfferInput & Pick<CoinOffer, 'coins' | 'priceMinor' | 'currency'>,
  key: IdempotencyKey | null,
): Promise<string> {
  const { coins, bonusCoins, priceMinor, currency, startsAt, endsAt, maxPerUser } = input;
  const offer = parseOffer(ctx.limits, {
    coins,
    bonusCoins: bonusCoins ?? 0,
    priceMinor,
    currency,
    startsAt: startsAt ?? null,
    endsAt: endsAt ?? null,
    maxPerUser: maxPerUser ?? null,
  });
  assertChargeable(offer, ctx.ports.payments.chargeRuleOf(currency));
  const id = ctx.ids.next();
  return once(ctx, key, id, async (tx) => {
    const isAlone = isUsualRate(ctx.coinRates, offer);
    if (isAlone) {
      await addCoinPackage(ctx, tx, { ...offer, id });
    } else {
      await lockPackages(tx);
      await requestOffer(ctx, tx, { id, packageId: null, offer });
    }
    await writeAuditEntry(ctx, tx, {
      action: 'adminCreateCoinPackage',
      subject: { kind: isAlone ? 'coinpackage' : 'coinpackagerequest', id },
      reason: null,
      before: null,
      after: isAlone ? offer : { ...offer, state: 'PENDING' },
    });
  });
}

/** Adds a package after the others. @throws AppError LIMIT_REACHED */
export async function addCoinPackage(
  { clock, ids, limits }: Pick<Services, 'clock' | 'ids' | 'limits'>,
  tx: Tx,
  { id, ...offer }: CoinOffer & { readonly id: string },
): Promise<void> {
  await lockPackages(tx);
  const { count, lastPosition } = await countOpenPackages(tx);
  const limit = limits.coinPackages;
  if (count >= limit) {
    throw new AppError('LIMIT_REACHED', `Offer at most ${limit} packages: archive another one.`, {
      details: { limit },
    });
  }
  const now = clock.now();
  await insertPackage(tx, { id, position: lastPosition + 1, now });
  await insertVersion(tx, { ...offer, id: ids.next(), packageId: id, version: 1, now });
}

/**
 * Adds a version to a package, with what the input changes, or requests it from another admin where its rate is unusual.
 * Succeeds without one if it changes nothing.
 * @returns the package, and the id of a request
 * @throws ValidationFailed | AppError NOT_FOUND | INVALID_STATE | CONFLICT | LIMIT_REACHED
 */
export async function adminUpdateCoinPackage(
  ctx: AdminContext,
  { packageId, ...changes }: OfferInput & { readonly packageId: string },
): Promise<{ package: CoinPackage; requestId: string | null }> {
  refuseNulls(changes, ['coins', 'bonusCoins', 'priceMinor', 'currency']);
  const requestId = await ctx.transaction(async (tx) => {
    await lockPackages(tx);
    const found = await findPackage(tx, packageId);
    if (!found) throw notFound('Coin package', ['packageId']);
    if (found.archivedAt !== null) throw archived();
    const former = offerOf(found);
    const offer = parseOffer(ctx.limits, changed(found, changes));
    assertChargeable(offer, ctx.ports.payments.chargeRuleOf(offer.currency));
    const isAlone = isSameOffer(found, offer) || isUsualRate(ctx.coinRates, offer);
    await writeAuditEntry(ctx, tx, {
      action: 'adminUpdateCoinPackage',
      subject: { kind: 'coinpackage', id: packageId },
      reason: null,
      before: former,
      after: isAlone ? offer : { ...offer, state: 'PENDING' },
    });
    if (!isAlone) return requestOffer(ctx, tx, { id: ctx.ids.next(), packageId, offer });
    if (!isSameOffer(found, offer)) await addVersion(ctx, tx, found, offer);
    return null;
  });
  return { package: await requirePackage(ctx, packageId), requestId };
}

/** Adds a version to a package. What waits for another admin was about the former one, and expires. */
export async function addVersion(
  { clock, ids }: Pick<Services, 'clock' | 'ids'>,
  tx: Tx,
  { id: packageId, version: former }: CoinPackage,
  offer: CoinOffer,
): Promise<void> {
  const version = former + 1;
  await insertVersion(tx, { ...offer, id: ids.next(), packageId, version, now: clock.now() });
  await updateNewestVersion(tx, packageId, version);
  await updateRequestExpired(tx, packageId);
}

const archived = (): AppError =>
  new AppError('INVALID_STATE', 'The package is archived: create another one.', {
    path: ['packageId'],
    details: { current: 'ARCHIVED', allowed: ['OPEN'] },
  });

const offerOf = ({ coins, bonusCoins, priceMinor, currency, startsAt, endsAt, maxPerUser }: CoinPackage) => ({
  coins,
  bonusCoins,
  priceMinor,
  currency,
  startsAt,
  endsAt,
  maxPerUser,
});

/** Null clears; what is absent stays. */
function changed(found: CoinPackage, changes: OfferInput): CoinOffer {
  return {
    coins: changes.coins ?? found.coins,
    bonusCoins: changes.bonusCoins ?? found.bonusCoins,
    priceMinor: changes.priceMinor ?? found.priceMinor,
    currency: changes.currency ?? found.currency,
    startsAt: changes.startsAt === undefined ? found.startsAt : changes.startsAt,
    endsAt: changes.endsAt === undefined ? found.endsAt : changes.endsAt,
    maxPerUser: changes.maxPerUser === undefined ? found.maxPerUser : changes.maxPerUser,
  };
}

/** Takes a package off the offer for good. Repeating it succeeds without a change. @throws AppError NOT_FOUND */
export async function adminArchiveCoinPackage(ctx: AdminContext, packageId: string): Promise<CoinPackage> {
  await ctx.transaction(async (tx) => {
    await lockPackages(tx);
    const found = await findPackage(tx, packageId);
    if (!found) throw notFound('Coin package', ['packageId']);
    const archivedAt = found.archivedAt ?? ctx.clock.now();
    await updateArchived(tx, packageId, archivedAt);
    await updateRequestExpired(tx, packageId);
    await writeAuditEntry(ctx, tx, {
      action: 'adminArchiveCoinPackage',
      subject: { kind: 'coinpackage', id: packageId },
      reason: null,
      before: { archivedAt: found.archivedAt },
      after: { archivedAt },
    });
  });
  return requirePackage(ctx, packageId);
}

/** Puts all packages that are not archived in a new order. @throws AppError CONFLICT unless the ids are exactly those */
export async function adminReorderCoinPackages(
  ctx: AdminContext,
  packageIds: readonly string[],
): Promise<CoinPackage[]> {
  await ctx.transaction(async (tx) => {
    await lockPackages(tx);
    const { count } = await countOpenPackages(tx);
    const open = await listOpenIds(tx, packageIds);
    if (open.length !== count || packageIds.length !== count) {
      const message = 'Name each package that is not archived once.';
      throw new AppError('CONFLICT', message, { path: ['packageIds'] });
    }
    const former = await listOpenPackages(tx);
    await updatePositions(tx, packageIds);
    await writeAuditEntry(ctx, tx, {
      action: 'adminReorderCoinPackages',
      subject: null,
      reason: null,
      before: { packageIds: globalIdsOf(former.map(({ id }) => id)) },
      after: { packageIds: globalIdsOf(packageIds) },
    });
  });
  return listOpenPackages(ctx.db);
}

const globalIdsOf = (ids: readonly string[]): string =>
  ids.map((id) => toGlobalId('coinpackage', id)).join(' ');

async function requirePackage(ctx: AdminContext, id: string): Promise<CoinPackage> {
  const found = await findPackage(ctx.db, id);
  if (!found) throw notFound('Coin package', ['packageId']);
  return found;
}
