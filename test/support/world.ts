import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { FinishedOperation } from '#api/execution/execution.ts';
import { buildSchemas, type Schemas } from '#api/schema.ts';
import { createAdmin } from '#domains/identity/admins/admins.service.ts';
import type { AdminRole } from '#domains/identity/admins/admins.types.ts';
import type { Database } from '#platform/db/connection.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { createLogger, type Logger } from '#platform/kernel/logger.ts';
import type { PasswordCost } from '#platform/secrets/passwords.ts';
import { type App, createApp } from '#src/app/app.ts';
import { type Config, readConfig } from '#src/config/config.ts';
import type { IdentityPort } from '#ports/identity.ts';
import type { PushPorts } from '#ports/push.ts';
import { type Actor, createActor } from './actor.ts';
import { createMemoryCallServer, type MemoryCallServer } from './calls/memory-call-server.ts';
import { type MovableClock, movableClock } from './clock.ts';
import { testDatabase } from './database.ts';
import { takeWarmDatabase, WARM_SETTINGS } from './warm-database.ts';

/** A registered user. */
export type Person = Actor & {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly refreshToken: string;
  readonly sessionId: string;
  /** Of the database of their world. */
  readonly connectionString: string;
};

/** The whole product on a loopback port, with a database of its own. */
export type World = {
  readonly app: App;
  readonly url: string;
  readonly adminUrl: string;
  readonly opsUrl: string;
  readonly dataDir: string;
  readonly connectionString: string;
  readonly clock: MovableClock;
  /** Carries its calls, unless its environment chooses another one. */
  readonly callServer: MemoryCallServer;
  /** Registers a user through the API. */
  user(username: string): Promise<Person>;
  /** Another device of a user: signs in once more. */
  signIn(person: Person): Promise<Person>;
  anonymous(): Actor;
  /** Creates an admin and signs them in through the API. */
  admin(options?: { role?: AdminRole }): Promise<Actor>;
  /** Drains the outbox and runs every due job, by the test's clock, with the jobs that these enqueue for now. */
  runJobs(): Promise<void>;
  /** Number of statements of the operation that `work` sends; of the last one if it sends several. */
  statementsOf(work: () => Promise<unknown>): Promise<number>;
};

type WorldOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** Opens the identity provider of this world with its clock; defaults to the embedded one. */
  readonly identity?: (clock: MovableClock) => Promise<IdentityPort>;
  /** Opens the providers of notifications of this world with its clock; by default messages are kept in a table. */
  readonly push?: (clock: MovableClock) => Promise<PushPorts>;
  /** Cost of password hashes, low by default; tests of passwords use the product's. */
  readonly passwordCost?: PasswordCost;
  /** Schemas of the default limits that the test has changed. */
  readonly schemas?: Schemas;
  /** Takes the lines of the log, for tests that read them; by default only fatal ones are written. */
  readonly log?: Logger;
};

/** Lets an admin offer packages alone in all currencies, for tests that are not about it. */
const ANY_RATES = Intl.supportedValuesOf('currency')
  .map((currency) => `${currency}:0-1000000000`)
  .join(',');

const CHEAP_PASSWORDS: PasswordCost = { memoryKib: 64, passes: 1 };

export async function testWorld(t: Pick<TestContext, 'after'>, options: WorldOptions = {}): Promise<World> {
  const ends: (() => unknown)[] = [];
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plaza-test-'));
  ends.push(() => rm(dataDir, { recursive: true, force: true }));
  const clock = movableClock();
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    OPS_PORT: '0',
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'fatal',
    // Each connection plans each statement anew, and a test sends few at once.
    DATABASE_LANES: '2',
    COIN_RATES: ANY_RATES,
    // Posts of new accounts would wait for it.
    IMAGE_CLASSIFIER: 'off',
    // Nothing is sent to the push services of real browsers.
    PUSH: 'embedded',
    ...options.env,
  });
  const { connectionString, database } = await databaseFor(config, ends);
  const callServer = createMemoryCallServer({ clock });
  const operations: FinishedOperation[] = [];
  const app = await createApp({
    config,
    connectionString,
    ...(database && { database }),
    log: options.log ?? createLogger({ level: config.logLevel }),
    clock,
    schemas: options.schemas ?? schemasOf(config.limits),
    passwordCost: options.passwordCost ?? CHEAP_PASSWORDS,
    ...(options.identity && { identity: await options.identity(clock) }),
    ...(options.push && { push: await options.push(clock) }),
    ...(options.env?.['CALL_SERVER'] === undefined && { callServer }),
    onOperation: (operation) => operations.push(operation),
  });
  ends.push(() => app.close());
  const { url, adminUrl, opsUrl } = await app.listen();
  const actorAt = (endpoint: '/web/graphql' | '/admin/graphql', token: string | null): Actor =>
    createActor(`${endpoint === '/admin/graphql' ? adminUrl : url}${endpoint}`, {
      token,
      onEnd: (end) => ends.push(end),
    });

  return {
    app,
    url: `${url}/web/graphql`,
    adminUrl: `${adminUrl}/admin/graphql`,
    opsUrl,
    dataDir,
    connectionString,
    clock,
    callServer,
    user: (username) => register(actorAt('/web/graphql', null), { username, connectionString }),
    signIn: (person) => signIn(actorAt('/web/graphql', null), person),
    anonymous: () => actorAt('/web/graphql', null),
    admin: (who) => signInAdmin(app, actorAt('/admin/graphql', null), who?.role ?? 'OWNER'),
    runJobs: () => app.runJobs(),
    async statementsOf(work) {
      operations.length = 0;
      await work();
      const last = operations.at(-1);
      if (!last) throw new Error('no operation was executed');
      return last.statements;
    },
  };
}

/** A warm database, or one of its own for a world with other connections. */
async function databaseFor(
  config: Config,
  ends: (() => unknown)[],
): Promise<{ connectionString: string; database?: Database }> {
  const { lanes, transactionPoolSize, statementTimeoutMs } = WARM_SETTINGS;
  const isWarm =
    config.databaseLanes === lanes &&
    config.databasePool === transactionPoolSize &&
    config.limits.operationTimeoutMs === statementTimeoutMs;
  if (!isWarm) return testDatabase({ after: (end) => ends.push(end as () => unknown) });
  const warm = await takeWarmDatabase();
  ends.push(() => warm.release());
  return warm;
}

const builtSchemas = new Map<string, Schemas>();

/** Building schemas takes longer than the rest of opening a world; most worlds have the same limits. */
function schemasOf(limits: Limits): Schemas {
  const key = JSON.stringify(limits);
  const schemas = builtSchemas.get(key) ?? buildSchemas(limits);
  builtSchemas.set(key, schemas);
  return schemas;
}

const PASSWORD = 'correct horse battery';

const SIGNED_IN = `
  accessToken refreshToken
  user { id username } session { id }
  errors { code message path }`;

/** Registers the user of an actor without a token, of whatever process. */
export async function register(
  actor: Actor,
  { username, connectionString }: Pick<Person, 'username' | 'connectionString'>,
): Promise<Person> {
  const email = `${username}@example.com`;
  const { register: payload } = await actor.do(
    `mutation ($input: RegisterInput!) { register(input: $input) { ${SIGNED_IN} } }`,
    { input: { email, password: PASSWORD, username, displayName: username, device: { platform: 'WEB' } } },
  );
  return personOf(actor, payload, { email, connectionString });
}

async function signIn(actor: Actor, { email, password, connectionString }: Person): Promise<Person> {
  const { login } = await actor.do(
    `mutation ($input: LoginInput!) { login(input: $input) { ${SIGNED_IN} } }`,
    {
      input: { email, password, device: { platform: 'IOS' } },
    },
  );
  return personOf(actor, login, { email, connectionString });
}

type SignedInPayload = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly user: { readonly id: string; readonly username: string };
  readonly session: { readonly id: string };
};

function personOf(
  actor: Actor,
  payload: SignedInPayload,
  known: Pick<Person, 'email' | 'connectionString'>,
): Person {
  actor.token = payload.accessToken;
  // The actor's own functions read `token` from the object that they were made with: extend it, do not copy it.
  return Object.assign(actor, {
    id: payload.user.id,
    username: payload.user.username,
    ...known,
    password: PASSWORD,
    refreshToken: payload.refreshToken,
    sessionId: payload.session.id,
  });
}

let admins = 0;

async function signInAdmin(app: App, actor: Actor, role: AdminRole): Promise<Actor> {
  admins += 1;
  const credentials = { email: `admin${admins}@example.com`, password: PASSWORD };
  await createAdmin(app.services, { ...credentials, displayName: `Admin ${admins}`, role });
  const { adminLogin } = await actor.do(
    'mutation ($input: AdminLoginInput!) { adminLogin(input: $input) { accessToken errors { code } } }',
    { input: credentials },
  );
  actor.token = adminLogin.accessToken;
  return actor;
}
