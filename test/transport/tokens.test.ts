import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { decodeJwt, decodeProtectedHeader, exportJWK, type JWTPayload, SignJWT } from 'jose';
import type { EmbeddedLibrary } from '#adapters/identity/embedded-library.ts';
import { createContexts } from '#api/context.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { Actor } from '#test/support/actor.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { runSql } from '#test/support/test-server.ts';
import {
  asked,
  openLibrary,
  SECRETS,
  signedFor,
  socketWith,
  tokenOf,
} from '#test/support/people/token-probing.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

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
  library = openLibrary(world, (end) => ends.unshift(end));
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

/** Ada's own claims with changes, signed by the provider's real key. */
const signed = (changes: JWTPayload): Promise<string> => signedFor(library, ada, changes);

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
        const open = await asked(world.url, given, '{ apiLimits { requests { pageSizeMax } } me { id } }');
        assert.deepEqual(open, refusal);
        assert.deepEqual(await asked(world.url, given, '{ apiLimits { requests { pageSizeMax } } }'), {
          apiLimits: { requests: { pageSizeMax: 100 } },
        });
        assert.equal((await socketWith(world, { authorization: given })).refusal, 4403);
      });
    }

    test('a token of one endpoint is not valid on the other', async () => {
      const refusal = [{ code: 'UNAUTHENTICATED', reason: 'INVALID' }];
      assert.deepEqual(await asked(world.url, `Bearer ${tokenOf(admin)}`, '{ me { id } }'), refusal);
      assert.deepEqual(await asked(world.adminUrl, `Bearer ${tokenOf(ada)}`, '{ adminMe { id } }'), refusal);
      assert.equal((await socketWith(world, { authorization: `Bearer ${tokenOf(admin)}` })).refusal, 4403);
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
          'USERS_READ',
          'USER_NAMES_READ',
          'USERS_RESTRICT',
          'USERS_SUSPEND',
          'USERS_DELETE',
          'CONTENT_MANAGE',
          'AUDIT_READ',
          'REPORTS_READ',
          'CASES_DECIDE',
          'APPEALS_DECIDE',
          'PRIVATE_CONTENT_READ',
          'SCREENING_MANAGE',
          'BADGES_MANAGE',
          'TRANSPARENCY_READ',
          'COINS_READ',
          'COINS_MANAGE',
          'PAYMENTS_READ',
          'PAYMENTS_REFUND',
          'PAID_MESSAGES_REFUND',
          'PAYOUTS_MANAGE',
          'SUBSCRIPTIONS_READ',
          'SUBSCRIPTIONS_MANAGE',
          'USERS_PRIVATE_READ',
          'USERS_EDIT',
          'ADMINS_READ',
          'ADMINS_MANAGE',
          'ANNOUNCEMENTS_SEND',
          'DASHBOARD_READ',
          'NOTIFICATIONS_READ',
        ]),
      );
      await assert.rejects(contextOf(ada), away);
    });
  });
}

// One world for all tests, at the end of the file, where all functions are defined.
describe('tokens', () => {
  before(open);
  after(async () => {
    for (const end of ends) await end();
  });
  testUserTokens();
  testAdminTokens();
});
