import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { AppError } from '#platform/kernel/errors.ts';
import { balanceOf, differencesOf, give, rowsOf, spend } from '#test/support/money/ledger.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';
import { PLATFORM_ACCOUNT_IDS } from './ledger.policy.ts';
import { foldEntries } from './ledger.queries.ts';
import { creditCoins, reverseTransfer } from './ledger.service.ts';

const codeOf = (reason: unknown): string => (reason instanceof AppError ? reason.code : String(reason));

async function codesOf(work: readonly Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(work);
  return outcomes.map((each) => (each.status === 'fulfilled' ? 'DONE' : codeOf(each.reason)));
}

const count = (codes: readonly string[], code: string): number =>
  codes.filter((each) => each === code).length;

const fold = ({ app: { services } }: World, limit = 10_000): Promise<number> =>
  services.transaction((tx) => foldEntries(tx, limit));

/** The balance of an account of the platform as reads show it, and as it is stored. */
async function platformBalance(world: World, kind: keyof typeof PLATFORM_ACCOUNT_IDS) {
  const [row] = await rowsOf<{ stored: string; shown: string }>(
    world,
    `select balance as stored, balance + coalesce((select sum(amount) from coin_unfolded_entries u where u.account_id = a.id), 0) as shown
     from coin_accounts a where kind = '${kind}'`,
  );
  return { stored: Number(row?.stored), shown: Number(row?.shown) };
}

test('given coins are spent before those that were paid for, and each kind goes back where it came from', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await give(world, ada, 30);
  await give(world, ada, 50, { kind: 'COINS' });
  await spend(world, ada, 45);
  assert.deepEqual(await balanceOf(ada), { coins: 35, promoCoins: 0, totalCoins: 35 });
  assert.deepEqual(await platformBalance(world, 'PROMO_EXPENSE'), { stored: 0, shown: 0 });
  assert.deepEqual(await platformBalance(world, 'ISSUED'), { stored: 0, shown: -35 });
  assert.equal(await fold(world), 4);
  assert.deepEqual(await platformBalance(world, 'ISSUED'), { stored: -35, shown: -35 });
  assert.deepEqual(await differencesOf(world), []);
});

test('of fifty spendings at once with coins for four, exactly four succeed', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await give(world, ada, 15);
  await give(world, ada, 28, { kind: 'COINS' });
  const codes = await codesOf(Array.from({ length: 50 }, () => spend(world, ada, 10)));
  assert.deepEqual([count(codes, 'DONE'), count(codes, 'INSUFFICIENT_COINS')], [4, 46]);
  assert.deepEqual(await balanceOf(ada), { coins: 3, promoCoins: 0, totalCoins: 3 });
  assert.deepEqual(await differencesOf(world), []);
});

test('of fifty postings at once with one key, one is in the books', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const codes = await codesOf(Array.from({ length: 50 }, () => give(world, ada, 10, { key: 'once' })));
  assert.deepEqual([count(codes, 'DONE'), count(codes, 'IDEMPOTENCY_KEY_REUSED')], [1, 49]);
  assert.equal((await balanceOf(ada)).totalCoins, 10);
});

test('a transfer is reversed once, to the accounts it came from, and not where the coins are spent', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { services } = world.app;
  const reverse = (transferId: string) =>
    services.transaction((tx) =>
      reverseTransfer(services, tx, { transferId, initiatorId: transferId, idempotencyKey: null }),
    );
  const granted = await give(world, ada, 30);
  await give(world, ada, 50, { kind: 'COINS' });
  const spent = await spend(world, ada, 45);
  assert.deepEqual(await codesOf([reverse(granted.transferId)]), ['INSUFFICIENT_COINS']);
  const codes = await codesOf(Array.from({ length: 10 }, () => reverse(spent.transferId)));
  assert.deepEqual([count(codes, 'DONE'), count(codes, 'INVALID_STATE')], [1, 9]);
  assert.deepEqual(await balanceOf(ada), { coins: 50, promoCoins: 30, totalCoins: 80 });
  await reverse(granted.transferId);
  assert.deepEqual(await balanceOf(ada), { coins: 50, promoCoins: 0, totalCoins: 50 });
  assert.deepEqual(await differencesOf(world), []);
});

test('nobody holds more than two billion coins of both kinds', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await give(world, ada, 1_999_999_999);
  assert.deepEqual(await codesOf([give(world, ada, 2, { kind: 'COINS' })]), ['LIMIT_REACHED']);
  await give(world, ada, 1, { kind: 'COINS' });
  assert.deepEqual(await balanceOf(ada), { coins: 1, promoCoins: 1_999_999_999, totalCoins: 2_000_000_000 });
});

const opened = (ownerId: string | null, kind: string, isAppended: boolean): string =>
  `insert into coin_accounts (id, owner_id, kind, is_appended, may_be_negative)
   values (gen_random_uuid(), ${ownerId === null ? 'null' : `'${ownerId}'`}, '${kind}', ${isAppended}, true)`;

test('the database refuses to change the books, accounts of a wrong kind, one-sided transfers and entries in transfers of others', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { transferId } = await give(world, ada, 30);
  const issued = PLATFORM_ACCOUNT_IDS.ISSUED;
  const insert = `insert into coin_transfers (id, kind, initiator_id, created_at)
    values (gen_random_uuid(), 'PROMO_GRANT', gen_random_uuid(), now()) returning id`;
  const statements: [string, RegExp][] = [
    ...['coin_transfers', 'coin_entries', 'coin_transactions', 'coin_accounts'].flatMap(
      (table): [string, RegExp][] => [
        [`delete from ${table}`, /delete of .* is refused/],
        [`truncate ${table} cascade`, /truncate of .* is refused/],
      ],
    ),
    ["update coin_transfers set kind = 'X'", /update of coin_transfers is refused/],
    ['update coin_entries set amount = 1', /update of coin_entries is refused/],
    ['update coin_transactions set amount_coins = 1', /update of coin_transactions is refused/],
    ["update coin_accounts set kind = 'PROMO'", /update of coin_accounts is refused/],
    ['update coin_accounts set owner_id = null', /update of coin_accounts is refused/],
    ['update coin_accounts set is_appended = true', /update of coin_accounts is refused/],
    [opened(uuidOf(ada.id), 'SAVINGS', false), /account of coins has a kind of its owner/],
    [opened(null, 'SAVINGS', true), /account of coins has a kind of its owner/],
    [opened(null, 'EARNINGS', true), /account of coins has a kind of its owner/],
    [opened(uuidOf(ada.id), 'ISSUED', true), /account of coins has a kind of its owner/],
    [opened(uuidOf(ada.id), 'EARNINGS', false), /account of coins has a kind of its owner/],
    [opened(randomUUID(), 'EARNINGS', true), /coin_accounts_owner_id_fkey/],
    ['update coin_accounts set balance = -1 where owner_id is not null', /coin_accounts_not_negative/],
    [insert, /has 0 entries/],
    [
      `insert into coin_transactions (id, user_id, transfer_id, type, direction, amount_coins, created_at)
       values (gen_random_uuid(), '${uuidOf(ada.id)}', gen_random_uuid(), 'PROMO_GRANT', 'CREDIT', 1, now())`,
      /coin_transactions_transfer_id_fkey/,
    ],
    [
      `with t as (${insert}) insert into coin_entries (transfer_id, account_id, amount) select id, '${issued}', 5 from t`,
      /has 1 entries that sum to 5/,
    ],
    [
      `insert into coin_entries (transfer_id, account_id, amount) values ('${transferId}', '${issued}', 5)`,
      /transfer of its own transaction/,
    ],
    [
      `with t as (${insert}) insert into coin_entries (transfer_id, account_id, amount)
       select id, account, amount from t, (values ('${issued}'::uuid, 5), (gen_random_uuid(), -5)) e (account, amount)`,
      /belongs to an account/,
    ],
  ];
  for (const [statement, refusal] of statements) {
    await assert.rejects(runSql(world.connectionString, statement), refusal, statement);
  }
  assert.deepEqual(await differencesOf(world), []);
});

test('folding takes each entry once, whoever commits late and however many fold at once', async (t) => {
  const world = await testWorld(t);
  const people = await Promise.all(['ada', 'ben', 'cleo', 'dora'].map((name) => world.user(name)));
  let isPosting = true;
  const folding = [1, 2, 3].map(async () => {
    while (isPosting) await fold(world, 5);
  });
  // A transaction that has its entries and commits after later ones have been folded.
  const { services } = world.app;
  const [late, ...others] = people;
  assert.ok(late);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const held = services.transaction(async (tx) => {
    await creditCoins(services, tx, {
      userId: uuidOf(late.id),
      kind: 'COINS',
      amountCoins: 7,
      type: 'PROMO_GRANT',
      initiatorId: uuidOf(late.id),
      idempotencyKey: null,
    });
    await released;
  });
  await Promise.all(
    others.flatMap((person) => Array.from({ length: 20 }, () => give(world, person, 3, { kind: 'COINS' }))),
  );
  while ((await platformBalance(world, 'ISSUED')).stored !== -180) await fold(world);
  release();
  await held;
  isPosting = false;
  await Promise.all(folding);
  assert.deepEqual(await platformBalance(world, 'ISSUED').then(({ shown }) => shown), -187);
  while ((await fold(world)) > 0);
  assert.deepEqual(await platformBalance(world, 'ISSUED'), { stored: -187, shown: -187 });
  assert.deepEqual(await differencesOf(world), []);
});

const PROCESS = path.resolve(import.meta.dirname, '../../../../test/support/jobs/folding-process.ts');

test('a process that is killed while it folds loses no entry and counts none twice', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  for (let round = 0; round < 4; round += 1) {
    const process = spawn('node', [PROCESS, world.connectionString]);
    await once(process.stdout, 'data');
    const posting = Promise.all(Array.from({ length: 12 }, () => give(world, ada, 1, { kind: 'COINS' })));
    await once(process.stdout, 'data');
    process.kill('SIGKILL');
    await once(process, 'exit');
    await posting;
  }
  while ((await fold(world, 5)) > 0);
  assert.deepEqual(await platformBalance(world, 'ISSUED'), { stored: -48, shown: -48 });
  assert.deepEqual(await differencesOf(world), []);
});
