import { jwtVerify, SignJWT } from 'jose';
import type { KeyObject } from 'node:crypto';
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import { type Agent, createServer as createHttpsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { listen, loopbackAgent } from '#test/support/transport/loopback-server.ts';
import { selfSignedCertificate } from '#test/support/transport/certificate.ts';

/** Kinds of request; a test can count them. */
export type FirebaseQuestion =
  | 'certificates'
  | 'accessToken'
  | 'signUp'
  | 'signIn'
  | 'refresh'
  | 'lookup'
  | 'delete'
  | 'makeCode'
  | 'useCode'
  | 'update'
  | 'setEmail';

export type FirebaseServer = {
  readonly projectId: string;
  readonly apiKey: string;
  readonly serviceAccount: { clientEmail: string; privateKey: string };
  /** Routes every host of the provider to this server, over TLS with verification. */
  readonly httpAgent: Agent;
  readonly baseUrl: string;
  readonly publicKeyPem: string;
  /** Number of answered requests of each kind. */
  readonly answered: ReadonlyMap<FirebaseQuestion, number>;
  /** Signs any claims with the key whose certificate the server publishes. */
  sign(claims: Record<string, unknown>): Promise<string>;
  disable(subject: string): void;
  /** Ends all sign-ins of the account that are older than now. */
  revoke(subject: string): void;
  /** While unavailable, `broken` answers 500 and `silent` does not answer. */
  setState(state: 'well' | 'broken' | 'silent'): void;
};

type Account = {
  subject: string;
  email: string;
  password: string;
  isDisabled: boolean;
  isVerified: boolean;
  validSince: number;
};
type SignIn = { subject: string; authTime: number };
type Code = { kind: string; email: string; expiresAt: number };

const KEY_ID = 'the-only-key';
const TOKEN_LIFE_SECONDS = 3_600;
const API_KEY = 'web-api-key';
const PASSWORD_LENGTH_MIN = 6;
/** Undocumented by Google; these are the observed lives. */
const CODE_LIFE_SECONDS: Readonly<Record<string, number>> = {
  PASSWORD_RESET: 3_600,
  VERIFY_EMAIL: 3 * 86_400,
};
const HOSTS = ['www.googleapis.com', 'identitytoolkit.googleapis.com', 'oauth2.googleapis.com'] as const;

/** A fake of Firebase Authentication's endpoints on loopback, with real signatures and real certificates. */
export async function firebaseServer(t: TestContext, clock: { now(): Date }): Promise<FirebaseServer> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = selfSignedCertificate(keys, HOSTS);
  const desk: Desk = {
    projectId: `project-${randomUUID()}`,
    keys,
    certificate,
    clock,
    accounts: new Map(),
    signIns: new Map(),
    codes: new Map(),
    accessTokens: new Set(),
    answered: new Map(),
    state: 'well',
  };
  const privateKey = String(keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const listener: RequestListener = (request, response) => void answer(desk, request, response);
  const tlsPort = await listen(t, createHttpsServer({ key: privateKey, cert: certificate }, listener));
  const plainPort = await listen(t, createHttpServer(listener));
  return {
    projectId: desk.projectId,
    apiKey: API_KEY,
    serviceAccount: { clientEmail: `plaza@${desk.projectId}.example`, privateKey },
    httpAgent: loopbackAgent(t, tlsPort, certificate),
    baseUrl: `http://127.0.0.1:${plainPort}`,
    publicKeyPem: String(keys.publicKey.export({ type: 'spki', format: 'pem' })),
    answered: desk.answered,
    sign: (claims) => sign(desk, claims),
    disable: (subject) => {
      accountOf(desk, subject).isDisabled = true;
    },
    revoke: (subject) => {
      accountOf(desk, subject).validSince = seconds(clock);
    },
    setState: (state) => {
      desk.state = state;
    },
  };
}

type Desk = {
  readonly projectId: string;
  readonly keys: { publicKey: KeyObject; privateKey: KeyObject };
  readonly certificate: string;
  readonly clock: { now(): Date };
  readonly accounts: Map<string, Account>;
  readonly signIns: Map<string, SignIn>;
  readonly codes: Map<string, Code>;
  readonly accessTokens: Set<string>;
  readonly answered: Map<FirebaseQuestion, number>;
  state: 'well' | 'broken' | 'silent';
};

type Answer = { status: number; body: object };
type Json = Record<string, unknown>;

async function answer(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (desk.state === 'silent') return;
  const { status, body } =
    desk.state === 'broken'
      ? { status: 500, body: { error: { message: 'INTERNAL' } } }
      : await route(desk, request);
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=3600',
  });
  response.end(JSON.stringify(body));
}

async function route(desk: Desk, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://loopback');
  const body = await readBody(request);
  const asClient = url.searchParams.get('key') === API_KEY;
  const asAdmin = desk.accessTokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '');
  const { pathname } = url;
  if (pathname.startsWith('/robot/v1/metadata/x509/'))
    return count(desk, 'certificates', publishCertificates(desk));
  if (pathname === '/token') return count(desk, 'accessToken', await grantAccess(desk, body));
  if (asClient && pathname === '/v1/accounts:signUp') return count(desk, 'signUp', await signUp(desk, body));
  if (asClient && pathname === '/v1/accounts:signInWithPassword')
    return count(desk, 'signIn', await signIn(desk, body));
  if (asClient && pathname === '/v1/token') return count(desk, 'refresh', await refresh(desk, body));
  if (asClient && pathname === '/v1/accounts:resetPassword')
    return count(desk, 'useCode', resetPassword(desk, body));
  if (asClient && pathname === '/v1/accounts:update') return count(desk, 'update', await update(desk, body));
  const project = `/v1/projects/${desk.projectId}`;
  if (asAdmin && pathname === `${project}/accounts:lookup`) return count(desk, 'lookup', lookUp(desk, body));
  if (asAdmin && pathname === `${project}/accounts:update`)
    return count(desk, 'setEmail', setEmail(desk, body));
  if (asAdmin && pathname === `${project}/accounts:delete`) return count(desk, 'delete', remove(desk, body));
  if (asAdmin && pathname === `${project}/accounts:sendOobCode`)
    return count(desk, 'makeCode', makeCode(desk, body));
  return refusal('PERMISSION_DENIED', 403);
}

async function readBody(request: IncomingMessage): Promise<Json> {
  const content = await text(request);
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(content));
  }
  // Only our own adapter and the SDK call this server; their requests are validated field by field.
  return content === '' ? {} : (JSON.parse(content) as Json);
}

function count(desk: Desk, question: FirebaseQuestion, given: Answer): Answer {
  desk.answered.set(question, (desk.answered.get(question) ?? 0) + 1);
  return given;
}

const refusal = (message: string, status = 400): Answer => ({
  status,
  body: { error: { code: status, message } },
});

/** Empty when there is none; look-ups take lists of one. */
function givenText(body: Json, name: string): string {
  const [value]: unknown[] = [body[name]].flat();
  return typeof value === 'string' ? value : '';
}

const weakPassword = (): Answer =>
  refusal(`WEAK_PASSWORD : Password should be at least ${PASSWORD_LENGTH_MIN} characters`);

const publishCertificates = (desk: Desk): Answer => ({ status: 200, body: { [KEY_ID]: desk.certificate } });

async function grantAccess(desk: Desk, body: Json): Promise<Answer> {
  try {
    await jwtVerify(String(body['assertion']), desk.keys.publicKey, {
      algorithms: ['RS256'],
      audience: 'https://oauth2.googleapis.com/token',
    });
  } catch {
    return { status: 400, body: { error: 'invalid_grant' } };
  }
  const accessToken = randomUUID();
  desk.accessTokens.add(accessToken);
  return { status: 200, body: { access_token: accessToken, expires_in: 3_600, token_type: 'Bearer' } };
}

async function signUp(desk: Desk, body: Json): Promise<Answer> {
  const email = String(body['email']).toLowerCase();
  const password = String(body['password']);
  if (password === '') return refusal('MISSING_PASSWORD');
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) return refusal('INVALID_EMAIL');
  if (password.length < PASSWORD_LENGTH_MIN) return weakPassword();
  if (byEmail(desk, email)) return refusal('EMAIL_EXISTS');
  const subject = randomUUID();
  desk.accounts.set(subject, {
    subject,
    email,
    password,
    isDisabled: false,
    isVerified: false,
    validSince: seconds(desk.clock),
  });
  return { status: 200, body: await startSignIn(desk, subject) };
}

async function signIn(desk: Desk, body: Json): Promise<Answer> {
  const email = String(body['email']).toLowerCase();
  if (body['password'] === '') return refusal('MISSING_PASSWORD');
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) return refusal('INVALID_EMAIL');
  const account = byEmail(desk, email);
  if (!account || account.password !== body['password']) return refusal('INVALID_LOGIN_CREDENTIALS');
  if (account.isDisabled) return refusal('USER_DISABLED');
  return { status: 200, body: await startSignIn(desk, account.subject) };
}

async function startSignIn(desk: Desk, subject: string): Promise<Json> {
  const refreshToken = randomUUID();
  const started = { subject, authTime: seconds(desk.clock) };
  desk.signIns.set(refreshToken, started);
  return {
    localId: subject,
    idToken: await idToken(desk, started),
    refreshToken,
    expiresIn: String(TOKEN_LIFE_SECONDS),
  };
}

async function refresh(desk: Desk, body: Json): Promise<Answer> {
  const refreshToken = String(body['refresh_token']);
  if (refreshToken === '') return refusal('MISSING_REFRESH_TOKEN');
  const found = desk.signIns.get(refreshToken);
  if (!found) return refusal('INVALID_REFRESH_TOKEN');
  const account = desk.accounts.get(found.subject);
  if (!account) return refusal('USER_NOT_FOUND');
  if (account.isDisabled) return refusal('USER_DISABLED');
  if (account.validSince > found.authTime) return refusal('TOKEN_EXPIRED');
  return {
    status: 200,
    body: {
      id_token: await idToken(desk, found),
      refresh_token: refreshToken,
      user_id: found.subject,
      expires_in: String(TOKEN_LIFE_SECONDS),
    },
  };
}

function lookUp(desk: Desk, body: Json): Answer {
  const address = givenText(body, 'email').toLowerCase();
  const account = address === '' ? desk.accounts.get(givenText(body, 'localId')) : byEmail(desk, address);
  if (!account) return { status: 200, body: {} };
  const { subject, email, isDisabled: disabled, isVerified: emailVerified, validSince } = account;
  const user = { localId: subject, email, emailVerified, disabled, validSince: String(validSince) };
  return { status: 200, body: { users: [user] } };
}

/** Returns a link into the provider's own pages, which contains the code. Older codes stay valid. */
function makeCode(desk: Desk, body: Json): Answer {
  const kind = String(body['requestType']);
  const email = String(body['email']).toLowerCase();
  const lifeSeconds = CODE_LIFE_SECONDS[kind];
  if (lifeSeconds === undefined || body['returnOobLink'] !== true) return refusal('INVALID_REQ_TYPE');
  if (!byEmail(desk, email)) return refusal('EMAIL_NOT_FOUND');
  const code = randomBytes(40).toString('base64url');
  desk.codes.set(code, { kind, email, expiresAt: seconds(desk.clock) + lifeSeconds });
  const link = new URL(`https://${desk.projectId}.firebaseapp.example/__/auth/action`);
  const mode = kind === 'VERIFY_EMAIL' ? 'verifyEmail' : 'resetPassword';
  link.search = String(new URLSearchParams({ mode, oobCode: code, apiKey: API_KEY, lang: 'en' }));
  return { status: 200, body: { email, oobCode: code, oobLink: link.href } };
}

/** Without a new password it only returns the purpose of the code. */
function resetPassword(desk: Desk, body: Json): Answer {
  const oobCode = String(body['oobCode']);
  const code = desk.codes.get(oobCode);
  if (!code) return refusal('INVALID_OOB_CODE');
  if (code.expiresAt <= seconds(desk.clock)) return refusal('EXPIRED_OOB_CODE');
  const told = { status: 200, body: { email: code.email, requestType: code.kind } };
  const newPassword = givenText(body, 'newPassword');
  if (newPassword === '') return told;
  const account = byEmail(desk, code.email);
  if (code.kind !== 'PASSWORD_RESET' || !account) return refusal('INVALID_OOB_CODE');
  if (account.isDisabled) return refusal('USER_DISABLED');
  if (newPassword.length < PASSWORD_LENGTH_MIN) return weakPassword();
  desk.codes.delete(oobCode);
  setPassword(desk, account, newPassword);
  return told;
}

/** Account changes that a code or an identity token allows. */
async function update(desk: Desk, body: Json): Promise<Answer> {
  const oobCode = givenText(body, 'oobCode');
  if (oobCode !== '') return verifyEmail(desk, oobCode);
  const { payload } = await jwtVerify(String(body['idToken']), desk.keys.publicKey, {
    audience: desk.projectId,
    currentDate: desk.clock.now(),
  });
  const account = desk.accounts.get(String(payload.sub));
  if (!account) return refusal('USER_NOT_FOUND');
  if (Number(payload['auth_time']) < account.validSince) return refusal('TOKEN_EXPIRED');
  const password = givenText(body, 'password');
  if (password !== '' && password.length < PASSWORD_LENGTH_MIN) return weakPassword();
  if (password !== '') setPassword(desk, account, password);
  return { status: 200, body: { localId: account.subject, email: account.email } };
}

function verifyEmail(desk: Desk, oobCode: string): Answer {
  const code = desk.codes.get(oobCode);
  const account = code && byEmail(desk, code.email);
  if (code?.kind !== 'VERIFY_EMAIL' || !account) return refusal('INVALID_OOB_CODE');
  if (code.expiresAt <= seconds(desk.clock)) return refusal('EXPIRED_OOB_CODE');
  desk.codes.delete(oobCode);
  account.isVerified = true;
  return { status: 200, body: { email: account.email, emailVerified: true } };
}

/** Ends all sign-ins that are older than now. */
function setPassword(desk: Desk, account: Account, password: string): void {
  account.password = password;
  account.validSince = seconds(desk.clock);
}

/** Ends all sign-ins that are older than now. */
function setEmail(desk: Desk, body: Json): Answer {
  const account = desk.accounts.get(givenText(body, 'localId'));
  const email = givenText(body, 'email');
  if (!account) return refusal('USER_NOT_FOUND');
  if (byEmail(desk, email)) return refusal('EMAIL_EXISTS');
  account.email = email;
  account.isVerified = body['emailVerified'] === true;
  account.validSince = seconds(desk.clock);
  return { status: 200, body: { localId: account.subject } };
}

function remove(desk: Desk, body: Json): Answer {
  return desk.accounts.delete(String(body['localId']))
    ? { status: 200, body: {} }
    : refusal('USER_NOT_FOUND');
}

const byEmail = (desk: Desk, email: string): Account | undefined =>
  desk.accounts.values().find((account) => account.email === email);

function accountOf(desk: Desk, subject: string): Account {
  const account = desk.accounts.get(subject);
  if (!account) throw new Error(`No account ${subject}.`);
  return account;
}

const seconds = (clock: { now(): Date }): number => Math.floor(clock.now().getTime() / 1_000);

function idToken(desk: Desk, { subject, authTime }: SignIn): Promise<string> {
  const { email, isVerified } = accountOf(desk, subject);
  const issuedAt = seconds(desk.clock);
  return sign(desk, {
    iss: `https://securetoken.google.com/${desk.projectId}`,
    aud: desk.projectId,
    auth_time: authTime,
    user_id: subject,
    sub: subject,
    iat: issuedAt,
    exp: issuedAt + TOKEN_LIFE_SECONDS,
    email,
    email_verified: isVerified,
    firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
  });
}

const sign = (desk: Desk, claims: Record<string, unknown>): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })
    .sign(desk.keys.privateKey);
