import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyAuditLog } from '#domains/identity/admins/audit-verification.service.ts';
import {
  adminStranger,
  codeOf,
  enrol,
  outcomeOf,
  ownAddress,
  ownAdminId,
  tryAdminLogin,
} from '#test/support/people/admin-factors.ts';
import { testWorld } from '#test/support/world.ts';
import { dataFolder, runPlaza } from './plaza-process.ts';

test('a last owner without phone and recovery codes is let in by admin:reset-totp: sessions end, another factor is enrolled first', async (t) => {
  const world = await testWorld(t);
  const env = { DATABASE_URL: world.connectionString, DATA_DIR: await dataFolder(t) };
  const reset = async (...args: string[]): Promise<{ code: number | null; said: string }> => {
    const { code, stdout, stderr } = await runPlaza(t, { args: ['admin:reset-totp', ...args], env });
    return { code, said: stdout + stderr };
  };
  const [owner, other] = [await world.admin(), await world.admin()];
  const [email, id] = [await ownAddress(owner), await ownAdminId(owner)];
  const { secret, recoveryCodes } = await enrol(world, owner);
  const phone = adminStranger(world);
  phone.token = (await tryAdminLogin(phone, { email, code: codeOf(world, secret) })).accessToken;

  for (const args of [[], [email, 'second@example.com']]) {
    const { code, said } = await reset(...args);
    assert.deepEqual([code, said.startsWith('Give the e-mail address of one admin')], [2, true], said);
  }
  assert.deepEqual(await reset('nobody@example.com'), { code: 2, said: 'Admin not found.\n' });
  assert.equal(await outcomeOf(adminStranger(world), { email }), 'NEEDS_CODE');

  const said = `${email.toUpperCase()} has no second factor now and enrols another one after the next sign-in. Sessions ended: 2.\n`;
  assert.deepEqual(await reset(email.toUpperCase(), '--reason', 'Phone lost'), { code: 0, said });
  for (const session of [owner, phone]) {
    const { errors } = await session.ask('{ adminMe { id } }');
    assert.deepEqual(errors?.[0]?.extensions, { code: 'UNAUTHENTICATED', reason: 'REVOKED' });
  }
  const again = adminStranger(world);
  again.token = (await tryAdminLogin(again, { email })).accessToken;
  const refused = await again.ask('{ adminGetUsers { nodes { id } } }');
  assert.deepEqual(refused.errors?.[0]?.extensions, { code: 'FORBIDDEN', reason: 'SECOND_FACTOR_REQUIRED' });
  const renewed = await enrol(world, again);
  assert.equal((await again.ask('{ adminGetUsers { nodes { id } } }')).errors, undefined);
  const [formerCode = ''] = recoveryCodes;
  for (const given of [{ code: codeOf(world, secret, 1) }, { recoveryCode: formerCode }])
    assert.equal(await outcomeOf(adminStranger(world), { email, ...given }), 'INVALID_CREDENTIALS');
  assert.equal(await outcomeOf(adminStranger(world), { email, code: codeOf(world, renewed.secret) }), 'OK');

  const { adminGetAuditEntries } = await other.do(
    `query ($id: ID!) { adminGetAuditEntries(subjectId: $id) { nodes { action admin { id } reason before after } } }`,
    { id },
  );
  const entries = adminGetAuditEntries.nodes.filter(
    (entry: object) => 'admin' in entry && entry.admin === null,
  );
  assert.deepEqual(entries, [
    {
      action: 'adminResetTotp',
      admin: null,
      reason: 'Phone lost',
      before: { hasSecondFactor: true },
      after: { hasSecondFactor: false },
    },
  ]);
  const differences: string[] = [];
  const listener = { onChecked: () => undefined, onDifference: (text: string) => differences.push(text) };
  await world.app.services.db.transaction().execute((tx) => verifyAuditLog(tx, listener));
  assert.deepEqual(differences, []);
});

test('admin:reset-totp ends the sessions of an admin who has no second factor, and asks for none afterwards', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin({ role: 'SUPPORT' });
  const email = await ownAddress(admin);
  const env = { DATABASE_URL: world.connectionString, DATA_DIR: await dataFolder(t) };
  const { code, stdout } = await runPlaza(t, { args: ['admin:reset-totp', email], env });
  assert.deepEqual([code, stdout], [0, `${email} had no second factor. Sessions ended: 1.\n`]);
  assert.equal((await admin.ask('{ adminMe { id } }')).errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
  const again = adminStranger(world);
  again.token = (await tryAdminLogin(again, { email })).accessToken;
  assert.equal((await again.ask('{ adminGetUsers { nodes { id } } }')).errors, undefined);
});
