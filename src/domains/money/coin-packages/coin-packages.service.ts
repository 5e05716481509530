import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { AdminContext, RequestContext } from '#platform/request/context.ts';
import { refuseNulls } from '#platform/kernel/parse-input.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { assertChargeable, isAvailable, parseOffer } from './coin-packages.policy.ts';
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
 * Adds a package after the others.
 * @returns the id of the package
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
    await addCoinPackage(ctx, tx, { ...offer, id });
    await writeAuditEntry(ctx, tx, {
      action: 'adminCreateCoinPackage',
      subject: { kind: 'coinpackage', id },
      reason: null,
      before: null,
      after: offer,
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
 * Adds a version to a package, with what the input changes. Succeeds without one if it changes nothing.
 * @throws ValidationFailed | AppError NOT_FOUND | INVALID_STATE
 */
export async function adminUpdateCoinPackage(
  ctx: AdminContext,
  { packageId, ...changes }: OfferInput & { readonly packageId: string },
): Promise<CoinPackage> {
  refuseNulls(changes, ['coins', 'bonusCoins', 'priceMinor', 'currency']);
  await ctx.transaction(async (tx) => {
    await lockPackages(tx);
    const found = await findPackage(tx, packageId);
    if (!found) throw notFound('Coin package', ['packageId']);
    if (found.archivedAt !== null) throw archived();
    const former = offerOf(found);
    const offer = parseOffer(ctx.limits, changed(found, changes));
    assertChargeable(offer, ctx.ports.payments.chargeRuleOf(offer.currency));
    await writeAuditEntry(ctx, tx, {
      action: 'adminUpdateCoinPackage',
      subject: { kind: 'coinpackage', id: packageId },
      reason: null,
      before: former,
      after: offer,
    });
    if (isSame(found, offer)) return;
    const version = found.version + 1;
    await insertVersion(tx, { ...offer, id: ctx.ids.next(), packageId, version, now: ctx.clock.now() });
    await updateNewestVersion(tx, packageId, version);
  });
  return requirePackage(ctx, packageId);
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

const isSame = (found: CoinPackage, offer: CoinOffer): boolean =>
  found.coins === offer.coins &&
  found.bonusCoins === offer.bonusCoins &&
  found.priceMinor === offer.priceMinor &&
  found.currency === offer.currency &&
  found.startsAt?.getTime() === offer.startsAt?.getTime() &&
  found.endsAt?.getTime() === offer.endsAt?.getTime() &&
  found.maxPerUser === offer.maxPerUser;

/** Takes a package off the offer for good. Repeating it succeeds without a change. @throws AppError NOT_FOUND */
export async function adminArchiveCoinPackage(ctx: AdminContext, packageId: string): Promise<CoinPackage> {
  await ctx.transaction(async (tx) => {
    await lockPackages(tx);
    const found = await findPackage(tx, packageId);
    if (!found) throw notFound('Coin package', ['packageId']);
    const archivedAt = found.archivedAt ?? ctx.clock.now();
    await updateArchived(tx, packageId, archivedAt);
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
