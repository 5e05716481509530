import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { publish } from '#test/support/content/comments.ts';
import { recordedMails } from '#test/support/people/recorded-mails.ts';
import {
  claim,
  decide,
  grantBadge,
  ownBadges,
  requested,
  revokeBadge,
  shownBadges,
} from '#test/support/trust/verification.ts';
import { testWorld } from '#test/support/world.ts';

const rename = (actor: Actor, displayName: string) =>
  actor.do('mutation ($name: String!) { updateProfile(input: { displayName: $name }) { errors { code } } }', {
    name: displayName,
  });

const changeUsername = (actor: Actor, username: string) =>
  actor.do('mutation ($name: String!) { changeUsername(input: { username: $name }) { errors { code } } }', {
    name: username,
  });

test('a badge is hidden while a name differs from the verified one, and shown again with it or by an admin', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const admin = await world.admin({ role: 'MODERATOR' });
  const granted = await grantBadge(admin, { userId: ada.id, displayName: 'ada', username: 'ada' });
  const { id } = granted.badge;
  assert.deepEqual(granted, {
    badge: {
      id,
      kind: 'NOTABLE',
      state: 'ACTIVE',
      verifiedName: 'ada',
      verifiedUsername: 'ada',
      requestId: null,
      expiresAt: null,
      revokedAt: null,
      message: null,
    },
    errors: [],
  });
  assert.deepEqual(await shownBadges(ben, ada.id), ['NOTABLE']);

  // At once, before any job has run.
  await rename(ada, 'Bank of England');
  assert.deepEqual(await shownBadges(ben, ada.id), []);
  const own = { kind: 'NOTABLE', verifiedName: 'ada', verifiedUsername: 'ada' };
  const reason = 'Your display name changed after the badge was granted.';
  assert.deepEqual(await ownBadges(ada), [{ ...own, state: 'SUSPENDED', reason }]);
  await world.runJobs();
  const subjects = async () => (await recordedMails(world, ada.email)).map(({ subject }) => subject);
  assert.deepEqual(await subjects(), ['You have a badge', 'Your badge is hidden']);
  await rename(ada, 'ada');
  assert.deepEqual(await shownBadges(ben, ada.id), ['NOTABLE']);
  // A name that goes to and fro is told of once a day.
  await rename(ada, 'Bank of England');
  await world.runJobs();
  assert.equal((await subjects()).length, 2);

  await changeUsername(ada, 'ada.bank');
  const both = 'Your display name and your username changed after the badge was granted.';
  assert.deepEqual(await ownBadges(ada), [{ ...own, state: 'SUSPENDED', reason: both }]);
  const renewed = await grantBadge(admin, {
    userId: ada.id,
    displayName: 'Bank of England',
    username: 'ada.bank',
  });
  assert.deepEqual([renewed.badge.id, renewed.badge.state], [id, 'ACTIVE']);
  assert.deepEqual(await shownBadges(ben, ada.id), ['NOTABLE']);
});

test('a badge ends by its time and by an admin, who tells why', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const admin = await world.admin();
  world.clock.freeze();
  const expiresAt = new Date(world.clock.now().getTime() + 60_000).toISOString();
  const names = { userId: ada.id, displayName: 'ada', username: 'ada' };
  const { badge } = await grantBadge(admin, { ...names, expiresAt });
  assert.deepEqual((await grantBadge(admin, { ...names, expiresAt: '2001-01-01T00:00:00Z' })).errors, [
    { code: 'VALIDATION_FAILED', path: ['expiresAt'], constraint: 'future' },
  ]);
  world.clock.advance('59s');
  assert.deepEqual(await shownBadges(ada, ada.id), ['NOTABLE']);
  world.clock.advance('1s');
  assert.deepEqual(await shownBadges(ada, ada.id), []);
  const own = { kind: 'NOTABLE', verifiedName: 'ada', verifiedUsername: 'ada' };
  assert.deepEqual(await ownBadges(ada), [{ ...own, state: 'EXPIRED', reason: 'The badge has expired.' }]);
  assert.equal((await grantBadge(admin, names)).badge.id, badge.id);
  assert.equal((await revokeBadge(admin, badge.id)).badge.state, 'REVOKED');
  assert.deepEqual((await revokeBadge(admin, badge.id)).errors, []);
  assert.deepEqual(await ownBadges(ada), [{ ...own, state: 'REVOKED', reason: 'The account was sold.' }]);
  assert.deepEqual(await shownBadges(ada, ada.id), []);
  await world.runJobs();
  const mails = await recordedMails(world, ada.email);
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['You have a badge', 'You have a badge', 'Your badge was revoked'],
  );
  assert.match(mails.at(-1)?.text ?? '', /The account was sold\./);
  const again = await grantBadge(admin, names);
  assert.notEqual(again.badge.id, badge.id);
  const { adminGetNode } = await admin.do(
    'query ($id: ID!) { adminGetNode(id: $id) { ... on UserAccount { badges { id state } } } }',
    { id: ada.id },
  );
  assert.deepEqual(adminGetNode.badges, [{ id: again.badge.id, state: 'ACTIVE' }]);
});

test('who renames while a request is approved has no badge under the new name', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  for (let round = 0; round < 10; round += 1) {
    const ada = await world.user(`ada${round}`);
    const { id: requestId } = await requested(ada, 'IDENTITY', []);
    await claim(admin, requestId);
    const [approved] = await Promise.all([
      decide(admin, { requestId, expectedVersion: 2, decision: 'APPROVED' }),
      rename(ada, 'Bank of England'),
    ]);
    assert.deepEqual(approved.errors, []);
    assert.deepEqual(await shownBadges(world.anonymous(), ada.id), []);
    assert.equal((await ownBadges(ada))[0].state, 'SUSPENDED');
    await rename(ada, `ada${round}`);
    assert.deepEqual(await shownBadges(world.anonymous(), ada.id), ['IDENTITY']);
  }
});

test('badges of a page of users take one statement', async (t) => {
  const world = await testWorld(t);
  const [ada, admin] = [await world.user('ada'), await world.admin()];
  await publish(ada);
  const count = (fields: string) =>
    world.statementsOf(() => ada.do(`{ searchUsers(query: "mate") { nodes { id username ${fields} } } }`));
  for (const name of ['mate1', 'mate2', 'mate3']) {
    const mate = await world.user(name);
    await grantBadge(admin, { userId: mate.id, displayName: name, username: name });
  }
  const [without, with_] = [await count(''), await count('badges { kind }')];
  assert.equal(with_, without + 1);
});
