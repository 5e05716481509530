import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { recordedMails } from '#test/support/people/recorded-mails.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

const UPDATE = `mutation ($input: AdminUpdateUserInput!) {
  adminUpdateUser(input: $input) { user { username displayName bio } errors { code path message } } }`;

test('an admin changes a profile as its owner would, and the owner keeps the former name', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const admin = await world.admin();
  const input = {
    userId: ada.id,
    username: 'countess',
    displayName: 'Ada L.',
    bio: 'Numbers',
    reason: 'Asked for',
  };
  const { adminUpdateUser } = await admin.do(UPDATE, { input });
  assert.deepEqual(adminUpdateUser, {
    user: { username: 'countess', displayName: 'Ada L.', bio: 'Numbers' },
    errors: [],
  });
  const userId = uuidOf(ada.id);
  assert.deepEqual(await storedEvents(world, 'user.profileChanged'), [
    ['user.profileChanged', { userId, changed: ['username'] }],
    ['user.profileChanged', { userId, changed: ['displayName', 'bio'] }],
  ]);
  // The name that was given up is nobody else's, and the next change is again that of an admin.
  const { data } = await ben.ask(
    'mutation { changeUsername(input: { username: "ada" }) { errors { code } } }',
  );
  assert.deepEqual(data?.['changeUsername'].errors, [{ code: 'CONFLICT' }]);
  const back = await admin.do(UPDATE, {
    input: { userId: ada.id, username: 'ada', bio: null, reason: 'A mistake' },
  });
  assert.deepEqual(back.adminUpdateUser.user, { username: 'ada', displayName: 'Ada L.', bio: '' });
});

test('an edit is refused as a whole for a taken name, an empty one, no reason and nobody', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await world.user('ben');
  const admin = await world.admin();
  const refused = async (input: object): Promise<unknown> => {
    const { data } = await admin.ask(UPDATE, { input: { userId: ada.id, reason: 'Spam', ...input } });
    assert.equal(data?.['adminUpdateUser'].user, null);
    return data['adminUpdateUser'].errors.map(({ code, path }: { code: string; path: string[] }) => [
      code,
      ...path,
    ]);
  };
  assert.deepEqual(await refused({ username: 'ben', displayName: 'Other' }), [['CONFLICT', 'username']]);
  assert.deepEqual(await refused({ displayName: '' }), [['VALIDATION_FAILED', 'displayName']]);
  assert.deepEqual(await refused({ displayName: 'Other', reason: ' ' }), [['VALIDATION_FAILED', 'reason']]);
  assert.deepEqual(await refused({ userId: toGlobalId('user', randomUUID()), displayName: 'Other' }), [
    ['NOT_FOUND', 'userId'],
  ]);
  const { adminGetUser } = await admin.do(
    'query ($id: ID!) { adminGetUser(id: $id) { username displayName } }',
    { id: ada.id },
  );
  assert.deepEqual(adminGetUser, { username: 'ada', displayName: 'ada' });
});

const REVOKE = `mutation ($input: AdminRevokeUserSessionsInput!) {
  adminRevokeUserSessions(input: $input) { sessionIds errors { code path } } }`;

test('an admin ends one session of a user or all of them, and the user signs in again', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const [tablet, phone] = [await world.signIn(ada), await world.signIn(ada)];
  const ben = await world.user('ben');
  const admin = await world.admin();
  const one = { userId: ada.id, sessionId: tablet.sessionId, reason: 'Stolen' };
  assert.deepEqual((await admin.do(REVOKE, { input: one })).adminRevokeUserSessions, {
    sessionIds: [tablet.sessionId],
    errors: [],
  });
  const foreign = await admin.ask(REVOKE, { input: { ...one, sessionId: ben.sessionId } });
  assert.deepEqual(foreign.data?.['adminRevokeUserSessions'].errors, [
    { code: 'NOT_FOUND', path: ['sessionId'] },
  ]);
  const { adminRevokeUserSessions } = await admin.do(REVOKE, { input: { userId: ada.id, reason: 'Stolen' } });
  assert.deepEqual(
    adminRevokeUserSessions.sessionIds.toSorted(),
    [ada.sessionId, phone.sessionId].toSorted(),
  );
  for (const device of [ada, tablet, phone]) {
    const { errors } = await device.ask('{ me { id } }');
    assert.deepEqual(errors?.[0]?.extensions, { code: 'UNAUTHENTICATED', reason: 'REVOKED' });
  }
  assert.equal((await (await world.signIn(ada)).do('{ me { user { username } } }')).me.user.username, 'ada');
  assert.equal((await ben.do('{ me { user { username } } }')).me.user.username, 'ben');
});

test('an admin cancels a deletion, and has an archive written that the user alone gets', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const admin = await world.admin();
  const act = async (name: string): Promise<unknown> => {
    const document = `mutation ($id: ID!) { ${name}(input: { userId: $id, reason: "A letter" }) { errors { code } } }`;
    return (await admin.do(document, { id: ada.id }))[name].errors;
  };
  assert.deepEqual(await act('adminCancelUserDeletion'), []);
  assert.deepEqual(await act('adminDeleteUser'), []);
  assert.deepEqual(await act('adminCancelUserDeletion'), []);
  assert.equal((await (await world.signIn(ada)).do('{ me { user { username } } }')).me.user.username, 'ada');

  assert.deepEqual(await act('adminExportUserData'), []);
  assert.deepEqual(await act('adminExportUserData'), []);
  await world.runJobs();
  await world.runJobs();
  const { myDataExports } = await (await world.signIn(ada)).do('{ myDataExports { nodes { state } } }');
  assert.deepEqual(myDataExports.nodes, [{ state: 'READY' }]);
  const subjects = (await recordedMails(world, ada.email)).map(({ subject }) => subject);
  assert.ok(subjects.includes('Your data is ready'), subjects.join(', '));
});
