import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isObjectType } from 'graphql';
import { Client } from 'pg';
import { requireVaries } from '#api/live/sharing-plan.ts';
import { buildSchemas } from '#api/schema.ts';
import { defaultLimits } from '#domains/modules.ts';
import { type LiveDevice, openLiveDevice } from '#test/support/messaging/live-device.ts';
import { SEND, startWith } from '#test/support/messaging/messaging.ts';
import { until } from '#test/support/processes.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const MESSAGE = `id seq content { __typename text ... on MediaContent { media { id } } } clientData createdAt
  sender { id username displayName followerCount avatar { url } cover { url } }
  conversation { id kind title updatedAt }`;
const ADDED = `subscription { messageAdded { message { ${MESSAGE} } } }`;
const USERS = 6;
const PEOPLE = Array.from({ length: USERS }, (_, index) => index);
const person = fc.integer({ min: 0, max: USERS - 1 });

type Act =
  | { readonly kind: 'block' | 'unblock'; readonly by: number; readonly whom: number }
  | { readonly kind: 'suspend' | 'lift' | 'deactivate' | 'return' | 'leave' | 'join'; readonly who: number }
  | { readonly kind: 'send'; readonly who: number; readonly isDirect: boolean };

const send = fc.record({ kind: fc.constant('send' as const), who: person, isDirect: fc.boolean() });
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: send },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom('block', 'unblock', 'unblock'),
        by: person,
        whom: person,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        // More come back than go, so that most messages are sent.
        kind: fc.constantFrom(
          'suspend',
          'lift',
          'lift',
          'deactivate',
          'return',
          'return',
          'leave',
          'join',
          'join',
        ),
        who: person,
      }),
    },
  ),
  { minLength: 40, maxLength: 40 },
);

test('what many are told at once is, byte for byte, what each of them reads, and nobody else is told', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_USER_COST_BUDGET: '1000000' } });
  const people = await Promise.all(PEOPLE.map((index) => world.user(`person.${index}`)));
  const [first, second, ...others] = people;
  assert.ok(first && second);
  const group = await startWith(first, second, ...others);
  const direct = await startWith(first, second);
  const devices = await openDevices(world, people);

  await fc.assert(
    fc.asyncProperty(acts, async (sequence) => {
      for (const act of sequence) {
        if (act.kind !== 'send') await runSql(world.connectionString, statementOf(act, people, group));
        else await sendAndCompare(world, people[act.who] ?? first, act.isDirect ? direct : group, devices);
      }
    }),
    { numRuns: 4 },
  );
  const executions = await executionsOf(world);
  assert.equal(executions.get('fallback'), undefined);
  assert.ok(
    (executions.get('shared') ?? 0) > 3 && (executions.get('single') ?? 0) > 3,
    String([...executions]),
  );
});

/** Two for the first user; clients give their operations ids of their own. */
async function openDevices(
  world: World,
  people: readonly Person[],
): Promise<readonly { readonly owner: Person; readonly device: LiveDevice }[]> {
  const owners = [...people, ...people.slice(0, 1)];
  return Promise.all(
    owners.map(async (owner, index) => {
      const id = index % 2 === 0 ? 's' : `operation "${index}"`;
      return { owner, device: await openLiveDevice(world, owner, { id, query: ADDED }) };
    }),
  );
}

async function sendAndCompare(
  world: World,
  sender: Person,
  conversationId: string,
  devices: Awaited<ReturnType<typeof openDevices>>,
): Promise<void> {
  const before = devices.map(({ device }) => device.results.length);
  const sent = await sender.ask(SEND, { input: { conversationId, text: 'Hello "you" – 🦀' } });
  const message: unknown = sent.data?.sendMessage?.message?.id;
  // Refused: the sender is suspended, has left or cannot write to the other. That nobody is told shows at the next message.
  if (typeof message !== 'string') return;
  const members = await membersOf(world, conversationId);
  const isTold = devices.map(({ owner }) => members.has(uuidOf(owner.id)));
  await until(
    () =>
      devices.every(
        ({ device }, index) => device.results.length >= (before[index] ?? 0) + Number(isTold[index]),
      ),
    'all members are told',
  );
  for (const [index, { owner, device }] of devices.entries()) {
    const told = device.results.slice(before[index]);
    const { data } = await owner.ask(`query ($id: ID!) { node(id: $id) { ... on Message { ${MESSAGE} } } }`, {
      id: message,
    });
    const read = `{"data":{"messageAdded":{"message":${JSON.stringify(data?.node)}}}}`;
    assert.deepEqual(told, isTold[index] ? [read] : []);
  }
}

async function membersOf({ app }: World, conversationId: string): Promise<ReadonlySet<string>> {
  const rows = await app.services.db
    .selectFrom('participants')
    .select('user_id as id')
    .where('conversation_id', '=', uuidOf(conversationId))
    .where('left_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

function statementOf(act: Exclude<Act, { kind: 'send' }>, people: readonly Person[], group: string): string {
  const idOf = (index: number): string => `'${uuidOf(people[index]?.id ?? '')}'`;
  if ('by' in act) {
    const [by, whom] = [idOf(act.by), idOf(act.whom)];
    if (act.by === act.whom) return 'select';
    return act.kind === 'block'
      ? `insert into blocks (blocker_id, blocked_id, created_at) values (${by}, ${whom}, now()) on conflict do nothing`
      : `delete from blocks where blocker_id = ${by} and blocked_id = ${whom}`;
  }
  return changeOf(act.kind, idOf(act.who), group);
}

function changeOf(
  kind: 'suspend' | 'lift' | 'deactivate' | 'return' | 'leave' | 'join',
  who: string,
  group: string,
): string {
  const version = `with raised as (
    update conversations set members_version = members_version + 1 where id = '${uuidOf(group)}' returning *)`;
  return {
    suspend: `update users set suspended_until = 'infinity' where id = ${who}`,
    lift: `update users set suspended_until = null where id = ${who}`,
    deactivate: `update users set state = 'DEACTIVATED' where id = ${who}`,
    return: `update users set state = 'ACTIVE' where id = ${who}`,
    leave: `${version} update participants p set left_at = now(), status = 'LEFT', role = 'MEMBER' from raised
      where p.conversation_id = raised.id and p.user_id = ${who}`,
    join: `${version} update participants p
      set left_at = null, status = 'ACTIVE', joined_version = raised.members_version, joined_seq = raised.last_seq from raised
      where p.conversation_id = raised.id and p.user_id = ${who} and p.left_at is not null`,
  }[kind];
}

/** Executions of events by their kind, from the metrics. */
async function executionsOf(world: World): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${world.opsUrl}/metrics`)).text();
  const found = text.matchAll(/^graphql_live_executions_total\{kind="(\w+)"\} (\d+)$/gm);
  return new Map(Array.from(found, ([, kind = '', count]) => [kind, Number(count)]));
}

test('an event of twenty members is executed once for all but its sender', async (t) => {
  const world = await testWorld(t);
  const people = await Promise.all(Array.from({ length: 20 }, (_, index) => world.user(`member.${index}`)));
  const [sender, ...others] = people;
  assert.ok(sender);
  const id = await startWith(sender, ...others);
  const devices = await openDevices(world, people);
  await sender.do(SEND, { input: { conversationId: id, text: 'Hello' } });
  await until(() => devices.every(({ device }) => device.results.length === 1), 'all are told');
  // The sender has two devices.
  assert.deepEqual(
    await executionsOf(world),
    new Map([
      ['single', 1],
      ['shared', 1],
    ]),
  );
});

test('missed events are charged to whoever asks for them, and wait for the budget', async (t) => {
  const env = { LIMIT_USER_COST_BUDGET: '60', LIMIT_USER_COST_REFILL_PER_SECOND: '1' };
  const world = await testWorld(t, { env });
  const people = await Promise.all(['ada', 'ben', 'cleo'].map((name) => world.user(name)));
  const [ada, ben, cleo] = people;
  assert.ok(ada && ben && cleo);
  const id = await startWith(ada, ben, cleo);
  await world.runJobs();
  const { eventCursor } = (await ben.ask('{ eventCursor }')).data;
  for (let sent = 0; sent < 16; sent += 1) {
    world.clock.advance('20s');
    await ada.do(SEND, { input: { conversationId: id, text: 'Hello' } });
  }
  const fields = 'seq a: sender { id } b: sender { id } c: sender { id } d: sender { id }';
  const query = `subscription { messageAdded(after: "${eventCursor}") { message { ${fields} } } }`;
  const device = await openLiveDevice(world, ben, { id: '1', query });
  // Each takes 7 points of the 60, and the clock goes on: the points for one more come back after 3 s.
  await until(() => device.results.length >= 8, 'the budget is spent');
  await ben.ask('{ me { id } }');
  assert.equal(device.results.length, 8);
  world.clock.advance('1m');
  await until(() => device.results.length === 16, 'the rest came');
});

test('the other device of a user is told, although the one whose execution was under way is gone', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = await Promise.all([world.user('ada'), world.user('ben')]);
  const id = await startWith(ada, ben);
  const query =
    'subscription { messageAdded { message { content { text } conversation { pinnedMessages { nodes { id } } } } } }';
  const [first, second] = [
    await openLiveDevice(world, ben, { id: '1', query }),
    await openLiveDevice(world, ben, { id: '2', query }),
  ];
  await ada.do(SEND, { input: { conversationId: id, text: 'known' } });
  await until(() => first.results.length === 1 && second.results.length === 1, 'both are told');

  // The event waits for the relay, then its execution for the pins.
  const [relay, reader] = [clientOf(world), clientOf(world)];
  await Promise.all([relay.connect(), reader.connect()]);
  await relay.query('begin; select from event_head for update');
  await ada.do(SEND, { input: { conversationId: id, text: 'late' } });
  await reader.query('begin; lock table message_pins in access exclusive mode');
  await relay.query('commit');
  await until(() => isWaitedFor(reader, 'message_pins'), 'the execution waits');
  first.close();
  await until(async () => (await socketsOf(world)) === 1, 'the server has noticed');
  await reader.query('commit');
  await Promise.all([relay.end(), reader.end()]);
  await until(() => second.results.length === 2, 'the other device is told');
  const pins = '"conversation":{"pinnedMessages":{"nodes":[]}}';
  assert.deepEqual(
    second.results,
    ['known', 'late'].map(
      (text) => `{"data":{"messageAdded":{"message":{"content":{"text":"${text}"},${pins}}}}}`,
    ),
  );
});

const clientOf = ({ connectionString }: World): Client => new Client({ connectionString });

/** Asked by a connection of its own: those of the server wait. */
async function isWaitedFor(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query(`select from pg_locks where not granted and relation = $1::regclass`, [
    table,
  ]);
  return rows.length > 0;
}

async function socketsOf({ opsUrl }: World): Promise<number> {
  const text = await (await fetch(`${opsUrl}/metrics`)).text();
  return Number(/^graphql_sockets (\d+)$/m.exec(text)?.[1]);
}

test('a field that reads its user, and is not declared to, is executed for each user', async (t) => {
  const schemas = buildSchemas(defaultLimits);
  const [user, viewer] = [schemas.client.getType('User'), schemas.client.getType('UserViewer')];
  assert.ok(isObjectType(user) && isObjectType(viewer));
  user.getFields()['viewer']!.extensions = { varies: 'no' }; // exists in the schema
  viewer.getFields()['isSelf']!.extensions = { varies: 'no' }; // exists in the schema
  const world = await testWorld(t, { schemas });
  const [ada, ben, cleo, dora] = await Promise.all(
    ['ada', 'ben', 'cleo', 'dora'].map((name) => world.user(name)),
  );
  assert.ok(ada && ben && cleo && dora);
  const id = await startWith(ada, ben, cleo, dora);
  const query = 'subscription { messageAdded { message { content { text } sender { viewer { isSelf } } } } }';
  const members = [ada, ben, cleo, dora];
  const devices = await Promise.all(members.map((owner) => openLiveDevice(world, owner, { id: '1', query })));
  const results = (): readonly string[][] => devices.map((device) => [...device.results]);
  const told = (text: string, isSelf: boolean): string =>
    JSON.stringify({
      data: { messageAdded: { message: { content: { text }, sender: { viewer: { isSelf } } } } },
    });
  for (const text of ['first', 'second']) {
    await ada.do(SEND, { input: { conversationId: id, text } });
    await until(() => results().every((list) => list.at(-1)?.includes(text)), 'all are told');
  }
  const ofOthers = [told('first', false), told('second', false)];
  assert.deepEqual(results(), [[told('first', true), told('second', true)], ofOthers, ofOthers, ofOthers]);
  // Once in vain; from then on the document is known to vary.
  assert.equal((await executionsOf(world)).get('fallback'), 1);
  assert.equal((await executionsOf(world)).get('shared'), undefined);
});

test('a schema in which a field of an event does not say between whom it varies is refused', () => {
  const { client } = buildSchemas(defaultLimits);
  const [user, message] = [client.getType('User'), client.getType('Message')];
  assert.ok(isObjectType(user) && isObjectType(message));
  user.getFields()['lastSeenAt']!.extensions = {}; // exists in the schema
  assert.throws(() => requireVaries(client), { message: 'Declare `varies` of User.lastSeenAt.' });
  // Beyond a field that varies by viewer nothing is shared.
  message.getFields()['sender']!.extensions = { varies: 'viewer' }; // exists in the schema
  client.getSubscriptionType()!.getFields()['typingIndicator']!.extensions = {};
  assert.throws(() => requireVaries(client), { message: 'Declare `varies` of User.lastSeenAt.' });
});
