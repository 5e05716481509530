import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { manage } from '#test/support/messaging/groups.ts';
import { block, deactivate, leave, requestFrom, startWith } from '#test/support/messaging/messaging.ts';
import { runSql } from '#test/support/test-server.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const SHOWN = `title viewer { displayTitle displayAvatar { id } peer { id user { username } blockedUser { userId username displayName } } }`;
const ONE = `query ($id: ID!) { conversation(id: $id) { ${SHOWN} participants { nodes { id user { username } } } } }`;

const shown = async (who: Actor, id: string) => (await who.do(ONE, { id })).conversation;

async function scene(t: Parameters<typeof testWorld>[0]) {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await named(world, 'ada'), await named(world, 'ben'), await named(world, 'cleo')];
  return { world, ada, ben, cleo };
}

/** A user with a name and an image. */
async function named(world: World, username: string): Promise<Person & { readonly avatarId: string }> {
  const person = await world.user(username);
  const { data } = await person.upload(
    `mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { user { avatar { id } } errors { code } } }`,
    { input: { displayName: `The ${username}`, avatar: null } },
    { 'input.avatar': new Blob([new Uint8Array(await smallPicture())]) },
  );
  return { ...person, avatarId: data.updateProfile.user.avatar.id };
}

test('a direct conversation shows each of the two the other one, and keeps its own title empty', async (t) => {
  const { ada, ben } = await scene(t);
  const id = await requestFrom(ada, ben);
  for (const [who, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    const { title, viewer, participants } = await shown(who, id);
    const theirs = participants.nodes.find(
      ({ user }: { user: { username: string } }) => user.username === other.username,
    );
    assert.deepEqual(
      { title, viewer },
      {
        title: null,
        viewer: {
          displayTitle: `The ${other.username}`,
          displayAvatar: { id: other.avatarId },
          peer: { id: theirs.id, user: { username: other.username }, blockedUser: null },
        },
      },
    );
  }
  const { errors } = await manage(ada, 'updateConversation', { conversationId: id, title: 'Us' });
  assert.equal(errors[0].code, 'INVALID_STATE');
  assert.equal((await shown(ada, id)).title, null);
});

test('the one who blocks sees whom, and the one who is blocked sees what a deleted account looks like', async (t) => {
  const { world, ada, ben, cleo } = await scene(t);
  const [blocked, erased, inactive] = [
    await startWith(ada, ben),
    await startWith(ben, cleo),
    await startWith(ben, await named(world, 'dora')),
  ];
  await block(world, ada, ben);
  await runSql(world.connectionString, "update users set state = 'DELETED' where username = 'cleo'");
  await runSql(world.connectionString, "update users set state = 'DEACTIVATED' where username = 'dora'");
  const { viewer } = await shown(ada, blocked);
  assert.deepEqual(viewer, {
    displayTitle: 'The ben',
    displayAvatar: { id: ben.avatarId },
    peer: {
      id: viewer.peer.id,
      user: null,
      blockedUser: { userId: ben.id, username: 'ben', displayName: 'The ben' },
    },
  });
  const nobody = { displayTitle: null, displayAvatar: null };
  for (const id of [blocked, erased, inactive]) {
    const seen = await shown(ben, id);
    const peer = { id: seen.viewer.peer.id, user: null, blockedUser: null };
    assert.deepEqual(seen.viewer, { ...nobody, peer });
  }
  // Two who block one another both see whom they have blocked.
  await block(world, ben, ada);
  assert.equal((await shown(ada, blocked)).viewer.displayTitle, 'The ben');
  assert.equal((await shown(ben, blocked)).viewer.displayTitle, 'The ada');
  await deactivate(world, ben);
  assert.deepEqual((await shown(ada, blocked)).viewer, {
    ...nobody,
    peer: {
      id: viewer.peer.id,
      user: null,
      blockedUser: { userId: ben.id, username: null, displayName: null },
    },
  });
});

test('a group shows its title and avatar, else names of others whom the caller sees', async (t) => {
  const { world, ada, ben, cleo } = await scene(t);
  const dora = await named(world, 'dora');
  const id = await startWith(ada, ben, cleo, dora);
  const titleFor = async (who: Actor) => (await shown(who, id)).viewer;
  assert.deepEqual(await titleFor(dora), {
    displayTitle: 'The ada, The ben, The cleo',
    displayAvatar: null,
    peer: null,
  });
  assert.equal((await titleFor(ada)).displayTitle, 'The ben, The cleo, The dora');
  await block(world, ben, dora);
  assert.equal((await titleFor(dora)).displayTitle, 'The ada, The cleo');
  await leave(world, cleo, id);
  assert.equal((await titleFor(ben)).displayTitle, 'The ada');
  await manage(ada, 'updateConversation', { conversationId: id, title: 'Harbour' });
  for (const who of [ada, ben, dora]) assert.equal((await titleFor(who)).displayTitle, 'Harbour');
});

test('whoever is invited to an unnamed group sees no names of it', async (t) => {
  const { ada, ben, cleo } = await scene(t);
  const id = await requestFrom(ada, ben, cleo);
  const nothing = { displayTitle: null, displayAvatar: null, peer: null };
  assert.deepEqual((await shown(ben, id)).viewer, nothing);
  await manage(ada, 'updateConversation', { conversationId: id, title: 'Harbour' });
  assert.deepEqual((await shown(ben, id)).viewer, { ...nothing, displayTitle: 'Harbour' });
});
