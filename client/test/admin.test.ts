import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { parse, print } from 'graphql';
import type { Actor } from '../../test/support/actor.ts';
import {
  ADMIN_PASSWORD,
  codeOf,
  enrol,
  ownAddress,
  ownAdminId,
} from '../../test/support/people/admin-factors.ts';
import { testWorld, type World } from '../../test/support/world.ts';
import {
  type AdminClient,
  type AdminDocument,
  AdminError,
  createAdminClient,
  createAdminList,
  newestFirst,
  requireDone,
  type SignedOutReason,
} from '../src/admin/admin.ts';
import { AdminMeDocument, AdminsDocument, AdminUsersDocument } from '../src/generated/admin.ts';
import { until } from './support/clients.ts';

test('an admin signs in with a code after the password, or with a recovery code, and wrong ones are typed errors', async (t) => {
  const world = await testWorld(t);
  const owner = await world.admin();
  const credentials = await credentialsOf(owner);
  const { secret, recoveryCodes } = await enrol(world, owner);
  const { client, storage } = tabOf(world);

  const wrong = await refusalOf(client.session.signIn({ ...credentials, password: 'not the password' }));
  assert.deepEqual([wrong.code, wrong.path, wrong.reason], ['INVALID_CREDENTIALS', null, undefined]);
  assert.deepEqual(await client.session.signIn(credentials), { needsCode: true });
  assert.equal(client.session.admin(), undefined);
  const refused = await refusalOf(client.session.signIn({ ...credentials, code: '000000' }));
  assert.deepEqual([refused.code, refused.path], ['INVALID_CREDENTIALS', ['code']]);
  const signedIn = await client.session.signIn({ ...credentials, code: codeOf(world, secret) });
  assert.deepEqual([signedIn, client.session.admin()?.role], [{ needsCode: false }, 'OWNER']);
  assert.equal(await meOf(client), credentials.email);
  assert.deepEqual([...storage.values.keys()].toSorted(), ['plaza.admin.device', 'plaza.admin.refresh']);

  await client.session.signOut();
  assert.deepEqual([...storage.values.keys()], ['plaza.admin.device']);
  const [recoveryCode = ''] = recoveryCodes;
  await client.session.signIn({ ...credentials, recoveryCode });
  assert.equal(client.session.admin()?.account?.recoveryCodeCount, 9);
  const again = await refusalOf(client.session.signIn({ ...credentials, recoveryCode }));
  assert.deepEqual([again.code, again.path], ['INVALID_CREDENTIALS', ['recoveryCode']]);
  world.clock.advance('1m');
  await client.session.prove({ code: codeOf(world, secret) });
  const unproved = await refusalOf(client.session.prove({ code: '000000' }));
  assert.equal(unproved.code, 'INVALID_CREDENTIALS');
});

test('requests that fail together for an expired token are repeated after one refresh, also in a page that is loaded again', async (t) => {
  const world = await testWorld(t);
  const owner = await world.admin();
  const { email, password } = await credentialsOf(owner);
  const { client, sent, storage, signedOut } = tabOf(world);
  await client.session.signIn({ email, password });
  world.clock.advance('16m');
  sent.length = 0;
  assert.deepEqual(await together(client), [email, email, email, email]);
  assert.deepEqual([refreshesIn(sent), sent.length], [1, 9]);

  const reloaded = tabOf(world, storage);
  const seen: unknown[] = [];
  reloaded.client.session.onChange(() => seen.push(reloaded.client.session.admin()?.email));
  assert.equal(reloaded.client.session.admin(), undefined);
  assert.deepEqual(await together(reloaded.client), [email, email, email, email]);
  assert.deepEqual([refreshesIn(reloaded.sent), reloaded.sent.length, seen], [1, 5, [email]]);
  assert.deepEqual([signedOut, reloaded.signedOut], [[], []]);
});

test('an admin is signed out once with the reason, by the next request or refresh after being disabled or a week after the sign-in', async (t) => {
  const world = await testWorld(t);
  const owner = await world.admin();
  // The owner's token expires too, so the rounds with a later time come last.
  for (const [isDisabled, later, reason] of [
    [true, '0s', 'REVOKED'],
    [true, '16m', 'REVOKED'],
    [false, '8d', 'EXPIRED'],
  ] as const) {
    const moderator = await world.admin({ role: 'MODERATOR' });
    const { client, storage, signedOut } = tabOf(world);
    await client.session.signIn(await credentialsOf(moderator));
    if (isDisabled) {
      await owner.do(
        'mutation ($id: ID!) { adminDisableAdmin(input: { adminId: $id, reason: "Left" }) { errors { code } } }',
        { id: await ownAdminId(moderator) },
      );
    }
    world.clock.advance(later);
    const refusals = await Promise.all([refusalOf(meOf(client)), refusalOf(meOf(client))]);
    assert.deepEqual(
      refusals.map(({ code }) => code),
      ['UNAUTHENTICATED', 'UNAUTHENTICATED'],
    );
    await until(() => signedOut.length > 0);
    assert.deepEqual([client.session.admin(), [...storage.values.keys()]], [null, ['plaza.admin.device']]);
    assert.equal((await refusalOf(meOf(client))).reason, 'MISSING');
    assert.deepEqual(signedOut, [reason]);
  }
});

test('documents of an application are texts, or nodes for which it gives a printer', async (t) => {
  const world = await testWorld(t);
  const email = await ownAddress(await world.admin());
  const node: AdminDocument<{ adminMe: { email: string } }, object> = parse('{ adminMe { email } }');
  const options = { url: world.adminUrl };
  for (const [client, document] of [
    [createAdminClient({ ...options, print }), node],
    [createAdminClient(options), print(parse('{ adminMe { email } }'))],
  ] as const) {
    await client.session.signIn({ email, password: ADMIN_PASSWORD });
    assert.deepEqual(await client.ask(document, {}), { adminMe: { email } });
  }
  await assert.rejects(createAdminClient(options).ask(node, {}), {
    message: 'The document is a node: give `createAdminClient` `print` of `graphql`.',
  });
});

test('an admin ends the session of another device, which is signed out there', async (t) => {
  const world = await testWorld(t);
  const owner = await world.admin();
  const credentials = await credentialsOf(owner);
  const [here, there] = [tabOf(world), tabOf(world)];
  await there.client.session.signIn(credentials);
  await here.client.session.signIn(credentials);
  const sessions = await here.client.session.list();
  // The world's own session is the oldest one.
  assert.deepEqual(
    sessions.map(({ isCurrent, revokedAt }) => ({ isCurrent, revokedAt })),
    [
      { isCurrent: true, revokedAt: null },
      { isCurrent: false, revokedAt: null },
      { isCurrent: false, revokedAt: null },
    ],
  );
  const sessionId = sessions[1]?.id ?? '';
  await here.client.session.revoke({ sessionId, reason: 'A lost laptop' });
  assert.equal((await refusalOf(meOf(there.client))).reason, 'REVOKED');
  assert.deepEqual([there.signedOut, here.signedOut], [['REVOKED'], []]);
  const { length } = (await here.client.session.list()).filter(({ revokedAt }) => revokedAt !== null);
  assert.equal(length, 1);
  const absent = await refusalOf(here.client.session.revoke({ sessionId: 'nonsense', reason: 'None' }));
  assert.equal(absent.code, 'BAD_USER_INPUT');
});

test('a list takes in what has changed since it was read: rows that are held and new ones, each at its place', async (t) => {
  const world = await testWorld(t);
  const { client, sent } = await signedInOwner(world);
  const people = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const list = createAdminList(client, {
    document: AdminUsersDocument,
    variables: { first: 2 },
    list: ({ adminGetUsers }) => adminGetUsers,
    order: newestFirst,
  });
  const names = () => list.rows().map(({ displayName }) => displayName);
  await list.loadMore();
  assert.deepEqual([names(), list.hasMore()], [['cleo', 'ben'], true]);

  const [ada, ben] = people;
  await ada?.do(RENAME, { name: 'Adele' });
  await ben?.do(RENAME, { name: 'Benjamin' });
  await world.user('dora');
  sent.length = 0;
  assert.equal(await list.poll(), true);
  assert.deepEqual([names(), list.hasMore()], [['dora', 'cleo', 'Benjamin'], true]);
  for (const body of sent) {
    const { updatedAfter } = (JSON.parse(body) as { variables: { updatedAfter: string } }).variables;
    const agoMs = Date.now() - Date.parse(updatedAfter);
    assert.ok(agoMs > 55_000 && agoMs < 120_000, updatedAfter);
  }
  await list.loadMore();
  assert.deepEqual([names(), list.hasMore()], [['dora', 'cleo', 'Benjamin', 'Adele'], false]);
  assert.equal(await list.poll(), false);

  let calls = 0;
  const end = list.watch(() => (calls += 1), { everyMs: 20 });
  await world.user('eve');
  await until(() => calls > 0);
  end();
  assert.deepEqual([names()[0], calls], ['eve', 1]);
});

test('a row that a filter chooses no longer leaves the list, and more changes than a few pages read it anew', async (t) => {
  const world = await testWorld(t);
  const { client, owner } = await signedInOwner(world);
  const [first, second] = [
    await world.admin({ role: 'MODERATOR' }),
    await world.admin({ role: 'MODERATOR' }),
  ];
  const ids = [await ownAdminId(first), await ownAdminId(second)];
  const moderators = createAdminList(client, {
    document: AdminsDocument,
    list: ({ adminGetAdmins }) => adminGetAdmins,
    filter: { variables: { role: 'MODERATOR' }, matches: ({ role }) => role === 'MODERATOR' },
    order: newestFirst,
  });
  assert.equal(await moderators.poll(), true);
  assert.deepEqual(
    moderators.rows().map(({ id }) => id),
    ids.toReversed(),
  );
  await owner.do(
    'mutation ($id: ID!) { adminUpdateAdmin(input: { adminId: $id, role: SUPPORT, reason: "Moved" }) { errors { code } } }',
    { id: ids[1] },
  );
  assert.deepEqual([await moderators.poll(), moderators.rows().map(({ id }) => id)], [true, [ids[0]]]);

  const single = createAdminList(client, {
    document: AdminUsersDocument,
    variables: { first: 1 },
    list: ({ adminGetUsers }) => adminGetUsers,
    order: newestFirst,
  });
  for (const name of ['ada', 'ben', 'cleo', 'dora', 'eve', 'fay']) await world.user(name);
  await single.loadMore();
  await single.loadMore();
  assert.deepEqual(
    single.rows().map(({ username }) => username),
    ['fay', 'eve'],
  );
  assert.equal(await single.poll(), true);
  assert.deepEqual(
    single.rows().map(({ username }) => username),
    ['fay'],
  );
});

test('an API that cannot be reached ends no session, and signing out works without it', async (t) => {
  const world = await testWorld(t);
  const owner = await world.admin();
  const { client, storage } = tabOf(world);
  await client.session.signIn(await credentialsOf(owner));
  const signedOut: SignedOutReason[] = [];
  const offline = createAdminClient({
    url: 'http://127.0.0.1:1/admin/graphql',
    storage,
    onSignedOut: (reason) => signedOut.push(reason),
  });
  assert.equal((await refusalOf(offline.session.resume())).code, 'SERVICE_UNAVAILABLE');
  assert.equal((await refusalOf(meOf(offline))).code, 'SERVICE_UNAVAILABLE');
  assert.deepEqual([offline.session.admin(), signedOut], [undefined, []]);
  assert.equal(storage.values.has('plaza.admin.refresh'), true);
  let isTold = false;
  const late = createAdminClient({
    url: () => (isTold ? Promise.resolve(world.adminUrl) : Promise.reject(new Error('No configuration'))),
    storage,
  });
  assert.equal((await refusalOf(late.session.resume())).code, 'SERVICE_UNAVAILABLE');
  isTold = true;
  assert.equal((await late.session.resume())?.role, 'OWNER');
  await offline.session.signOut();
  assert.deepEqual([offline.session.admin(), signedOut], [null, ['SIGNED_OUT']]);
  assert.equal(storage.values.has('plaza.admin.refresh'), false);
  assert.throws(() => requireDone(null), AdminError);
});

test('no other entry of the package leads to a name of the admin endpoint, and the admin entries to no other package', async () => {
  const web = await reachedFrom([
    'client.ts',
    'react.ts',
    'graphcache.ts',
    'codegen.ts',
    'generated/graphql.ts',
  ]);
  for (const [file, text] of web.texts)
    assert.deepEqual(/\badmin[A-Z]\w+|plaza\.admin|AdminLogin/.exec(text), null, file);
  const own = globSync(path.join(ROOT, 'admin/*.ts'));
  assert.deepEqual([own.length > 0, own.filter((file) => web.texts.has(file))], [true, []]);
  assert.equal(web.packages.has('@apollo/client'), true);

  const admin = await reachedFrom(['admin/admin.ts', 'generated/admin.ts']);
  assert.deepEqual([own.filter((file) => !admin.texts.has(file)), [...admin.packages]], [[], []]);
});

const ROOT = path.resolve(import.meta.dirname, '../src');

/** Texts of the files that entries import, and the packages. */
async function reachedFrom(entries: readonly string[]) {
  const texts = new Map<string, string>();
  const packages = new Set<string>();
  const files = new Set(entries.map((file) => path.join(ROOT, file)));
  // A set that grows while it is walked shows what was added.
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    texts.set(file, text);
    for (const [, name = ''] of text.matchAll(/ from '([^']+)'/g)) {
      if (name.startsWith('.')) files.add(path.resolve(file, '..', name));
      else packages.add(name);
    }
  }
  return { texts, packages };
}

const RENAME = `mutation ($name: String!) {
  updateProfile(input: { displayName: $name }) { errors { code } } }`;

type Storage = {
  readonly values: Map<string, string>;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

function storageOf(values = new Map<string, string>()): Storage {
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

type Tab = {
  readonly client: AdminClient;
  readonly storage: Storage;
  readonly signedOut: SignedOutReason[];
  /** Bodies of the requests. */
  readonly sent: string[];
};

function tabOf(world: World, storage = storageOf()): Tab {
  const signedOut: SignedOutReason[] = [];
  const sent: string[] = [];
  const client = createAdminClient({
    url: world.adminUrl,
    storage,
    onSignedOut: (reason) => signedOut.push(reason),
    fetch: (input, init) => {
      sent.push(typeof init?.body === 'string' ? init.body : '');
      return fetch(input, init);
    },
  });
  return { client, storage, signedOut, sent };
}

async function signedInOwner(world: World): Promise<Tab & { readonly owner: Actor }> {
  const owner = await world.admin();
  const tab = tabOf(world);
  await tab.client.session.signIn(await credentialsOf(owner));
  return { ...tab, owner };
}

const credentialsOf = async (admin: Actor): Promise<{ email: string; password: string }> => ({
  email: await ownAddress(admin),
  password: ADMIN_PASSWORD,
});

const meOf = async (client: AdminClient): Promise<string | undefined> =>
  (await client.ask(AdminMeDocument, {})).adminMe?.email;

const together = (client: AdminClient): Promise<unknown[]> =>
  Promise.all(Array.from({ length: 4 }, () => meOf(client)));

const refreshesIn = (sent: readonly string[]): number =>
  sent.filter((body) => body.includes('adminRefreshSession')).length;

async function refusalOf(work: Promise<unknown>): Promise<AdminError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AdminError, String(error));
  return error;
}
