import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { creditCoins } from '#domains/money/ledger/ledger.service.ts';
import { verifyBooks } from '#domains/money/verification/verify.service.ts';
import { openDatabase } from '#platform/db/connection.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { createTransactions } from '#platform/outbox/transaction.ts';
import { defaultLimits } from '#domains/modules.ts';
import { createActor } from '#test/support/actor.ts';
import { TREASURER } from '#test/support/money/ledger.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { until } from './crowd.ts';

/** Enough people that none gives more often than a user may, 300 times a minute. */
const MEMBERS = 48;
const COINS_EACH = 100_000;
const TIP_COINS = 3;
const PER_SECOND = 200;
/** Tips without an answer at which no other one is offered: a machine that takes fewer a second is not buried by them. */
const WAITING_MAX = 400;
const RETRY_MS_MIN = 100;
const RETRY_MS_MAX = 800;
/** Four times as long at least: other test files and the crowd itself share two cores with what recovers. */
const RECOVERY_MS_MAX = 3_000;
const BUSY_FACTOR = 4;

const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) {
  accessToken user { id } errors { code } } }`;
const SEND = 'mutation ($input: SendTipInput!) { sendTip(input: $input) { tip { id } errors { code } } }';

/** Users who give to each other without waiting for answers, each tip with its key until it is acknowledged. */
export type TippingCrowd = {
  /** Number of acknowledged tips. */
  acknowledged(): number;
  /** Answers that were none, or said that the database is away or that it took too long. */
  retried(): number;
  /** Asserts that a tip offered from now on is acknowledged soon after a time. @returns the milliseconds in between */
  recovered(sinceMs: number): Promise<number>;
  /** Ends the offering, and waits until each tip is acknowledged. */
  finish(): Promise<void>;
  /** Asserts that each acknowledged tip, and no other one, is in the books once and settled. */
  assertBooks(): Promise<void>;
};

type Member = Awaited<ReturnType<typeof register>>;

export async function createTippingCrowd(
  t: TestContext,
  { url, connectionString }: { url: string; connectionString: string },
): Promise<TippingCrowd> {
  const members: Member[] = [];
  for (let index = 0; index < MEMBERS; index += 1) members.push(await register(t, url, `giver${index}`));
  await giveCoins(connectionString, members);
  const keys: string[] = [];
  const acknowledgements: { readonly begunMs: number; readonly tookMs: number }[] = [];
  const tips = new Set<Promise<void>>();
  let [retries, offered, isOver, hasEnded] = [0, 0, false, false];

  async function tip(sender: Member, receiver: Member): Promise<void> {
    const idempotencyKey = randomUUID();
    const input = { target: { userId: receiver.id }, amountCoins: TIP_COINS, idempotencyKey };
    for (let pauseMs = RETRY_MS_MIN; !hasEnded; pauseMs = Math.min(pauseMs * 2, RETRY_MS_MAX)) {
      const begunMs = performance.now();
      if (await isAcknowledged(sender, input)) {
        keys.push(idempotencyKey);
        acknowledgements.push({ begunMs, tookMs: performance.now() - begunMs });
        return;
      }
      retries += 1;
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }

  async function offer(): Promise<void> {
    const startedMs = performance.now();
    for (let turn = 0; !isOver; turn += 1) {
      await sleep(Math.max(0, startedMs + (1_000 * turn) / PER_SECOND - performance.now()));
      const [sender, receiver] = [
        members[turn % MEMBERS],
        members[(turn * 7 + 1 + (turn % (MEMBERS - 1))) % MEMBERS],
      ];
      if (!sender || !receiver || sender === receiver || tips.size >= WAITING_MAX) continue;
      offered += 1;
      const sent = tip(sender, receiver).finally(() => tips.delete(sent));
      tips.add(sent);
    }
  }
  const offering = offer();
  t.after(() => (isOver = hasEnded = true));

  return {
    acknowledged: () => keys.length,
    retried: () => retries,
    async recovered(sinceMs) {
      const nowMs = performance.now();
      let tookMs = 0;
      await until('a tip is acknowledged again', () => {
        const first = acknowledgements.find(({ begunMs }) => begunMs >= nowMs);
        if (first) tookMs = first.begunMs + first.tookMs - sinceMs;
        return first !== undefined;
      });
      assert.ok(
        tookMs < whenBusy(RECOVERY_MS_MAX, BUSY_FACTOR),
        `a tip was acknowledged only after ${Math.round(tookMs)} ms`,
      );
      return Math.round(tookMs);
    },
    async finish() {
      isOver = true;
      await offering;
      await Promise.all(tips);
      assert.equal(keys.length, offered);
    },
    assertBooks: () => assertBooks(connectionString, keys),
  };
}

async function isAcknowledged({ actor }: Member, input: object): Promise<boolean> {
  // The connection was refused or ended before the answer: the tip may be sent or not.
  const answer = await actor.ask(SEND, { input }).catch(() => null);
  if (!answer) return false;
  if (answer.errors) {
    const codes = answer.errors.map(({ extensions }) => extensions.code);
    // While a busy machine starts what was killed, tips wait for longer than an operation may take.
    assert.ok(['SERVICE_UNAVAILABLE', 'TIMEOUT'].includes(codes.join()), codes.join());
    return false;
  }
  const { tip, errors } = answer.data.sendTip;
  if (errors.some(({ code }: { code: string }) => code === 'RATE_LIMITED')) return false;
  assert.deepEqual(errors, []);
  assert.ok(tip.id);
  return true;
}

async function register(t: TestContext, url: string, username: string) {
  const actor = createActor(url, { token: null, onEnd: (end) => t.after(() => void end()) });
  const { register: registered } = await actor.do(REGISTER, {
    input: {
      email: `${username}@example.com`,
      password: 'correct horse battery',
      username,
      displayName: username,
      device: { platform: 'WEB' },
    },
  });
  actor.token = registered.accessToken;
  return { actor, id: registered.user.id as string };
}

async function withDatabase<Result>(
  connectionString: string,
  work: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<Result>,
): Promise<Result> {
  const { db } = await openDatabase({
    connectionString,
    lanes: 1,
    transactionPoolSize: 1,
    statementTimeoutMs: 10_000,
    log: createLogger({ level: 'silent' }),
  });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const giveCoins = (connectionString: string, members: readonly Member[]): Promise<void> =>
  withDatabase(connectionString, async (db) => {
    const services = { clock: systemClock, ids: createIds(systemClock), limits: defaultLimits };
    const transaction = createTransactions({ db, ...services, onCommit: () => undefined });
    for (const { id } of members) {
      await transaction((tx) =>
        creditCoins(services, tx, {
          userId: uuidOf(id),
          kind: 'COINS',
          amountCoins: COINS_EACH,
          type: 'PROMO_GRANT',
          initiatorId: TREASURER,
          idempotencyKey: null,
        }),
      );
    }
  });

const assertBooks = (connectionString: string, keys: readonly string[]): Promise<void> =>
  withDatabase(connectionString, async (db) => {
    const sent = await db
      .selectFrom('coin_transfers')
      .select('idempotency_key as key')
      .where('kind', '=', 'TIP_SENT')
      .execute();
    assert.deepEqual(sent.map(({ key }) => key ?? '').toSorted(), keys.toSorted());
    const pending = db.selectFrom('coin_tips').select('id').where('state', '=', 'PENDING').limit(1);
    await until('all tips are settled', async () => (await pending.execute()).length === 0);
    const left = await db
      .selectFrom('coin_accounts')
      .select(({ fn }) => fn.sum<string>('balance').as('coins'))
      .where('kind', 'in', ['COINS', 'PROMO'])
      .executeTakeFirstOrThrow();
    assert.equal(Number(left.coins), MEMBERS * COINS_EACH - keys.length * TIP_COINS);
    const differences: string[] = [];
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((snapshot) =>
        verifyBooks(snapshot, {
          onChecked: () => undefined,
          onDifference: (text) => void differences.push(text),
        }),
      );
    assert.deepEqual(differences, []);
  });
