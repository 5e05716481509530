import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { resolveEntities } from '#domains/graph/entities/entities.service.ts';
import { publishComment } from '#domains/content/comments/comments.service.ts';
import { parsePost } from '#domains/content/posts/post-input.policy.ts';
import { publishPost } from '#domains/content/posts/publishing.service.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import type { Actor } from '#test/support/actor.ts';
import { commentOn, publish } from '#test/support/content/comments.ts';
import { moderateComment, moderatePost } from '#test/support/people/moderate.ts';
import { follow } from '#test/support/people/people.ts';
import { POST_LISTS, SURFACES } from '#test/support/promises/visibility-tables.ts';
import { rawAnswer } from '#test/support/transport/raw-answer.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

type Kind = 'post' | 'comment';
type State = 'HELD from its beginning on' | 'HELD later' | 'REMOVED';

const STATES: readonly State[] = ['HELD from its beginning on', 'HELD later', 'REMOVED'];
const ABSENT = '01900000-0000-7000-8000-000000000000';
/** The author of a post takes these marks back from comments that they no longer see. */
const WITHDRAWN_UNSEEN = ['unpinComment', 'unhideComment'];
const TEXT = 'Hello #everybody';
/** The lists of POST_LISTS that need no image and nobody's repost or comment. */
const OF_AUTHOR = ['posts of its author', 'timeline of its author'];

describe('what moderation holds or removes is as if it did not exist for all but its author and admins', () => {
  let world: World;
  let author: Person;
  let hub: Person;
  let hubPost: string;
  let others: Readonly<Record<string, Actor>>;
  let admin: Actor;
  const ends: (() => unknown)[] = [];

  before(async () => {
    // A caller sends more requests here than the budgets of a minute.
    const env = { LIMIT_USER_COST_BUDGET: '1000000', LIMIT_ANONYMOUS_COST_BUDGET: '1000000' };
    world = await testWorld({ after: (end) => void ends.push(end as () => unknown) }, { env });
    [author, hub] = [await world.user('author'), await world.user('hub')];
    const [follower, stranger] = [await world.user('follower'), await world.user('stranger')];
    await follow(follower, author);
    others = { follower, stranger, 'author of the post above': hub, anonymous: world.anonymous() };
    admin = await world.admin();
    hubPost = await publish(hub);
  });
  after(async () => {
    for (const end of ends) await end();
  });

  const surfacesOf = (kind: Kind): [string, string][] =>
    Object.entries(SURFACES).flatMap(([name, { of, document }]) => (of === kind ? [[name, document]] : []));

  /** Names of the surfaces that answer otherwise than about what there is not. */
  async function surfacesWith(
    viewer: Actor,
    { kind, id, surfaces }: { kind: Kind; id: string; surfaces: readonly (readonly [string, string])[] },
  ): Promise<string[]> {
    const absent = toGlobalId(kind, ABSENT);
    const found: string[] = [];
    for (const [name, document] of surfaces) {
      const about = await rawAnswer(world.url, viewer, document, { id });
      const nothing = await rawAnswer(world.url, viewer, document, { id: absent });
      if (about.replaceAll(id, 'ID') !== nothing.replaceAll(absent, 'ID')) found.push(name);
    }
    return found;
  }

  async function listsWith(viewer: Actor, id: string): Promise<string[]> {
    const found: string[] = [];
    for (const [name, document] of Object.entries(POST_LISTS)) {
      const text = await rawAnswer(world.url, viewer, document, { author: author.id, hub: hub.id });
      if (text.includes(id)) found.push(name);
    }
    return found;
  }

  const make: Readonly<Record<Kind, (state: State) => Promise<string>>> = {
    post: async (state) => {
      if (state === 'HELD from its beginning on') return heldPost(world, author);
      const id = await publish(author, { text: TEXT });
      await world.runJobs();
      await moderatePost(world, id, state === 'REMOVED' ? 'REMOVED' : 'HELD');
      return id;
    },
    comment: async (state) => {
      if (state === 'HELD from its beginning on') return heldComment(world, author, hubPost);
      const id = await commentOn(author, hubPost, { text: TEXT });
      await moderateComment(world, id, state === 'REMOVED' ? 'REMOVED' : 'HELD');
      return id;
    },
  };

  for (const kind of ['post', 'comment'] as const)
    for (const state of STATES)
      test(`a ${kind} that is ${state}`, async () => {
        const id = await make[kind](state);
        await world.runJobs();
        const surfaces = surfacesOf(kind);
        assert.ok(surfaces.length > 10);
        const shown = 'query ($id: ID!) { hub: post(id: $id) { commentCount } }';
        const comments = 'query ($id: ID!) { postComments(postId: $id, first: 100) { nodes { id } } }';
        for (const [name, viewer] of Object.entries(others)) {
          const isKnown = viewer === hub && kind === 'comment' && state !== STATES[0];
          assert.deepEqual(
            await surfacesWith(viewer, { kind, id, surfaces }),
            isKnown ? WITHDRAWN_UNSEEN : [],
            name,
          );
          assert.deepEqual(await listsWith(viewer, id), [], name);
          assert.deepEqual(await viewer.do(shown, { id: hubPost }), { hub: { commentCount: 0 } }, name);
          const { postComments } = await viewer.do(comments, { id: hubPost });
          assert.deepEqual(postComments.nodes, [], name);
        }

        const queries = surfaces.filter(([, document]) => document.startsWith('query'));
        const own = state === 'REMOVED' ? [] : queries.map(([name]) => name);
        assert.deepEqual(await surfacesWith(author, { kind, id, surfaces: queries }), own);
        if (kind === 'post') {
          const lists = (await listsWith(author, id)).filter((name) => OF_AUTHOR.includes(name));
          assert.deepEqual(lists, state === 'REMOVED' ? [] : OF_AUTHOR);
        } else {
          const { postComments } = await author.do(comments, { id: hubPost });
          assert.deepEqual(postComments.nodes, state === 'REMOVED' ? [] : [{ id }]);
        }

        const [type, field] = kind === 'post' ? ['Post', 'postId'] : ['Comment', 'commentId'];
        const decide = (name: string): Promise<unknown> =>
          admin.do(
            `mutation ($id: ID!) { ${name}(input: { ${field}: $id, reason: "A test" }) { ${field} errors { code } } }`,
            { id },
          );
        const done = async (name: string): Promise<void> =>
          assert.deepEqual(await decide(name), { [name]: { [field ?? '']: id, errors: [] } });
        await done(`adminRestore${type}`);
        await world.runJobs();
        for (const [name, viewer] of Object.entries(others)) {
          const restored = (await surfacesWith(viewer, { kind, id, surfaces: queries })).toSorted();
          assert.deepEqual(restored, queries.map(([surface]) => surface).toSorted(), `restored: ${name}`);
          const { hub: above } = await viewer.do(shown, { id: hubPost });
          assert.equal(above.commentCount, kind === 'comment' ? 1 : 0, `restored: ${name}`);
        }
        await done(`adminRemove${type}`);
        await world.runJobs();
        for (const [name, viewer] of Object.entries({ ...others, author })) {
          assert.deepEqual(
            await surfacesWith(viewer, { kind, id, surfaces: queries }),
            [],
            `removed: ${name}`,
          );
          assert.deepEqual(await viewer.do(shown, { id: hubPost }), { hub: { commentCount: 0 } }, name);
        }
      });
});

/** Publishes a post as screening does that holds it. */
async function heldPost({ app: { services } }: World, author: Person): Promise<string> {
  const ctx = localUserContext(services, uuidOf(author.id));
  const post = { ...parsePost({ text: TEXT }, { limits: ctx.limits, fileCount: 0 }), id: ctx.ids.next() };
  const entities = await resolveEntities(ctx, { text: post.text, path: ['text'] });
  await ctx.transaction((tx) => publishPost(ctx, tx, { post, entities, claim: null, heldFor: 'MODERATORS' }));
  return toGlobalId('post', post.id);
}

/** Adds a comment as screening does that holds it. */
async function heldComment({ app: { services } }: World, author: Person, post: string): Promise<string> {
  const ctx = localUserContext(services, uuidOf(author.id));
  const id = ctx.ids.next();
  const entities = await resolveEntities(ctx, { text: TEXT, path: ['text'] });
  const given = { id, text: TEXT, entities, mediaIds: [], postId: uuidOf(post), parentId: null };
  await publishComment(ctx, { ...given, heldFor: 'MODERATORS' }, { claim: null, scan: null });
  return toGlobalId('comment', id);
}
