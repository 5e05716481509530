import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { jobHandlers } from '#domains/modules.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { createTier } from '#test/support/money/tiers.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { registerDevice } from '#test/support/push/push-world.ts';
import { type Person, testWorld } from '#test/support/world.ts';

const SHOWN = `announcement {
  id state userCount url sentById endedAt audience { languages activeDays isCreator } texts { language title text }
}`;
const ERRORS = 'errors { __typename code path message ... on StateError { current allowed } }';

async function act(admin: Actor, name: 'Send' | 'Cancel', input: object): Promise<Untyped> {
  const field = `admin${name}Announcement`;
  const type = `Admin${name}AnnouncementInput`;
  const { data, errors } = await admin.ask(
    `mutation ($input: ${type}!) { ${field}(input: $input) { ${SHOWN} ${ERRORS} } }`,
    { input },
  );
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data[field];
}

const send = (admin: Actor, input: object): Promise<Untyped> => act(admin, 'Send', input);
const cancel = (admin: Actor, announcementId: string): Promise<Untyped> =>
  act(admin, 'Cancel', { announcementId });

const sentOnes = async (admin: Actor): Promise<Untyped[]> =>
  (await admin.do('{ adminGetAnnouncements { nodes { id state userCount } } }')).adminGetAnnouncements.nodes;

const WORDS = { title: 'We move', text: 'Tonight from two to three.' };

/** Titles of the announcements in a user's list, the latest first. */
async function toldTo(person: Person): Promise<string[]> {
  const { myNotifications } = await person.do('{ myNotifications { nodes { type title } } }');
  return myNotifications.nodes.map(({ title }: Untyped) => title);
}

test('an announcement reaches everybody once, in their language, and the admin reads how far it came', async (t) => {
  const world = await testWorld(t);
  const [ada, bob] = [await world.user('ada'), await world.user('bob')];
  await registerDevice(bob, 'a phone in German', { locale: 'de-AT' });
  const admin = await world.admin();
  const input = {
    ...WORDS,
    translations: [{ language: 'de', title: 'Wir ziehen um', text: 'Heute Nacht von zwei bis drei.' }],
    url: 'https://example.com/move',
    idempotencyKey: randomUUID(),
  };
  const { announcement, errors } = await send(admin, input);
  assert.deepEqual(errors, []);
  assert.deepEqual(announcement, {
    id: announcement.id,
    state: 'SENDING',
    userCount: 0,
    url: 'https://example.com/move',
    sentById: announcement.sentById,
    endedAt: null,
    audience: { languages: null, activeDays: null, isCreator: null },
    texts: [{ language: 'en', ...WORDS }, ...input.translations],
  });
  await send(admin, input);
  await world.runJobs();
  const late = await world.user('late');
  assert.deepEqual(await sentOnes(admin), [{ id: announcement.id, state: 'SENT', userCount: 2 }]);
  assert.deepEqual(await toldTo(ada), ['We move']);
  assert.deepEqual(await toldTo(bob), ['Wir ziehen um']);
  assert.deepEqual(await toldTo(late), []);
  const { myNotifications } = await ada.do(
    '{ myNotifications { nodes { type title body url target { id } } } }',
  );
  assert.deepEqual(myNotifications.nodes, [
    { type: 'ANNOUNCEMENT', title: 'We move', body: WORDS.text, url: input.url, target: null },
  ]);
  const { adminGetNode } = await admin.do(
    'query ($id: ID!) { adminGetNode(id: $id) { ... on AdminAnnouncement { state } } }',
    { id: announcement.id },
  );
  assert.deepEqual(adminGetNode, { state: 'SENT' });
});

test('an audience is those who fit all that is asked', async (t) => {
  const world = await testWorld(t);
  const sleeper = await world.user('sleeper');
  world.clock.advance('10d');
  const admin = await world.admin();
  const [ada, bob, creator] = [await world.user('ada'), await world.user('bob'), await world.user('creator')];
  await registerDevice(ada, 'a phone in German', { locale: 'de-AT' });
  await registerDevice(bob, 'a phone in English');
  await createTier(creator);
  const titles = {
    German: { languages: ['de'] },
    There: { activeDays: 5 },
    Creators: { isCreator: true },
    Others: { isCreator: false, languages: ['de', 'en'] },
  };
  for (const [title, audience] of Object.entries(titles)) {
    const { errors } = await send(admin, { ...WORDS, title, audience });
    assert.deepEqual(errors, []);
  }
  await world.runJobs();
  const told = async (person: Person): Promise<string[]> => (await toldTo(person)).toSorted();
  assert.deepEqual(await told(ada), ['German', 'Others', 'There']);
  assert.deepEqual(await told(bob), ['Others', 'There']);
  assert.deepEqual(await told(creator), ['Creators', 'There']);
  assert.deepEqual(await told(await world.signIn(sleeper)), []);
  assert.deepEqual(
    (await sentOnes(admin)).map(({ userCount }) => userCount),
    [2, 1, 3, 1],
  );
});

test('who is suspended, away or wants no announcements is told nothing', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const [ada, suspended, away] = [
    await world.user('ada'),
    await world.user('suspended'),
    await world.user('away'),
  ];
  await ada.do(
    `mutation { updateNotificationPreferences(input: { preferences: [{ type: ANNOUNCEMENT, inApp: false }] }) { errors { code } } }`,
  );
  await restrict(world, suspended, { kind: 'SUSPENSION' });
  await away.do('mutation { deactivateAccount { errors { code } } }');
  await send(admin, WORDS);
  await world.runJobs();
  for (const person of [ada, await world.signIn(away)]) assert.deepEqual(await toldTo(person), []);
  // Of the audience, whoever turned announcements off.
  assert.deepEqual(
    (await sentOnes(admin)).map(({ userCount }) => userCount),
    [1],
  );
});

test('five announcements go out in 24 hours, however many admins send them at once', async (t) => {
  const world = await testWorld(t);
  const admins = [await world.admin(), await world.admin()];
  const results = await Promise.all(
    Array.from({ length: 7 }, (_each, index) =>
      send(admins[index % 2]!, { ...WORDS, title: `No. ${index}` }),
    ),
  );
  const codes = results.flatMap(({ errors }) => errors.map(({ code }: Untyped) => code));
  assert.deepEqual(codes, ['LIMIT_REACHED', 'LIMIT_REACHED']);
  assert.equal((await sentOnes(admins[0]!)).length, 5);
  world.clock.advance('25h');
  const [admin] = [await world.admin()];
  assert.deepEqual((await send(admin, WORDS)).errors, []);
});

test('an announcement that cannot be read, or leads elsewhere than to the web, is refused and sent to nobody', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const refusals: readonly [object, string][] = [
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(81) }, 'title'],
    [{ text: '' }, 'text'],
    [{ text: 'x'.repeat(141) }, 'text'],
    [{ url: 'http://example.com' }, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ translations: [{ language: 'EN-us', title: 'x', text: 'y' }] }, 'translations.0.language'],
    [{ translations: [{ language: 'en', title: 'x', text: 'y' }] }, 'translations'],
    [{ translations: ['de', 'de'].map((language) => ({ language, title: 'x', text: 'y' })) }, 'translations'],
    [{ audience: { languages: [] } }, 'audience.languages'],
    [{ audience: { languages: ['de', 'de'] } }, 'audience.languages'],
    [{ audience: { activeDays: 0 } }, 'audience.activeDays'],
    [{ audience: { activeDays: 366 } }, 'audience.activeDays'],
  ];
  for (const [change, path] of refusals) {
    const { announcement, errors } = await send(admin, { ...WORDS, ...change });
    assert.equal(announcement, null);
    assert.deepEqual(
      errors.map((error: Untyped) => [error.code, error.path.join('.')]),
      [['VALIDATION_FAILED', path]],
      JSON.stringify(change),
    );
  }
  assert.deepEqual(await sentOnes(admin), []);
});

test('one that is canceled under way reaches nobody else, and one that is sent cannot be canceled', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const admin = await world.admin();
  const { announcement } = await send(admin, WORDS);
  for (const _repeated of [1, 2]) {
    const canceled = await cancel(admin, announcement.id);
    assert.deepEqual([canceled.announcement.state, canceled.errors], ['CANCELED', []]);
    assert.notEqual(canceled.announcement.endedAt, null);
  }
  await world.runJobs();
  assert.deepEqual(await toldTo(ada), []);
  const other = await send(admin, { ...WORDS, title: 'Again' });
  await world.runJobs();
  const { errors } = await cancel(admin, other.announcement.id);
  assert.deepEqual(
    errors.map(({ code, current, allowed }: Untyped) => [code, current, allowed]),
    [['INVALID_STATE', 'SENT', ['SENDING']]],
  );
  assert.deepEqual(await toldTo(ada), ['Again']);
  const missing = await cancel(admin, toGlobalId('announcement', randomUUID()));
  assert.deepEqual(
    missing.errors.map(({ code }: Untyped) => code),
    ['NOT_FOUND'],
  );
});

test('an announcement is pushed by jobs apart from those of other pushes', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await registerDevice(ada, 'a phone');
  await registerDevice(ben, 'another phone');
  await send(await world.admin(), WORDS);
  for (let round = 0; round < 3; round += 1) await world.runJobs();
  world.clock.advance('1m');
  await world.runJobs();
  const { rows } = await sql`select title, body from recorded_pushes`.execute(world.app.services.db);
  assert.deepEqual(rows, [
    { title: WORDS.title, body: WORDS.text },
    { title: WORDS.title, body: WORDS.text },
  ]);
  const kinds = jobHandlers.flatMap(({ name, ...handler }) =>
    /^announcements|Announcement$|^digests\.send|Bulk$/.test(name) && 'kind' in handler ? [handler.kind] : [],
  );
  assert.deepEqual(kinds, ['bulk', 'bulk', 'bulk', 'bulk']);
});
