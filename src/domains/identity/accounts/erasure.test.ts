import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import {
  CANCEL_DELETION,
  erase,
  OWN_ACCOUNT,
  requestDeletion,
  runErasures,
} from '#test/support/people/accounts.ts';
import { firebaseWorld } from '#test/support/people/firebase-world.ts';
import { say, startWith } from '#test/support/messaging/messaging.ts';
import { runSql } from '#test/support/test-server.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { startErasures } from './erasure.ts';

const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { user { id } errors { code } } }`;

test('an account is erased only after the grace period, and its username and e-mail address become free', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await befriend(ben, ada);
  await publish(ada);
  const dueAt = await requestDeletion(ada);
  world.clock.advance(dueAt.getTime() - world.clock.now().getTime() - 60_000);
  await world.runJobs();
  await unchanged(world, () => runErasures(world));
  const adaBefore = await world.signIn(ada);
  assert.equal((await adaBefore.do(OWN_ACCOUNT)).me.accountState, 'PENDING_DELETION');

  world.clock.advance('1m');
  await runErasures(world);
  assert.deepEqual((await adaBefore.ask('{ me { id } }')).errors?.[0]?.extensions, {
    code: 'UNAUTHENTICATED',
    reason: 'INVALID',
  });
  const { email, password } = ada;
  const { login } = (await world.anonymous().ask(LOGIN, { input: { email, password } })).data;
  assert.deepEqual(login, { user: null, errors: [{ code: 'INVALID_CREDENTIALS' }] });
  const benAfter = await world.signIn(ben);
  const seen = await benAfter.do(
    'query ($id: ID!) { user(id: $id) { id } byName: user(username: "ada") { id } userPosts(userId: $id) { nodes { id } } me { user { followingCount } } }',
    { id: ada.id },
  );
  assert.deepEqual(seen, { user: null, byName: null, userPosts: null, me: { user: { followingCount: 0 } } });

  const adaAgain = await world.user('ada');
  assert.notEqual(adaAgain.id, ada.id);
  const { me } = await adaAgain.do('{ me { email user { username postCount followerCount } } }');
  assert.deepEqual(me, { email, user: { username: 'ada', postCount: 0, followerCount: 0 } });
  // Remaining jobs for the old account do not touch the new one.
  world.clock.advance('4h');
  await world.runJobs();
  assert.equal((await world.signIn(adaAgain)).id, adaAgain.id);
});

test('an account whose deletion is cancelled in the last minute is not erased', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const dueAt = await requestDeletion(ada);
  world.clock.advance(dueAt.getTime() - world.clock.now().getTime() - 1_000);
  await (await world.signIn(ada)).do(CANCEL_DELETION, { input: {} });
  world.clock.advance('1h');
  await runErasures(world);
  assert.equal((await (await world.signIn(ada)).do(OWN_ACCOUNT)).me.accountState, 'ACTIVE');
});

test('an erasure that fails half-way resumes where it stopped', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await befriend(ben, ada);
  await publish(ada);
  await runSql(
    world.connectionString,
    `create function fail() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
     create trigger fail before delete on posts for each row execute function fail()`,
  );
  await requestDeletion(ada);
  world.clock.advance('30d');
  await runErasures(world);
  const left = async (table: string, column: string) =>
    (
      await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${uuidOf(ada.id)}`.execute(
        world.app.services.db,
      )
    ).rows.length;
  assert.deepEqual(
    [
      await left('posts', 'author_id'),
      await left('follows', 'followee_id'),
      await left('sessions', 'user_id'),
    ],
    [1, 0, 0],
  );
  await runSql(world.connectionString, 'drop trigger fail on posts');
  world.clock.advance('1h');
  await world.runJobs();
  assert.equal(await left('posts', 'author_id'), 0);
});

test('data written during an erasure is erased some hours later', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await requestDeletion(ada);
  world.clock.advance('30d');
  await runErasures(world);
  const id = uuidOf(ada.id);
  await runSql(
    world.connectionString,
    `update users set display_name = 'Ada', bio = 'Late' where id = '${id}';
     insert into posts (id, author_id, text, visibility, created_at) values (gen_random_uuid(), '${id}', 'Late', 'PUBLIC', now());
     update users set post_count = post_count + 1 where id = '${id}'`,
  );
  world.clock.advance('4h');
  await world.runJobs();
  await world.runJobs();
  const { db } = world.app.services;
  assert.deepEqual(await db.selectFrom('posts').selectAll().execute(), []);
  const { username, ...row } = await rowOf(world, ada);
  assert.match(username, /^deleted_[0-9a-f]{20}$/);
  assert.deepEqual(row, { state: 'DELETED', display_name: '', bio: '', post_count: 0, provider: 'erased' });
});

test('messages of an erased user stay without their name, and their groups continue', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const direct = await startWith(ada, ben);
  const group = await startWith(ada, ben, cleo);
  await say(ada, direct, 'Hello Ben');
  await say(ada, group, 'Hello all');
  await erase(world, ada);
  const device = await world.signIn(ben);
  const talks = await device.do(
    `query ($direct: ID!, $group: ID!) {
      direct: conversation(id: $direct) { participants { nodes { user { username } role } } viewer { canSend } }
      group: conversation(id: $group) { participants { nodes { user { username } role } } viewer { canSend } }
      said: conversationMessages(conversationId: $direct) { nodes { content { __typename text } sender { id } } }
      saidToAll: conversationMessages(conversationId: $group) { nodes { content { __typename text } sender { id } } } }`,
    { direct, group },
  );
  const member = (username: string) => ({ user: { username }, role: 'MEMBER' });
  assert.deepEqual(talks, {
    direct: {
      participants: { nodes: [{ user: null, role: 'MEMBER' }, member('ben')] },
      viewer: { canSend: false },
    },
    group: {
      participants: { nodes: [{ ...member('ben'), role: 'OWNER' }, member('cleo')] },
      viewer: { canSend: true },
    },
    said: { nodes: [{ content: { __typename: 'TextContent', text: 'Hello Ben' }, sender: null }] },
    saidToAll: { nodes: [{ content: { __typename: 'TextContent', text: 'Hello all' }, sender: null }] },
  });
});

test('a conversation is deleted when its last member is erased', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const talk = await startWith(ada, ben);
  const kept = await startWith(ada, cleo);
  for (const id of [talk, kept]) await say(ada, id, 'Hello');
  await erase(world, ada);
  const { db } = world.app.services;
  const idsOf = async (table: 'conversations' | 'messages' | 'participants', column: string) =>
    (
      await sql<{ id: string }>`select distinct ${sql.ref(column)} as id from ${sql.table(table)}`.execute(db)
    ).rows
      .map((row) => row.id)
      .toSorted();
  assert.deepEqual(await idsOf('conversations', 'id'), [uuidOf(talk), uuidOf(kept)].toSorted());
  await erase(world, await world.signIn(ben));
  assert.deepEqual(await idsOf('conversations', 'id'), [uuidOf(kept)]);
  assert.deepEqual(await idsOf('messages', 'conversation_id'), [uuidOf(kept)]);
  assert.deepEqual(await idsOf('participants', 'conversation_id'), [uuidOf(kept)]);
});

test('an unavailable provider is called again later, and the rest of the erasure does not wait for it', async (t) => {
  const { world, firebase } = await firebaseWorld(t);
  const ada = await world.user('ada');
  const post = await publish(ada);
  assert.ok(post);
  await requestDeletion(ada);
  world.clock.advance('30d');
  firebase.setState('broken');
  await runErasures(world);
  assert.equal((await rowOf(world, ada)).state, 'DELETED');
  assert.deepEqual(await world.app.services.db.selectFrom('posts').select('id').execute(), []);
  assert.equal(firebase.answered.get('delete') ?? 0, 0);
  firebase.setState('well');
  world.clock.advance('4h');
  await world.runJobs();
  assert.equal((await rowOf(world, ada)).provider, 'erased');
  const again = await world.user('ada');
  assert.notEqual(again.id, ada.id);
});

test('the erasure job enqueues every due account, and each one once even when it runs again', async (t) => {
  const world = await testWorld(t);
  await runSql(
    world.connectionString,
    `insert into users (id, provider, subject, username, display_name, state, deletion_due_at, created_at, updated_at)
     select gen_random_uuid(), 'embedded', 's' || n, 'x' || lpad(n::text, 6, 'q'), 'X', 'PENDING_DELETION',
       case when n <= 450 then now() else now() + interval '1 day' end, now(), now()
     from generate_series(1, 460) n`,
  );
  const { services, relay } = world.app;
  for (let round = 0; round < 2; round += 1) {
    await startErasures(services);
    await relay.drain();
    const { rows } = await sql`
      select from graphile_worker.jobs where task_identifier = 'accounts.erase'`.execute(services.db);
    assert.equal(rows.length, 450);
  }
});

async function befriend(follower: Person, followee: Person): Promise<void> {
  await follower.do('mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }', {
    id: followee.id,
  });
}

async function publish(author: Person): Promise<string> {
  const { createPost } = await author.do(
    'mutation { createPost(input: { text: "Hello" }) { post { id } errors { code } } }',
  );
  return createPost.post.id;
}

async function rowOf(world: World, person: Person) {
  return world.app.services.db
    .selectFrom('users')
    .select(['state', 'username', 'display_name', 'bio', 'post_count', 'provider'])
    .where('id', '=', uuidOf(person.id))
    .executeTakeFirstOrThrow();
}
