import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GraphQLField, GraphQLSchema } from 'graphql';
import { buildSchemas } from '#api/schema.ts';
import type { AdminRole } from '#domains/identity/admins/admins.types.ts';
import { defaultLimits } from '#platform/limits.ts';
import { RESTRICTION_KINDS, type RestrictionKind } from '#platform/restriction-kinds.ts';
import type { Actor, Answer } from '#test/support/actor.ts';
import { minimalOperation } from '#test/support/minimal-operation.ts';
import { openRawSocket } from '#test/support/raw-socket.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

/** Who may call a field; a list holds the admin roles that have its permission. */
type Rule = 'anyone' | 'user' | 'admin' | readonly AdminRole[];

const READS_USERS: readonly AdminRole[] = ['OWNER', 'ADMIN', 'MODERATOR', 'SUPPORT'];

/** Written by hand and not derived: a new field without a row here fails the first test. */
const WHO_MAY_CALL: Readonly<Record<string, Rule>> = {
  'Query.apiLimits': 'anyone',
  'Query.conversation': 'user',
  'Query.conversationMessages': 'user',
  'Query.feed': 'user',
  'Query.me': 'user',
  'Query.mySessions': 'user',
  'Query.node': 'anyone',
  'Query.nodes': 'anyone',
  'Query.post': 'anyone',
  'Query.user': 'anyone',
  'Query.userPosts': 'anyone',
  'Mutation.createPost': 'user',
  'Mutation.deletePost': 'user',
  'Mutation.followUser': 'user',
  'Mutation.login': 'anyone',
  'Mutation.logout': 'user',
  'Mutation.refreshSession': 'anyone',
  'Mutation.register': 'anyone',
  'Mutation.revokeSession': 'user',
  'Mutation.sendMessage': 'user',
  'Mutation.setTyping': 'user',
  'Mutation.startConversation': 'user',
  'Mutation.unfollowUser': 'user',
  'Mutation.updateProfile': 'user',
  'Mutation.uploadMedia': 'user',
  'Subscription.conversationAdded': 'user',
  'Subscription.messageAdded': 'user',
  'Subscription.typingIndicator': 'user',
  'Query.adminGetNode': 'admin',
  'Query.adminGetUsers': READS_USERS,
  'Query.adminMe': 'admin',
  'Mutation.adminLogin': 'anyone',
  'Mutation.adminRefreshSession': 'anyone',
};

/** What a restricted account may not do. A mutation that is not here stays open to it. */
const RESTRICTED_BY: Readonly<Record<string, RestrictionKind>> = {
  createPost: 'POSTING',
  followUser: 'FOLLOWING',
  sendMessage: 'MESSAGING',
  setTyping: 'MESSAGING',
  startConversation: 'MESSAGING',
  uploadMedia: 'UPLOADS',
};

/** They end the caller's own session, so nothing can be asked with its token afterwards. */
const ASKED_LAST: ReadonlySet<string> = new Set(['logout']);

const ROLES: readonly AdminRole[] = ['OWNER', 'ADMIN', 'MODERATOR', 'FINANCE', 'SUPPORT', 'ANALYST'];
const schemas = buildSchemas(defaultLimits);

type RootField = { readonly root: 'Query' | 'Mutation' | 'Subscription' } & Pick<
  GraphQLField<unknown, unknown>,
  'name' | 'args' | 'type'
>;

test('every root field of both schemas has its row in the table, and no row is left over', () => {
  const fields = [schemas.client, schemas.admin].flatMap(rootFields).map(keyOf);
  assert.deepEqual(fields.toSorted(), Object.keys(WHO_MAY_CALL).toSorted());
});

test('every mutation is in the table of restrictions exactly if it declares one', () => {
  const declared = rootFields(schemas.client).flatMap(({ root, name }) => {
    const restriction = schemas.client.getRootType(root.toLowerCase() as never)?.getFields()[name]
      ?.extensions['restriction'];
    return restriction ? [[name, restriction]] : [];
  });
  assert.deepEqual(Object.fromEntries(declared), RESTRICTED_BY);
});

describe('every field answers every kind of caller as its row says', () => {
  test('on the client endpoint', async (t) => {
    const world = await testWorld(t);
    const callers = await clientCallers(world);
    for (const [caller, { actor, verdict }] of Object.entries(callers)) {
      const open = await outcomes(fieldsOver(schemas.client, 'http'), world.anonymous());
      const found = await outcomes(fieldsOver(schemas.client, 'http'), actor);
      assert.deepEqual(found, expected(found, open, verdict), caller);
    }
  });

  test('on the admin endpoint', async (t) => {
    const world = await testWorld(t);
    const callers = await adminCallers(world);
    const fields = fieldsOver(schemas.admin, 'http');
    for (const [caller, { actor, verdict }] of Object.entries(callers)) {
      const open = await outcomes(fields, await anonymousAdmin(world));
      const found = await outcomes(fields, actor);
      assert.deepEqual(found, expected(found, open, verdict), caller);
    }
  });

  test('an admin finds objects by id only with the permission of their own queries', async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    for (const role of ROLES) {
      const admin = await world.admin({ role });
      const document = 'query ($id: ID!) { adminGetNode(id: $id) { id } }';
      const answer = await admin.ask(document, { id: ada.id });
      const due = READS_USERS.includes(role)
        ? { data: { adminGetNode: { id: ada.id } }, code: 'OK' }
        : { data: { adminGetNode: null }, code: 'FORBIDDEN' };
      assert.deepEqual({ data: answer.data, ...refusalOf(answer) }, due, role);
    }
  });

  test('on the socket, where only users come in', async (t) => {
    const world = await testWorld(t);
    for (const [caller, { actor, verdict }] of Object.entries(await clientCallers(world))) {
      const socket = await openRawSocket(world.url, {
        connectionParams: { authorization: actor.token === null ? '' : `Bearer ${actor.token}` },
      });
      const isLetIn = verdict('user') === 'allowed';
      assert.equal(socket.refusal, isLetIn ? null : 4403, caller);
      if (isLetIn) {
        for (const field of fieldsOver(schemas.client, 'socket')) {
          const { document, variables } = minimalOperation(schemas.client, field.root, field.name);
          const refused = await Promise.race([
            socket.ask(document, variables),
            socket.ask('{ __typename }').then(() => null),
          ]);
          assert.equal(refused, null, `${caller}: ${keyOf(field)}`);
        }
      }
      socket.close();
    }
  });
});

describe('every mutation under every kind of restriction', () => {
  const mutations = rootFields(schemas.client).filter(
    ({ root, name }) => root === 'Mutation' && WHO_MAY_CALL[`Mutation.${name}`] === 'user',
  );
  const inTurn = mutations.toSorted(
    (a, b) => Number(ASKED_LAST.has(a.name)) - Number(ASKED_LAST.has(b.name)),
  );

  for (const kind of Object.keys(RESTRICTION_KINDS) as RestrictionKind[]) {
    if (kind === 'SUSPENSION') continue;
    test(`${kind} stops what declares it, with its kind and end, and nothing else`, async (t) => {
      const world = await testWorld(t);
      const ada = await world.user('ada');
      const expiresAt = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
      await restrict(world, ada, { kind, expiresAt: `'${expiresAt}'` });
      for (const { name } of inTurn) {
        const errors = await payloadErrors(ada, name);
        const restricted = errors.filter(({ code }) => code === 'RESTRICTED');
        const refusal: PayloadError[] = [{ code: 'RESTRICTED', kind, expiresAt }];
        assert.deepEqual(restricted, RESTRICTED_BY[name] === kind ? refusal : [], name);
      }
    });
  }

  test('one that has ended, was lifted or is somebody else’s stops nothing', async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    for (const kind of Object.keys(RESTRICTION_KINDS) as RestrictionKind[]) {
      await restrict(world, ada, { kind, expiresAt: "now() - interval '1 second'" });
      await restrict(world, ada, { kind, liftedAt: 'now()' });
    }
    await restrict(world, ben, { kind: 'POSTING' });
    for (const { name } of inTurn) {
      const errors = await payloadErrors(ada, name);
      assert.deepEqual(
        errors.filter(({ code }) => code === 'RESTRICTED'),
        [],
        name,
      );
    }
  });

  test('it ends by itself at its time', async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    await restrict(world, ada, { kind: 'POSTING', expiresAt: "now() + interval '10 minutes'" });
    assert.equal((await payloadErrors(ada, 'createPost', { text: 'Hello' }))[0]?.code, 'RESTRICTED');
    world.clock.advance('11m');
    assert.deepEqual(await payloadErrors(ada, 'createPost', { text: 'Hello' }), []);
  });

  test('without an end it says null; the one that lasts longest is named', async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    await restrict(world, ada, { kind: 'POSTING', expiresAt: "now() + interval '1 hour'" });
    await restrict(world, ada, { kind: 'POSTING' });
    assert.deepEqual(await payloadErrors(ada, 'createPost', { text: 'Hello' }), [
      { code: 'RESTRICTED', kind: 'POSTING', expiresAt: null },
    ]);
  });

  test('a picture in the profile is an upload: UPLOADS stops it, and not the rest of the profile', async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    await restrict(world, ada, { kind: 'UPLOADS' });
    const document = `mutation ($input: UpdateProfileInput!) {
      updateProfile(input: $input) { user { displayName } errors { code } } }`;
    const refused = await ada.upload(document, { input: { avatar: null } }, { 'input.avatar': PICTURE });
    assert.deepEqual(refused.data, { updateProfile: { user: null, errors: [{ code: 'RESTRICTED' }] } });
    const changed = await ada.do(document, { input: { displayName: 'Ada L.' } });
    assert.deepEqual(changed.updateProfile, { user: { displayName: 'Ada L.' }, errors: [] });
  });

  test('SUSPENSION ends everything: requests, sockets, refreshing and signing in again', async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    await restrict(world, ada, { kind: 'SUSPENSION' });
    const revoked = { code: 'UNAUTHENTICATED', reason: 'REVOKED' };
    for (const { name } of mutations) {
      const { document, variables, files } = minimalOperation(schemas.client, 'Mutation', name);
      assert.deepEqual(refusalOf(await send(ada, document, variables, files)), revoked, name);
    }
    const connectionParams = { authorization: `Bearer ${ada.token}` };
    assert.equal((await openRawSocket(world.url, { connectionParams })).refusal, 4403);
    const { email, password, refreshToken } = ada;
    const signIns: readonly [name: string, input: object][] = [
      ['login', { email, password }],
      ['refreshSession', { refreshToken }],
    ];
    for (const [name, input] of signIns) {
      const errors = await payloadErrors(world.anonymous(), name, { ...input });
      assert.deepEqual(errors, [{ code: 'RESTRICTED', kind: 'SUSPENSION', expiresAt: null }], name);
    }
  });
});

type Verdict = (rule: Rule) => 'allowed' | { readonly code: string; readonly reason?: string };
type Caller = { readonly actor: Actor; readonly verdict: Verdict };

const nobody =
  (reason: string): Verdict =>
  (rule) =>
    rule === 'anyone' ? 'allowed' : { code: 'UNAUTHENTICATED', reason };

const aUser: Verdict = (rule) =>
  rule === 'anyone' || rule === 'user' ? 'allowed' : { code: 'UNAUTHENTICATED', reason: 'INVALID' };

const adminWith =
  (role: AdminRole): Verdict =>
  (rule) => {
    if (rule === 'user') return { code: 'UNAUTHENTICATED', reason: 'INVALID' };
    return typeof rule === 'string' || rule.includes(role) ? 'allowed' : { code: 'FORBIDDEN' };
  };

async function clientCallers(world: World): Promise<Record<string, Caller>> {
  const expired = await world.user('expired');
  world.clock.advance('16m');
  const suspended = await world.user('suspended');
  await restrict(world, suspended, { kind: 'SUSPENSION' });
  const deleted = await world.user('deleted');
  await runSql(world.connectionString, "update users set state = 'DELETED' where username = 'deleted'");
  const signedOut = await world.user('signed.out');
  await signedOut.do('mutation { logout(input: {}) { errors { code } } }');
  const admin = await world.admin();
  return {
    anonymous: { actor: world.anonymous(), verdict: nobody('MISSING') },
    'a token that nobody issued': { actor: withToken(world, 'garbage'), verdict: nobody('INVALID') },
    'an expired token': { actor: expired, verdict: nobody('EXPIRED') },
    'an admin’s token': { actor: withToken(world, admin.token), verdict: nobody('INVALID') },
    'a suspended user': { actor: suspended, verdict: nobody('REVOKED') },
    'a deleted user': { actor: deleted, verdict: nobody('REVOKED') },
    'a user who signed out': { actor: signedOut, verdict: nobody('REVOKED') },
    'a user': { actor: await world.user('ada'), verdict: aUser },
  };
}

async function adminCallers(world: World): Promise<Record<string, Caller>> {
  const expired = await world.admin();
  world.clock.advance('16m');
  const disabled = await world.admin();
  await runSql(
    world.connectionString,
    'update admins set disabled_at = now() where created_at = (select max(created_at) from admins)',
  );
  const signedOut = await world.admin();
  await runSql(
    world.connectionString,
    'update admin_sessions set revoked_at = now() where created_at = (select max(created_at) from admin_sessions)',
  );
  const user = await anonymousAdmin(world);
  user.token = (await world.user('ada')).token;
  const garbage = await anonymousAdmin(world);
  garbage.token = 'garbage';
  const roles = await Promise.all(
    ROLES.map(async (role): Promise<[string, Caller]> => [
      role,
      { actor: await world.admin({ role }), verdict: adminWith(role) },
    ]),
  );
  return {
    anonymous: { actor: await anonymousAdmin(world), verdict: nobody('MISSING') },
    'a token that nobody issued': { actor: garbage, verdict: nobody('INVALID') },
    'an expired token': { actor: expired, verdict: nobody('EXPIRED') },
    'a user’s token': { actor: user, verdict: nobody('INVALID') },
    'a disabled admin': { actor: disabled, verdict: nobody('REVOKED') },
    'an admin whose session ended': { actor: signedOut, verdict: nobody('REVOKED') },
    ...Object.fromEntries(roles),
  };
}

function withToken(world: World, token: string | null): Actor {
  return Object.assign(world.anonymous(), { token });
}

async function anonymousAdmin(world: World): Promise<Actor> {
  return Object.assign(await world.admin(), { token: null });
}

type Outcome = { readonly code: string; readonly reason?: string };

/**
 * What each field should have answered. An open field has nothing to do with who calls, so it answers everybody as it
 * answers an anonymous caller; one that is allowed may fail for its own reasons, but not for want of a right.
 */
function expected(
  found: Readonly<Record<string, Outcome>>,
  open: Readonly<Record<string, Outcome>>,
  verdict: Verdict,
): Record<string, Outcome> {
  const NOT_ALLOWED = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'INTERNAL', 'BAD_REQUEST']);
  return Object.fromEntries(
    Object.entries(found).map(([field, outcome]) => {
      const rule = WHO_MAY_CALL[field] ?? 'user';
      const due = verdict(rule);
      if (due !== 'allowed') return [field, due];
      if (rule === 'anyone') return [field, open[field] ?? { code: 'NEVER' }];
      return [field, NOT_ALLOWED.has(outcome.code) ? { code: 'OK' } : outcome];
    }),
  );
}

async function outcomes(fields: readonly RootField[], actor: Actor): Promise<Record<string, Outcome>> {
  const found: Record<string, Outcome> = {};
  for (const field of fields) {
    const schema = field.name.startsWith('admin') ? schemas.admin : schemas.client;
    const { document, variables, files } = minimalOperation(schema, field.root, field.name);
    found[keyOf(field)] = refusalOf(await send(actor, document, variables, files));
  }
  return found;
}

/** The beginning of one: enough for its type to be known, too little for a picture. */
const PICTURE = new Blob([Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAAC', 'base64')]);

function send(
  actor: Actor,
  document: string,
  variables: Readonly<Record<string, unknown>>,
  files: readonly string[],
): Promise<Answer> {
  if (files.length === 0) return actor.ask(document, variables);
  const parts = files.map((place): [string, Blob] => [place, PICTURE]);
  return actor.upload(document, variables, Object.fromEntries(parts));
}

function refusalOf({ errors }: Answer): Outcome {
  const { code, reason } = errors?.[0]?.extensions ?? { code: 'OK' };
  return typeof reason === 'string' ? { code, reason } : { code };
}

type PayloadError = { readonly code: string; readonly kind?: string; readonly expiresAt?: string | null };

/** The errors in the payload; one that the request as a whole has stands for them. */
async function payloadErrors(
  actor: Actor,
  name: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<readonly PayloadError[]> {
  const { document, variables, files } = minimalOperation(schemas.client, 'Mutation', name);
  const given = { input: { ...(variables['input'] as object), ...input } };
  const answer = await send(actor, document, given, files);
  return answer.data?.[name]?.errors ?? [refusalOf(answer)];
}

async function restrict(
  world: World,
  person: Person,
  restriction: { kind: RestrictionKind; expiresAt?: string; liftedAt?: string },
): Promise<void> {
  const { kind, expiresAt = 'null', liftedAt = 'null' } = restriction;
  await runSql(
    world.connectionString,
    `insert into restrictions (id, user_id, kind, reason, created_at, expires_at, lifted_at)
     values (gen_random_uuid(), '${uuidOf(person.id)}', '${kind}', 'a test', now(), ${expiresAt}, ${liftedAt})`,
  );
}

const keyOf = ({ root, name }: RootField): string => `${root}.${name}`;

/** Over HTTP there are no subscriptions; on the socket the others are the same code, so it stands for them alone. */
function fieldsOver(schema: GraphQLSchema, transport: 'http' | 'socket'): RootField[] {
  return rootFields(schema)
    .filter(({ root }) => (root === 'Subscription') === (transport === 'socket'))
    .toSorted((a, b) => Number(ASKED_LAST.has(a.name)) - Number(ASKED_LAST.has(b.name)));
}

function rootFields(schema: GraphQLSchema): RootField[] {
  return (['Query', 'Mutation', 'Subscription'] as const).flatMap((root) => {
    const type = schema.getRootType(root.toLowerCase() as never);
    return Object.values(type?.getFields() ?? {}).map(({ name, args, type: result }) => ({
      root,
      name,
      args,
      type: result,
    }));
  });
}
