import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { decodeJwt, decodeProtectedHeader, exportJWK, type JWTPayload, SignJWT } from 'jose';
import { Pool } from 'pg';
import { WebSocket } from 'ws';
import { createEmbeddedLibrary, type EmbeddedLibrary } from '#adapters/identity/embedded-library.ts';
import { createContexts } from '#api/context.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { type Actor, createActor } from '#test/support/actor.ts';
import { openRawSocket, type RawSocket } from '#test/support/raw-socket.ts';
import { restrict } from '#test/support/restrict.ts';
import { runSql } from '#test/support/test-server.ts';
import { asked, closeCode, CLOSES_WITHIN_MS, otherProcess } from '#test/support/token-probing.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const SECRETS = {
  ADMIN_TOKEN_SECRET: 'a secret of at least 32 characters for admins',
  IDENTITY_SECRET: 'a secret of at least 32 characters for people',
  MEDIA_LINK_SECRET: 'a secret of at least 32 characters for links',
};
const ADMIN_SECRET = Buffer.from(SECRETS.ADMIN_TOKEN_SECRET);

const ends: (() => unknown)[] = [];
let world: World;
let library: EmbeddedLibrary;
let ada: Person;
let admin: Actor;
let deleted: Person;
let suspended: Person;
let signedOut: Person;

async function open(): Promise<void> {
  world = await testWorld({ after: (end) => void ends.push(end as () => unknown) }, { env: SECRETS });
  const pool = new Pool({ connectionString: world.connectionString, max: 1 });
  ends.unshift(() => pool.end());
  library = createEmbeddedLibrary({ pool, secret: SECRETS.IDENTITY_SECRET, clock: world.clock });
  [ada, deleted, suspended, signedOut] = [
    await world.user('ada'),
    await world.user('deleted'),
    await world.user('suspended'),
    await world.user('signed.out'),
  ];
  admin = await world.admin();
  await runSql(
    world.connectionString,
    `update users set state = 'DELETED' where id = '${uuidOf(deleted.id)}'`,
  );
  await restrict(world, suspended, { kind: 'SUSPENSION' });
  await signedOut.do('mutation { logout(input: {}) { errors { code } } }');
}

type Reason = 'MISSING' | 'INVALID' | 'EXPIRED' | 'REVOKED';
type BadToken = [name: string, reason: Reason, header: () => Promise<string> | string];

const nowSeconds = (): number => Math.floor(world.clock.now().getTime() / 1_000);
const tokenOf = (actor: Actor): string => actor.token ?? '';

/** Ada's own claims with changes, signed by the provider's real key. */
async function signed(changes: JWTPayload): Promise<string> {
  const claims: JWTPayload = { ...decodeJwt(tokenOf(ada)), ...changes };
  const { token } = await library.api.signJWT({ body: { payload: claims } });
  return `Bearer ${token}`;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Ada's claims with a header and a signature chosen by the attacker. */
function forged(header: object, signature = ''): string {
  return `Bearer ${encode(header)}.${encode(decodeJwt(tokenOf(ada)))}.${signature}`;
}

/** Ada's claims, signed with a key that the provider does not have. */
async function signedByStranger(header: object = {}): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const protectedHeader = { ...decodeProtectedHeader(tokenOf(ada)), alg: 'EdDSA', ...header };
  const token = await new SignJWT(decodeJwt(tokenOf(ada)))
    .setProtectedHeader(protectedHeader)
    .sign(privateKey);
  return `Bearer ${token}`;
}

/** Key confusion: the public key is used as the secret of an HMAC. */
async function hmacWithPublicKey(form: 'pem' | 'raw'): Promise<string> {
  const { keys } = await library.api.getJwks();
  const jwk = keys[0]!;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const secret =
    form === 'pem'
      ? Buffer.from(key.export({ type: 'spki', format: 'pem' }))
      : Buffer.from(String((jwk as { x?: string }).x), 'base64url');
  const header = { ...decodeProtectedHeader(tokenOf(ada)), alg: 'HS256' };
  return `Bearer ${await new SignJWT(decodeJwt(tokenOf(ada))).setProtectedHeader(header).sign(secret)}`;
}

const flipped = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

const BAD_USER_TOKENS: readonly BadToken[] = [
  ['an empty header', 'MISSING', () => ''],
  ['blanks', 'MISSING', () => '   '],
  ['the scheme alone', 'MISSING', () => 'Bearer'],
  ['the scheme and blanks', 'MISSING', () => 'Bearer   '],
  ['another scheme', 'INVALID', () => `Basic ${Buffer.from('ada:secret').toString('base64')}`],
  ['the token without its scheme, after another word', 'INVALID', () => `Token ${tokenOf(ada)}`],
  ['two tokens', 'INVALID', () => `Bearer ${tokenOf(ada)} ${tokenOf(ada)}`],
  ['two headers in one', 'INVALID', () => `Bearer ${tokenOf(ada)}, Bearer ${tokenOf(ada)}`],
  ['what a careless client sends', 'INVALID', () => 'Bearer undefined'],
  ['three dots', 'INVALID', () => 'Bearer ...'],
  ['letters', 'INVALID', () => 'Bearer a.b.c'],
  ['JSON', 'INVALID', () => 'Bearer {"sub":"ada"}'],
  ['a refresh token', 'INVALID', () => `Bearer ${ada.refreshToken}`],
  ['an id', 'INVALID', () => `Bearer ${ada.id}`],
  ['for another audience', 'INVALID', () => signed({ aud: 'somebody-else' })],
  ['for the admins', 'INVALID', () => signed({ aud: 'plaza-admin' })],
  ['of another issuer', 'INVALID', () => signed({ iss: 'plaza-admin' })],
  ['of no subject', 'INVALID', () => signed({ sub: '' })],
  ['of no session', 'INVALID', () => signed({ sid: '' })],
  ['of a subject who never signed up', 'INVALID', () => signed({ sub: randomUUID(), sid: randomUUID() })],
  ['expired long ago', 'EXPIRED', () => signed({ iat: nowSeconds() - 7_200, exp: nowSeconds() - 3_600 })],
  ['expired this second', 'EXPIRED', () => signed({ iat: nowSeconds() - 900, exp: nowSeconds() })],
  ['issued in the future', 'INVALID', () => signed({ iat: nowSeconds() + 600, exp: nowSeconds() + 900 })],
  ['valid only later', 'INVALID', () => signed({ nbf: nowSeconds() + 600 })],
  ['without a signature', 'INVALID', () => forged({ alg: 'none', typ: 'JWT' })],
  ['without an algorithm', 'INVALID', () => forged({ typ: 'JWT' }, 'AAAA')],
  ['with an HMAC by the public key as PEM', 'INVALID', () => hmacWithPublicKey('pem')],
  ['with an HMAC by the public key as bytes', 'INVALID', () => hmacWithPublicKey('raw')],
  ['by a stranger with our key’s id', 'INVALID', () => signedByStranger()],
  ['by a stranger with an unknown key’s id', 'INVALID', () => signedByStranger({ kid: randomUUID() })],
  [
    'by a stranger who brings the key along',
    'INVALID',
    async () => {
      const jwk = await exportJWK(generateKeyPairSync('ed25519').publicKey);
      return signedByStranger({ jwk, jku: 'http://127.0.0.1:1/keys' });
    },
  ],
  [
    'with a header that must be understood',
    'INVALID',
    () => forged({ alg: 'EdDSA', crit: ['x'], x: 1 }, 'AAAA'),
  ],
  [
    'with other claims under the same signature',
    'INVALID',
    () => {
      const [header, , signature] = tokenOf(ada).split('.');
      return `Bearer ${header}.${encode({ ...decodeJwt(tokenOf(ada)), sub: 'somebody' })}.${signature}`;
    },
  ],
  [
    'with one letter of the signature changed',
    'INVALID',
    () => `Bearer ${flipped(tokenOf(ada), tokenOf(ada).length - 20)}`,
  ],
  ['cut short', 'INVALID', () => `Bearer ${tokenOf(ada).slice(0, -10)}`],
  ['without its last part', 'INVALID', () => `Bearer ${tokenOf(ada).split('.').slice(0, 2).join('.')}`],
  ['as long as a header can be', 'INVALID', () => `Bearer ${tokenOf(ada)}${'A'.repeat(9_000)}`],
  ['of a deleted user', 'REVOKED', () => `Bearer ${tokenOf(deleted)}`],
  ['of a suspended user', 'REVOKED', () => `Bearer ${tokenOf(suspended)}`],
  ['of a session that signed out', 'REVOKED', () => `Bearer ${tokenOf(signedOut)}`],
];

function testUserTokens(): void {
  describe('bad tokens of users are refused over HTTP and on a socket', () => {
    test('a valid token of a user is accepted, however its scheme is written', async () => {
      for (const header of [`Bearer ${tokenOf(ada)}`, `bearer  ${tokenOf(ada)} `, await signed({})]) {
        assert.deepEqual(await asked(world.url, header, '{ me { user { username } } }'), {
          me: { user: { username: 'ada' } },
        });
      }
    });

    for (const [name, reason, header] of BAD_USER_TOKENS) {
      test(name, async () => {
        const given = await header();
        const refusal = [{ code: 'UNAUTHENTICATED', reason }];
        assert.deepEqual(await asked(world.url, given, '{ me { id } }'), refusal);
        assert.deepEqual(await asked(world.adminUrl, given, '{ adminMe { id } }'), refusal);
        const open = await asked(world.url, given, '{ apiLimits { pageSizeMax } me { id } }');
        assert.deepEqual(open, refusal);
        assert.deepEqual(await asked(world.url, given, '{ apiLimits { pageSizeMax } }'), {
          apiLimits: { pageSizeMax: 100 },
        });
        assert.equal((await socketWith({ authorization: given })).refusal, 4403);
      });
    }

    test('a token of one endpoint is not valid on the other', async () => {
      const refusal = [{ code: 'UNAUTHENTICATED', reason: 'INVALID' }];
      assert.deepEqual(await asked(world.url, `Bearer ${tokenOf(admin)}`, '{ me { id } }'), refusal);
      assert.deepEqual(await asked(world.adminUrl, `Bearer ${tokenOf(ada)}`, '{ adminMe { id } }'), refusal);
      assert.equal((await socketWith({ authorization: `Bearer ${tokenOf(admin)}` })).refusal, 4403);
    });
  });
}

type AdminClaims = { iss?: string; aud?: string; sub?: string; sid?: unknown; iat?: number; exp?: number };

/** The admin's own claims with changes; `undefined` removes one. */
async function adminToken(
  changes: AdminClaims,
  signing: { secret?: Uint8Array; alg?: string } = {},
): Promise<string> {
  const claims = { ...decodeJwt(tokenOf(admin)), ...changes } as JWTPayload;
  const { secret = ADMIN_SECRET, alg = 'HS256' } = signing;
  return `Bearer ${await new SignJWT(claims).setProtectedHeader({ alg }).sign(secret)}`;
}

const BAD_ADMIN_TOKENS: readonly BadToken[] = [
  ['with another secret', 'INVALID', () => adminToken({}, { secret: Buffer.alloc(32, 1) })],
  [
    'with the secret of the people',
    'INVALID',
    () => adminToken({}, { secret: Buffer.from(SECRETS.IDENTITY_SECRET) }),
  ],
  [
    'with another algorithm and our secret',
    'INVALID',
    () => adminToken({}, { alg: 'HS512', secret: Buffer.concat([ADMIN_SECRET, ADMIN_SECRET]) }),
  ],
  [
    'without a signature',
    'INVALID',
    () => `Bearer ${encode({ alg: 'none' })}.${encode(decodeJwt(tokenOf(admin)))}.`,
  ],
  ['for another audience', 'INVALID', () => adminToken({ aud: 'user' })],
  ['of another issuer', 'INVALID', () => adminToken({ iss: 'plaza' })],
  ['expired', 'EXPIRED', () => adminToken({ iat: nowSeconds() - 1_800, exp: nowSeconds() - 900 })],
  ['issued in the future', 'INVALID', () => adminToken({ iat: nowSeconds() + 600, exp: nowSeconds() + 900 })],
  ['that never expires', 'INVALID', () => adminToken({ exp: undefined as never })],
  ['of no subject', 'INVALID', () => adminToken({ sub: undefined as never })],
  ['of no session', 'INVALID', () => adminToken({ sid: undefined })],
  ['of a session that is no id', 'INVALID', () => adminToken({ sid: 'none' })],
  ['of a session that is not there', 'REVOKED', () => adminToken({ sid: randomUUID() })],
  ['of another admin’s session', 'REVOKED', () => adminToken({ sub: randomUUID() })],
  ['cut short', 'INVALID', () => `Bearer ${tokenOf(admin).slice(0, -5)}`],
];

function testAdminTokens(): void {
  describe('bad tokens of admins are refused', () => {
    test('a valid token of an admin is accepted', async () => {
      const answer = await asked(world.adminUrl, await adminToken({}), '{ adminMe { role } }');
      assert.deepEqual(answer, { adminMe: { role: 'OWNER' } });
    });

    for (const [name, reason, header] of BAD_ADMIN_TOKENS) {
      test(name, async () => {
        const refusal = [{ code: 'UNAUTHENTICATED', reason }];
        assert.deepEqual(await asked(world.adminUrl, await header(), '{ adminMe { id } }'), refusal);
        assert.deepEqual(await asked(world.url, await header(), '{ me { id } }'), refusal);
      });
    }

    test('admins are authenticated while the identity provider of users is unavailable', async () => {
      const away = new AppError('SERVICE_UNAVAILABLE', 'The identity provider cannot be reached.');
      const contexts = createContexts({
        services: world.app.services,
        authenticator: { authenticate: () => Promise.reject(away) },
        trustedProxies: 0,
        countryHeader: null,
      });
      const { signal } = new AbortController();
      const contextOf = (actor: Actor) =>
        contexts.ofRequest({ headers: { authorization: `Bearer ${tokenOf(actor)}` }, socket: {} }, signal);
      const { user, admin: found, tokenProblem } = await contextOf(admin);
      assert.deepEqual([user, tokenProblem], [null, null]);
      assert.deepEqual(
        found?.permissions,
        new Set([
          ...['USERS_READ', 'USERS_SUSPEND', 'CONTENT_MANAGE', 'AUDIT_READ'],
          ...['COINS_READ', 'COINS_MANAGE', 'PAYMENTS_READ', 'PAYMENTS_REFUND', 'PAYOUTS_MANAGE'],
        ]),
      );
      await assert.rejects(contextOf(ada), away);
    });
  });
}

function testWhereTokensAre(): void {
  describe('the token of a socket', () => {
    test('a socket takes its token from any of the usual parameters, with or without the scheme, or from the upgrade request', async () => {
      const token = tokenOf(ada);
      for (const params of [
        { authorization: `Bearer ${token}` },
        { Authorization: `Bearer ${token}` },
        { token: `Bearer ${token}` },
        { token },
        { authorization: token },
      ]) {
        const socket = await socketWith(params);
        assert.equal(socket.refusal, null, Object.keys(params)[0]);
        assert.deepEqual((await socket.ask('{ me { user { username } } }')).data, {
          me: { user: { username: 'ada' } },
        });
        socket.close();
      }
      const socket = await openRawSocket(world.url, { headers: { authorization: `Bearer ${token}` } });
      assert.equal(socket.refusal, null);
      socket.close();
    });

    test('a socket without a token, or with one that is not text, is closed with 4403', async () => {
      for (const params of [
        {},
        { authorization: 5 },
        { authorization: { token: tokenOf(ada) } },
        { token: [] },
      ]) {
        assert.equal((await socketWith(params)).refusal, 4403, JSON.stringify(params));
      }
    });

    test('a socket that never says who it is is closed with 4408 after ten seconds', async () => {
      const startedMs = performance.now();
      const socket = new WebSocket(world.url.replace('http', 'ws'), 'graphql-transport-ws');
      // The arguments of the event of a WebSocket.
      const [code] = (await once(socket, 'close')) as [number];
      assert.equal(code, 4408);
      assert.ok(performance.now() - startedMs > 9_900);
    });

    test('a bad token in the parameters is refused although the upgrade request has a valid one', async () => {
      const socket = await openRawSocket(world.url, {
        connectionParams: { authorization: 'Bearer garbage' },
        headers: { authorization: `Bearer ${tokenOf(ada)}` },
      });
      assert.equal(socket.refusal, 4403);
    });
  });
}

function testEndedSessions(): void {
  describe('an ended session', () => {
    test('a session revoked by another device is refused, its sockets close and those of others stay open', async () => {
      const phone = await world.signIn(ada);
      const sockets = [await socketOf(phone), await socketOf(phone)];
      const ownSocket = await socketOf(ada);
      await phone.do('{ me { id } }');
      await ada.do(REVOKE, { id: phone.sessionId });
      assert.deepEqual(await asked(world.url, `Bearer ${tokenOf(phone)}`, '{ me { id } }'), REVOKED);
      for (const socket of sockets) assert.equal(await closeCode(socket), 4403);
      assert.deepEqual((await ownSocket.ask('{ me { user { username } } }')).data, {
        me: { user: { username: 'ada' } },
      });
      assert.equal((await socketWith({ authorization: `Bearer ${tokenOf(phone)}` })).refusal, 4403);
      ownSocket.close();
    });

    test('revoking all sessions closes all of their sockets', async () => {
      const ben = await world.user('ben');
      const [phone, laptop] = [await world.signIn(ben), await world.signIn(ben)];
      const sockets = await Promise.all([ben, phone, laptop].map(socketOf));
      await laptop.do('mutation { logout(input: { everywhere: true }) { sessionIds errors { code } } }');
      for (const socket of sockets) assert.equal(await closeCode(socket), 4403);
      for (const device of [ben, phone, laptop]) {
        assert.deepEqual(await asked(world.url, `Bearer ${tokenOf(device)}`, '{ me { id } }'), REVOKED);
      }
    });

    test('a session revoked through another process is refused here within seconds', async (t) => {
      const eve = await world.user('eve');
      const phone = await world.signIn(eve);
      const socket = await socketOf(phone);
      await phone.do('{ me { id } }');
      const url = await otherProcess(world, SECRETS, (end) => t.after(end));
      const elsewhere = createActor(url, { token: eve.token, onEnd: (end) => t.after(() => end()) });
      await elsewhere.do(REVOKE, { id: phone.sessionId });
      const revokedAtMs = Date.now();
      assert.equal(await closeCode(socket), 4403);
      assert.deepEqual(await asked(world.url, `Bearer ${tokenOf(phone)}`, '{ me { id } }'), REVOKED);
      assert.ok(Date.now() - revokedAtMs < CLOSES_WITHIN_MS);
    });

    test('a socket is closed when its token expires, although the session continues', async () => {
      const expiresAtSeconds = Math.floor(Date.now() / 1_000) + 2;
      const socket = await socketWith({ authorization: await signed({ exp: expiresAtSeconds }) });
      assert.equal(socket.refusal, null);
      assert.equal(await closeCode(socket), 4403);
      assert.ok(Date.now() >= expiresAtSeconds * 1_000);
      assert.deepEqual(await asked(world.url, `Bearer ${tokenOf(ada)}`, '{ me { user { username } } }'), {
        me: { user: { username: 'ada' } },
      });
    });
  });
}

const REVOKED = [{ code: 'UNAUTHENTICATED', reason: 'REVOKED' }];
const REVOKE = 'mutation ($id: ID!) { revokeSession(input: { sessionId: $id }) { errors { code } } }';

const socketWith = (connectionParams: Readonly<Record<string, unknown>>): Promise<RawSocket> =>
  openRawSocket(world.url, { connectionParams });

async function socketOf(person: Person): Promise<RawSocket> {
  const socket = await socketWith({ authorization: `Bearer ${tokenOf(person)}` });
  assert.equal(socket.refusal, null);
  return socket;
}

// One world for all tests, at the end of the file, where all functions are defined.
describe('tokens', () => {
  before(open);
  after(async () => {
    for (const end of ends) await end();
  });
  testUserTokens();
  testAdminTokens();
  testWhereTokensAre();
  testEndedSessions();
});
