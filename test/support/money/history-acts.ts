import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { updateProved } from '#domains/identity/admins/admin-rows.service.ts';
import { applyTakeBacks } from '#domains/money/coin-purchases/take-backs.service.ts';
import { creditIfPaid } from '#domains/money/coin-purchases/coin-purchases.service.ts';
import { adminRecordPayout, adminReversePayout } from '#domains/money/earnings/payouts.service.ts';
import { creditCoins, forfeitCoins, spendCoins } from '#domains/money/ledger/ledger.service.ts';
import { clearDue, leaveEarningsUnclaimed, readEarned } from '#domains/money/ledger/payouts.service.ts';
import { settleTips } from '#domains/creator/tips/settling.service.ts';
import { sendTip, undoTip } from '#domains/creator/tips/tips.service.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { type AdminContext, contextOf, type UserContext } from '#platform/request/context.ts';
import type { World } from '#test/support/world.ts';
import { TREASURER } from './ledger.ts';

export const PRICE_MINOR = 100;
export const COINS = 100;
export const BONUS_COINS = 20;
/** A part of the price is a multiple of it, so that its coins are whole numbers. */
const PART_MINOR = 5;
const PEOPLE = 8;

export type History = {
  readonly world: World;
  readonly adminId: string;
  readonly adminSessionId: string;
  readonly packageId: string;
  readonly people: readonly string[];
  readonly purchases: string[];
  readonly tips: { readonly senderId: string; readonly id: string }[];
  /** Receivers of tips. */
  readonly earners: string[];
  readonly payouts: string[];
};

export type Random = (below: number) => number;

type Act = (history: History, random: Random) => Promise<unknown>;

const SIGNAL = new AbortController().signal;

const own = {
  tokenProblem: null,
  signal: SIGNAL,
  caller: { ip: '127.0.0.1', country: null, userAgent: '', languages: '' },
};

function contextOfUser({ world }: History, id: string): UserContext {
  const user = { id, sessionId: id, tokenExpiresAt: new Date(8e15) };
  return contextOf(world.app.services, { ...own, user, admin: null });
}

function contextOfAdmin({ world, adminId: id, adminSessionId: sessionId }: History): AdminContext {
  const admin = { id, sessionId, permissions: new Set<never>(), mustEnroll: false };
  return contextOf(world.app.services, { ...own, user: null, admin });
}

const keyOf = ({ world }: History, callerId: string, mutation: string) => ({
  callerId,
  mutation,
  key: world.app.services.ids.next(),
  inputHash: 'one',
  isKeptForever: true,
});

const chosen = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[random(Math.max(items.length, 1))];
  if (item === undefined) throw new AppError('NOT_FOUND', 'Nothing is there yet.');
  return item;
};

/** Makes the package that everybody buys. @returns its id */
export async function offerPackage({ app: { services } }: World): Promise<string> {
  const [id, at] = [services.ids.next(), services.clock.now()];
  await services.transaction(async (tx) => {
    await sql`insert into coin_packages (id, position, newest_version, created_at) values (${id}, 0, 1, ${at})`.execute(
      tx,
    );
    await sql`
      insert into coin_package_versions (id, package_id, version, coins, bonus_coins, price_minor, currency, created_at)
      values (${services.ids.next()}, ${id}, 1, ${COINS}, ${BONUS_COINS}, ${PRICE_MINOR}, 'EUR', ${at})`.execute(
      tx,
    );
  });
  return id;
}

/** Eight people without coins, some of whom have had their accounts for long. */
export async function beginHistory(
  world: World,
  { adminId, adminSessionId }: Pick<History, 'adminId' | 'adminSessionId'>,
  packageId: string,
): Promise<History> {
  const { services } = world.app;
  const now = services.clock.now();
  const people = Array.from({ length: PEOPLE }, () => services.ids.next());
  await services.transaction(async (tx) => {
    for (const [index, id] of people.entries()) {
      const name = `p${id.replaceAll('-', '').slice(4)}`;
      const since = index % 2 === 0 ? now : new Date(0);
      await sql`
        insert into users (id, provider, subject, username, display_name, created_at, updated_at)
        values (${id}, 'test', ${id}, ${name}, ${name}, ${since}, ${since})`.execute(tx);
    }
  });
  return {
    world,
    adminId,
    adminSessionId,
    packageId,
    people,
    purchases: [],
    tips: [],
    earners: [],
    payouts: [],
  };
}

/** Facts of the provider about a payment are written down; whether anybody hears of it is another act. */
async function said(
  { world: { app }, purchases }: History,
  random: Random,
  write: (tx: Parameters<Parameters<typeof app.services.transaction>[0]>[0], id: string) => Promise<unknown>,
): Promise<void> {
  const id = chosen(purchases, random);
  await app.services.transaction(async (tx) => {
    await sql`select from payments where id = ${id} for update`.execute(tx);
    await write(tx, id);
  });
}

/** The part of the price that neither a refund nor a dispute takes. */
const REST = (id: string) => sql`${PRICE_MINOR}
  - (select coalesce(sum(amount_minor), 0) from payment_refunds where payment_id = ${id} and state in ('PENDING', 'SUCCEEDED'))
  - (select coalesce(sum(amount_minor), 0) from payment_disputes where payment_id = ${id})`;

const hear = ({ world: { app } }: History, id: string): Promise<void> => applyTakeBacks(app.services, id);

export const HISTORY_ACTS: Readonly<Record<string, Act>> = {
  buy: async ({ world: { app }, people, purchases, packageId }, random) => {
    const { services } = app;
    const [id, userId, at] = [services.ids.next(), chosen(people, random), services.clock.now()];
    await services.transaction(async (tx) => {
      // A provider that shows nothing of what has moved: the books of cash have tests of their own.
      await sql`
        insert into payments (id, user_id, purpose, provider, provider_id, charge_id, amount_minor, currency, state, created_at,
          unbooked_since, book_at)
        values (${id}, ${userId}, 'COIN_PURCHASE', 'test', ${id}, ${id}, ${PRICE_MINOR}, 'EUR', 'SUCCEEDED', ${at},
          ${at}, '2100-01-01')`.execute(tx);
      await sql`
        insert into coin_purchases (id, user_id, package_id, version, created_at)
        values (${id}, ${userId}, ${packageId}, 1, ${at})`.execute(tx);
    });
    const times = 1 + random(2);
    await Promise.all(Array.from({ length: times }, () => creditIfPaid(services, id)));
    purchases.push(id);
  },
  tip: async (history, random) => {
    const senderId = chosen(history.people, random);
    const userId = chosen(history.people, random);
    if (userId === senderId) return;
    const input = { target: { userId }, amountCoins: 1 + random(110), isAnonymous: random(2) === 0 };
    const ctx = contextOfUser(history, senderId);
    const id = await sendTip(ctx, input, keyOf(history, senderId, 'sendTip'));
    history.tips.push({ senderId, id });
    history.earners.push(userId);
  },
  undo: async (history, random) => {
    const { senderId, id } = chosen(history.tips.slice(-2), random);
    await undoTip(contextOfUser(history, senderId), { tipId: id });
  },
  settle: async ({ world: { app, clock } }) => {
    clock.advance('6s');
    await app.services.transaction((tx) => settleTips(app.services, tx));
  },
  clear: async ({ world: { app, clock } }, random) => {
    clock.advance(`${random(60)}d`);
    await app.services.transaction((tx) => clearDue(app.services, tx, 500));
  },
  refund: async (history, random) => {
    const { ids, clock } = history.world.app.services;
    const amount = random(2) === 0 ? PRICE_MINOR : PART_MINOR * (1 + random(PRICE_MINOR / PART_MINOR));
    await said(history, random, (tx, id) =>
      sql`
        insert into payment_refunds (id, payment_id, provider_id, amount_minor, state, created_at, changed_at)
        select ${ids.next()}, ${id}, ${ids.next()}, least(${amount}::integer, rest), 'PENDING', ${clock.now()}, ${clock.now()}
        from (select (${REST(id)})::integer as rest) r where rest > 0`.execute(tx),
    );
  },
  failRefund: (history, random) =>
    said(history, random, (tx, id) =>
      sql`update payment_refunds set state = 'FAILED', changed_at = ${history.world.clock.now()}
          where payment_id = ${id} and state = 'PENDING'`.execute(tx),
    ),
  dispute: async (history, random) => {
    const { ids, clock } = history.world.app.services;
    await said(history, random, (tx, id) =>
      sql`
        insert into payment_disputes (id, payment_id, provider_id, amount_minor, currency, reason, state, created_at, changed_at)
        select ${ids.next()}, ${id}, ${ids.next()}, rest, 'EUR', 'fraudulent', 'NEEDS_RESPONSE', ${clock.now()}, ${clock.now()}
        from (select (${REST(id)})::integer as rest) r where rest > 0`.execute(tx),
    );
  },
  decide: async (history, random) => {
    const state = random(3) === 0 ? 'WON' : 'LOST';
    await said(history, random, (tx, id) =>
      sql`update payment_disputes set state = ${state}, changed_at = ${history.world.clock.now()}
          where payment_id = ${id} and state <> 'WON'`.execute(tx),
    );
  },
  hear: async (history, random) => hear(history, chosen(history.purchases, random)),
  hearTwice: async (history, random) => {
    const id = chosen(history.purchases, random);
    await Promise.all([hear(history, id), hear(history, id)]);
  },
  payOut: async (history, random) => {
    const { db, ids, clock, transaction } = history.world.app.services;
    await transaction((tx) => updateProved(tx, history.adminSessionId, clock.now()));
    const userId = chosen(history.earners, random);
    const available = (await readEarned(db, [userId])).get(userId)?.availableCoins ?? 0;
    const amountCoins = 1 + random(Math.max(available, 0) + 5);
    // In letters, since some ids look like numbers of cards.
    const reference = ids.next().replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
    const input = { userId, amountCoins, reference };
    const key = keyOf(history, history.adminId, 'adminRecordPayout');
    history.payouts.push(await adminRecordPayout(contextOfAdmin(history), input, key));
  },
  reversePayout: async (history, random) => {
    const payoutId = chosen(history.payouts, random);
    await adminReversePayout(contextOfAdmin(history), { payoutId, reason: 'Chance.' });
  },
  adjust: async ({ world: { app }, people }, random) => {
    const { services } = app;
    const [userId, amountCoins] = [chosen(people, random), 1 + random(40)];
    const cause = { userId, amountCoins, initiatorId: TREASURER, idempotencyKey: null };
    const to = { COINS: 'ISSUED', PROMO: 'PROMO_EXPENSE' } as const;
    await services.transaction((tx) =>
      random(2) === 0
        ? creditCoins(services, tx, { ...cause, kind: 'PROMO', type: 'PROMO_GRANT' })
        : spendCoins(services, tx, { ...cause, to, type: 'ADMIN_ADJUSTMENT' }),
    );
  },
  leave: async ({ world: { app }, people }, random) => {
    const { services } = app;
    const id = chosen(people, random);
    if (random(3) > 0) return;
    await services.transaction((tx) => sql`update users set state = 'DELETED' where id = ${id}`.execute(tx));
    await services.transaction((tx) => forfeitCoins(services, tx, id));
    for (let left = 1; left > 0;)
      left = await services.transaction((tx) => leaveEarningsUnclaimed(services, tx, id));
  },
};

/** The bank gives the rest of each payment back to its cardholder. */
export async function loseAll({ world: { app, clock }, purchases }: History): Promise<void> {
  const { ids } = app.services;
  for (const id of purchases) {
    await app.services.transaction((tx) =>
      sql`
        insert into payment_disputes (id, payment_id, provider_id, amount_minor, currency, reason, state, created_at, changed_at)
        select ${ids.next()}, ${id}, ${ids.next()}, rest, 'EUR', 'fraudulent', 'LOST', ${clock.now()}, ${clock.now()}
        from (select (${REST(id)})::integer as rest) r where rest > 0`.execute(tx),
    );
  }
}

/** The outcome of everything that the provider has said, also of what nobody heard. */
export async function endHistory(history: History): Promise<void> {
  const { app, clock } = history.world;
  for (const id of history.purchases) {
    await creditIfPaid(app.services, id);
    await hear(history, id);
  }
  clock.advance('6s');
  for (let settled = 1; settled > 0;)
    settled = await app.services.transaction((tx) => settleTips(app.services, tx));
}

/** @returns whether it was done; an act that is refused changes nothing */
export async function tryAct(history: History, name: string, random: Random): Promise<boolean> {
  try {
    await HISTORY_ACTS[name]?.(history, random);
    return true;
  } catch (error) {
    assert.ok(error instanceof AppError, `${name}: ${String(error)}`);
    return false;
  }
}
