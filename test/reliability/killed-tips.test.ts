import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { creditCoins } from '#domains/money/ledger/ledger.service.ts';
import { verifyBooks } from '#domains/money/ledger/verify.service.ts';
import { openDatabase } from '#platform/db/connection.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { createTransactions } from '#platform/outbox/transaction.ts';
import { defaultLimits } from '#src/modules.ts';
import { testDatabase } from '#test/support/database.ts';
import { freePort } from '#test/support/free-port.ts';
import { TREASURER } from '#test/support/ledger.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { dataFolder, plaza, type PlazaProcess } from '../start/plaza-process.ts';
import { createCrowd, until } from './crowd.ts';

const MEMBERS = 6;
const COINS_EACH = 100_000;
const KILLS = 3;
const TIPS_BETWEEN_KILLS = 60;

const SEND = `mutation ($input: SendTipInput!) { sendTip(input: $input) { tip { id } errors { code } } }`;
const ME = '{ me { user { id } } }';

async function bookkeeper(t: TestContext, connectionString: string) {
  const { db } = await openDatabase({
    connectionString,
    ...{ lanes: 1, transactionPoolSize: 1, statementTimeoutMs: 10_000 },
    log: createLogger({ level: 'silent' }),
  });
  t.after(() => db.destroy());
  const services = { clock: systemClock, ids: createIds(systemClock), limits: defaultLimits };
  const transaction = createTransactions({ db, ...services, onCommit: () => undefined });
  return {
    db,
    give: (userId: string) =>
      transaction((tx) =>
        creditCoins(services, tx, {
          ...{ userId, kind: 'COINS', amountCoins: COINS_EACH },
          ...{ type: 'PROMO_GRANT', initiatorId: TREASURER, idempotencyKey: null },
        }),
      ),
  };
}

test('no acknowledged tip is lost and none is sent twice while server and worker are killed', async (t) => {
  const { connectionString } = await testDatabase(t);
  const port = await freePort();
  const env = {
    ...{ DATABASE_URL: connectionString, DATA_DIR: await dataFolder(t), PORT: String(port) },
    ...{ TRUSTED_PROXIES: '1', LOG_LEVEL: 'info' },
  };
  const startBoth = async (): Promise<PlazaProcess[]> => {
    const processes = ['serve', 'worker'].map((command) => plaza(t, { args: [command], env }));
    await Promise.all(processes.map((process) => process.ready()));
    return processes;
  };
  let running = await startBoth();
  const { members } = await createCrowd(t, `http://127.0.0.1:${port}/web/graphql`, MEMBERS);
  const books = await bookkeeper(t, connectionString);
  const ids: string[] = [];
  for (const member of members) ids.push((await member.do(ME)).me.user.id);
  for (const id of ids) await books.give(uuidOf(id));

  const acknowledged = new Map<string, number>();
  let isOver = false;
  /** Sends tip after tip, each with its key until it is answered. */
  const sendSteadily = async (index: number): Promise<void> => {
    for (let count = 0; !isOver; count += 1) {
      const key = randomUUID();
      const receiver = ids[(index + 1 + (count % (MEMBERS - 1))) % MEMBERS];
      const input = { target: { userId: receiver }, amountCoins: 3, idempotencyKey: key };
      for (;;) {
        const answer = await members[index]?.ask(SEND, { input }).catch(() => null);
        if (answer && !answer.errors) {
          assert.deepEqual(answer.data.sendTip.errors, []);
          break;
        }
        await sleep(50);
      }
      acknowledged.set(key, 3);
      await sleep(30);
    }
  };
  const sending = members.map((_member, index) => sendSteadily(index));
  for (let kill = 0; kill < KILLS; kill += 1) {
    const enough = acknowledged.size + TIPS_BETWEEN_KILLS;
    await until('more tips are acknowledged', () => acknowledged.size >= enough);
    for (const process of running) process.kill('SIGKILL');
    await Promise.all(running.map(({ exited }) => exited));
    running = await startBoth();
  }
  isOver = true;
  await Promise.all(sending);

  const sent = await books.db
    .selectFrom('coin_transfers')
    .select('idempotency_key as key')
    .where('kind', '=', 'TIP_SENT')
    .execute();
  assert.deepEqual(sent.map(({ key }) => key ?? '').toSorted(), [...acknowledged.keys()].toSorted());
  const pending = async () =>
    books.db.selectFrom('coin_tips').select('id').where('state', '=', 'PENDING').execute();
  await until('all tips are settled', async () => (await pending()).length === 0);
  const differences: string[] = [];
  await books.db
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
