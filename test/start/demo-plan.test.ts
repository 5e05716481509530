import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEMO_CONVERSATIONS } from '../../db/demo/conversations.ts';
import { PEOPLE } from '../../db/demo/people.ts';
import { paintAvatar, paintScene } from '../../db/demo/pictures.ts';
import { PLAN } from '../../db/demo/plan.ts';

test('the plan gives each user content and users to follow', () => {
  const { posts, quotes, answers, follows, mediaPosts } = PLAN;
  assert.ok(
    answers.length > 300 &&
      answers.every(({ agoMs, author, post }) => agoMs < post.agoMs && author !== post.author),
  );
  assert.ok(quotes.length > 6 && quotes.every(({ agoMs, quoted }) => agoMs < quoted.agoMs));
  for (const { username } of PEOPLE) {
    assert.equal(posts.filter(({ author, isPinned }) => author === username && isPinned).length, 1, username);
  }
  assert.ok(posts.filter(({ text }) => / #[a-z]+$/.test(text)).length > 20);
  const popularity = PEOPLE.map(
    ({ username }) => follows.filter(({ followee }) => followee === username).length,
  ).toSorted((a, b) => b - a);
  assert.ok((popularity[0] ?? 0) > 4 * (popularity[25] ?? 0), popularity.join(' '));
  for (const { username } of PEOPLE) {
    const written = posts.filter(({ author }) => author === username).length;
    assert.ok(written >= 3 && written <= 8, `${username} writes ${written} posts`);
    assert.ok(mediaPosts.some(({ author }) => author === username));
    assert.ok(follows.some(({ follower }) => follower === username));
  }
  const edges = follows.map(({ follower, followee }) => `${follower} ${followee}`);
  assert.equal(new Set(edges).size, edges.length);
  assert.ok(follows.every(({ follower, followee }) => follower !== followee && followee !== ''));
});

test('each message of a demo conversation is by one of its members', () => {
  const names = new Set(PEOPLE.map(({ username }) => username));
  assert.equal(names.size, 50);
  for (const { people, lines, title } of DEMO_CONVERSATIONS) {
    assert.ok(people.every((name) => names.has(name)));
    assert.ok(lines.every(([speaker]) => speaker < people.length));
    assert.equal(title === null, people.length === 2);
  }
});

test('no two pictures of the plan are the same, nor two faces, and each is drawn again as it was', async () => {
  const pictures = PLAN.mediaPosts.flatMap(({ media }) => media.filter((item) => 'scene' in item));
  const motifs = new Set(pictures.map(({ scene, motif }) => `${scene} ${motif}`));
  assert.equal(motifs.size, 60);
  const painted = async () =>
    (await Promise.all(pictures.map(paintScene))).map(({ content }) => content.toString('base64'));
  const first = await painted();
  assert.equal(new Set(first).size, pictures.length);
  assert.deepEqual(await painted(), first);

  const looks = { hasBeard: false, isOld: false };
  const faces = await Promise.all(PEOPLE.map((_person, seed) => paintAvatar(seed, looks)));
  assert.equal(new Set(faces.map((one) => one.toString('base64'))).size, PEOPLE.length);
});
