import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Stripe } from 'stripe';
import { balanceOf, differencesOf, rowsOf } from '#test/support/money/ledger.ts';
import { offer, purchase } from '#test/support/money/purchases.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const SECRET = 'whsec_of_the_tests_alone';
const stripe = new Stripe('sk_test_tests');

const TYPES = ['created', 'requires_action', 'payment_failed', 'succeeded'] as const;

function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, place) => ordersOf(items.toSpliced(place, 1)).map((rest) => [item, ...rest]));
}

async function tell(world: World, event: object): Promise<void> {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(world.clock.now().getTime() / 1_000);
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const response = await fetch(new URL('/callbacks/stripe', world.opsUrl), {
    method: 'POST',
    body: payload,
    headers,
  });
  assert.equal(response.status, 204);
}

/** A payment that the cardholder has paid at the provider, after a failed challenge, of which we know nothing yet. */
async function paidElsewhere(world: World, purchaseId: string): Promise<Map<string, object>> {
  const { payments } = world.app.services.ports;
  const [row] = await rowsOf<{ id: string }>(
    world,
    `select provider_id as id from payments where id = '${uuidOf(purchaseId)}'`,
  );
  const id = row?.id ?? '';
  for (const isPassed of [false, true]) {
    await payments.confirmPayment({ paymentId: id, methodId: 'pm_card_authenticationRequired' });
    await payments.sandbox?.completeChallenge({ id, isPassed });
  }
  const events = await rowsOf<{ type: string; body: object }>(
    world,
    `select type, body from payment_sandbox.events where body #>> '{data,object,id}' = '${id}' order by seq`,
  );
  return new Map(events.map(({ type, body }) => [type.replace('payment_intent.', ''), body]));
}

test('facts in all 24 orders, repeated, left out, and before the answer of the call was stored, credit each purchase once', async (t) => {
  const world = await testWorld(t, { env: { STRIPE_CALLBACK_SECRET: SECRET } });
  const packageId = await offer(world, { coins: 100, bonusCoins: 1 });
  const people = [await world.user('ada'), await world.user('ben')];
  const ids: string[] = [];
  for (const [index, types] of ordersOf(TYPES).entries()) {
    const person = people[index % people.length];
    assert.ok(person);
    const { purchase: open } = await purchase(person, packageId);
    ids.push(uuidOf(open.id));
    const facts = await paidElsewhere(world, open.id);
    if (index % 3 === 0)
      await rowsOf(world, `update payments set provider_id = null where id = '${uuidOf(open.id)}'`);
    for (const [place, type] of types.entries()) {
      // Every fourth purchase is never told of one of its facts, and every fifth of its success.
      if (index % 4 === place || (index % 5 === 0 && type === 'succeeded')) continue;
      const fact = facts.get(type);
      assert.ok(fact, type);
      for (let time = 0; time <= (index + place) % 3; time += 1) await tell(world, fact);
      await world.runJobs();
    }
  }
  world.clock.advance('6s');
  await world.runJobs();
  await world.runJobs();
  const rows = await rowsOf<{ id: string; state: string; credits: number }>(
    world,
    `select p.id, p.state, (select count(*)::integer from coin_transfers t where t.idempotency_key = p.id::text) as credits
     from payments p order by p.id`,
  );
  assert.deepEqual(
    rows,
    ids.map((id) => ({ id, state: 'SUCCEEDED', credits: 1 })),
  );
  for (const person of people)
    assert.deepEqual(await balanceOf(person), { coins: 1_200, promoCoins: 12, totalCoins: 1_212 });
  assert.deepEqual(await differencesOf(world), []);
});
