import type { MailServer } from '#test/support/people/mail-server.ts';
import { MAIL_HOST, MAIL_USER, mailServer } from '#test/support/people/mail-server.ts';
import type { MovableClock } from '#test/support/clock.ts';
import { movableClock } from '#test/support/clock.ts';
import type { MailPort } from '#ports/mail.ts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { freePort } from '#test/support/transport/free-port.ts';
import { assertFailed, HELLO, mailContract } from './mail.contract.ts';
import type { SmtpMailOptions } from './smtp.ts';
import { createSmtpMail } from './smtp.ts';

const FROM = { name: 'Plaza, the place', address: 'mail@plaza.example' };

mailContract('smtp', async (t) => {
  const server = await mailServer(t);
  return {
    mail: sender(t, server),
    delivered: async () =>
      server.received.map(({ recipients, headers, subject, text, html }) => ({
        recipient: recipients.join(),
        subject,
        text,
        html,
        sameness: headers.get('message-id') ?? '',
      })),
  };
});

test('the headers contain sender, recipient, date and that no answer is expected', async (t) => {
  const server = await mailServer(t);
  const clock = movableClock();
  clock.advance('400d');
  await sender(t, server, { clock }).send({ ...HELLO, subject: 'One\r\nBcc: eve@example.com' });
  const [message] = server.received;
  assert.ok(message);
  const { headers } = message;
  assert.deepEqual([...headers.keys()].toSorted(), [
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ]);
  assert.equal(headers.get('from'), '"Plaza, the place" <mail@plaza.example>');
  assert.equal(headers.get('to'), 'alice@example.com');
  assert.equal(headers.get('auto-submitted'), 'auto-generated');
  assert.match(headers.get('message-id') ?? '', /^<[0-9a-f]{32}@plaza\.example>$/);
  assert.ok(Math.abs(Date.parse(headers.get('date') ?? '') - clock.now().getTime()) < 60_000);
});

test('mail programs are told how mails end, and of a POST only where one is taken', async (t) => {
  const server = await mailServer(t);
  const mail = sender(t, server);
  const url = `https://app.example.com/unsubscribe?token=${'x'.repeat(300)}`;
  const plainUrl = 'http://localhost:3000/unsubscribe?token=x';
  const mailto = 'mailto:end@plaza.example?subject=x';
  const cases = [
    [{ url, isOneClick: true, mailto }, `<${url}>, <${mailto}>`, 'List-Unsubscribe=One-Click'],
    [{ url, isOneClick: false, mailto }, `<${url}>, <${mailto}>`, undefined],
    [{ url: plainUrl, isOneClick: true, mailto: null }, `<${plainUrl}>`, undefined],
    [{ url: null, isOneClick: true, mailto }, `<${mailto}>`, undefined],
    [{ url: null, isOneClick: false, mailto: null }, undefined, undefined],
    [undefined, undefined, undefined],
  ] as const;
  for (const [index, [unsubscribe, list, post]] of cases.entries()) {
    await mail.send({ ...HELLO, idempotencyKey: String(index), ...(unsubscribe && { unsubscribe }) });
    const headers = server.received.at(-1)?.headers;
    assert.deepEqual([headers?.get('list-unsubscribe'), headers?.get('list-unsubscribe-post')], [list, post]);
  }
});

test('an unknown recipient is refused permanently, and not named in the error', async (t) => {
  const server = await mailServer(t);
  const mail = sender(t, server);
  for (const code of [550, 551, 553]) {
    server.refuse('RCPT TO', code);
    const error = await assertFailed(mail.send(HELLO), 'REFUSED');
    assert.match(error.message, new RegExp(`\\(${code}\\)`));
    assert.equal(error.cause, undefined);
  }
  server.refuse('RCPT TO', null);
  server.refuse('DATA', 554);
  await assertFailed(mail.send(HELLO), 'REFUSED');
  server.refuse('DATA', null);
  await mail.send(HELLO);
  assert.equal(server.received.length, 1);
});

test('a temporary failure is not a refusal', async (t) => {
  const server = await mailServer(t);
  const mail = sender(t, server);
  const passing = [
    ['RCPT TO', 450],
    ['DATA', 451],
    ['MAIL FROM', 421],
    // A refused sender is an error of the installation: no message may be lost to it.
    ['MAIL FROM', 550],
  ] as const;
  for (const [stage, code] of passing) {
    server.refuse(stage, code);
    const error = await assertFailed(mail.send(HELLO), 'UNAVAILABLE');
    assert.doesNotMatch(`${error.message} ${String(error.cause)}`, /alice/);
    server.refuse(stage, null);
  }
  await mail.send(HELLO);
  assert.equal(server.received.length, 1);
});

test('an unavailable server is distinguished from a refusal', async (t) => {
  const mail = open(t, { url: `smtp://127.0.0.1:${await freePort()}` });
  await assertFailed(mail.send(HELLO), 'UNAVAILABLE');
});

test('a server that does not answer times out', async (t) => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  // A server that listens on a port, and not on a pipe, has an address of this form.
  const { port } = silent.address() as AddressInfo;
  const mail = open(t, { url: `smtp://127.0.0.1:${port}`, connectTimeoutMs: 100 });
  const startedAt = performance.now();
  await assertFailed(mail.send(HELLO), 'UNAVAILABLE');
  assert.ok(performance.now() - startedAt < 20_000);
});

test('connections are reused, and one that the server has cut loses no message', async (t) => {
  const server = await mailServer(t);
  const mail = sender(t, server);
  for (const idempotencyKey of ['1', '2', '3']) await mail.send({ ...HELLO, idempotencyKey });
  assert.equal(server.connections(), 1);
  server.cut();
  await mail.send({ ...HELLO, idempotencyKey: '4' });
  assert.equal(server.received.length, 4);
  assert.equal(server.connections(), 2);
});

test('the connection is encrypted before any data is sent, by STARTTLS and by TLS', async (t) => {
  for (const encryption of ['starttls', 'from the start'] as const) {
    const server = await mailServer(t, { encryption, needsUser: true });
    const protocol = encryption === 'starttls' ? 'smtp' : 'smtps';
    await sender(t, server, { url: `${protocol}://${ACCOUNT}@${MAIL_HOST}` }).send(HELLO);
    assert.deepEqual(
      server.received.map(({ isEncrypted, user }) => ({ isEncrypted, user })),
      [{ isEncrypted: true, user: MAIL_USER.user }],
    );
  }
});

test('nothing is sent to a server with an untrusted certificate or one for another host', async (t) => {
  for (const encryption of ['starttls', 'from the start'] as const) {
    const server = await mailServer(t, { encryption, needsUser: true });
    const protocol = encryption === 'starttls' ? 'smtp' : 'smtps';
    const { getSocket, certificate: trusted } = server;
    const unknown = open(t, { url: `${protocol}://${ACCOUNT}@${MAIL_HOST}`, getSocket });
    await assertFailed(unknown.send(HELLO), 'UNAVAILABLE');
    const other = open(t, { url: `${protocol}://${ACCOUNT}@other.example.com`, getSocket, trusted });
    await assertFailed(other.send(HELLO), 'UNAVAILABLE');
    assert.deepEqual(server.received, []);
  }
});

test('an unencrypted server is used only on the same machine', async (t) => {
  const server = await mailServer(t, { encryption: 'none' });
  await assertFailed(sender(t, server).send(HELLO), 'UNAVAILABLE');
  await assertFailed(sender(t, server, { url: 'smtp://127.example.com' }).send(HELLO), 'UNAVAILABLE');
  assert.deepEqual(server.received, []);
  await open(t, { url: `smtp://127.0.0.1:${server.port}` }).send(HELLO);
  assert.deepEqual(
    server.received.map(({ isEncrypted }) => isEncrypted),
    [false],
  );
});

test('a wrong password is an error of the installation and loses no message', async (t) => {
  const server = await mailServer(t, { needsUser: true });
  const url = `smtp://${encodeURIComponent(MAIL_USER.user)}:wrong@${MAIL_HOST}`;
  await assertFailed(sender(t, server, { url }).send(HELLO), 'UNAVAILABLE');
  await sender(t, server, { url: `smtp://${ACCOUNT}@${MAIL_HOST}` }).send(HELLO);
  assert.equal(server.received.length, 1);
});

const ACCOUNT = `${encodeURIComponent(MAIL_USER.user)}:${encodeURIComponent(MAIL_USER.password)}`;

/** Sends through `server`, resolved as a remote host whose certificate is trusted. */
function sender(
  t: TestContext,
  { getSocket, certificate }: MailServer,
  options: { url?: string; clock?: MovableClock } = {},
): MailPort {
  return open(t, { url: `smtp://${MAIL_HOST}`, getSocket, trusted: certificate, ...options });
}

function open(t: TestContext, options: Omit<SmtpMailOptions, 'from' | 'clock'>): MailPort {
  const mail = createSmtpMail({ from: FROM, clock: movableClock(), ...options });
  t.after(() => mail.close());
  return mail;
}
