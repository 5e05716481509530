import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { mailServer } from '#test/support/people/mail-server.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import {
  advanceTo,
  digestsTo,
  sendDigests,
  tokensIn,
  wantDigest,
} from '#test/support/notifications/digests.ts';
import { publish, react } from '#test/support/notifications/notifications.ts';
import { erase } from '#test/support/people/accounts.ts';
import { follow } from '#test/support/people/people.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const WEB_APP_URL = 'https://app.example.com';
const TUESDAY = 2;
const DOCUMENT = `mutation ($token: String!) {
  unsubscribeFromMail(input: { token: $token }) { type errors { code path message } }
}`;

const unsubscribe = async (actor: Actor, token: string): Promise<Untyped> =>
  (await actor.ask(DOCUMENT, { token })).data.unsubscribeFromMail;

/** The digest that somebody gets, and the types that are left out of it. */
async function settingsOf(person: Person): Promise<{ digest: string; leftOut: string[] }> {
  const { myNotificationSettings: settings } = await person.do(
    '{ myNotificationSettings { digest preferences { type email } } }',
  );
  const mailed = ['FOLLOW', 'POST_REACTION', 'POST_MENTION'];
  return {
    digest: settings.digest,
    leftOut: settings.preferences
      .filter(({ type, email }: Untyped) => mailed.includes(type) && !email)
      .map(({ type }: Untyped) => type),
  };
}

/** Somebody with a digest of two types, and the tokens in it: of the types in the order of the mail, and of all. */
async function withDigest(world: World): Promise<{ ada: Person; ben: Person; tokens: string[] }> {
  advanceTo(world, 6, TUESDAY);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await wantDigest(world, ada);
  await follow(ben, ada);
  await world.runJobs();
  world.clock.advance('1m');
  await react(ben, await publish(ada, 'Hi'));
  advanceTo(world, 8);
  await sendDigests(world);
  const [mail] = await digestsTo(world, ada);
  return { ada: await world.signIn(ada), ben: await world.signIn(ben), tokens: mail ? tokensIn(mail) : [] };
}

test('the links of a digest end a type or all of it, for whoever has them, and repeating changes nothing', async (t) => {
  const world = await testWorld(t, { env: { WEB_APP_URL } });
  const { ada, ben, tokens } = await withDigest(world);
  assert.equal(tokens.length, 3);
  const [reactions = '', follows = '', all = ''] = tokens;
  for (const actor of [world.anonymous(), ben, ada]) {
    assert.deepEqual(await unsubscribe(actor, reactions), { type: 'POST_REACTION', errors: [] });
    assert.deepEqual(await settingsOf(ada), { digest: 'DAILY', leftOut: ['POST_REACTION'] });
  }
  assert.deepEqual(await unsubscribe(world.anonymous(), follows), { type: 'FOLLOW', errors: [] });
  for (const _repeated of [1, 2]) {
    assert.deepEqual(await unsubscribe(world.anonymous(), all), { type: null, errors: [] });
    assert.deepEqual(await settingsOf(ada), { digest: 'NONE', leftOut: ['FOLLOW', 'POST_REACTION'] });
  }
  await follow(await world.user('cleo'), ada);
  advanceTo(world, 8);
  await sendDigests(world);
  assert.equal((await digestsTo(world, ada)).length, 1);
});

test('a token that is changed, of something else or of nothing is refused, and an erased account has nothing to end', async (t) => {
  const world = await testWorld(t, { env: { WEB_APP_URL } });
  const { ada, tokens } = await withDigest(world);
  const token = tokens.at(-1) ?? '';
  const changed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
  const other = world.app.services.sealer.seal('mail', JSON.stringify([ada.id, null]));
  for (const refused of ['', 'nonsense', changed, other, `${token}=`]) {
    const { type, errors } = await unsubscribe(world.anonymous(), refused);
    assert.equal(type, null);
    assert.deepEqual(
      errors.map(({ code, path }: Untyped) => [code, path]),
      [['VALIDATION_FAILED', ['token']]],
    );
  }
  assert.deepEqual(await settingsOf(ada), { digest: 'DAILY', leftOut: [] });
  await erase(world, ada);
  assert.deepEqual(await unsubscribe(world.anonymous(), token), { type: null, errors: [] });
  const { rows } = await sql`select user_id from notification_settings`.execute(world.app.services.db);
  assert.deepEqual(rows, []);
});

test('mail programs end digests by one press of their own, and programs that open links end nothing', async (t) => {
  const server = await mailServer(t, { encryption: 'none' });
  const world = await testWorld(t, {
    env: {
      WEB_APP_URL,
      UNSUBSCRIBE_URL: 'https://api.example.com/callbacks/unsubscribe',
      UNSUBSCRIBE_ADDRESS: 'end@example.com',
      MAILER: 'smtp',
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'Plaza <mail@plaza.example>',
    },
  });
  const { ada } = await withDigest(world);
  const headers = server.received.find(({ subject }) => subject === '2 new notifications')?.headers;
  assert.equal(headers?.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  const [, link = '', token = '', mailed] =
    /^<(https:\/\/api\.example\.com\/callbacks\/unsubscribe\?token=([\w-]+))>, <mailto:end@example\.com\?subject=([\w-]+)>$/.exec(
      headers?.get('list-unsubscribe') ?? '',
    ) ?? [];
  assert.equal(mailed, token);
  const url = new URL(`/callbacks/unsubscribe${new URL(link).search}`, world.opsUrl);
  const page = await fetch(url, { redirect: 'manual' });
  assert.deepEqual(
    [page.status, page.headers.get('location')],
    [303, `${WEB_APP_URL}/unsubscribe?token=${token}`],
  );
  assert.equal((await fetch(url, { method: 'HEAD', redirect: 'manual' })).status, 303);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = async (to: URL, body?: string | FormData): Promise<number> =>
    (
      await fetch(to, {
        method: 'POST',
        ...(body !== undefined && { body }),
        ...(typeof body === 'string' && { headers: form }),
      })
    ).status;
  const refused = [
    await post(url),
    await post(url, 'x=y'),
    await post(new URL('/callbacks/unsubscribe', world.opsUrl), 'List-Unsubscribe=One-Click'),
    await post(new URL('/callbacks/unsubscribe?token=x', world.opsUrl), 'List-Unsubscribe=One-Click'),
  ];
  assert.deepEqual(refused, [400, 400, 400, 400]);
  assert.equal((await settingsOf(ada)).digest, 'DAILY');
  assert.equal(await post(url, 'List-Unsubscribe=One-Click'), 204);
  assert.equal((await settingsOf(ada)).digest, 'NONE');
  await wantDigest(world, ada);
  const multipart = new FormData();
  multipart.set('List-Unsubscribe', 'One-Click');
  assert.equal(await post(url, multipart), 204);
  assert.equal((await settingsOf(ada)).digest, 'NONE');
});

test('without a web front end a digest has the token itself, and links to nothing', async (t) => {
  const world = await testWorld(t);
  const { ada } = await withDigest(world);
  const [mail] = await digestsTo(world, ada);
  assert.doesNotMatch(mail?.text ?? '', /https?:/);
  const token = /^Token to end them: ([\w-]+)$/m.exec(mail?.text ?? '')?.[1] ?? '';
  assert.deepEqual(await unsubscribe(world.anonymous(), token), { type: null, errors: [] });
  assert.equal((await settingsOf(ada)).digest, 'NONE');
});
