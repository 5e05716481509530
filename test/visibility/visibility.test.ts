import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import type { PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';
import { type IdType, toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor, Subscription } from '#test/support/actor.ts';
import { commentOn, publish } from '#test/support/content/comments.ts';
import { rawAnswer } from '#test/support/transport/raw-answer.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import {
  COMMENT_LISTS,
  HIDDEN_SURFACES,
  LISTS,
  POST_LISTS,
  type Situation,
  SITUATIONS,
  type Surface,
  SURFACES,
} from '#test/support/promises/visibility-tables.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

type Target = {
  readonly person: Person;
  readonly post: string;
  readonly media: string;
  readonly comment: string;
  readonly answer: string;
};

describe('invisible content answers as if it did not exist', () => {
  let world: World;
  let ada: Person;
  /** A user who follows all others and is followed by them. */
  let hub: Person;
  let hubPost: string;
  let picture: Blob;
  const targets = new Map<string, Target>();
  const ends: (() => unknown)[] = [];

  before(async () => {
    // Ada alone sends more requests here than the budget of one user per minute.
    const env = { LIMIT_USER_COST_BUDGET: '1000000' };
    world = await testWorld({ after: (end) => void ends.push(end as () => unknown) }, { env });
    ada = await world.user('ada');
    hub = await world.user('hub');
    hubPost = await publish(hub);
    const square = { create: { width: 8, height: 8, channels: 3, background: 'teal' } } as const;
    picture = new Blob([await sharp(square).png().toBuffer()]);
    for (const name of Object.keys(SITUATIONS)) targets.set(name, await makeTarget(targets.size));
    await world.runJobs();
  });
  after(async () => {
    for (const end of ends) await end();
  });

  async function makeTarget(index: number): Promise<Target> {
    const target = await world.user(`target.${index}`);
    const follow = 'mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }';
    for (const follower of [ada, hub]) await follower.do(follow, { id: target.id });
    await target.do(follow, { id: hub.id });
    await ada.do(
      'mutation ($id: ID!) { muteUser(input: { userId: $id, scopes: [NOTIFICATIONS] }) { errors { code } } }',
      { id: target.id },
    );
    const uploaded = await target.upload(
      'mutation ($input: UploadMediaInput!) { uploadMedia(input: $input) { media { id } errors { code } } }',
      { input: { file: null } },
      { 'input.file': picture },
    );
    const media = uploaded.data.uploadMedia.media.id;
    const { createPost } = await target.do(
      'mutation ($ids: [ID!]) { createPost(input: { text: "Hello #everybody", mediaIds: $ids }) { post { id } errors { code } } }',
      { ids: [media] },
    );
    const post = createPost.post.id;
    const comment = await commentOn(target, hubPost);
    await target.do(
      `mutation ($id: ID!) {
        reactToPost(input: { postId: $id, type: WOW }) { errors { code } }
        repost(input: { postId: $id }) { errors { code } } }`,
      { id: hubPost },
    );
    await hub.do('mutation ($id: ID!) { repost(input: { postId: $id }) { errors { code } } }', { id: post });
    return { person: target, post, media, comment, answer: await commentOn(hub, post) };
  }

  test('every list and query shows a user who is not hidden', async () => {
    const target = targetOf('Ada blocked them');
    for (const [name, surface] of Object.entries(SURFACES)) {
      if (surface.of === 'media' || surface.document.startsWith('mutation') || surface.reachedAfter) continue;
      const id = idIn(target, surface.of);
      const absent = toGlobalId(ID_TYPE_OF[surface.of], ABSENT);
      const shown = await rawAnswer(world.url, ada, surface.document, { id });
      const nothing = await rawAnswer(world.url, ada, surface.document, { id: absent });
      assert.notEqual(shown.replaceAll(id, 'ID'), nothing.replaceAll(absent, 'ID'), name);
    }
    assert.deepEqual(await listsOfPost(target.post, target.person), Object.keys(POST_LISTS));
  });

  test('an image is visible through its post, and by its id only to its owner', async () => {
    const { person, post, media } = targetOf('Ada blocked them');
    const { post: shown } = await ada.do('query ($id: ID!) { post(id: $id) { media { id url } } }', {
      id: post,
    });
    assert.equal(shown.media[0].id, media);
    assert.equal((await fetch(shown.media[0].url)).status, 200);
    const node = 'query ($id: ID!) { node(id: $id) { id } }';
    assert.deepEqual(await ada.do(node, { id: media }), { node: null });
    assert.deepEqual(await person.do(node, { id: media }), { node: { id: media } });
  });

  for (const [name, hide] of [
    ['a suspension', `update users set suspended_until = 'infinity' where id = `],
    ['a request to delete the account', `update users set state = 'PENDING_DELETION' where id = `],
  ] as const) {
    test(`${name} revokes the links to a person's images at once, and its end gives them back`, async () => {
      const { person, post } = await makeTarget(targets.size + name.length);
      const { post: shown } = await ada.do('query ($id: ID!) { post(id: $id) { media { url } } }', {
        id: post,
      });
      const { url } = shown.media[0];
      const id = `'${uuidOf(person.id)}'`;
      await runSql(world.connectionString, `${hide}${id}`);
      assert.equal((await fetch(url)).status, 404);
      const lift = `update users set suspended_until = null, state = 'ACTIVE' where id = ${id}`;
      await runSql(world.connectionString, lift);
      assert.equal((await fetch(url)).status, 200);
      await person.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
        id: post,
      });
      assert.equal((await fetch(url)).status, 404);
    });
  }

  for (const [name, situation] of Object.entries(SITUATIONS)) {
    test(name, async () => {
      const { hides, apply } = situation;
      const target = targetOf(name);
      assert.deepEqual(await listsWith(target.person), Object.keys(LISTS));
      const talk = await startTalking(target.person);
      const ids = {
        target: uuidOf(target.person.id),
        viewer: uuidOf(ada.id),
        post: uuidOf(target.post),
        comment: uuidOf(target.comment),
      };
      await runSql(world.connectionString, apply(ids));

      for (const [surface, { of, document, reachedAfter = [] }] of Object.entries(SURFACES)) {
        if (!HIDDEN_SURFACES[hides].includes(of) || reachedAfter.includes(name)) continue;
        const id = idIn(target, of);
        const absent = toGlobalId(ID_TYPE_OF[of], ABSENT);
        const forHidden = await rawAnswer(world.url, ada, document, { id });
        const forAbsent = await rawAnswer(world.url, ada, document, { id: absent });
        assert.equal(forHidden.replaceAll(id, 'ID'), forAbsent.replaceAll(absent, 'ID'), surface);
      }
      assert.deepEqual(
        await listsOfPost(target.post, target.person),
        hides === 'comment' ? Object.keys(POST_LISTS) : [],
      );
      const lists = Object.keys(LISTS).filter((list) => hides === 'post' || !COMMENT_LISTS.includes(list));
      assert.deepEqual(await listsWith(target.person), hides === 'person' ? [] : lists);
      if (hides === 'person') await assertReadOnly(talk, name);
      else await assertPersonStays(target, situation);
      talk.live.close();
    });
  }

  test('an anonymous caller sees public posts of active users and no others', async () => {
    const writer = await world.user('writer');
    const anonymous = world.anonymous();
    const publish = async (visibility: PostVisibility): Promise<string> => {
      const { createPost } = await writer.do(
        'mutation ($v: PostVisibility!) { createPost(input: { text: "Hi", visibility: $v }) { post { id } errors { code } } }',
        { v: visibility },
      );
      return createPost.post.id;
    };
    const [open, followers, own] = [
      await publish('PUBLIC'),
      await publish('FOLLOWERS'),
      await publish('PRIVATE'),
    ];
    const list = async (who: Pick<Actor, 'do'>) =>
      (
        await who.do('query ($id: ID!) { userPosts(userId: $id) { nodes { id } } }', { id: writer.id })
      ).userPosts.nodes.map((post: { id: string }) => post.id);
    assert.deepEqual(await list(anonymous), [open]);
    assert.deepEqual(await list(ada), [open]);
    assert.deepEqual(await list(writer), [own, followers, open]);
    await ada.do('mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }', {
      id: writer.id,
    });
    assert.deepEqual(await list(ada), [followers, open]);
  });

  test('followers of an account that becomes private still see its posts', async () => {
    const writer = await world.user('quiet.writer');
    await ada.do('mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }', {
      id: writer.id,
    });
    const { createPost } = await writer.do(
      'mutation { createPost(input: { text: "Hello" }) { post { id } errors { code } } }',
    );
    await runSql(
      world.connectionString,
      `update users set is_private = true where id = '${uuidOf(writer.id)}'`,
    );
    const document = 'query ($id: ID!) { post(id: $id) { id } }';
    const shown = { post: { id: createPost.post.id } };
    assert.deepEqual(await ada.do(document, { id: createPost.post.id }), shown);
    assert.ok((await listsOfPost(createPost.post.id, writer)).includes('feed'));
    for (const stranger of [world.anonymous(), await world.user('stranger')]) {
      assert.deepEqual(await stranger.do(document, { id: createPost.post.id }), { post: null });
    }
  });

  test('a user who requires sign-in is invisible to anonymous callers', async () => {
    const shy = await world.user('shy');
    const { createPost } = await shy.do(
      'mutation { createPost(input: { text: "Hello" }) { post { id } errors { code } } }',
    );
    await runSql(
      world.connectionString,
      `update users set requires_sign_in = true where id = '${uuidOf(shy.id)}'`,
    );
    const document = `query ($id: ID!, $post: ID!) {
      user(id: $id) { id } userPosts(userId: $id) { nodes { id } } post(id: $post) { id } node(id: $post) { id } }`;
    const ids = { id: shy.id, post: createPost.post.id };
    const post = { id: createPost.post.id };
    assert.deepEqual(await ada.do(document, ids), {
      user: { id: shy.id },
      userPosts: { nodes: [post] },
      post,
      node: post,
    });
    const nothing = { user: null, userPosts: null, post: null, node: null };
    assert.deepEqual(await world.anonymous().do(document, ids), nothing);
  });

  test('a deactivated user still sees their own account', async () => {
    const { person } = targetOf('they are deactivated');
    const seen = await person.do('query ($id: ID!) { me { email user { id } } user(id: $id) { id } }', {
      id: person.id,
    });
    assert.deepEqual(seen, { me: { email: person.email, user: { id: person.id } }, user: { id: person.id } });
  });

  type Talk = {
    readonly person: Person;
    readonly direct: string;
    readonly group: string;
    readonly live: Subscription;
  };

  /** A direct conversation and a group, each with a message of the user. */
  async function startTalking(person: Person): Promise<Talk> {
    const start = `mutation ($input: StartConversationInput!) {
      startConversation(input: $input) { conversation { id } errors { code } } }`;
    const direct = await person.do(start, { input: { userIds: [ada.id] } });
    const group = await person.do(start, { input: { userIds: [ada.id], kind: 'GROUP' } });
    const talk = {
      person,
      direct: direct.startConversation.conversation.id,
      group: group.startConversation.conversation.id,
    };
    for (const id of [talk.direct, talk.group]) await person.do(SEND, { id });
    // Earlier messages are delivered before Ada subscribes: later events are about later messages.
    await world.runJobs();
    const live = await ada.subscribe(
      'subscription ($id: ID!) { messageAdded(conversationId: $id) { message { content { __typename text } sender { id } } } }',
      { id: talk.group },
    );
    return { ...talk, live };
  }

  /** One answer for all reasons: a block cannot be distinguished from a deactivated account. */
  async function assertReadOnly({ person, direct, group, live }: Talk, name: string): Promise<void> {
    const shown = await ada.do(CONVERSATIONS, { direct, group });
    const them = { user: null };
    const me = { user: { id: ada.id } };
    const neutral = { content: { __typename: 'UnavailableContent', text: '' }, sender: null };
    const kept = { content: { __typename: 'TextContent', text: 'Hello' }, sender: null };
    // In a direct conversation nobody is mistaken for another; recipients keep what a deleted account wrote.
    const inGroup = name === 'they are deleted' ? kept : neutral;
    assert.deepEqual(
      shown,
      {
        direct: { participants: { nodes: [me, them] }, viewer: { canSend: false } },
        group: { participants: { nodes: [me, them] }, viewer: { canSend: true } },
        directMessages: { nodes: [kept] },
        groupMessages: { nodes: [inGroup] },
      },
      name,
    );
    const readOnly = {
      errors: [{ code: 'INVALID_STATE', message: 'This conversation is read-only.', current: 'READ_ONLY' }],
    };
    const refused = await ada.ask(SEND_AND_TYPE, { id: direct });
    assert.deepEqual(refused.data, { sendMessage: readOnly, setTyping: readOnly }, name);
    if (AWAY.has(name)) return;
    const typing = await ada.subscribe(
      'subscription ($id: ID!) { typingIndicator(conversationId: $id) { isTyping user { id } } }',
      { id: group },
    );
    await person.do(
      'mutation ($id: ID!) { setTyping(input: { conversationId: $id, isTyping: true }) { errors { code } } }',
      { id: group },
    );
    await typing.nothing();
    typing.close();
    const { errors } = await person.ask(SEND, { id: group });
    assert.equal(errors, undefined, name);
    assert.deepEqual((await live.next()).data, {
      messageAdded: { message: neutral },
    });
  }

  async function assertPersonStays(
    { person, post, comment }: Target,
    { hides, isGone }: Situation,
  ): Promise<void> {
    const { user, userPosts } = await ada.do(
      'query ($id: ID!) { user(id: $id) { id } userPosts(userId: $id) { nodes { id } } }',
      { id: person.id },
    );
    const posts = hides === 'post' ? [] : [{ id: post }];
    assert.deepEqual({ user, posts: userPosts.nodes }, { user: { id: person.id }, posts });
    const own = await person.do(
      'query ($post: ID!, $comment: ID!) { post(id: $post) { id } comment(id: $comment) { id } }',
      { post, comment },
    );
    assert.deepEqual(own, {
      post: isGone && hides === 'post' ? null : { id: post },
      comment: isGone && hides === 'comment' ? null : { id: comment },
    });
  }

  /** Names of the lists in which Ada finds a user who is in all of them. */
  async function listsWith({ id, username }: Person): Promise<string[]> {
    const found: string[] = [];
    for (const [name, document] of Object.entries(LISTS)) {
      const ids = { hub: hub.id, hubPost, target: id, username };
      const text = await rawAnswer(world.url, ada, document, ids);
      if (text.includes(id)) found.push(name);
    }
    return found;
  }

  /** Names of the lists of posts in which Ada finds a post. */
  async function listsOfPost(id: string, author: Person): Promise<string[]> {
    const found: string[] = [];
    const people = { author: author.id, hub: hub.id };
    for (const [name, document] of Object.entries(POST_LISTS)) {
      if ((await rawAnswer(world.url, ada, document, people)).includes(id)) found.push(name);
    }
    return found;
  }

  function targetOf(name: string): Target {
    const target = targets.get(name);
    assert.ok(target, name);
    return target;
  }
});

/** A user whose account is not active cannot write. */
const AWAY: ReadonlySet<string> = new Set([
  'they are deactivated',
  'they are about to be deleted',
  'they are deleted',
]);

const ABSENT = '01890a5d-ac96-774b-bcce-b302099a8057';
const ID_TYPE_OF: Readonly<Record<Surface['of'], IdType>> = {
  person: 'user',
  post: 'post',
  media: 'media',
  comment: 'comment',
  answer: 'comment',
};

const idIn = ({ person, ...ids }: Target, of: Surface['of']): string =>
  of === 'person' ? person.id : ids[of];

const SEND =
  'mutation ($id: ID!) { sendMessage(input: { conversationId: $id, text: "Hello" }) { errors { code } } }';

const REFUSAL = '{ errors { code message ... on StateError { current } } }';
const SEND_AND_TYPE = `mutation ($id: ID!) {
  sendMessage(input: { conversationId: $id, text: "Hello" }) ${REFUSAL}
  setTyping(input: { conversationId: $id, isTyping: true }) ${REFUSAL} }`;

const CONVERSATIONS = `query ($direct: ID!, $group: ID!) {
  direct: conversation(id: $direct) { participants { nodes { user { id } } } viewer { canSend } }
  group: conversation(id: $group) { participants { nodes { user { id } } } viewer { canSend } }
  directMessages: conversationMessages(conversationId: $direct) { nodes { content { __typename text } sender { id } } }
  groupMessages: conversationMessages(conversationId: $group) { nodes { content { __typename text } sender { id } } } }`;
