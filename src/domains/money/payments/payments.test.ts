import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { runCron } from '#test/support/jobs/cron.ts';
import {
  beginSetup,
  cardsOf,
  completeChallenge,
  confirmSetup,
  refreshSetup,
  removeCard,
  saveCard,
} from '#test/support/money/saved-cards.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

/** Ids of the objects of the sandbox, oldest first. */
async function sandboxObjects(
  { app }: World,
  kind: string,
): Promise<{ id: string; customer: string | null }[]> {
  const { rows } = await sql<{ id: string; customer: string | null }>`
    select id, customer_id as customer from payment_sandbox.objects where kind = ${kind} order by seq`.execute(
    app.services.db,
  );
  return rows;
}

async function write(world: World, ...statements: string[]): Promise<void> {
  await world.app.services.transaction(async (tx) => {
    for (const text of statements) await sql.raw(text).execute(tx);
  });
}

/** Polls the facts of the provider and looks at what they are about. */
async function poll(world: World): Promise<void> {
  await runCron(world, 'payments.startPoll');
  await world.runJobs();
}

test('a card is saved and shown without its number, and the first one is the default', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const begun = await beginSetup(ada);
  assert.deepEqual(begun.errors, []);
  assert.match(begun.setup.id, /^paymentsetup_/);
  assert.match(begun.clientSecret, /^seti_\w+_secret_\w+$/);
  assert.equal(begun.setup.state, 'PENDING');
  assert.equal(begun.nextAction, null);
  const confirmed = await confirmSetup(ada, begun.setup.id, 'pm_card_visa');
  assert.deepEqual(confirmed.errors, []);
  assert.equal(confirmed.setup.state, 'SUCCEEDED');
  assert.deepEqual((await ada.do('{ paymentProvider { kind publishableKey } }')).paymentProvider, {
    kind: 'SANDBOX',
    publishableKey: null,
  });
  const { myPaymentMethods } = await ada.do(
    '{ myPaymentMethods { id brand last4 expiryMonth expiryYear wallet isDefault isExpiring isExpired } }',
  );
  const { id, ...card } = myPaymentMethods[0];
  assert.equal(id, confirmed.setup.paymentMethod.id);
  assert.deepEqual(card, {
    brand: 'VISA',
    last4: '4242',
    expiryMonth: 8,
    expiryYear: world.clock.now().getUTCFullYear() + 1,
    wallet: null,
    isDefault: true,
    isExpiring: false,
    isExpired: false,
  });
  await saveCard(ada, 'pm_card_mastercard');
  assert.deepEqual(await cardsOf(ada), ['4242*', '4444']);
  const [customer] = await sandboxObjects(world, 'customer');
  assert.deepEqual(
    (await sandboxObjects(world, 'payment_method')).map((method) => method.customer),
    [customer?.id, customer?.id],
  );
});

test('a declined card names a reason that its holder may know, and another card can follow', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { setup } = await beginSetup(ada);
  const reasons = {
    pm_card_chargeDeclined: 'DECLINED',
    pm_card_chargeDeclinedInsufficientFunds: 'INSUFFICIENT_FUNDS',
    pm_card_chargeDeclinedExpiredCard: 'EXPIRED_CARD',
    pm_card_chargeDeclinedIncorrectCvc: 'INCORRECT_CVC',
  };
  for (const [token, reason] of Object.entries(reasons)) {
    // Pauses follow the third and each further decline.
    world.clock.advance('2m');
    const { setup: none, errors } = await confirmSetup(ada, setup.id, token);
    assert.equal(none, null);
    const [{ message, ...error }] = errors;
    assert.deepEqual(error, {
      code: 'PAYMENT_DECLINED',
      path: ['providerMethodId'],
      __typename: 'PaymentDeclinedError',
      reason,
    });
    assert.match(message, /^The (?:card|security code) /);
    const asked = await refreshSetup(ada, setup.id);
    assert.equal(asked.setup.state, 'PENDING');
    assert.equal(asked.setup.declineReason, reason);
  }
  assert.deepEqual(await cardsOf(ada), []);
  world.clock.advance('2m');
  const confirmed = await confirmSetup(ada, setup.id, 'pm_card_visa');
  assert.equal(confirmed.setup.state, 'SUCCEEDED');
  assert.equal(confirmed.setup.declineReason, null);
  // After success it stays as it is.
  const again = await confirmSetup(ada, setup.id, 'pm_card_mastercard');
  assert.equal(again.setup.paymentMethod.last4, '4242');
  assert.deepEqual(await cardsOf(ada), ['4242*']);
});

test('a challenge of the bank is passed or failed, and only while the setup waits for it', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { setup } = await beginSetup(ada);
  const early = await completeChallenge(ada, setup.id, true);
  assert.deepEqual(early.errors, [
    {
      code: 'INVALID_STATE',
      message: 'The setup waits for no challenge.',
      path: ['setupId'],
      __typename: 'StateError',
      current: 'PENDING',
      allowed: ['REQUIRES_ACTION'],
    },
  ]);
  const challenged = await confirmSetup(ada, setup.id, 'pm_card_authenticationRequired');
  assert.equal(challenged.setup.state, 'REQUIRES_ACTION');
  assert.deepEqual(challenged.nextAction, { kind: 'SANDBOX', url: null });
  const failed = await completeChallenge(ada, setup.id, false);
  assert.equal(failed.setup.state, 'PENDING');
  assert.equal(failed.setup.declineReason, 'AUTHENTICATION_FAILED');
  await confirmSetup(ada, setup.id, 'pm_card_authenticationRequired');
  const passed = await completeChallenge(ada, setup.id, true);
  assert.equal(passed.setup.state, 'SUCCEEDED');
  assert.equal(passed.nextAction, null);
  assert.deepEqual(await cardsOf(ada), ['3184*']);
  const late = await completeChallenge(ada, setup.id, false);
  assert.equal(late.errors[0].current, 'SUCCEEDED');
  assert.deepEqual(await cardsOf(ada), ['3184*']);
});

test('asking how a setup stands takes nothing from what its card may be confirmed for, and reading it asks nobody', async (t) => {
  const world = await testWorld(t);
  const [ada, eve] = [await world.user('ada'), await world.user('eve')];
  world.clock.freeze();
  const { setup } = await beginSetup(ada);
  await confirmSetup(ada, setup.id, 'pm_card_authenticationRequired');
  for (let asked = 0; asked < 40; asked += 1)
    assert.equal((await refreshSetup(ada, setup.id)).setup.state, 'REQUIRES_ACTION');
  assert.deepEqual((await refreshSetup(ada, setup.id)).nextAction, { kind: 'SANDBOX', url: null });
  const read = async (person: typeof ada) =>
    (await person.do('query ($id: ID!) { paymentSetup(id: $id) { state } }', { id: setup.id })).paymentSetup;
  const { payments } = world.app.services.ports;
  const { rows } = await sql<{ id: string }>`
    select provider_id as id from payment_setups where id = ${uuidOf(setup.id)}`.execute(
    world.app.services.db,
  );
  await payments.sandbox?.completeChallenge({ id: rows[0]?.id ?? '', isPassed: true });
  assert.deepEqual(await read(ada), { state: 'REQUIRES_ACTION' });
  assert.equal((await refreshSetup(ada, setup.id)).setup.state, 'SUCCEEDED');
  assert.deepEqual(await read(ada), { state: 'SUCCEEDED' });
  assert.equal(await read(eve), null);
  assert.equal((await refreshSetup(eve, setup.id)).errors[0].code, 'NOT_FOUND');
  // All writes of a user have a bound in a minute.
  world.clock.advance('2m');
  // 30 in an hour, of which one was made.
  const confirms = [];
  for (let tries = 0; tries < 30; tries += 1)
    confirms.push((await confirmSetup(ada, setup.id, 'pm_card_visa')).errors[0]?.code ?? null);
  assert.deepEqual(confirms, [...Array.from({ length: 29 }, () => null), 'RATE_LIMITED']);
});

test('of several cards one is the default, and the newest of the others follows a removed one', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const visa = await saveCard(ada);
  const master = await saveCard(ada, 'pm_card_mastercard');
  const set = (id: string) =>
    ada.do(
      'mutation ($id: ID!) { setDefaultPaymentMethod(input: { paymentMethodId: $id }) { paymentMethod { last4 isDefault } errors { code } } }',
      { id },
    );
  const both = [await set(master), await set(master)];
  assert.deepEqual(
    both.map(({ setDefaultPaymentMethod }) => setDefaultPaymentMethod.paymentMethod),
    [
      { last4: '4444', isDefault: true },
      { last4: '4444', isDefault: true },
    ],
  );
  assert.deepEqual(await cardsOf(ada), ['4444*', '4242']);
  assert.deepEqual(await removeCard(ada, master), { paymentMethodId: master, errors: [] });
  assert.deepEqual(await cardsOf(ada), ['4242*']);
  assert.deepEqual(await removeCard(ada, master), {
    paymentMethodId: null,
    errors: [{ code: 'NOT_FOUND', path: ['paymentMethodId'] }],
  });
  await removeCard(ada, visa);
  assert.deepEqual(await cardsOf(ada), []);
  // The sandbox still has them, until the jobs detach them.
  const attached = async () =>
    (await sandboxObjects(world, 'payment_method')).filter(({ customer }) => customer !== null).length;
  assert.equal(await attached(), 2);
  await world.runJobs();
  assert.equal(await attached(), 0);
  const { rows } = await sql`select id from payment_methods`.execute(world.app.services.db);
  assert.deepEqual(rows, []);
});

test('the same card of the provider that is given twice is saved once, also when it is just removed', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const card = await saveCard(ada);
  const [method] = await sandboxObjects(world, 'payment_method');
  const giveAgain = async () => confirmSetup(ada, (await beginSetup(ada)).setup.id, method?.id ?? '');
  assert.equal((await giveAgain()).setup.paymentMethod.id, card);
  assert.deepEqual(await cardsOf(ada), ['4242*']);
  await removeCard(ada, card);
  assert.equal((await giveAgain()).setup.paymentMethod.id, card);
  await world.runJobs();
  assert.deepEqual(await cardsOf(ada), ['4242*']);
  const [kept] = await sandboxObjects(world, 'payment_method');
  assert.notEqual(kept?.customer, null);
});

test('nobody else sees or moves a payment method or a setup', async (t) => {
  const world = await testWorld(t);
  const [ada, eve] = [await world.user('ada'), await world.user('eve')];
  const card = await saveCard(ada);
  const { setup } = await beginSetup(ada);
  for (const id of [card, setup.id]) {
    assert.equal((await ada.do('query ($id: ID!) { node(id: $id) { id } }', { id })).node.id, id);
    for (const other of [eve, world.anonymous()])
      assert.equal((await other.do('query ($id: ID!) { node(id: $id) { id } }', { id })).node, null);
  }
  assert.equal((await removeCard(eve, card)).errors[0].code, 'NOT_FOUND');
  assert.equal((await confirmSetup(eve, setup.id, 'pm_card_visa')).errors[0].code, 'NOT_FOUND');
  assert.equal((await completeChallenge(eve, setup.id, true)).errors[0].code, 'NOT_FOUND');
  const { data } = await eve.ask(
    'mutation ($id: ID!) { setDefaultPaymentMethod(input: { paymentMethodId: $id }) { errors { code } } }',
    { id: card },
  );
  assert.deepEqual(data.setDefaultPaymentMethod.errors, [{ code: 'NOT_FOUND' }]);
  // The provider's id of somebody else's saved card is refused by the provider.
  const [method] = await sandboxObjects(world, 'payment_method');
  const { setup: own } = await beginSetup(eve);
  const stolen = await confirmSetup(eve, own.id, method?.id ?? '');
  assert.equal(stolen.errors[0].code, 'VALIDATION_FAILED');
  assert.deepEqual(stolen.errors[0].path, ['providerMethodId']);
  const unknown = await confirmSetup(eve, own.id, 'pm_unknown');
  assert.deepEqual(unknown.errors, stolen.errors);
  for (const hostile of [
    '4242424242424242',
    'pm_',
    'pm card',
    `pm_${'x'.repeat(100)}`,
    '../pm_card_visa',
    '',
  ]) {
    assert.equal((await confirmSetup(eve, own.id, hostile)).errors[0].code, 'VALIDATION_FAILED', hostile);
  }
  assert.deepEqual(await cardsOf(ada), ['4242*']);
  assert.deepEqual(await cardsOf(eve), []);
});

test('saved cards and open setups are bounded together, also when they are begun at once', async (t) => {
  const world = await testWorld(t, {
    env: { LIMIT_SAVED_PAYMENT_METHODS: '3', LIMIT_OPEN_PAYMENT_SETUPS: '2' },
  });
  const ada = await world.user('ada');
  const begun = await Promise.all(Array.from({ length: 10 }, () => beginSetup(ada)));
  const codes = begun.flatMap(({ errors }) => errors.map((error: { code: string }) => error.code));
  assert.deepEqual(
    codes,
    Array.from({ length: 8 }, () => 'LIMIT_REACHED'),
  );
  for (const { setup } of begun) if (setup) await confirmSetup(ada, setup.id, 'pm_card_visa');
  const { setup } = await beginSetup(ada);
  const full = await beginSetup(ada);
  assert.match(full.errors[0].message, /^You can save at most 3 payment methods/);
  await confirmSetup(ada, setup.id, 'pm_card_visa');
  assert.equal((await cardsOf(ada)).length, 3);
  assert.equal((await sandboxObjects(world, 'customer')).length, 1);
});

test('an open setup is canceled at the provider after an hour and makes room', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_OPEN_PAYMENT_SETUPS: '1' } });
  const ada = await world.user('ada');
  const { setup } = await beginSetup(ada);
  assert.equal((await beginSetup(ada)).errors[0].code, 'LIMIT_REACHED');
  world.clock.advance('61m');
  await world.runJobs();
  const device = await world.signIn(ada);
  assert.equal((await confirmSetup(device, setup.id, 'pm_card_visa')).setup.state, 'CANCELED');
  assert.deepEqual((await beginSetup(device)).errors, []);
});

test('while the provider is away nothing is saved, and what it never answered for is taken again', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_OPEN_PAYMENT_SETUPS: '1' } });
  const ada = await world.user('ada');
  await write(world, 'alter table payment_sandbox.objects rename to elsewhere');
  const away = await ada.ask('mutation { createPaymentSetup { clientSecret } }');
  assert.equal(away.errors?.[0]?.extensions['code'], 'SERVICE_UNAVAILABLE');
  assert.equal(away.errors?.[0]?.extensions['retryAfterSeconds'], 10);
  assert.equal((await beginSetup(ada)).errors[0].code, 'LIMIT_REACHED');
  world.clock.advance('21s');
  await write(world, 'alter table payment_sandbox.elsewhere rename to objects');
  assert.equal((await beginSetup(ada)).setup.state, 'PENDING');
  const { rows } = await sql`select id from payment_setups`.execute(world.app.services.db);
  assert.equal(rows.length, 1);
});

test('a process that dies between the provider and the commit leaves one customer, one setup and one card', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const lose = (table: string) =>
    write(
      world,
      `create function lose() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$`,
      `create trigger lose before update on ${table} for each row execute function lose()`,
    );
  const keep = () => write(world, 'drop function lose cascade');
  const fails = async () => {
    const { errors } = await ada.ask('mutation { createPaymentSetup { clientSecret } }');
    assert.equal(errors?.[0]?.extensions['code'], 'INTERNAL');
  };
  for (const table of ['payment_customers', 'payment_setups']) {
    await lose(table);
    await fails();
    await keep();
  }
  world.clock.advance('31s');
  await world.runJobs();
  const { setup } = await beginSetup(ada);
  await lose('payment_setups');
  await ada.ask(
    'mutation ($id: ID!) { confirmPaymentSetup(input: { setupId: $id, providerMethodId: "pm_card_visa" }) { errors { code } } }',
    { id: setup.id },
  );
  await keep();
  assert.deepEqual(await cardsOf(ada), []);
  // The provider tells of it.
  await poll(world);
  assert.deepEqual(await cardsOf(ada), ['4242*']);
  await poll(world);
  await refreshSetup(ada, setup.id);
  assert.deepEqual(await cardsOf(ada), ['4242*']);
  for (const [kind, count] of Object.entries({ customer: 1, setup_intent: 3, payment_method: 1 }))
    assert.equal((await sandboxObjects(world, kind)).length, count, kind);
});

test('looks at the same setup at once save one card', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { setup } = await beginSetup(ada);
  await confirmSetup(ada, setup.id, 'pm_card_authenticationRequired');
  const { rows } = await sql<{ id: string }>`
    select provider_id as id from payment_setups where id = ${uuidOf(setup.id)}`.execute(
    world.app.services.db,
  );
  const { payments } = world.app.services.ports;
  await payments.sandbox?.completeChallenge({ id: rows[0]?.id ?? '', isPassed: true });
  const looks = Array.from({ length: 20 }, () => refreshSetup(ada, setup.id));
  const polls = Array.from({ length: 3 }, () => poll(world));
  const shown = await Promise.all(looks);
  await Promise.all(polls);
  assert.deepEqual(
    shown.map(({ setup: seen }) => seen.state),
    Array.from({ length: 20 }, () => 'SUCCEEDED'),
  );
  assert.deepEqual(await cardsOf(ada), ['3184*']);
});

test('what the provider changes of a card is found, and a card that it detaches is gone', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await saveCard(ada);
  await saveCard(ada, 'pm_card_mastercard');
  await poll(world);
  const [visa, master] = await sandboxObjects(world, 'payment_method');
  const { db, ports } = world.app.services;
  await write(
    world,
    `update payment_sandbox.objects set body = jsonb_set(body, '{card,exp_year}', '2039') where id = '${master?.id}'`,
    `insert into payment_sandbox.events (id, type, body, created_at) select 'evt_renewed', 'payment_method.automatically_updated',
       jsonb_build_object('id', 'evt_renewed', 'type', 'payment_method.automatically_updated', 'data', jsonb_build_object('object', body)), now()
     from payment_sandbox.objects where id = '${master?.id}'`,
  );
  await ports.payments.detachMethod(visa?.id ?? '');
  await ports.payments.detachMethod(visa?.id ?? '');
  await poll(world);
  assert.deepEqual(await cardsOf(ada), ['4444*']);
  await world.runJobs();
  const { rows } = await sql`select last4, expiry_year from payment_methods`.execute(db);
  assert.deepEqual(rows, [{ last4: '4444', expiry_year: 2039 }]);
});
