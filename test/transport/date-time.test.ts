import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testWorld } from '#test/support/world.ts';

const SUSPEND = `mutation ($id: ID!, $expiresAt: DateTime) {
  adminSuspendUser(input: { userId: $id, reason: "Spam", expiresAt: $expiresAt }) {
    user { suspension { expiresAt } } errors { code path } } }`;

test('DateTime accepts existing times with a time zone and a year of four digits, and refuses others', async (t) => {
  const world = await testWorld(t);
  const [ada, admin] = [await world.user('ada'), await world.admin()];
  const accepted = {
    '9999-12-31T23:59:59.999Z': '9999-12-31T23:59:59.999Z',
    '2030-02-28T23:30:00-01:30': '2030-03-01T01:00:00.000Z',
    '2032-02-29T00:00:00.5Z': '2032-02-29T00:00:00.500Z',
  };
  for (const [until, expiresAt] of Object.entries(accepted)) {
    const { adminSuspendUser } = await admin.do(SUSPEND, { id: ada.id, expiresAt: until });
    assert.deepEqual(adminSuspendUser.user.suspension, { expiresAt }, until);
  }
  const refused = [
    '9999-12-31T23:59:59-00:01',
    '0001-01-01T00:00:00+00:01',
    '0000-01-01T00:00:00Z',
    '+010000-01-01T00:00:00Z',
    '2031-02-29T00:00:00Z',
    '2030-13-01T00:00:00Z',
    '2030-01-01T24:00:00Z',
    '2030-01-01T23:59:60Z',
    '2030-01-01T00:00:00',
    '2030-01-01',
    '1893456000',
    '',
    1_893_456_000,
  ];
  for (const until of refused) {
    const { status, errors } = await admin.ask(SUSPEND, { id: ada.id, expiresAt: until });
    assert.deepEqual([status, errors?.[0]?.extensions.code], [200, 'BAD_USER_INPUT'], String(until));
  }
});
