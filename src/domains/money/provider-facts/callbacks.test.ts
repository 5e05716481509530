import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Stripe } from 'stripe';
import { sql } from 'kysely';
import { beginSetup, cardsOf, confirmSetup } from '#test/support/money/saved-cards.ts';
import { testWorld, type World } from '#test/support/world.ts';

const SECRET = 'whsec_of_the_tests_alone';
const stripe = new Stripe('sk_test_tests');

const callbackWorld = (t: TestContext): Promise<World> =>
  testWorld(t, { env: { STRIPE_CALLBACK_SECRET: SECRET } });

type StoredEvent = { readonly id: string; readonly type: string; readonly body: object };

/** Events of the sandbox, oldest first. */
async function eventsOf({ app }: World): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select id, type, body from payment_sandbox.events order by seq`.execute(app.services.db);
  return rows;
}

async function call(
  world: World,
  payload: string,
  {
    secret = SECRET,
    agoSeconds = 0,
    headers = {},
  }: { secret?: string; agoSeconds?: number; headers?: object } = {},
): Promise<number> {
  const timestamp = Math.floor(world.clock.now().getTime() / 1_000) - agoSeconds;
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const response = await fetch(new URL('/callbacks/stripe', world.opsUrl), {
    method: 'POST',
    body: payload,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature, ...headers },
  });
  return response.status;
}

const factsOf = async ({ app }: World): Promise<string[]> => {
  const { rows } = await sql<{ type: string }>`select type from provider_events order by type`.execute(
    app.services.db,
  );
  return rows.map(({ type }) => type);
};

/** A card whose challenge is passed at the provider, of which we know nothing yet. */
async function passedElsewhere(world: World) {
  const ada = await world.user('ada');
  const { setup } = await beginSetup(ada);
  await confirmSetup(ada, setup.id, 'pm_card_authenticationRequired');
  const { rows } = await sql<{ id: string }>`select provider_id as id from payment_setups`.execute(
    world.app.services.db,
  );
  await world.app.services.ports.payments.sandbox?.completeChallenge({
    id: rows[0]?.id ?? '',
    isPassed: true,
  });
  return ada;
}

test('signed call-backs in any order, each many times, save the card once', async (t) => {
  const world = await callbackWorld(t);
  const ada = await passedElsewhere(world);
  const events = await eventsOf(world);
  assert.deepEqual(
    events.map(({ type }) => type),
    [
      'customer.created',
      'setup_intent.created',
      'setup_intent.requires_action',
      'payment_method.attached',
      'setup_intent.succeeded',
    ],
  );
  const calls = [...events.toReversed(), ...events, ...events].map(({ body }) =>
    call(world, JSON.stringify(body)),
  );
  assert.deepEqual(
    await Promise.all(calls),
    calls.map(() => 204),
  );
  assert.deepEqual(await cardsOf(ada), []);
  await world.runJobs();
  assert.deepEqual(await cardsOf(ada), ['3184*']);
  assert.deepEqual(await factsOf(world), ['setup_intent.requires_action', 'setup_intent.succeeded']);
  // Nothing is left to look at.
  await Promise.all(events.map(({ body }) => call(world, JSON.stringify(body))));
  const { rows } = await sql`select from outbox`.execute(world.app.services.db);
  assert.equal(rows.length, 0);
});

test('a call-back that is forged, recorded, changed or too large is refused and stores nothing', async (t) => {
  const world = await callbackWorld(t);
  const ada = await passedElsewhere(world);
  const body = (await eventsOf(world)).at(-1)?.body;
  const payload = JSON.stringify(body);
  assert.equal(await call(world, payload, { secret: 'whsec_of_somebody_else' }), 400);
  assert.equal(await call(world, payload, { agoSeconds: 301 }), 400);
  assert.equal(await call(world, payload, { headers: { 'stripe-signature': '' } }), 400);
  assert.equal(await call(world, payload, { headers: { 'stripe-signature': 't=1,v1=00' } }), 400);
  assert.equal(await call(world, ''), 400);
  assert.equal(await call(world, 'not JSON'), 400);
  assert.equal(await call(world, JSON.stringify({ ...body, padding: 'x'.repeat(256 * 1_024) })), 413);
  const { opsUrl } = world;
  const unsigned = await fetch(new URL('/callbacks/stripe', opsUrl), { method: 'POST', body: payload });
  assert.equal(unsigned.status, 400);
  assert.equal((await fetch(new URL('/callbacks/stripe', opsUrl))).status, 404);
  await world.runJobs();
  assert.deepEqual(await factsOf(world), []);
  assert.deepEqual(await cardsOf(ada), []);
  // The signature covers the bytes, whatever type they are said to have.
  assert.equal(
    await call(world, payload, { agoSeconds: 299, headers: { 'content-type': 'text/plain' } }),
    204,
  );
  await world.runJobs();
  assert.deepEqual(await cardsOf(ada), ['3184*']);
});

test('without a secret there are no call-backs, and the public listener has none at all', async (t) => {
  const closed = await testWorld(t);
  assert.equal(await call(closed, '{}'), 404);
  const open = await callbackWorld(t);
  const publicly = await fetch(new URL('/callbacks/stripe', open.url), { method: 'POST', body: '{}' });
  assert.equal(publicly.status, 404);
  // Beside them the private listener is as before.
  assert.equal((await fetch(new URL('/ready', open.opsUrl))).status, 200);
});
