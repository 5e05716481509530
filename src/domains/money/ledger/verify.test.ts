import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { give, rowsOf, spend } from '#test/support/money/ledger.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';
import { progressLine } from '../verification/verify.policy.ts';

const MAIN = path.resolve(import.meta.dirname, '../../../main.ts');

async function verify({ connectionString }: World): Promise<{ code: number; lines: string[] }> {
  const env = { ...process.env, DATABASE_URL: connectionString, LOG_LEVEL: 'fatal', NODE_ENV: 'test' };
  const command = spawn('node', [MAIN, 'ledger:verify'], { env });
  const [output, [code]] = await Promise.all([text(command.stdout), once(command, 'exit')]);
  return { code, lines: output.trimEnd().split('\n') };
}

/** Damages the books as no posting can. */
const damage = ({ connectionString }: World, statement: string): Promise<void> =>
  runSql(connectionString, `set session_replication_role = replica; ${statement}`);

test('right books pass; damaged ones are named row by row, and the command exits with 1', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const granted = await give(world, ada, 30);
  const spent = await spend(world, ada, 5);
  await give(world, ben, 40, { kind: 'COINS' });
  const lost = await give(world, cleo, 7);
  assert.deepEqual(await verify(world), { code: 0, lines: ['The books of coins are right.'] });

  const [account] = await rowsOf<{ id: string }>(
    world,
    `select id from coin_accounts where owner_id = '${uuidOf(ben.id)}' and kind = 'COINS'`,
  );
  const [entry] = await rowsOf<{ id: string; account_id: string }>(
    world,
    `select e.id, e.account_id from coin_entries e join coin_accounts a on a.id = e.account_id
     where e.transfer_id = '${granted.transferId}' and a.owner_id is not null`,
  );
  const [cleos] = await rowsOf<{ id: string; account_id: string }>(
    world,
    `select id, (select a.id from coin_accounts a where a.owner_id = '${uuidOf(cleo.id)}' and a.kind = 'PROMO') as account_id
     from coin_entries where transfer_id = '${lost.transferId}' order by id`,
  );
  assert.ok(account && entry && cleos);
  await damage(world, `update coin_accounts set balance = 41 where id = '${account.id}'`);
  await damage(world, `update coin_entries set amount = 31 where id = ${entry.id}`);
  await damage(world, `update coin_transactions set balance_after = 24 where id = '${spent.transactionId}'`);
  await damage(
    world,
    `update coin_lots set held = 1, remaining = 6 where source_transfer_id = '${lost.transferId}'`,
  );
  await damage(world, `delete from coin_transfers where id = '${lost.transferId}'`);
  assert.deepEqual(await verify(world), {
    code: 1,
    lines: [
      `account ${entry.account_id} (PROMO): the balance is 25, its entries sum to 26`,
      `account ${account.id} (COINS): the balance is 41, its entries sum to 40`,
      `transfer ${granted.transferId} (PROMO_GRANT): its 2 entries sum to 1`,
      `entry ${cleos.id}: its transfer ${lost.transferId} is missing`,
      `entry ${Number(cleos.id) + 1}: its transfer ${lost.transferId} is missing`,
      `user ${uuidOf(ada.id)}: the balance is 25, and 24 after the newest transaction`,
      `user ${uuidOf(ben.id)}: the balance is 41, and 40 after the newest transaction`,
      `transaction ${granted.transactionId}: it moves 30 coins, its entries 31`,
      `transaction ${spent.transactionId}: the balance after it is 24, and 25 by the one before it`,
      `account ${account.id} (COINS): the balance is 41, its lots have 40`,
      `account ${cleos.account_id} (PROMO): the balance is 7, its lots have 6`,
      `entry ${entry.id}: it credits 31 coins, its lot has 30`,
      'account 00000000-0000-7000-8000-000000000004 (DISPUTED): it holds 0 coins, lots 1',
      'Differences in the books of coins: 13.',
    ],
  });
});

test('progress is a bar that is full when all rows are checked, also more than expected', () => {
  const line = (count: number, expected: number) => progressLine({ what: 'entries', count, expected });
  assert.equal(line(0, 10_000), 'entries                [....................]   0 %  0');
  assert.equal(line(4_290, 10_000), 'entries                [########............]  42 %  4290');
  assert.equal(line(12_000, 10_000), 'entries                [####################] 100 %  12000');
});
