import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { runCron } from '#test/support/jobs/cron.ts';
import { differencesOf, rowsOf } from '#test/support/money/ledger.ts';
import { offer, poll, purchase } from '#test/support/money/purchases.ts';
import { removeCard, saveCard } from '#test/support/money/saved-cards.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { beginPaymentFor } from './card-payments.service.ts';
import { chargePayment, chargePaymentJob } from './payment-looks.service.ts';

async function write(world: World, ...statements: string[]): Promise<void> {
  await world.app.services.transaction(async (tx) => {
    for (const text of statements) await sql.raw(text).execute(tx);
  });
}

/** As for a process that dies before it has stored what the provider has said. */
const lose = (world: World) =>
  write(
    world,
    `create function lose() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$`,
    'create trigger lose before update on payments for each row execute function lose()',
  );
const keep = (world: World) => write(world, 'drop function lose cascade');
const away = (world: World) => write(world, 'alter table payment_sandbox.objects rename to elsewhere');
const back = (world: World) => write(world, 'alter table payment_sandbox.elsewhere rename to objects');

/** Begins a renewal as subscriptions do. @returns its id; null without the card */
async function renew({ app: { services } }: World, payer: Person, methodId?: string): Promise<string | null> {
  const id = services.ids.next();
  const isBegun = await services.transaction((tx) =>
    beginPaymentFor(services, tx, {
      id,
      userId: uuidOf(payer.id),
      purpose: 'SUBSCRIPTION',
      amountMinor: 900,
      currency: 'EUR',
      methodId,
    }),
  );
  return isBegun ? id : null;
}

/** The states of the payments in their order, with their reasons. */
const statesOf = async (world: World) =>
  (
    await rowsOf<{ state: string; reason: string | null }>(
      world,
      'select state, decline_reason as reason from payments order by id',
    )
  ).map(({ state, reason }) => (reason === null ? state : `${state} ${reason}`));

/** Payments and charges of the provider. */
async function atProvider(world: World): Promise<number[]> {
  const count = async (kind: string) =>
    (await rowsOf(world, `select 1 from payment_sandbox.objects where kind = '${kind}'`)).length;
  return [await count('payment_intent'), await count('charge')];
}

/** Lets the bank of all saved cards answer as a test card. */
const answerAs = (world: World, token: string) =>
  write(world, `update payment_sandbox.objects set test_card = '${token}' where kind = 'payment_method'`);

const told = async (world: World) =>
  rowsOf(
    world,
    `select payload ->> 'state' as state, payload ->> 'purpose' as purpose from event_log
    where name = 'payment.changed' order by position`,
  );

test('a renewal is charged once, however often its job runs, stops no purchase and is booked as a sale', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_OPEN_PAYMENTS: '1' } });
  const ada = await world.user('ada');
  await saveCard(ada);
  const ids = [await renew(world, ada), await renew(world, ada)];
  assert.deepEqual(await statesOf(world), ['CREATED', 'CREATED']);
  const { errors } = await purchase(ada, await offer(world), { paymentMethodId: null });
  assert.deepEqual(errors, []);
  const third = await renew(world, ada);
  assert.ok(third);
  await world.app.services.transaction(async (tx) => {
    for (const key of ['once', 'twice']) tx.enqueue(chargePaymentJob, { paymentId: third }, { key });
  });
  await world.runJobs();
  for (const paymentId of ids) if (paymentId) await chargePayment(world.app.services, { paymentId });
  assert.deepEqual(await statesOf(world), ['SUCCEEDED', 'SUCCEEDED', 'CREATED', 'SUCCEEDED']);
  assert.deepEqual(await atProvider(world), [4, 3]);
  assert.deepEqual(await told(world), Array(3).fill({ state: 'SUCCEEDED', purpose: 'SUBSCRIPTION' }));
  world.clock.advance('3d');
  await runCron(world, 'payments.lookAtUnbooked');
  await world.runJobs();
  assert.deepEqual(await differencesOf(world), []);
});

test('a process that dies after the charge has charged once, and its repetition says so', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await saveCard(ada);
  await lose(world);
  const paymentId = await renew(world, ada);
  assert.ok(paymentId);
  await assert.rejects(chargePayment(world.app.services, { paymentId }), /lost/);
  await keep(world);
  await world.runJobs();
  assert.deepEqual([await statesOf(world), await atProvider(world)], [['SUCCEEDED'], [1, 1]]);
});

test('a charge whose answer and jobs are lost is found by its reference a day later', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await saveCard(ada);
  await lose(world);
  const paymentId = await renew(world, ada);
  assert.ok(paymentId);
  await assert.rejects(chargePayment(world.app.services, { paymentId }), /lost/);
  await keep(world);
  await write(world, 'delete from outbox', 'delete from graphile_worker._private_jobs');
  world.clock.advance('49h');
  await runCron(world, 'payments.sweep');
  await world.runJobs();
  assert.deepEqual([await statesOf(world), await atProvider(world)], [['SUCCEEDED'], [1, 1]]);
});

test('while the provider is away nothing is charged, and after an hour never', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await saveCard(ada);
  const { services } = world.app;
  await away(world);
  const [first, second] = [await renew(world, ada), await renew(world, ada)];
  assert.ok(first && second);
  for (const paymentId of [first, second]) await assert.rejects(chargePayment(services, { paymentId }));
  await back(world);
  await chargePayment(services, { paymentId: first });
  await write(world, 'delete from outbox', 'delete from graphile_worker._private_jobs');
  world.clock.advance('61m');
  await chargePayment(services, { paymentId: second });
  assert.deepEqual(
    [await statesOf(world), await atProvider(world)],
    [
      ['SUCCEEDED', 'CREATED'],
      [1, 1],
    ],
  );
  world.clock.advance('24h');
  await runCron(world, 'payments.sweep');
  await world.runJobs();
  assert.deepEqual(
    [await statesOf(world), await atProvider(world)],
    [
      ['SUCCEEDED', 'EXPIRED'],
      [1, 1],
    ],
  );
});

test('a card that wants its holder is declined for that, pauses nothing, and the holder can pay what was declined', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await saveCard(ada);
  await answerAs(world, 'pm_card_authenticationRequired');
  const ids: string[] = [];
  for (let attempt = 0; attempt < 4; attempt += 1) ids.push((await renew(world, ada)) ?? '');
  await world.runJobs();
  assert.deepEqual(await statesOf(world), Array(4).fill('FAILED AUTHENTICATION_REQUIRED'));
  assert.deepEqual(await rowsOf(world, 'select 1 from card_pauses'), []);
  const [id = ''] = ids;
  const { payments } = world.app.services.ports;
  const [row] = await rowsOf<{ id: string }>(
    world,
    `select provider_id as id from payments where id = '${id}'`,
  );
  const paymentId = row?.id ?? '';
  const present = await payments.confirmPayment({ paymentId, methodId: 'pm_card_authenticationRequired' });
  assert.equal(present.state, 'REQUIRES_ACTION');
  await payments.sandbox?.completeChallenge({ id: paymentId, isPassed: true });
  await poll(world);
  await world.runJobs();
  assert.deepEqual((await statesOf(world))[0], 'SUCCEEDED');
  assert.deepEqual(await atProvider(world), [4, 1]);
});

test('a card that was removed begins nothing, and one that the provider has lost ends the renewal at once', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  assert.equal(await renew(world, ben), null);
  const removed = await saveCard(ada);
  const kept = await saveCard(ada, 'pm_card_mastercard');
  await removeCard(ada, removed);
  assert.equal(await renew(world, ada, uuidOf(removed)), null);
  assert.ok(await renew(world, ada, uuidOf(kept)));
  await write(world, `delete from payment_sandbox.objects where kind = 'payment_method'`);
  await world.runJobs();
  assert.deepEqual([await statesOf(world), await atProvider(world)], [['CANCELED'], [0, 0]]);
});
