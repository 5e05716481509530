import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJwt } from 'jose';
import sharp from 'sharp';
import type { FirebaseServer } from '#test/support/people/firebase-server.ts';
import { firebaseWorld } from '#test/support/people/firebase-world.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

test('a creator publishes images, her followers see them, and an admin lists the users', async (t) => {
  await story(await testWorld(t));
});

test('a creator publishes images with Firebase as the identity provider, and a disabled account is refused', async (t) => {
  const { world, firebase } = await firebaseWorld(t);
  const { cleo } = await story(world);

  // The provider dates its tokens in whole seconds: a second one in the same second would be identical.
  world.clock.advance('2s');
  const other = await world.signIn(cleo);
  assert.equal(other.id, cleo.id);
  assert.notEqual(other.token, cleo.token);
  // A user who signed in only at the provider has no profile yet.
  const stranger = world.anonymous();
  stranger.token = await signUpAt(firebase, 'dora@example.com');
  const refused = await stranger.ask('{ me { user { username } } }');
  assert.equal(refused.errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
  const { register } = await stranger.do(
    `mutation ($token: String!) { register(input: {
      providerToken: $token, username: "dora", displayName: "Dora", device: { platform: IOS }
    }) { user { username } errors { code path message } } }`,
    { token: stranger.token },
  );
  assert.deepEqual(register.user, { username: 'dora' });
  assert.deepEqual(await stranger.do('{ me { user { username } } }'), { me: { user: { username: 'dora' } } });

  firebase.disable(String(decodeJwt(stranger.token).sub));
  world.clock.advance('1m');
  const disabled = await stranger.ask('{ me { user { username } } }');
  assert.deepEqual(disabled.errors?.[0]?.extensions, { code: 'UNAUTHENTICATED', reason: 'REVOKED' });
});

async function story(world: World): Promise<{ cleo: Person }> {
  const [cleo, ada, ben] = await Promise.all(['cleo', 'ada', 'ben'].map((name) => world.user(name)));
  assert.ok(cleo && ada && ben);
  for (const follower of [ada, ben]) {
    await follower.do('mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }', {
      id: cleo.id,
    });
  }
  const mediaIds = [await picture(cleo, 64, 48), await picture(cleo, 48, 64)];
  const { createPost } = await cleo.do(
    `mutation ($mediaIds: [ID!]) { createPost(input: { text: "Two views", mediaIds: $mediaIds, visibility: FOLLOWERS }) {
      post { id } errors { code } } }`,
    { mediaIds },
  );

  for (const follower of [ada, ben]) {
    const { feed } = await follower.do(
      '{ feed { nodes { id text author { username } media { id url width height } } } }',
    );
    assert.equal(feed.nodes.length, 1);
    const [post] = feed.nodes;
    assert.deepEqual(
      [post.id, post.text, post.author],
      [createPost.post.id, 'Two views', { username: 'cleo' }],
    );
    assert.deepEqual(
      post.media.map(({ id, width, height }: Size & { id: string }) => ({ id, width, height })),
      [
        { id: mediaIds[0], width: 64, height: 48 },
        { id: mediaIds[1], width: 48, height: 64 },
      ],
    );
    const file = await fetch(post.media[0].url);
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'image/webp']);
  }
  assert.deepEqual(await world.anonymous().do('query ($id: ID!) { post(id: $id) { id } }', createPost.post), {
    post: null,
  });

  const admin = await world.admin({ role: 'SUPPORT' });
  const { adminGetUsers } = await admin.do('{ adminGetUsers { nodes { username email } } }');
  assert.deepEqual(
    adminGetUsers.nodes.map(({ username, email }: Person) => `${username} ${email}`).toSorted(),
    ['ada ada@example.com', 'ben ben@example.com', 'cleo cleo@example.com'],
  );
  return { cleo };
}

type Size = { readonly width: number; readonly height: number };

/** @returns the id of an image uploaded by the user */
async function picture(person: Person, width: number, height: number): Promise<string> {
  const background = { r: 200, g: 90, b: 40 };
  const content = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const { data } = await person.upload(
    'mutation ($file: Upload!) { uploadMedia(input: { file: $file }) { media { id } errors { code } } }',
    { file: null },
    { file: new Blob([new Uint8Array(content)], { type: 'image/jpeg' }) },
  );
  return data.uploadMedia.media.id;
}

/** Signs in like a client SDK, without Plaza. */
async function signUpAt({ baseUrl, apiKey }: FirebaseServer, email: string): Promise<string> {
  const response = await fetch(`${baseUrl}/v1/accounts:signUp?key=${apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse battery', returnSecureToken: true }),
  });
  // The response of the provider.
  return ((await response.json()) as { idToken: string }).idToken;
}
