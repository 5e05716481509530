import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { erase } from '#test/support/people/accounts.ts';
import { allRows } from '#test/support/all-rows.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { beginSetup, confirmSetup, refreshSetup, saveCard } from '#test/support/money/saved-cards.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

async function countOf({ app }: World, from: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from ${sql.raw(from)}`.execute(app.services.db);
  return rows[0]?.count ?? 0;
}

test('an erased user is no customer of the provider any more, and their cards are detached', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await saveCard(ada);
  await beginSetup(ada);
  await saveCard(ben);
  await erase(world, ada);
  for (const table of ['payment_methods', 'payment_customers', 'payment_setups'])
    assert.equal(await countOf(world, table), 1, table);
  assert.equal(await countOf(world, `payment_sandbox.objects where kind = 'customer'`), 1);
  assert.equal(
    await countOf(world, `payment_sandbox.objects where kind = 'payment_method' and customer_id is not null`),
    1,
  );
});

test('a customer whose creation was never answered is deleted at the provider, too', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await beginSetup(ada);
  const { transaction } = world.app.services;
  // As a process leaves it that died before it stored the answer.
  await transaction((tx) => sql`update payment_customers set provider_id = null`.execute(tx));
  await transaction((tx) => sql`delete from payment_setups`.execute(tx));
  assert.equal(await countOf(world, `payment_sandbox.objects where kind = 'customer'`), 1);
  await transaction(async (tx) => tx.emit(accountErased, { userId: uuidOf(ada.id), isFirst: false }));
  await world.runJobs();
  await world.runJobs();
  assert.equal(await countOf(world, `payment_sandbox.objects where kind = 'customer'`), 0);
});

test('setups and facts are swept after their time, and a card that was never detached is', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const card = await saveCard(ada);
  await runCron(world, 'payments.startPoll');
  assert.equal(await countOf(world, 'provider_events'), 1);
  await ada.do(
    'mutation ($id: ID!) { removePaymentMethod(input: { paymentMethodId: $id }) { errors { code } } }',
    {
      id: card,
    },
  );
  await world.app.services.transaction((tx) => sql`delete from outbox`.execute(tx));
  await sql`delete from graphile_worker._private_jobs`.execute(world.app.services.db);
  world.clock.advance('29d');
  await runCron(world, 'payments.sweep');
  await runCron(world, 'payments.sweepFacts');
  assert.deepEqual([await countOf(world, 'payment_setups'), await countOf(world, 'provider_events')], [1, 1]);
  assert.equal(await countOf(world, 'payment_methods'), 0);
  world.clock.advance('7d');
  await runCron(world, 'payments.sweep');
  await runCron(world, 'payments.sweepFacts');
  assert.deepEqual([await countOf(world, 'payment_setups'), await countOf(world, 'provider_events')], [0, 0]);
});

test('an open setup whose jobs are lost is canceled by the sweep', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await beginSetup(ada);
  await world.app.services.transaction((tx) => sql`delete from outbox`.execute(tx));
  await sql`delete from graphile_worker._private_jobs`.execute(world.app.services.db);
  world.clock.advance('25h');
  await runCron(world, 'payments.sweep');
  assert.equal(await countOf(world, `payment_setups where state = 'CANCELED'`), 1);
});

test('no secret of a setup reaches a row of ours or the log, also when the provider refuses', async (t) => {
  const lines: string[] = [];
  const log = createLogger({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const world = await testWorld(t, { log });
  const ada = await world.user('ada');
  const { setup, clientSecret } = await beginSetup(ada);
  await confirmSetup(ada, setup.id, 'pm_card_chargeDeclined');
  await confirmSetup(ada, setup.id, 'pm_unknown');
  await confirmSetup(ada, setup.id, '4242424242424242');
  const { transaction } = world.app.services;
  // The provider knows the setup no longer, which nobody expects.
  await transaction((tx) =>
    sql`update payment_sandbox.objects set kind = 'lost' where kind = 'setup_intent'`.execute(tx),
  );
  const { errors } = await ada.ask(
    'mutation ($id: ID!) { refreshPaymentSetup(input: { setupId: $id }) { errors { code } } }',
    { id: setup.id },
  );
  assert.equal(errors?.[0]?.extensions['code'], 'SERVICE_UNAVAILABLE');
  const logged = lines.join('\n');
  assert.match(logged, /PaymentsError/);
  for (const secret of [clientSecret, clientSecret.split('_secret_')[1], '4242424242424242', 'sk_test'])
    assert.ok(!logged.includes(secret), secret);
  const rows = (await allRows(world)).filter(({ table }) => !table.startsWith('payment_sandbox.'));
  assert.deepEqual(
    rows.filter(({ line }) => line.includes(clientSecret)),
    [],
  );
});

test('a hundred people who begin at once leave connections for the others', async (t) => {
  const world = await testWorld(t);
  const people = await Promise.all(Array.from({ length: 10 }, (_, index) => world.user(`person${index}`)));
  const bystander = await world.user('bystander');
  const begun = Promise.all(
    people.flatMap((person) => Array.from({ length: 10 }, async () => (await beginSetup(person)).errors)),
  );
  const { me } = await bystander.do('{ me { user { username } } }');
  assert.equal(me.user.username, 'bystander');
  const codes = (await begun).flat().map(({ code }: { code: string }) => code);
  assert.deepEqual(new Set(codes), new Set(['LIMIT_REACHED']));
  assert.equal(codes.length, 50);
  assert.equal(await countOf(world, `payment_sandbox.objects where kind = 'customer'`), 10);
  assert.equal(await countOf(world, `payment_sandbox.objects where kind = 'setup_intent'`), 50);
});

test('a caller who asks the provider more than sixty times a minute waits', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { setup } = await beginSetup(ada);
  // All writes of a user have the same bound together.
  world.clock.advance('2m');
  const codes: (string | undefined)[] = [];
  for (let count = 0; count < 61; count += 1) codes.push((await refreshSetup(ada, setup.id)).errors[0]?.code);
  assert.deepEqual(codes, [...Array.from({ length: 60 }, () => undefined), 'RATE_LIMITED']);
});
